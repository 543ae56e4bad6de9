import type { TalentApplication } from '@gatehouse/contract/wire';
import { UnreadMark } from '../conversation/unread-mark.tsx';

/** In a list, beside an own application: what waits for the applicant that its stage does not say. */
export function WaitingMarks({ application }: { application: TalentApplication }) {
  return (
    <>
      {application.has_proposed_interview ? (
        <>
          {' '}
          <span className="badge">Interview times proposed</span>
        </>
      ) : null}
      <UnreadMark isShown={application.has_unread_messages} />
    </>
  );
}

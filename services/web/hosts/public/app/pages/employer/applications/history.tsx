import type { Application, ApplicationEvent } from '@gatehouse/contract/wire';
import { Moment } from '#design/local-time.tsx';
import { STAGE_LABELS } from '#design/stage.tsx';
import { HistoryCard } from '../../sent/history-card.tsx';

/** What has happened to the application, newest first, with what company and applicant wrote. */
export function History({ application: { applicant, timeline, created_at } }: { application: Application }) {
  return (
    <HistoryCard
      events={timeline ?? []}
      sentenceOf={(event) => (
        <>
          {sentenceOf(event)}
          {event.interview_start === undefined ? null : (
            <>
              {' '}
              Time: <Moment at={event.interview_start} />.
            </>
          )}
        </>
      )}
      sent={{ at: created_at, sentence: `${applicant.name} applied.` }}
    />
  );
}

function sentenceOf({ kind, actor_name, stage }: ApplicationEvent): string {
  const who = actor_name === '' ? 'A member' : actor_name;
  const label = stage === undefined ? 'another stage' : STAGE_LABELS[stage];
  switch (kind) {
    case 'stage_changed':
      return `${who} moved it to ${label}.`;
    case 'stage_change_undone':
      return `${who} undid a change and went back to ${label}.`;
    case 'offer_accepted':
      return `${who} accepted the offer.`;
    case 'offer_declined':
      return `${who} declined the offer.`;
    case 'note_added':
      return `${who} added a note.`;
    case 'note_deleted':
      return `${who} deleted a note.`;
    case 'interview_proposed':
      return `${who} proposed an interview.`;
    case 'interview_accepted':
      return `${who} accepted the interview.`;
    case 'interview_declined':
      return `${who} declined the interview.`;
    case 'interview_cancelled':
      return 'The interview was cancelled.';
    default:
      kind satisfies never;
      return '';
  }
}

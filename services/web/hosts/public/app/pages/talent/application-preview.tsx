import type { Profile, ScreeningAnswer } from '@gatehouse/contract/wire';
import type { PreviewProps } from '#design/preview-button.tsx';
import { PreviewDialog } from '#design/preview-dialog.tsx';
import { useIdentitiesUserSession } from '../../session-hook.ts';
import { AnswersCard } from '../sent/answers-card.tsx';
import { MessageCard } from '../sent/message-card.tsx';
import { ProfileCard } from '../sent/profile-card.tsx';

/** An application that is not sent yet. */
export interface PreviewedApplication {
  readonly message: string;
  readonly profile: Profile;
  /** Null: sent without a CV. */
  readonly cvName: string | null;
  readonly answers: readonly ScreeningAnswer[];
}

/** An application as the company will see it: loaded on demand, never rendered on the server. */
export function Preview(preview: PreviewProps<PreviewedApplication>) {
  return (
    <PreviewDialog
      preview={preview}
      description="What the company will see, with your email address. Nothing is sent yet."
    >
      {(application) => <Previewed application={application} />}
    </PreviewDialog>
  );
}

function Previewed({
  application: { message, profile, cvName, answers },
}: {
  application: PreviewedApplication;
}) {
  const name = useIdentitiesUserSession()?.identities_user.name ?? '';
  const { headline, location } = profile;
  return (
    <section className="preview stack" aria-label="Preview of your application">
      <div>
        <h3 className="preview-title">{name}</h3>
        {headline === '' ? null : <p className="lead">{headline}</p>}
        <dl className="facts-list">
          <dt>Location</dt>
          <dd>{location === '' ? 'Not provided' : location}</dd>
          <dt>CV</dt>
          <dd>{cvName === null ? 'Not sent' : <bdi>{cvName}</bdi>}</dd>
        </dl>
      </div>
      <MessageCard title={`Message from ${name}`} message={message} />
      <AnswersCard title={`Answers of ${name}`} answers={answers} />
      <ProfileCard title="Profile at the time of application" profile={profile} />
    </section>
  );
}

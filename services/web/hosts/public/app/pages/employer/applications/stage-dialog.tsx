import type { Application } from '@gatehouse/contract/wire';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { TextArea } from '#design/fields.tsx';
import { OFFER_ANSWER_LABELS, STAGE_LABELS } from '#design/stage.tsx';
import { EditedVersion } from '#design/versions/edited-version.tsx';
import { MailPreview } from './mail-preview.tsx';

/** The fields of a stage that two members can change at the same time, as the dialog of a conflict compares them (G9). */
export const stageTexts = ({ stage, offer_answer }: Application) => ({
  stage,
  offer_answer: offer_answer ?? '',
});
/** Their labels there, and those of their values. */
export const stageNames = {
  stage: { label: 'Stage', values: STAGE_LABELS },
  offer_answer: { label: 'Answer to the offer', values: { '': 'None', ...OFFER_ANSWER_LABELS } },
};

const CHANGES = {
  interview: {
    label: 'Invite to interview',
    title: (name: string) => `Invite ${name} to an interview?`,
    done: (name: string) => `${name} will get an invitation by email.`,
    tone: 'plain',
  },
  offer: {
    label: 'Make offer',
    title: (name: string) => `Make ${name} an offer?`,
    done: (name: string) => `${name} will get your offer by email.`,
    tone: 'plain',
  },
  rejected: {
    label: 'Decline',
    title: (name: string) => `Decline ${name}’s application?`,
    done: (name: string) => `Declined. ${name} will be notified by email.`,
    tone: 'bad',
  },
} as const;

/** Moves an application to a stage that sends an email: shows it before, and takes a message for it (U7). */
export function StageDialog({
  application,
  stage,
  isNext,
}: {
  application: Application;
  stage: keyof typeof CHANGES;
  /** Whether it is the next one on the way to an offer. */
  isNext: boolean;
}) {
  const { applicant, mails } = application;
  const { label, title, done, tone } = CHANGES[stage];
  const mail = mails.find((one) => one.stage === stage);
  return (
    <ConfirmChange
      label={label}
      about={applicant.name}
      title={title(applicant.name)}
      tone={isNext ? 'primary' : tone}
      intent="move"
      fields={{ stage }}
      done={done(applicant.name)}
      description={`This email is sent after one minute. ${undoText(application)}`}
    >
      <EditedVersion resource={application} textsOf={stageTexts} names={stageNames} />
      {mail === undefined ? null : <MailPreview mail={mail} />}
      <TextArea
        label="Your message (optional)"
        name="message"
        hint="Added to the email below the news, and kept in the history."
        maxLength={1000}
        rows={4}
      />
    </ConfirmChange>
  );
}

/** An answer that a change has ended does not come back. */
function undoText({ offer_answer, applicant }: Application): string {
  if (offer_answer !== undefined)
    return `It ends the offer that ${applicant.name} has ${offer_answer}. This cannot be undone.`;
  return `Until then ${applicant.name} does not see it, and you can undo it.`;
}

import type { OfferAnswer, TalentApplication } from '@gatehouse/contract/wire';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { TextArea } from '#design/fields.tsx';
import { OFFER_ANSWER_LABELS, stateLabel } from '#design/stage.tsx';
import { EditedVersion } from '#design/versions/edited-version.tsx';

const textsOf = (application: TalentApplication) => ({ state: stateLabel(application, 'talent') });
const names = { state: { label: 'Application', values: {} } };

const ANSWERS = {
  accepted: {
    label: 'Accept offer',
    tone: 'primary',
    title: (job: string) => `Accept the offer for ${job}?`,
    description: (company: string) =>
      `${company} sees your answer immediately. You cannot change it, and you can no longer withdraw the application.`,
    done: 'Offer accepted.',
  },
  declined: {
    label: 'Decline offer',
    tone: 'bad',
    title: (job: string) => `Decline the offer for ${job}?`,
    description: (company: string) => `${company} sees your answer immediately. You cannot change it.`,
    done: 'Offer declined.',
  },
} as const;

/** Accepts or declines an open offer, with a message to the company. */
export function AnswerOffer({
  application,
  answer,
}: {
  application: TalentApplication;
  answer: OfferAnswer;
}) {
  const { id, job_post_title, company_name } = application;
  const { label, tone, title, description, done } = ANSWERS[answer];
  return (
    <ConfirmChange
      label={label}
      about={`of ${company_name}`}
      title={title(job_post_title)}
      tone={tone}
      intent="answer"
      fields={{ id, answer, state: OFFER_ANSWER_LABELS[answer] }}
      done={done}
      description={description(company_name)}
    >
      <EditedVersion resource={application} textsOf={textsOf} names={names} />
      <TextArea label="Your message (optional)" name="message" maxLength={1000} rows={4} />
    </ConfirmChange>
  );
}

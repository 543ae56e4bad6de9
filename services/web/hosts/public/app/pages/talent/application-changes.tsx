import type { TalentApplication } from '@gatehouse/contract/wire';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { AnswerOffer } from './offer-answer.tsx';

/** The answers to an offer that is open. */
export function OfferAnswers({ application }: { application: TalentApplication }) {
  if (!application.offer_is_open || application.withdrawn_at !== undefined) return null;
  return (
    <div className="actions">
      <AnswerOffer application={application} answer="accepted" />
      <AnswerOffer application={application} answer="declined" />
    </div>
  );
}

/** What the applicant can do with an application, on its own page: a list offers no change that ends one. */
export function ApplicationChanges({ application }: { application: TalentApplication }) {
  const { id, job_post_title, company_name, stage, offer_answer, withdrawn_at } = application;
  if (withdrawn_at !== undefined || stage === 'rejected' || offer_answer === 'accepted') return null;
  return (
    <div className="actions">
      <OfferAnswers application={application} />
      <ConfirmChange
        label="Withdraw"
        about={job_post_title}
        title={`Withdraw your application for ${job_post_title}?`}
        tone="bad"
        intent="withdraw"
        fields={{ id }}
        done="Application withdrawn."
        gone="This application has already been withdrawn."
        description={`${company_name} can no longer see it, and what you sent is deleted. This cannot be undone, and you cannot apply for this job again.`}
      />
    </div>
  );
}

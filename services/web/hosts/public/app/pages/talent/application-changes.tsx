import type { TalentApplication } from '@gatehouse/contract/wire';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { AnswerOffer } from './offer-answer.tsx';

/** What the applicant can do with an application. */
export function ApplicationChanges({ application }: { application: TalentApplication }) {
  const { id, job_post_title, company_name, stage, offer_answer, offer_is_open, withdrawn_at } = application;
  if (withdrawn_at !== undefined || stage === 'rejected' || offer_answer === 'accepted') return null;
  return (
    <div className="actions">
      {offer_is_open ? (
        <>
          <AnswerOffer application={application} answer="accepted" />
          <AnswerOffer application={application} answer="declined" />
        </>
      ) : null}
      <ConfirmChange
        label="Withdraw"
        about={job_post_title}
        title={`Withdraw your application for ${job_post_title}?`}
        tone="bad"
        intent="withdraw"
        fields={{ id }}
        done="Application withdrawn."
        description={`${company_name} can no longer see it, and what you sent is deleted. This cannot be undone, and you cannot apply for this job again.`}
      />
    </div>
  );
}

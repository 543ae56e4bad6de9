import type { AdminCompanyReview, CompanyReviewState } from '@gatehouse/contract/wire';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { TextArea } from '#design/fields.tsx';
import { Badge } from '#design/page.tsx';
import { EditedVersion } from '#design/versions/edited-version.tsx';
import { FreshCodeField } from './fresh-code-field.tsx';
import { ReasonField } from './reason-field.tsx';

/** What staff read for the review of a company. */
const REVIEW_LABELS: Record<CompanyReviewState, string> = {
  pending: 'Waits for review',
  approved: 'Approved',
  refused: 'Refused',
};

/** What staff can decide. */
export const REVIEW_DECISIONS = { approved: true, refused: true } as const;

const reviewTexts = ({ state }: AdminCompanyReview) => ({ state });
const REVIEW_NAMES = { state: { label: 'Review', values: REVIEW_LABELS } };

/** The review of a company that is not approved, with the decisions about it. Nothing for an approved one. */
export function CompanyReviewCard({
  name,
  review,
  mayChange,
}: {
  name: string;
  review: AdminCompanyReview;
  mayChange: boolean;
}) {
  if (review.state === 'approved') return null;
  return (
    <section className="card reports-card" aria-labelledby="review">
      <h2 id="review">
        Review <Badge tone={review.state === 'pending' ? 'warn' : 'bad'}>{REVIEW_LABELS[review.state]}</Badge>
      </h2>
      <p>Until staff approve it, nothing that this company publishes is public.</p>
      {review.owner_reason === '' ? null : (
        <blockquote className="prose" dir="auto">
          {review.owner_reason}
        </blockquote>
      )}
      {mayChange ? (
        <p className="actions">
          <DecideButton name={name} review={review} decision="approved" />
          {review.state === 'refused' ? null : (
            <DecideButton name={name} review={review} decision="refused" />
          )}
        </p>
      ) : null}
    </section>
  );
}

function DecideButton({
  name,
  review,
  decision,
}: {
  name: string;
  review: AdminCompanyReview;
  decision: keyof typeof REVIEW_DECISIONS;
}) {
  const isApproval = decision === 'approved';
  const label = isApproval ? 'Approve' : 'Refuse';
  return (
    <ConfirmChange
      label={label}
      about={name}
      title={`${label} ${name}?`}
      tone={isApproval ? 'primary' : 'bad'}
      shortcut={isApproval ? 'a' : 'r'}
      intent="review_company"
      fields={{ id: review.company_id, state: decision }}
      done={`${name} is ${decision}.`}
      description={
        isApproval
          ? 'What it has published is public at once.'
          : 'What it publishes stays hidden. Its members can still prepare job posts.'
      }
    >
      <EditedVersion resource={review} textsOf={reviewTexts} names={REVIEW_NAMES} />
      <TextArea
        label="Message to the owners (optional)"
        name="owner_reason"
        hint={isApproval ? 'The owners get it by email.' : 'They get it by email and read it on their page.'}
        maxLength={500}
        rows={3}
      />
      <ReasonField />
      <FreshCodeField />
    </ConfirmChange>
  );
}

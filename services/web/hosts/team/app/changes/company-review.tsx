import type { AdminCompany, AdminCompanyReview, CompanyReviewState } from '@gatehouse/contract/wire';
import { useState } from 'react';
import { Link } from 'react-router';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { Badge } from '#design/page.tsx';
import { ShortcutKey, ShortcutsSwitch, useShortcut } from '#design/shortcuts.tsx';
import { EditedVersion } from '#design/versions/edited-version.tsx';
import { CompanyChanges } from './company-changes.tsx';
import { FreshCodeField } from './fresh-code-field.tsx';
import { OwnerMessage } from './owner-message.tsx';
import { ReasonField } from './reason-field.tsx';
import { useFocusAfter } from './use-focus-after.ts';

/** What staff read for the review of a company. */
export const REVIEW_LABELS: Record<CompanyReviewState, string> = {
  pending: 'Waits for review',
  approved: 'Approved',
  refused: 'Refused',
};

/** What staff can decide. */
export const REVIEW_DECISIONS = { approved: true, refused: true } as const;

/** What a decision is about: a conflict shows what of it has changed meanwhile. */
const reviewTexts = ({ state, current }: AdminCompanyReview): Readonly<Record<string, string>> =>
  current === undefined
    ? { state }
    : {
        state,
        company_name: current.name,
        company_website: current.website,
        company_logo: current.logo === undefined ? 'None' : `Image ${current.logo.slice(0, 8)}`,
      };
const REVIEW_NAMES = {
  state: { label: 'Review', values: REVIEW_LABELS },
  company_name: { label: 'Name', values: {} },
  company_website: { label: 'Website', values: {} },
  company_logo: { label: 'Logo', values: {} },
};

type ReviewedCompany = Pick<AdminCompany, 'name' | 'condition'>;

/** Whether an approved company has changed since its approval. */
const isChanged = ({ approved }: AdminCompanyReview) => approved !== undefined;

/** Whether nothing is left to decide: the company is approved as it is. */
const isSettled = (review: AdminCompanyReview) => review.state === 'approved' && !isChanged(review);

/**
 * The review of a company that is not approved, or has changed since, with the decisions about it and the next one of the queue.
 * Nothing for one that is approved as it is.
 */
export function CompanyReviewCard({
  company,
  review,
  mayChange,
  hasKeys,
}: {
  company: ReviewedCompany;
  review: AdminCompanyReview;
  mayChange: boolean;
  /** Whether the key of the next one is free: not while the page has another queue. */
  hasKeys: boolean;
}) {
  const { state } = review;
  const isApproved = isSettled(review);
  // After the decision the way to the next company stays.
  const [wasOpen] = useState(!isApproved);
  if (!wasOpen && isApproved) return null;
  return (
    <section className="card reports-card" aria-labelledby="review">
      {isApproved ? (
        <h2 id="review">Approved</h2>
      ) : (
        <>
          <h2 id="review">
            Review{' '}
            <Badge tone={state === 'refused' ? 'bad' : 'warn'}>
              {isChanged(review) ? 'Changed' : REVIEW_LABELS[state]}
            </Badge>
          </h2>
          <p>
            {isChanged(review)
              ? 'It keeps its approval until you decide about what it has changed. The audit trail has when it did.'
              : 'Until staff approve it, nothing that this company publishes is public.'}
          </p>
          <CompanyChanges {...review} />
        </>
      )}
      {review.owner_reason === '' ? null : (
        <blockquote className="prose" dir="auto">
          {review.owner_reason}
        </blockquote>
      )}
      {mayChange ? (
        // Not removed: their dialogs would take the focus along.
        <div hidden={isApproved}>
          <div className="actions">
            <DecideButton company={company} review={review} decision="approved" />
            <div hidden={state === 'refused'}>
              <DecideButton company={company} review={review} decision="refused" />
            </div>
          </div>
        </div>
      ) : null}
      <NextCompany review={review} hasKeys={hasKeys} />
    </section>
  );
}

/** The link to the next company, which stays the same while this one's page is open. */
function NextCompany({ review, hasKeys }: { review: AdminCompanyReview; hasKeys: boolean }) {
  const { state, next } = review;
  const [first] = useState(next);
  const { ref, open } = useFocusAfter(isChanged(review) ? 'changed' : state);
  useShortcut(hasKeys ? 'n' : undefined, open);
  const target = first ?? next;
  return (
    <div className="next-request">
      {target === undefined ? (
        <p ref={ref} tabIndex={-1}>
          No other company waits.
        </p>
      ) : (
        <p>
          <Link
            ref={ref}
            to={`/companies/${target.id}`}
            className="button"
            aria-keyshortcuts={hasKeys ? 'n' : undefined}
          >
            Next company {hasKeys ? <ShortcutKey value="n" /> : null}
          </Link>
          <small>
            <bdi>{target.name}</bdi>
          </small>
        </p>
      )}
      {hasKeys ? <ShortcutsSwitch /> : null}
    </div>
  );
}

function DecideButton({
  company: { name, condition },
  review,
  decision,
}: {
  company: ReviewedCompany;
  review: AdminCompanyReview;
  decision: keyof typeof REVIEW_DECISIONS;
}) {
  const isApproval = decision === 'approved';
  const isOfChange = isChanged(review);
  const isHidden = isSettled(review) || (!isApproval && review.state === 'refused');
  const label = isApproval ? 'Approve' : 'Refuse';
  return (
    <ConfirmChange
      label={label}
      about={name}
      title={`${label} ${name}?`}
      tone={isApproval ? 'primary' : 'bad'}
      {...(isHidden ? {} : { shortcut: isApproval ? 'a' : 'r' })}
      intent="review_company"
      fields={{ id: review.company_id, state: decision }}
      done={`${name} is ${decision}.`}
      description={condition === 'active' ? effectOf(decision, isOfChange) : EFFECTS_WHILE_DISABLED[decision]}
    >
      <EditedVersion resource={review} textsOf={reviewTexts} names={REVIEW_NAMES} />
      {isApproval && isOfChange ? null : (
        <OwnerMessage isDisabled={condition === 'disabled'} {...(isApproval ? {} : { onPage: ON_PAGE })} />
      )}
      <ReasonField />
      <FreshCodeField />
    </ConfirmChange>
  );
}

/** An approval's message is in the mail alone. */
const ON_PAGE = {
  active: 'They get it by email and read it on their page.',
  disabled: 'They read it on their page once the company is enabled.',
};

/** What it has published is public only if it is both approved and active. */
const EFFECTS_WHILE_DISABLED: Record<keyof typeof REVIEW_DECISIONS, string> = {
  approved: 'What it has published stays hidden until the company is enabled.',
  refused: 'What it has published stays hidden, also once the company is enabled.',
};

function effectOf(decision: keyof typeof REVIEW_DECISIONS, isOfChange: boolean): string {
  if (decision === 'approved') {
    return isOfChange ? 'It stays public as it is now.' : 'What it has published is public at once.';
  }
  const effect = isOfChange ? 'What it has published is hidden at once.' : 'What it publishes stays hidden.';
  return `${effect} Its members can still prepare job posts.`;
}

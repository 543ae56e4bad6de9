import type { AccountDeletion, LastOwnedCompany } from '@gatehouse/contract/wire';
import { Link } from 'react-router';
import type { ApiAnswer } from '#api/api-answer.ts';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { CheckboxField } from '#design/fields.tsx';
import { useKeptAnswer } from '#design/kept-answer.ts';
import { Day } from '#design/local-time.tsx';
import { KeepAccount } from './keep-account.tsx';
import { useScrollToFragment } from './scroll-to-fragment.ts';

/** The deletion of the own account: requested here, and cancelled here or above any page (G11). */
export function DeleteAccount({ answer }: { answer: ApiAnswer<AccountDeletion> }) {
  const heading = useScrollToFragment('#delete-account');
  const shown = useKeptAnswer(answer);
  return (
    <section className="card" aria-labelledby="delete-account">
      <h2 id="delete-account" ref={heading}>
        Delete account
      </h2>
      {shown.ok ? <Deletion deletion={shown.data} /> : <p>{shown.refusal.title}</p>}
    </section>
  );
}

function Deletion({ deletion }: { deletion: AccountDeletion }) {
  const { state, due_at, closes_company_id, last_owner_of: owned } = deletion;
  if (state !== 'scheduled' || due_at === undefined) {
    return (
      <>
        <p>
          Your account and your personal data are deleted after 7 days. Until then you can use it as before,
          and cancel. To keep a copy, request your data first.
        </p>
        {owned === undefined ? null : <LastOwner company={owned} />}
        <RequestDeletion label="Delete account" owned={owned} />
      </>
    );
  }
  const mustDecide = owned !== undefined && owned.id !== closes_company_id;
  return (
    <>
      <p>
        Your account will be deleted on <Day at={due_at} />
        {owned !== undefined && !mustDecide ? <>, and {nameOf(owned)} will be closed</> : null}.
      </p>
      {mustDecide ? (
        <>
          <LastOwner company={owned} />
          <p>Until you decide, your account cannot be deleted: the date moves on by 7 days.</p>
        </>
      ) : null}
      <div className="actions">
        <KeepAccount />
        {mustDecide ? <RequestDeletion label="Close company with account" owned={owned} /> : null}
      </div>
    </>
  );
}

function LastOwner({ company }: { company: LastOwnedCompany }) {
  return (
    <p className="notice warn">
      You are the last owner of {nameOf(company)}.{' '}
      <Link to="/employer/members">Make another member an owner</Link>, or close it with your account.
    </p>
  );
}

function RequestDeletion({ label, owned }: { label: string; owned: LastOwnedCompany | undefined }) {
  return (
    <ConfirmChange
      label={label}
      about=""
      title="Delete your account?"
      tone="bad"
      intent="delete_account"
      done="Your account will be deleted in 7 days."
      description="After 7 days your profile, applications, memberships and sessions are deleted. Applications are withdrawn. This cannot be undone then."
      {...(owned === undefined ? {} : { fields: { company_id: owned.id } })}
    >
      {owned === undefined ? null : (
        <>
          <CheckboxField label={`Close ${nameOf(owned)} with my account`} name="close_company" />
          <p className="hint">Its job posts close, and its members no longer belong to it.</p>
        </>
      )}
    </ConfirmChange>
  );
}

function nameOf({ name }: LastOwnedCompany): string {
  return name === '' ? 'your company' : name;
}

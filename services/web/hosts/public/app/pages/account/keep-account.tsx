import { ConfirmChange } from '#design/confirm-change.tsx';
import { Day } from '#design/local-time.tsx';

/** Cancels the deletion of the own account, from any page. */
export function KeepAccount() {
  return (
    <ConfirmChange
      label="Keep account"
      about=""
      title="Keep your account?"
      tone="primary"
      intent="cancel_deletion"
      action="/account"
      done="Your account will not be deleted."
      description="The deletion is cancelled, and your account stays as it is."
    />
  );
}

/** Above every page of a user whose account will be deleted: the first page after a sign-in offers to cancel. */
export function DeletionNotice({ dueAt }: { dueAt: string }) {
  return (
    <section className="account-notice" aria-label="Account deletion">
      <p>
        Your account will be deleted on <Day at={dueAt} />. <KeepAccount />
      </p>
    </section>
  );
}

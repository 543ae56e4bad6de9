import type { CurrentUserSession } from '@gatehouse/contract/wire';
import { Link, useFetcher } from 'react-router';
import type { FormValues } from '#api/form-values.ts';
import type { ActionResult } from '#api/page-result.ts';
import { FormBody } from '#design/form-body.tsx';
import { SubmitButton } from '#design/submit-button.tsx';
import { safeReturnTo, withReturnTo } from '#journey/return-to.ts';
import { signUserOut } from '../sign-user-out.ts';

/** The action of `SwitchAccount`: ends the session, then leads to the sign-in page, and from there to `return_to`. */
export function switchAccount(form: FormValues, signal: AbortSignal) {
  return signUserOut(signal, { to: withReturnTo('/login', safeReturnTo(form.text('return_to'))) });
}

/**
 * In place of the link to sign in, on the page of a mail's link: the account of the link may be another one than the one that is
 * signed in, and `/login` would open the pages of that one. The page does not know whose link it was. Its action names `switch_account`.
 */
export function SwitchAccount({
  session,
  returnTo = null,
}: {
  session: CurrentUserSession;
  returnTo?: string | null;
}) {
  const { email } = session.identities_user;
  const fetcher = useFetcher<ActionResult>();
  const { data, state } = fetcher;
  return (
    <fetcher.Form method="post" className="card">
      <FormBody intent="switch_account" refusal={data?.refusal}>
        <input type="hidden" name="return_to" value={returnTo ?? ''} />
        <p>
          You are signed in as <strong>{email}</strong>. To use another account, sign out first.
        </p>
        <div className="actions">
          <SubmitButton className="primary" isBusy={state !== 'idle'} busyLabel="Signing out…">
            Sign out and sign in
          </SubmitButton>
          <Link to={withReturnTo('/login', returnTo)}>Continue with this account</Link>
        </div>
      </FormBody>
    </fetcher.Form>
  );
}

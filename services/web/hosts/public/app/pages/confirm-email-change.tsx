import {
  type ClientActionFunctionArgs,
  Link,
  redirect,
  useFetcher,
  useLoaderData,
  useSearchParams,
} from 'react-router';
import { callApiSignedIn } from '#api/call-signed-in.ts';
import { formAction } from '#api/form-action.ts';
import type { PageHandle } from '#api/page-reads.ts';
import { type ActionResult, actionResult } from '#api/page-result.ts';
import { Entrance } from '#design/entrance.tsx';
import { FormBody } from '#design/form-body.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { SubmitButton } from '#design/submit-button.tsx';
import { withReturnTo } from '#journey/return-to.ts';
import { useReloadOnNewLink } from '#journey/use-reload-on-new-link.ts';
import { announceSessionChange, wantReload } from '#session/reload.ts';
import { EMAIL_CHANGE_PATH } from '../mail-link-paths.ts';
import { useIdentitiesUserSession } from '../session-hook.ts';
import { emailChangeToken } from './email-change-token.ts';

const TITLE = 'Confirm your new email address';

export const handle = {
  readsNothingAhead: 'the token is in the fragment, or kept from before the sign-in',
} satisfies PageHandle;

export { notIndexed as meta } from './not-indexed.ts';

export function clientLoader() {
  return { token: emailChangeToken.read() };
}

export function clientAction({ request }: ClientActionFunctionArgs) {
  return formAction(request, {
    confirm: async (form) => {
      const input = { token: form.text('token') };
      const answer = await callApiSignedIn('EmailChangeService.ConfirmEmailChange', input, request.signal);
      if (!answer.ok) return actionResult(answer);
      emailChangeToken.forget();
      announceSessionChange();
      wantReload();
      return redirect(`${EMAIL_CHANGE_PATH}?done`);
    },
  });
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} shape="form" />;
}

/** Changes the address on a click, never on load: mail scanners open links, too. */
export default function ConfirmEmailChangePage() {
  const { token } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const session = useIdentitiesUserSession();
  useReloadOnNewLink();
  if (search.has('done') && session !== null) return <Confirmed email={session.identities_user.email} />;
  if (token === null) {
    return (
      <Entrance title={TITLE} lead="The link in our email opens this page.">
        <p>
          Open the link in your email again, or request a new one on{' '}
          <Link to="/account">your account page</Link>.
        </p>
      </Entrance>
    );
  }
  if (session === null) return <SignInFirst />;
  return <Confirm key={token} token={token} email={session.identities_user.email} />;
}

/** Only the account that requested the change can confirm it. */
function SignInFirst() {
  return (
    <Entrance title={TITLE} lead="Sign in to the account whose address you want to change.">
      <p>Use your current address and password, or a passkey. Then confirm the new address here.</p>
      <p>If you did not ask for this change, close this page: nothing changes.</p>
      <p className="actions">
        <Link className="button primary" to={withReturnTo('/login', EMAIL_CHANGE_PATH)}>
          Sign in
        </Link>
      </p>
    </Entrance>
  );
}

function Confirm({ token, email }: { token: string; email: string }) {
  const fetcher = useFetcher<ActionResult>();
  const { data, state } = fetcher;
  const refusal = data?.refusal;
  return (
    <Entrance title={TITLE} lead="You will sign in with the address that received our email.">
      <fetcher.Form method="post" className="card">
        <FormBody intent="confirm" refusal={refusal}>
          <input type="hidden" name="token" value={token} />
          {refusal?.code === 'token_invalid' ? (
            <p>
              Links work once, expire after one hour, and only for the account that asked. A newer request or
              a new password ends them. Request a new link on <Link to="/account">your account page</Link>.
            </p>
          ) : (
            <>
              <p>
                You are signed in as <strong>{email}</strong>. The new address replaces this one, and you are
                signed out everywhere else. This address gets an email with a link that undoes the change for
                7 days.
              </p>
              <SubmitButton className="primary" isBusy={state !== 'idle'} busyLabel="Confirming…">
                Confirm new address
              </SubmitButton>
            </>
          )}
        </FormBody>
      </fetcher.Form>
    </Entrance>
  );
}

function Confirmed({ email }: { email: string }) {
  return (
    <Entrance title="Your email address is changed" lead={`From now on you sign in with ${email}.`}>
      <p>You have been signed out everywhere else.</p>
      <Link className="button primary" to="/account">
        Go to your account
      </Link>
    </Entrance>
  );
}

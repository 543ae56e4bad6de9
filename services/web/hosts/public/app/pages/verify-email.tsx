import { type ClientActionFunctionArgs, Link, useFetcher } from 'react-router';
import { formAction } from '#api/form-action.ts';
import { actionResult } from '#api/page-result.ts';
import { confirmEmail } from '#api/passkeys.ts';
import { Entrance } from '#design/entrance.tsx';
import { FormBody } from '#design/form-body.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { SubmitButton } from '#design/submit-button.tsx';
import { useFragmentToken } from '#journey/fragment-token.ts';
import { keptReturnTo } from '#journey/kept-return-to.ts';
import { withReturnTo } from '#journey/return-to.ts';
import { useIdentitiesUserSession } from '../session-hook.ts';
import { SwitchAccount, switchAccount } from './switch-account.tsx';

export { notIndexed as meta } from './not-indexed.ts';

export function clientAction({ request }: ClientActionFunctionArgs) {
  return formAction(request, {
    confirm: async (form) => actionResult(await confirmEmail(form.text('token'), request.signal)),
    switch_account: (form) => switchAccount(form, request.signal),
  });
}

const TITLE = 'Confirm your email address';
const CONFIRMED = 'Email address confirmed';

/** Redeems the link of a sign-up on a click, never on load: mail scanners open links, too. */
export default function VerifyEmailPage() {
  const token = useFragmentToken();
  if (token === undefined) return <PageSkeleton title={TITLE} shape="form" />;
  if (token === null) {
    return (
      <Entrance title={TITLE} lead="Open this page with the link in your sign-up email.">
        <p>
          Open the link in your email again, or{' '}
          <Link to={withReturnTo('/signup', keptReturnTo())}>sign up again</Link> to get a new one.
        </p>
      </Entrance>
    );
  }
  return <Confirm key={token} token={token} />;
}

function Confirm({ token }: { token: string }) {
  const fetcher = useFetcher<typeof clientAction>();
  const { data, state } = fetcher;
  const session = useIdentitiesUserSession();
  const returnTo = keptReturnTo();
  const isInvalid = data?.refusal?.code === 'token_invalid';
  if (data !== undefined && data.refusal === undefined) return <Confirmed returnTo={returnTo} />;
  return (
    <Entrance
      title={TITLE}
      lead="This creates your account with what was entered in the sign-up that this link belongs to. If it has no password, your browser asks you to create a passkey."
    >
      <div className="stack">
        <fetcher.Form method="post" className="card">
          <FormBody intent="confirm" refusal={data?.refusal}>
            <input type="hidden" name="token" value={token} />
            {isInvalid ? (
              <p>
                Links work once, expire after 24 hours, and are replaced by a newer sign-up.{' '}
                {session === null ? (
                  <>
                    If you have already confirmed, <Link to={withReturnTo('/login', returnTo)}>sign in</Link>.
                    Otherwise <Link to={withReturnTo('/signup', returnTo)}>sign up again</Link> to get a new
                    link.
                  </>
                ) : null}
              </p>
            ) : (
              <>
                <p>
                  If you did not sign up yourself, close this page: the account may have a password that you
                  do not know.
                </p>
                <SubmitButton className="primary" isBusy={state !== 'idle'} busyLabel="Confirming…">
                  Confirm email address
                </SubmitButton>
              </>
            )}
          </FormBody>
        </fetcher.Form>
        {isInvalid && session !== null ? <SwitchAccount session={session} returnTo={returnTo} /> : null}
      </div>
    </Entrance>
  );
}

/** @param returnTo null: the sign-up has kept nothing, or was in another browser (U14). */
function Confirmed({ returnTo }: { returnTo: string | null }) {
  const session = useIdentitiesUserSession();
  if (session !== null) {
    return (
      <Entrance title={CONFIRMED} lead="Welcome to Gatehouse.">
        <SwitchAccount session={session} returnTo={returnTo} />
      </Entrance>
    );
  }
  if (returnTo !== null) {
    return (
      <Entrance title={CONFIRMED} lead="Welcome to Gatehouse.">
        <Link className="button primary" to={withReturnTo('/login', returnTo)}>
          Sign in
        </Link>
      </Entrance>
    );
  }
  return (
    <Entrance title={CONFIRMED} lead="Welcome to Gatehouse. Choose where to begin, and sign in.">
      <p className="actions">
        <Link className="button primary" to={withReturnTo('/login', '/talent/welcome')}>
          Find work
        </Link>
        <Link className="button primary" to={withReturnTo('/login', '/employer/start')}>
          Hire
        </Link>
      </p>
      <p>
        <Link to="/login">Sign in</Link> without a choice, such as to accept an invitation.
      </p>
    </Entrance>
  );
}

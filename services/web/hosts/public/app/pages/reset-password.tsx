import {
  type ClientActionFunctionArgs,
  Link,
  type MetaFunction,
  redirect,
  useFetcher,
  useSearchParams,
} from 'react-router';
import { callApi } from '#api/browser-api.ts';
import { formAction } from '#api/form-action.ts';
import { type ActionResult, actionResult, sendWrite } from '#api/page-result.ts';
import { Entrance } from '#design/entrance.tsx';
import { TextField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { NewPasswordField } from '#design/new-password-field.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { SubmitButton } from '#design/submit-button.tsx';
import { useFragmentToken } from '#journey/fragment-token.ts';
import { keepReturnTo, keptReturnTo } from '#journey/kept-return-to.ts';
import { safeReturnTo, withReturnTo } from '#journey/return-to.ts';
import { useReturnTo } from '#journey/use-return-to.ts';
import { announceSessionChange, wantReload } from '#session/reload.ts';
import { useIdentitiesUserSession } from '../session-hook.ts';
import { SwitchAccount, switchAccount } from './switch-account.tsx';

export const meta: MetaFunction = () => [
  {
    name: 'description',
    content: 'Get an email with a link to set a new password for your Gatehouse account.',
  },
];

export function clientAction({ request }: ClientActionFunctionArgs) {
  const { url, signal } = request;
  return formAction(request, {
    send_link: (form) => {
      keepReturnTo(safeReturnTo(new URL(url).searchParams.get('return_to')));
      return sendWrite('UserService.CreatePasswordReset', { email: form.text('email').trim() }, signal);
    },
    set_password: async (form) => {
      const input = { token: form.text('token'), password: form.text('password') };
      const answer = await callApi('UserService.RedeemPasswordReset', input, signal);
      if (!answer.ok) return actionResult(answer);
      announceSessionChange();
      wantReload();
      // By address: the page of a user who was signed in starts again when the session is gone.
      return redirect(withReturnTo('/reset-password?done', keptReturnTo()));
    },
    switch_account: (form) => switchAccount(form, signal),
  });
}

const TITLE = 'Set a new password';
const IS_SET = 'Your password is set';

/** Sends the link by mail; opened by that link, sets the password. */
export default function ResetPasswordPage() {
  const token = useFragmentToken();
  const [search] = useSearchParams();
  if (search.has('done')) return <PasswordIsSet />;
  if (search.has('reported')) return <SignInReported />;
  if (token === undefined) return <PageSkeleton title={TITLE} shape="form" />;
  return token === null ? <RequestLink /> : <SetPassword token={token} />;
}

function RequestLink() {
  const returnTo = useReturnTo();
  const fetcher = useFetcher<ActionResult>();
  const { data, state } = fetcher;
  if (data !== undefined && data.refusal === undefined) {
    return (
      <Entrance title="Check your email" lead="If this address has an account, we have sent it a link.">
        <p>
          The link works once and expires after one hour. No email after a few minutes? Check your spam
          folder, or{' '}
          <Link to={withReturnTo('/reset-password', returnTo)} reloadDocument>
            try another address
          </Link>
          .
        </p>
      </Entrance>
    );
  }
  return (
    <Entrance title="Reset your password" lead="We will email you a link to set a new password.">
      <fetcher.Form method="post" className="card">
        <FormBody intent="send_link" refusal={data?.refusal}>
          <TextField
            label="Email address"
            name="email"
            type="email"
            autoComplete="username"
            required
            maxLength={254}
          />
          <div className="actions">
            <SubmitButton className="primary" isBusy={state !== 'idle'} busyLabel="Sending…">
              Send link
            </SubmitButton>
            <Link to={withReturnTo('/login', returnTo)}>Back to sign in</Link>
          </div>
        </FormBody>
      </fetcher.Form>
    </Entrance>
  );
}

function SetPassword({ token }: { token: string }) {
  const fetcher = useFetcher<ActionResult>();
  const { data, state } = fetcher;
  return (
    <Entrance title={TITLE} lead="This signs you out everywhere. Then sign in with the new password.">
      <fetcher.Form method="post" className="card">
        <FormBody intent="set_password" refusal={data?.refusal}>
          {data?.refusal?.code === 'token_invalid' ? (
            <p>
              Links work once and expire after one hour.{' '}
              <Link to={withReturnTo('/reset-password', keptReturnTo())} reloadDocument>
                Request a new link
              </Link>
              .
            </p>
          ) : null}
          <input type="hidden" name="token" value={token} />
          <NewPasswordField label="New password" />
          <SubmitButton className="primary" isBusy={state !== 'idle'} busyLabel="Setting…">
            Set password
          </SubmitButton>
        </FormBody>
      </fetcher.Form>
    </Entrance>
  );
}

function PasswordIsSet() {
  const returnTo = useReturnTo();
  const session = useIdentitiesUserSession();
  if (session !== null) {
    return (
      <Entrance title={IS_SET} lead="The account with this password has been signed out everywhere.">
        <SwitchAccount session={session} returnTo={returnTo} />
      </Entrance>
    );
  }
  return (
    <Entrance title={IS_SET} lead="You have been signed out everywhere.">
      <Link className="button primary" to={withReturnTo('/login', returnTo)}>
        Sign in
      </Link>
    </Entrance>
  );
}

/** After the report of a sign-in, which has ended the session that sent it. */
function SignInReported() {
  return (
    <Entrance
      title="Check your email"
      lead="All your sessions have ended, and your password no longer works."
    >
      <p>
        We have sent you a link to set a new one. It works once and expires after one hour. No email after a
        few minutes? Check your spam folder, or{' '}
        <Link to="/reset-password" reloadDocument>
          request another link
        </Link>
        .
      </p>
    </Entrance>
  );
}

import type { CurrentUserSession, PasskeyAssertion } from '@gatehouse/contract/wire';
import {
  type ClientActionFunctionArgs,
  Form,
  Link,
  type MetaFunction,
  redirect,
  useActionData,
} from 'react-router';
import type { ApiAnswer } from '#api/api-answer.ts';
import { callApi } from '#api/browser-api.ts';
import { formAction } from '#api/form-action.ts';
import { actionResult } from '#api/page-result.ts';
import { signInWithPasskey } from '#api/passkeys.ts';
import { Entrance } from '#design/entrance.tsx';
import { TextField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { PasswordField } from '#design/password-field.tsx';
import { SubmitButton, useIsSending } from '#design/submit-button.tsx';
import { safeReturnTo, withReturnTo } from '#journey/return-to.ts';
import { useReturnTo } from '#journey/use-return-to.ts';
import { userHome } from '#journey/user-homes.ts';
import { announceSessionChange, wantReload } from '#session/reload.ts';
import { useIdentitiesUserSession } from '../../session-hook.ts';
import { SwitchAccount, switchAccount } from '../switch-account.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';

export const meta: MetaFunction = () => [
  {
    name: 'description',
    content: 'Sign in to Gatehouse: follow your applications, or your company’s job posts and who applies.',
  },
];

export function clientAction({ request }: ClientActionFunctionArgs) {
  return formAction(request, {
    sign_in: async (form) => {
      const input = { email: form.text('email'), password: form.text('password') };
      return enter(request, await callApi('UserSessionService.CreateUserSession', input, request.signal));
    },
    sign_in_with_passkey: async (form) =>
      enter(request, await signInWithPasskey(offeredPasskey(form.text('passkey')), request.signal)),
    switch_account: (form) => switchAccount(form, request.signal),
  });
}

/** Continues after a sign-in, where the user wanted to go. */
function enter({ url }: Request, answer: ApiAnswer<CurrentUserSession>) {
  if (!answer.ok) return actionResult(answer);
  announceSessionChange();
  wantReload();
  const returnTo = new URL(url).searchParams.get('return_to');
  return redirect(safeReturnTo(returnTo) ?? userHome(answer.data));
}

/** The passkey that the page has put into its form; null: none was offered. */
function offeredPasskey(text: string): PasskeyAssertion | null {
  return text === '' ? null : (JSON.parse(text) as PasskeyAssertion);
}

/** Why a visitor is asked, for the ways that lead here most often. */
function reasonOf(returnTo: string | null): string | undefined {
  if (returnTo?.startsWith('/talent/apply/')) return 'Sign in, or create an account, to apply for the job.';
  return returnTo?.startsWith('/employer') ? 'Sign in, or create an account, to hire.' : undefined;
}

export default function LoginPage() {
  const result = useActionData<typeof clientAction>();
  const isBusy = useIsSending();
  const returnTo = useReturnTo();
  const session = useIdentitiesUserSession();
  if (session !== null) {
    return (
      <Entrance
        title="Sign in"
        lead="The link in our email is for the account with the address that received it."
      >
        <SwitchAccount session={session} returnTo={returnTo} />
      </Entrance>
    );
  }
  return (
    <Entrance title="Sign in" lead={reasonOf(returnTo)}>
      <Form method="post" className="card">
        <FormBody intent="sign_in" refusal={result?.refusal}>
          <TextField
            label="Email address"
            name="email"
            type="email"
            autoComplete="username webauthn"
            required
          />
          <PasswordField label="Password" name="password" autoComplete="current-password" required />
          {result?.refusal?.code === 'email_unverified' ? (
            <p>
              Open the link in your sign-up email. If it is lost or older than 24 hours,{' '}
              <Link to={withReturnTo('/signup', returnTo)}>sign up again</Link> with the same address to get a
              new one.
            </p>
          ) : null}
          <div className="actions">
            <SubmitButton className="primary" isBusy={isBusy} busyLabel="Signing in…">
              Sign in
            </SubmitButton>
            <Link to={withReturnTo('/signup', returnTo)}>Create account</Link>
            <Link to={withReturnTo('/reset-password', returnTo)}>Forgot your password?</Link>
          </div>
        </FormBody>
      </Form>
      <PasskeySignIn />
    </Entrance>
  );
}

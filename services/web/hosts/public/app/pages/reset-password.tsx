import { useEffect, useState } from 'react';
import { type ClientActionFunctionArgs, Link, useFetcher, useLocation } from 'react-router';
import { formAction } from '#api/form-action.ts';
import { type ActionResult, sendWrite } from '#api/page-result.ts';
import { Entrance } from '#design/entrance.tsx';
import { TextField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { PasswordField } from '#design/password-field.tsx';

export function clientAction({ request }: ClientActionFunctionArgs) {
  const { signal } = request;
  return formAction(request, {
    send_link: (form) =>
      sendWrite('UserService.CreatePasswordReset', { email: form.text('email').trim() }, signal),
    set_password: (form) => {
      const input = { token: form.text('token'), password: form.text('password') };
      return sendWrite('UserService.RedeemPasswordReset', input, signal);
    },
  });
}

const TITLE = 'Set a new password';

/** Asks for the mail; opened by the link in it, sets the password. */
export default function ResetPasswordPage() {
  const [token, setToken] = useState<string | null | undefined>(undefined);
  const { hash } = useLocation();
  useEffect(() => {
    // The token stands in the fragment: no server and no log has seen it. A link that is opened in this tab changes it.
    const found = new URLSearchParams(hash.slice(1)).get('token');
    if (found !== null) history.replaceState(history.state, '', location.pathname);
    setToken((known) => found ?? known ?? null);
  }, [hash]);
  if (token === undefined) return <PageSkeleton title={TITLE} shape="form" />;
  return token === null ? <AskForMail /> : <SetPassword token={token} />;
}

function AskForMail() {
  const fetcher = useFetcher<ActionResult>();
  const { data, state } = fetcher;
  if (data !== undefined && data.refusal === undefined) {
    return (
      <Entrance
        title="Look into your mail"
        lead="If there is an account with this address, a link is on its way."
      >
        <p>
          It works once, for one hour. Nothing there after a few minutes? Look into the spam folder, or look
          whether it was another address.
        </p>
      </Entrance>
    );
  }
  return (
    <Entrance title={TITLE} lead="We send you a link that sets a new password.">
      <fetcher.Form method="post" className="card">
        <FormBody intent="send_link" refusal={data?.refusal}>
          <TextField
            label="E-mail address"
            name="email"
            type="email"
            autoComplete="username"
            required
            maxLength={254}
          />
          <div className="actions">
            <button type="submit" className="primary" disabled={state !== 'idle'}>
              {state === 'idle' ? 'Send the link' : 'Sending …'}
            </button>
            <Link to="/login">Back to sign-in</Link>
          </div>
        </FormBody>
      </fetcher.Form>
    </Entrance>
  );
}

function SetPassword({ token }: { token: string }) {
  const fetcher = useFetcher<ActionResult>();
  const { data, state } = fetcher;
  if (data !== undefined && data.refusal === undefined) {
    return (
      <Entrance title="Your password is set" lead="Every browser that was signed in has been signed out.">
        <Link className="button primary" to="/login">
          Sign in
        </Link>
      </Entrance>
    );
  }
  return (
    <Entrance
      title={TITLE}
      lead="Then you sign in with it. Every browser that is signed in now is signed out."
    >
      <fetcher.Form method="post" className="card">
        <FormBody intent="set_password" refusal={data?.refusal}>
          {data?.refusal?.code === 'token_invalid' ? (
            <p>
              Links work once, for one hour.{' '}
              <Link to="/reset-password" reloadDocument>
                Ask for another one
              </Link>
              .
            </p>
          ) : null}
          <input type="hidden" name="token" value={token} />
          <PasswordField
            label="New password"
            name="password"
            hint="Eight characters or more. A few words that nobody else puts together are good."
            autoComplete="new-password"
            required
            minLength={8}
            maxLength={128}
          />
          <button type="submit" className="primary" disabled={state !== 'idle'}>
            {state === 'idle' ? 'Set the password' : 'Setting …'}
          </button>
        </FormBody>
      </fetcher.Form>
    </Entrance>
  );
}

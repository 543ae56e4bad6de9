import { useRef } from 'react';
import { useFetcher } from 'react-router';
import type { ActionResult } from '#api/page-result.ts';
import { FormBody } from '#design/form-body.tsx';
import { NewPasswordField } from '#design/new-password-field.tsx';
import { PasswordField } from '#design/password-field.tsx';
import { DoneNote, SubmitButton, useOnDone } from '#design/submit-button.tsx';

/** Changes the password; a user without one gets a link by mail that sets it. */
export function OwnPassword({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  return hasPassword ? <ChangePassword email={email} /> : <SetPassword email={email} />;
}

function SetPassword({ email }: { email: string }) {
  const fetcher = useFetcher<ActionResult>();
  const { data, state } = fetcher;
  return (
    <section className="card" aria-labelledby="password">
      <h2 id="password">Password</h2>
      <fetcher.Form method="post">
        <FormBody intent="send_password_link" refusal={data?.refusal}>
          <input type="hidden" name="email" value={email} />
          <p>You have no password: you sign in with a passkey.</p>
          <div className="actions">
            <SubmitButton isBusy={state !== 'idle'} busyLabel="Sending…">
              Email me a link to set one
            </SubmitButton>
            <DoneNote result={data}>Sent. The link expires in one hour.</DoneNote>
          </div>
        </FormBody>
      </fetcher.Form>
    </section>
  );
}

function ChangePassword({ email }: { email: string }) {
  const fetcher = useFetcher<ActionResult>();
  const form = useRef<HTMLFormElement>(null);
  const { data, state } = fetcher;
  useOnDone(data, () => form.current?.reset());
  return (
    <section className="card" aria-labelledby="password">
      <h2 id="password">Password</h2>
      <fetcher.Form method="post" ref={form}>
        <FormBody intent="change_password" refusal={data?.refusal}>
          <input type="hidden" autoComplete="username" value={email} />
          <PasswordField
            label="Current password"
            name="current_password"
            autoComplete="current-password"
            required
          />
          <NewPasswordField
            label="New password"
            name="new_password"
            hint="At least 8 characters. This signs you out everywhere else."
          />
          <div className="actions">
            <SubmitButton isBusy={state !== 'idle'} busyLabel="Changing…">
              Change password
            </SubmitButton>
            <DoneNote result={data}>Password changed. You are signed out everywhere else.</DoneNote>
          </div>
        </FormBody>
      </fetcher.Form>
    </section>
  );
}

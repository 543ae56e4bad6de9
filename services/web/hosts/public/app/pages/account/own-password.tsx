import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import type { ActionResult } from '#api/page-result.ts';
import { FormBody } from '#design/form-body.tsx';
import { PasswordField } from '#design/password-field.tsx';

/** Changes the password. */
export function OwnPassword({ email }: { email: string }) {
  const fetcher = useFetcher<ActionResult>();
  const form = useRef<HTMLFormElement>(null);
  const { data, state } = fetcher;
  const isDone = data !== undefined && data.refusal === undefined;
  useEffect(() => {
    if (isDone) form.current?.reset();
  }, [isDone]);
  return (
    <section className="card" aria-labelledby="password">
      <h2 id="password">Password</h2>
      <fetcher.Form method="post" ref={form}>
        {isDone ? (
          <p className="notice" role="status">
            Password changed. You are signed out everywhere else.
          </p>
        ) : null}
        <FormBody intent="change_password" refusal={data?.refusal}>
          <input type="hidden" autoComplete="username" value={email} />
          <PasswordField
            label="Current password"
            name="current_password"
            autoComplete="current-password"
            required
          />
          <PasswordField
            label="New password"
            name="new_password"
            hint="At least 8 characters. This signs you out everywhere else."
            autoComplete="new-password"
            required
            minLength={8}
            maxLength={128}
          />
          <p className="actions">
            <button type="submit" disabled={state !== 'idle'}>
              {state === 'idle' ? 'Change password' : 'Changing…'}
            </button>
          </p>
        </FormBody>
      </fetcher.Form>
    </section>
  );
}

import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { signInAdminWithPasskey } from '#api/admin-passkeys.ts';
import type { ApiAnswer, ApiRefusal } from '#api/api-answer.ts';
import { callApi } from '#api/browser-api.ts';
import { signInWithPasskey } from '#api/passkeys.ts';
import { DialogShell } from '#design/dialog-shell.tsx';
import { TextField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { PasswordField } from '#design/password-field.tsx';
import { announceSessionChange, onSessionChange } from '#session/reload.ts';
import type { IdentitySystem } from '#session/session-cookie.ts';
import type { PageAccount, SignInOutcome } from '#session/sign-in-again.ts';

/** Signs the page's user in again, above the page (G8). */
export function SignInDialog({
  system,
  account,
  isSaving,
  onEnd,
}: {
  system: IdentitySystem;
  account: PageAccount;
  /** Whether a write waits for the sign-in; otherwise a read does. */
  isSaving: boolean;
  onEnd: (outcome: SignInOutcome) => void;
}) {
  const [refusal, setRefusal] = useState<ApiRefusal>();
  const [isBusy, setIsBusy] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  useSignInElsewhere(system, account, onEnd);
  const enter = async (send: () => Promise<ApiAnswer<SessionBody>>) => {
    if (isBusy) return;
    setIsBusy(true);
    const answer = idOf(await send());
    setIsBusy(false);
    if (!answer.ok) return setRefusal(answer.refusal);
    announceSessionChange();
    onEnd(answer.data === account.id ? 'same_account' : 'other_account');
  };
  const signIn = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const form = new FormData(event.currentTarget, submitter);
    const text = (name: string) => String(form.get(name) ?? '');
    const credentials = { email: text('email'), password: text('password') };
    return enter(() => {
      if (system === 'user') return callApi('UserSessionService.CreateUserSession', credentials);
      return text('factor') === 'passkey'
        ? signInAdminWithPasskey(credentials)
        : callApi('AdminSessionService.CreateAdminSession', { ...credentials, totp: text('totp') });
    });
  };
  return (
    <DialogShell isAlert initialFocus={password}>
      <AlertDialog.Title>{isSaving ? 'Sign in to save' : 'Sign in to go on'}</AlertDialog.Title>
      <form method="dialog" onSubmit={(event) => void signIn(event)}>
        <FormBody refusal={refusal}>
          <AlertDialog.Description>
            Your session has ended. What you entered is still here
            {isSaving ? ', and is saved once you have signed in.' : '. It is not saved yet.'}
          </AlertDialog.Description>
          <TextField
            label="Email address"
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={account.email}
            required
          />
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            ref={password}
          />
          {system === 'admin' ? (
            <TextField
              label="One-time code"
              name="totp"
              hint="The six digits from your authenticator app, or a recovery code."
              autoComplete="one-time-code"
              required
              maxLength={40}
            />
          ) : null}
        </FormBody>
        <div className="actions">
          <button type="submit" className="primary" aria-disabled={isBusy ? true : undefined}>
            {isBusy ? 'Signing in…' : isSaving ? 'Sign in and save' : 'Sign in'}
          </button>
          {system === 'user' ? (
            <button
              type="button"
              aria-disabled={isBusy ? true : undefined}
              onClick={() => void enter(() => signInWithPasskey(null, new AbortController().signal))}
            >
              Use a passkey
            </button>
          ) : (
            // Without the code, which the passkey replaces.
            <button
              type="submit"
              name="factor"
              value="passkey"
              formNoValidate
              aria-disabled={isBusy ? true : undefined}
            >
              Use a passkey instead of a code
            </button>
          )}
          <button type="button" onClick={() => onEnd('left')}>
            Discard changes
          </button>
        </div>
      </form>
    </DialogShell>
  );
}

type SessionBody = {
  readonly identities_user?: { readonly id: string };
  readonly identities_admin?: { readonly id: string };
};

/** The id of the account that a session belongs to. */
function idOf(answer: ApiAnswer<SessionBody>): ApiAnswer<string> {
  if (!answer.ok) return answer;
  const { identities_user, identities_admin } = answer.data;
  return { ok: true, data: (identities_user ?? identities_admin)?.id ?? '' };
}

/** The user may also sign in in another tab: the save goes on here. Or sign out: the page is left (G8). */
function useSignInElsewhere(
  system: IdentitySystem,
  account: PageAccount,
  onEnd: (outcome: SignInOutcome) => void,
): void {
  useEffect(
    () =>
      onSessionChange(async (change) => {
        const answer = idOf(
          system === 'user'
            ? await callApi('UserSessionService.GetCurrentUserSession', {})
            : await callApi('AdminSessionService.GetCurrentAdminSession', {}),
        );
        if (answer.ok) onEnd(answer.data === account.id ? 'same_account' : 'other_account');
        else if (change === 'signed_out' && answer.refusal.status === 401) onEnd('left');
      }),
    [system, account, onEnd],
  );
}

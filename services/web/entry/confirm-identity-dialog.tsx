import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { UserCredentials } from '@gatehouse/contract/wire';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ApiAnswer, ApiRefusal } from '#api/api-answer.ts';
import { callApi } from '#api/browser-api.ts';
import { reauthenticateWithPasskey } from '#api/passkeys.ts';
import { DialogShell } from '#design/dialog-shell.tsx';
import { FormBody } from '#design/form-body.tsx';
import { PasswordField } from '#design/password-field.tsx';
import type { PageAccount, SignInOutcome } from '#session/sign-in-again.ts';

/** Asks the page's user for password or passkey again, above the page: loaded on demand, never rendered on the server. */
export function ConfirmIdentityDialog({
  account,
  onEnd,
}: {
  account: PageAccount;
  onEnd: (outcome: SignInOutcome) => void;
}) {
  const [refusal, setRefusal] = useState<ApiRefusal>();
  const [isBusy, setIsBusy] = useState(false);
  const credentials = useCredentials();
  const popup = useRef<HTMLDivElement>(null);
  const hasPassword = credentials?.has_password ?? false;
  const hasPasskey = (credentials?.passkeys.length ?? 0) > 0;
  useEffect(() => {
    if (credentials !== null) popup.current?.querySelector<HTMLElement>(FIRST_CHOICE)?.focus();
  }, [credentials]);
  const prove = async (ask: () => Promise<ApiAnswer<null>>) => {
    if (isBusy) return;
    setIsBusy(true);
    const answer = await ask();
    setIsBusy(false);
    if (answer.ok) onEnd('same_account');
    else setRefusal(answer.refusal);
  };
  const sendPassword = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    void prove(() => callApi('UserSessionService.ReauthenticateCurrentUserSession', { password }));
  };
  return (
    <DialogShell isAlert ref={popup}>
      <AlertDialog.Title>Confirm that it is you</AlertDialog.Title>
      <form method="dialog" onSubmit={sendPassword}>
        <FormBody refusal={refusal}>
          <AlertDialog.Description>
            You signed in more than 10 minutes ago, and this needs a recent sign-in. What you entered is kept.
          </AlertDialog.Description>
          <input type="hidden" autoComplete="username" value={account.email} />
          {hasPassword ? (
            <PasswordField label="Password" name="password" autoComplete="current-password" required />
          ) : null}
        </FormBody>
        <div className="actions">
          {hasPassword ? (
            <button type="submit" className="primary" aria-disabled={isBusy ? true : undefined}>
              {isBusy ? 'Confirming…' : 'Confirm'}
            </button>
          ) : null}
          {hasPasskey ? (
            <button
              type="button"
              className={hasPassword ? '' : 'primary'}
              aria-disabled={isBusy ? true : undefined}
              onClick={() => void prove(reauthenticateWithPasskey)}
            >
              Use a passkey
            </button>
          ) : null}
          <button type="button" onClick={() => onEnd('left')}>
            Cancel
          </button>
        </div>
      </form>
    </DialogShell>
  );
}

const FIRST_CHOICE = 'input:not([type=hidden]), button.primary';

/** With what the user can confirm; null until it is known. A failed read offers the password. */
function useCredentials(): UserCredentials | null {
  const [credentials, setCredentials] = useState<UserCredentials | null>(null);
  useEffect(() => {
    void callApi('PasskeyService.GetCurrentUserCredentials', {}).then((answer) =>
      setCredentials(answer.ok ? answer.data : { has_password: true, passkeys: [] }),
    );
  }, []);
  return credentials;
}

import { useCallback } from 'react';
import { useToast } from '#design/toast.tsx';
import type { IdentitySystem } from '#session/session-cookie.ts';
import type { PageAccount, SignInOutcome, SignInReason } from '#session/sign-in-again.ts';
import { ConfirmIdentityDialog } from './confirm-identity-dialog.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';

/** The dialog for the reason: loaded on demand, never rendered on the server. */
export function SignInDialogs({
  system,
  request: { account, reason },
  onEnd,
}: {
  system: IdentitySystem;
  request: { readonly account: PageAccount; readonly reason: SignInReason };
  onEnd: (outcome: SignInOutcome) => void;
}) {
  const showToast = useToast();
  const end = useCallback(
    (outcome: SignInOutcome) => {
      if (outcome === 'other_account') showToast('Nothing was saved: this is another account.', 'bad');
      onEnd(outcome);
    },
    [showToast, onEnd],
  );
  return reason === 'authentication_too_old' ? (
    <ConfirmIdentityDialog account={account} onEnd={end} />
  ) : (
    <SignInDialog system={system} account={account} isSaving={reason === 'session_ended'} onEnd={end} />
  );
}

import type { Handler } from '@gatehouse/boundary';
import { refuseCommonPassword, refuseOwnWords } from '../passwords/common-passwords.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { confirmPassword, FIND_OWN_PASSWORD } from '../passwords/stored-password.ts';
import { actOnPassword, PASSWORD_CHANGED } from '../passwords/verified-password.ts';
import type { AccountThrottle } from '../throttle/account-throttle.ts';
import { attempt } from '../throttle/attempts.ts';
import { auditRefusedSignIn } from '../user-sessions/refused-sign-in.ts';
import { finishPasswordChange } from './changed-password.ts';

/** Changes the caller's password. Guesses of the current one count as failed sign-ins. */
export function changePassword({
  passwords,
  signInThrottle,
}: {
  passwords: PasswordHasher;
  signInThrottle: AccountThrottle;
}): Handler<'UserService.UpdateCurrentUserPassword'> {
  return (context, input) => {
    const { id, email } = context.facts.identities_user;
    return attempt(
      { throttle: signInThrottle, system: 'user', account: email },
      context,
      async (markFailed) => {
        await actOnPassword({
          find: async () => (await context.read.query(FIND_OWN_PASSWORD, [id]))[0],
          verify: (hash) => passwords.verify(hash, input.current_password, context.client),
          refuse: async () => {
            markFailed();
            // Decides again: the password may be wrong because a reset has replaced it and ended this session.
            await context.transaction((tx) => auditRefusedSignIn(tx, id, 'change of the password'));
            return context.refuse('credentials_invalid', { detail: 'The current password is wrong.' });
          },
          act: async ({ password_hash }) => {
            refuseCommonPassword(context, input, 'new_password');
            refuseOwnWords(context, input, 'new_password', context.facts.identities_user);
            const newHash = await passwords.hash(input.new_password, context.client);
            return context.transaction(
              async (tx) => {
                const verified = { system: 'user', id, verifiedHash: password_hash } as const;
                if (!(await confirmPassword(tx, verified, newHash))) return PASSWORD_CHANGED;
                const { identities_user, session } = tx.facts;
                await finishPasswordChange(tx, identities_user, { keptSessionId: session.id });
                return null;
              },
              { locks: [{ kind: 'user', id, mode: 'exclusive' }] },
            );
          },
        });
        return null;
      },
    );
  };
}

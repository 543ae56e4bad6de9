import type { HandlersOf } from '@gatehouse/boundary';
import type { RelyingParty } from '../passkeys/relying-party.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import type { SecondFactors } from '../second-factor/second-factors.ts';
import type { AccountThrottle } from '../throttle/account-throttle.ts';
import type { SessionLifetime } from '../user-sessions/start-session.ts';
import { ownAdminSessionHandlers } from './own-sessions.ts';
import { presentAdminSession } from './present-admin-session.ts';
import { endPresentedSessions, exclusiveAdmin } from './presented-sessions.ts';
import { reauthenticateAdmin } from './reauthenticate.ts';
import { signIn } from './sign-in.ts';

/** Sessions of admins on the team host. */
export function createAdminSessionHandlers(dependencies: {
  passwords: PasswordHasher;
  secondFactors: SecondFactors;
  throttle: AccountThrottle;
  lifetime: SessionLifetime;
  relyingParty: RelyingParty;
  /** Whether only passkeys are accepted as second factors. */
  isPasskeyRequired: boolean;
}): HandlersOf<'AdminSessionService'> {
  return {
    ...ownAdminSessionHandlers,

    'AdminSessionService.CreateAdminSession': signIn(dependencies),

    'AdminSessionService.ReauthenticateCurrentAdminSession': reauthenticateAdmin(dependencies),

    'AdminSessionService.GetCurrentAdminSession': async ({ facts }) => presentAdminSession(facts),

    'AdminSessionService.DeleteCurrentAdminSession': async (context) => {
      const tokenHashes = context.presentedTokenHashes;
      const { ownerIds: adminIds, sessionIds } = await context.findPresentedSessions();
      if (adminIds.length === 0) return null;
      await context.transaction((tx) => endPresentedSessions(tx, { tokenHashes, adminIds }, 'signed_out'), {
        locks: adminIds.map(exclusiveAdmin),
        provedBySessionId: sessionIds[0],
      });
      return null;
    },
  };
}

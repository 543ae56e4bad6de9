import { type HandlersOf, statement } from '@gatehouse/boundary';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import type { SecondFactors } from '../second-factor/second-factors.ts';
import type { AccountThrottle } from '../throttle/account-throttle.ts';
import { attempt } from '../throttle/attempts.ts';
import type { SessionLifetime } from '../user-sessions/start-session.ts';
import { presentAdminSession } from './present-admin-session.ts';
import { endPresentedSessions, exclusiveAdmin } from './presented-sessions.ts';
import { auditRefusedSignIn, TOTP_ADVICE } from './refused-sign-in.ts';
import { signIn } from './sign-in.ts';

const REFRESH_SECOND_FACTOR = statement<object>(
  'refresh_admin_second_factor',
  'update identity.admin_sessions set second_factor_at = now() where id = $1',
);

/** Sessions of admins on the team host. */
export function createAdminSessionHandlers(dependencies: {
  passwords: PasswordHasher;
  secondFactors: SecondFactors;
  throttle: AccountThrottle;
  lifetime: SessionLifetime;
}): HandlersOf<'AdminSessionService'> {
  const { secondFactors, throttle } = dependencies;
  return {
    'AdminSessionService.CreateAdminSession': signIn(dependencies),

    'AdminSessionService.ReauthenticateCurrentAdminSession': (context, input) => {
      const { id, email } = context.facts.identities_admin;
      return attempt({ throttle, system: 'admin', account: email }, context, async () => {
        const isRight = await context.transaction(async (tx) => {
          if (!(await secondFactors.useTotp(tx, id, input.totp))) return false;
          const { session } = tx.facts;
          await tx.query(REFRESH_SECOND_FACTOR, [session.id]);
          await tx.audit({
            action: 'admin_session.reauthenticated',
            subject_kind: 'admin_session',
            subject_id: session.id,
          });
          return true;
        });
        if (isRight) return null;
        await context.transaction((tx) => auditRefusedSignIn(tx, id, 'wrong second factor'));
        return context.refuse('totp_invalid', { detail: TOTP_ADVICE });
      });
    },

    'AdminSessionService.GetCurrentAdminSession': async ({ facts }) => presentAdminSession(facts),

    'AdminSessionService.DeleteCurrentAdminSession': async (context) => {
      const tokenHashes = context.presentedTokenHashes;
      const adminIds = await context.findPresentedOwners();
      if (adminIds.length === 0) return null;
      await context.transaction((tx) => endPresentedSessions(tx, { tokenHashes, adminIds }, 'signed_out'), {
        locks: adminIds.map(exclusiveAdmin),
      });
      return null;
    },
  };
}

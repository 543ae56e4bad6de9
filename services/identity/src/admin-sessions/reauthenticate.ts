import { type Context, type Handler, statement } from '@gatehouse/boundary';
import { answeredChallenge } from '../passkeys/challenges.ts';
import { proveOwnPasskey } from '../passkeys/prove-passkey.ts';
import type { RelyingParty } from '../passkeys/relying-party.ts';
import type { SecondFactors } from '../second-factor/second-factors.ts';
import type { AccountThrottle } from '../throttle/account-throttle.ts';
import { attempt } from '../throttle/attempts.ts';
import { auditRefusedSignIn, TOTP_ADVICE } from './refused-sign-in.ts';

const REFRESH_SECOND_FACTOR = statement<object>(
  'refresh_admin_second_factor',
  'update identity.admin_sessions set second_factor_at = now() where id = $1',
);

type Endpoint = 'AdminSessionService.ReauthenticateCurrentAdminSession';
type ReauthenticationTransaction = Parameters<Parameters<Context<Endpoint>['transaction']>[0]>[0];

/** Makes the second factor of the caller's session fresh. Failures count as failed sign-ins. */
export function reauthenticateAdmin({
  secondFactors,
  throttle,
  relyingParty,
  isPasskeyRequired,
}: {
  readonly secondFactors: SecondFactors;
  readonly throttle: AccountThrottle;
  readonly relyingParty: RelyingParty;
  readonly isPasskeyRequired: boolean;
}): Handler<Endpoint> {
  return (context, { totp, passkey: assertion }) => {
    const { identities_admin, session } = context.facts;
    const { id, email } = identities_admin;
    if (assertion === undefined && isPasskeyRequired) return context.refuse('passkey_required');
    return attempt({ throttle, system: 'admin', account: email }, context, async (markFailed) => {
      if (assertion === undefined) {
        const isRight = await context.transaction(async (tx) => {
          if (!(await secondFactors.useTotp(tx, id, totp ?? ''))) return false;
          await refresh(tx);
          return true;
        });
        if (isRight) return null;
        markFailed();
        await context.transaction((tx) => auditRefusedSignIn(tx, id, 'wrong second factor'));
        return context.refuse('totp_invalid', { detail: TOTP_ADVICE });
      }
      const challenge = answeredChallenge(assertion, 'staff_reauthentication', { sessionId: session.id });
      return proveOwnPasskey(
        context,
        relyingParty,
        { ownerId: id, assertion, challenge },
        { refresh, markFailed, auditRefused: (tx) => auditRefusedSignIn(tx, id, 'wrong passkey') },
      );
    });
  };
}

async function refresh(tx: ReauthenticationTransaction): Promise<void> {
  const { id } = tx.facts.session;
  await tx.query(REFRESH_SECOND_FACTOR, [id]);
  await tx.audit({ action: 'admin_session.reauthenticated', subject_kind: 'admin_session', subject_id: id });
}

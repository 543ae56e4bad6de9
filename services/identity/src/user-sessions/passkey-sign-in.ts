import type { Handler } from '@gatehouse/boundary';
import { answeredChallenge, discardChallenge } from '../passkeys/challenges.ts';
import { acceptProof, PASSKEY_ADVICE, verifyAssertion } from '../passkeys/prove-passkey.ts';
import type { RelyingParty } from '../passkeys/relying-party.ts';
import type { AccountThrottle } from '../throttle/account-throttle.ts';
import { attempt } from '../throttle/attempts.ts';
import { auditRefusedSignIn } from './refused-sign-in.ts';
import { type SessionLifetime, startSession } from './start-session.ts';

const REFUSED = Symbol('the passkey no longer holds');

/** Signs a user in with a passkey. */
export function signInWithPasskey({
  relyingParty,
  throttle,
  lifetime,
}: {
  readonly relyingParty: RelyingParty;
  readonly throttle: AccountThrottle;
  readonly lifetime: SessionLifetime;
}): Handler<'UserSessionService.CreateUserSessionWithPasskey'> {
  return (context, { passkey: assertion }) => {
    // Counted apart from the account's passwords: guesses of those must not stop a passkey.
    const account = `passkey ${assertion.credential_id}`;
    return attempt({ throttle, system: 'user', account }, context, async (markFailed) => {
      const { browserHash } = context;
      const holder = browserHash === null ? null : { browserHash };
      const challenge = answeredChallenge(assertion, 'sign_in', holder);
      const proof = await verifyAssertion(context.read, relyingParty, assertion, challenge);
      const { passkey, use } = proof;
      const started =
        passkey === undefined || use === null
          ? REFUSED
          : await startSession(
              context,
              {
                userId: passkey.owner_id,
                passkeyId: passkey.id,
                confirm: async (tx) => ((await acceptProof(tx, relyingParty, proof)) ? null : REFUSED),
              },
              lifetime,
            );
      if (started !== REFUSED) return started;
      markFailed();
      await context.transaction(async (tx) => {
        await discardChallenge(tx, challenge);
        await auditRefusedSignIn(tx, passkey?.owner_id ?? null, 'passkey');
      });
      return context.refuse('passkey_invalid', { detail: PASSKEY_ADVICE });
    });
  };
}

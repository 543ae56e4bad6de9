import { type Context, type Handler, statement, type Transaction } from '@gatehouse/boundary';
import type { PasskeyAssertion } from '@gatehouse/contract';
import { answeredChallenge } from '../passkeys/challenges.ts';
import { proveOwnPasskey } from '../passkeys/prove-passkey.ts';
import type { RelyingParty } from '../passkeys/relying-party.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { confirmPassword, FIND_OWN_PASSWORD } from '../passwords/stored-password.ts';
import { actOnPassword, PASSWORD_CHANGED } from '../passwords/verified-password.ts';
import type { AccountThrottle } from '../throttle/account-throttle.ts';
import { attempt } from '../throttle/attempts.ts';
import { auditRefusedSignIn } from './refused-sign-in.ts';

const REFRESH_AUTHENTICATION = statement<object>(
  'refresh_user_authentication',
  'update identity.user_sessions set authenticated_at = now() where id = $1',
);

interface Dependencies {
  readonly passwords: PasswordHasher;
  readonly relyingParty: RelyingParty;
  readonly throttle: AccountThrottle;
}

type ReauthenticationContext = Context<'UserSessionService.ReauthenticateCurrentUserSession'>;

/** Makes the authentication of the caller's session fresh, by password or passkey. Failures count as failed sign-ins. */
export function reauthenticate(
  dependencies: Dependencies,
): Handler<'UserSessionService.ReauthenticateCurrentUserSession'> {
  return async (context, { password, passkey }) => {
    if (passkey === undefined) await proveByPassword(context, password ?? '', dependencies);
    else await proveByPasskey(context, passkey, dependencies);
    return null;
  };
}

function proveByPassword(
  context: ReauthenticationContext,
  password: string,
  { passwords, throttle }: Dependencies,
): Promise<null> {
  const { id, email } = context.facts.identities_user;
  return attempt({ throttle, system: 'user', account: email }, context, (markFailed) =>
    actOnPassword({
      find: async () => (await context.read.query(FIND_OWN_PASSWORD, [id]))[0],
      verify: (hash) => passwords.verify(hash, password, context.client),
      refuse: async () => {
        markFailed();
        await context.transaction((tx) => auditRefusedSignIn(tx, id, 'reauthentication'));
        return context.refuse('credentials_invalid', { detail: 'The current password is wrong.' });
      },
      act: ({ password_hash: verifiedHash }) =>
        context.transaction(async (tx) => {
          const isStored = await confirmPassword(tx, { system: 'user', id, verifiedHash }, null);
          if (!isStored) return PASSWORD_CHANGED;
          await refresh(tx, tx.facts.session.id);
          return null;
        }),
    }),
  );
}

function proveByPasskey(
  context: ReauthenticationContext,
  assertion: PasskeyAssertion,
  { relyingParty, throttle }: Dependencies,
): Promise<null> {
  const { identities_user, session } = context.facts;
  const account = `passkey ${assertion.credential_id}`;
  return attempt({ throttle, system: 'user', account }, context, (markFailed) => {
    const challenge = answeredChallenge(assertion, 'reauthentication', { sessionId: session.id });
    const answer = { ownerId: identities_user.id, assertion, challenge };
    return proveOwnPasskey(context, relyingParty, answer, {
      refresh: (tx) => refresh(tx, session.id),
      markFailed,
      auditRefused: (tx) => auditRefusedSignIn(tx, identities_user.id, 'reauthentication with a passkey'),
    });
  });
}

async function refresh(tx: Transaction, sessionId: string): Promise<void> {
  await tx.query(REFRESH_AUTHENTICATION, [sessionId]);
  await tx.audit({
    action: 'user_session.reauthenticated',
    subject_kind: 'user_session',
    subject_id: sessionId,
  });
}

import type { AdminFacts } from '@gatehouse/access';
import { type HandlersOf, hashSessionToken, statement, type Transaction } from '@gatehouse/boundary';
import type { CurrentAdminSession } from '@gatehouse/contract';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import type { SignInThrottle } from '../throttle/throttles.ts';
import { createSecretToken } from '../tokens/secret-token.ts';
import type { SessionLifetime } from '../user-sessions/handlers.ts';
import { normaliseEmail } from '../users/email.ts';

/** Relies on admins_email_key. */
const FIND_ACCOUNT = statement<{ id: string; password_hash: string }>(
  'find_admin_account',
  `select a.id, c.password_hash
     from identity.admins a join identity.admin_credentials c on c.admin_id = a.id
    where a.email = $1`,
);

const START_SESSION = statement<{ id: string }>(
  'start_admin_session',
  `insert into identity.admin_sessions (token_hash, admin_id, expires_at, idle_expires_at, user_agent, address)
   values ($1, $2, now() + make_interval(secs => $3), now() + make_interval(secs => $4), $5, $6)
   returning id`,
);

/** Relies on admin_sessions_token_hash_key. */
const END_PRESENTED_SESSIONS = statement<{ id: string; admin_id: string }>(
  'end_presented_admin_sessions',
  `update identity.admin_sessions set ended_at = now(), end_reason = $2
    where token_hash = any($1::bytea[]) and ended_at is null
   returning id, admin_id`,
);

const WRITE_PASSWORD_HASH = statement<object>(
  'write_admin_password_hash',
  'update identity.admin_credentials set password_hash = $2, updated_at = now() where admin_id = $1',
);

/** Sign-in and sign-out of the staff on the team host. */
export function createAdminSessionHandlers({
  passwords,
  throttle,
  lifetime,
}: {
  passwords: PasswordHasher;
  throttle: SignInThrottle;
  lifetime: SessionLifetime;
}): HandlersOf<'AdminSessionService'> {
  return {
    'AdminSessionService.CreateAdminSession': async (context, input) => {
      const email = normaliseEmail(input.email);
      const { address, userAgent } = context.client;
      const wait = await throttle.secondsToWait(email, address);
      if (wait !== null) context.refuse('rate_limited', { retryAfterSeconds: wait });
      const [account] = await context.read.query(FIND_ACCOUNT, [email]);
      const isRight = await passwords.verify(account?.password_hash ?? null, input.password);
      if (account === undefined || !isRight) {
        await throttle.countFailure(email, address);
        await context.transaction((tx) =>
          tx.audit({
            action: 'admin_session.refused',
            subject_kind: 'admin',
            subject_id: account?.id ?? null,
          }),
        );
        return context.refuse('credentials_invalid');
      }
      await throttle.forget(email);
      const newHash = passwords.isOutdated(account.password_hash)
        ? await passwords.hash(input.password)
        : null;
      const { token } = createSecretToken();
      const tokenHash = hashSessionToken(token);
      return context.transaction(async (tx) => {
        await endPresentedSessions(tx, context.presentedTokenHashes, 'replaced_by_sign_in');
        if (newHash !== null) await tx.query(WRITE_PASSWORD_HASH, [account.id, newHash]);
        const { absoluteSeconds, idleSeconds } = lifetime;
        const values = [tokenHash, account.id, absoluteSeconds, idleSeconds, userAgent, address];
        const [session] = await tx.query(START_SESSION, values);
        await tx.audit({
          action: 'admin_session.started',
          subject_kind: 'admin_session',
          subject_id: session?.id ?? null,
          actor: { kind: 'admin', id: account.id },
        });
        const facts = await tx.adminFacts(tokenHash);
        if (facts === null) throw new Error('the new session has no facts');
        return { answer: presentAdminSession(facts), started: { token, maxAgeSeconds: absoluteSeconds } };
      });
    },

    'AdminSessionService.GetCurrentAdminSession': async ({ facts }) => presentAdminSession(facts),

    'AdminSessionService.DeleteCurrentAdminSession': async (context) => {
      if (context.presentedTokenHashes.length === 0) return null;
      await context.transaction((tx) => endPresentedSessions(tx, context.presentedTokenHashes, 'signed_out'));
      return null;
    },
  };
}

function presentAdminSession({ identities_admin, session }: AdminFacts): CurrentAdminSession {
  return {
    identities_admin,
    session: {
      id: session.id,
      created_at: session.created_at.toISOString(),
      expires_at: session.expires_at.toISOString(),
    },
  };
}

async function endPresentedSessions(
  tx: Transaction,
  tokenHashes: readonly Buffer[],
  reason: string,
): Promise<void> {
  if (tokenHashes.length === 0) return;
  for (const { id, admin_id } of await tx.query(END_PRESENTED_SESSIONS, [tokenHashes, reason])) {
    await tx.audit({
      action: 'admin_session.ended',
      subject_kind: 'admin_session',
      subject_id: id,
      actor: { kind: 'admin', id: admin_id },
    });
  }
}

import {
  createSecretToken,
  type HandlersOf,
  hashSessionToken,
  statement,
  type Transaction,
} from '@gatehouse/boundary';
import type { UserSession } from '@gatehouse/contract';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { attemptInTurn } from '../throttle/attempts.ts';
import type { SignInThrottle } from '../throttle/throttles.ts';
import { normaliseEmail } from '../users/email.ts';
import { deviceWords } from './device-words.ts';
import { placeWords } from './place-words.ts';
import { presentUserSession } from './present-user-session.ts';

/** How long a session lives at most, and without a request. */
export interface SessionLifetime {
  readonly absoluteSeconds: number;
  readonly idleSeconds: number;
}

interface AccountRow {
  readonly id: string;
  readonly email_verified_at: Date | null;
  readonly password_hash: string;
}

/** Relies on users_email_key. */
const FIND_ACCOUNT = statement<AccountRow>(
  'find_user_account',
  `select u.id, u.email_verified_at, c.password_hash
     from identity.users u join identity.credentials c on c.user_id = u.id
    where u.email = $1`,
);

const START_SESSION = statement<{ id: string }>(
  'start_user_session',
  `insert into identity.user_sessions (token_hash, user_id, expires_at, idle_expires_at, user_agent, address)
   values ($1, $2, now() + make_interval(secs => $3), now() + make_interval(secs => $4), $5, $6)
   returning id`,
);

/** Relies on user_sessions_token_hash_key. */
const END_PRESENTED_SESSIONS = statement<{ id: string; user_id: string }>(
  'end_presented_user_sessions',
  `update identity.user_sessions set ended_at = now(), end_reason = $2
    where token_hash = any($1::bytea[]) and ended_at is null
   returning id, user_id`,
);

/** Relies on user_sessions_live_by_user_idx. */
const LIST_SESSIONS = statement<
  Pick<UserSession, 'id' | 'user_agent' | 'address'> & { created_at: Date; last_seen_at: Date }
>(
  'list_user_sessions',
  `select id, created_at, last_seen_at, user_agent, address from identity.user_sessions
    where user_id = $1 and ended_at is null and expires_at > now() and idle_expires_at > now()
    order by id desc`,
);

const END_SESSION = statement<{ id: string }>(
  'end_user_session',
  `update identity.user_sessions set ended_at = now(), end_reason = 'ended_by_user'
    where id = $1 and user_id = $2 and ended_at is null and expires_at > now() and idle_expires_at > now()
   returning id`,
);

const END_OTHER_SESSIONS = statement<{ id: string }>(
  'end_other_user_sessions',
  `update identity.user_sessions set ended_at = now(), end_reason = 'ended_by_user'
    where user_id = $1 and id <> $2 and ended_at is null
   returning id`,
);

const WRITE_PASSWORD_HASH = statement<object>(
  'write_password_hash',
  'update identity.credentials set password_hash = $2, updated_at = now() where user_id = $1',
);

/** Sign-in, sign-out and the sessions of the people on the public host. */
export function createUserSessionHandlers({
  passwords,
  throttle,
  lifetime,
}: {
  passwords: PasswordHasher;
  throttle: SignInThrottle;
  lifetime: SessionLifetime;
}): HandlersOf<'UserSessionService'> {
  return {
    'UserSessionService.CreateUserSession': (context, input) => {
      const email = normaliseEmail(input.email);
      const { address, userAgent } = context.client;
      return attemptInTurn({ throttle, system: 'user', account: email }, context, async () => {
        const [account] = await context.read.query(FIND_ACCOUNT, [email]);
        const isRight = await passwords.verify(
          account?.password_hash ?? null,
          input.password,
          context.client,
        );
        if (account === undefined || !isRight) {
          await throttle.countFailure(email, address);
          await context.transaction((tx) => recordRefusal(tx, account?.id ?? null));
          return context.refuse('credentials_invalid');
        }
        if (account.email_verified_at === null) context.refuse('email_unverified');
        await throttle.forget(email, address);
        const newHash = passwords.isOutdated(account.password_hash)
          ? await passwords.hash(input.password, context.client)
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
            action: 'user_session.started',
            subject_kind: 'user_session',
            subject_id: session?.id ?? null,
            actor: { kind: 'user', id: account.id },
          });
          const facts = await tx.userFacts(tokenHash);
          if (facts === null) throw new Error('the new session has no facts');
          return { answer: presentUserSession(facts), started: { token, maxAgeSeconds: absoluteSeconds } };
        });
      });
    },

    'UserSessionService.GetCurrentUserSession': async ({ facts }) => presentUserSession(facts),

    'UserSessionService.DeleteCurrentUserSession': async (context) => {
      if (context.presentedTokenHashes.length === 0) return null;
      await context.transaction((tx) => endPresentedSessions(tx, context.presentedTokenHashes, 'signed_out'));
      return null;
    },

    'UserSessionService.ListUserSessions': async ({ read, facts }) => {
      const rows = await read.query(LIST_SESSIONS, [facts.identities_user.id]);
      const items = rows.map((row) => ({
        ...row,
        created_at: row.created_at.toISOString(),
        last_seen_at: row.last_seen_at.toISOString(),
        current: row.id === facts.session.id,
        device: deviceWords(row.user_agent),
        place: placeWords(row.address),
      }));
      return { items };
    },

    'UserSessionService.DeleteUserSession': (context, input) =>
      context.transaction(async (tx) => {
        const [ended] = await tx.query(END_SESSION, [input.id, tx.facts.identities_user.id]);
        if (ended === undefined) return context.refuse('not_found');
        await tx.audit({ action: 'user_session.ended', subject_kind: 'user_session', subject_id: ended.id });
        return null;
      }),

    'UserSessionService.DeleteOtherUserSessions': (context) =>
      context.transaction(async (tx) => {
        const { identities_user, session } = tx.facts;
        for (const { id } of await tx.query(END_OTHER_SESSIONS, [identities_user.id, session.id])) {
          await tx.audit({ action: 'user_session.ended', subject_kind: 'user_session', subject_id: id });
        }
        return null;
      }),
  };
}

async function endPresentedSessions(
  tx: Transaction,
  tokenHashes: readonly string[],
  reason: string,
): Promise<void> {
  if (tokenHashes.length === 0) return;
  for (const { id, user_id } of await tx.query(END_PRESENTED_SESSIONS, [tokenHashes, reason])) {
    await tx.audit({
      action: 'user_session.ended',
      subject_kind: 'user_session',
      subject_id: id,
      actor: { kind: 'user', id: user_id },
    });
  }
}

async function recordRefusal(tx: Transaction, userId: string | null): Promise<void> {
  await tx.audit({ action: 'user_session.refused', subject_kind: 'user', subject_id: userId });
}

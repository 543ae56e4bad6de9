import {
  type AccessLock,
  type Context,
  createSecretToken,
  type Handler,
  hashSessionToken,
  statement,
  type Transaction,
} from '@gatehouse/boundary';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { confirmPassword } from '../passwords/stored-password.ts';
import { actOnPassword, PASSWORD_CHANGED } from '../passwords/verified-password.ts';
import type { AccountThrottle } from '../throttle/account-throttle.ts';
import { attempt } from '../throttle/attempts.ts';
import { normaliseEmail } from '../users/email.ts';
import { presentUserSession } from './present-user-session.ts';
import { endPresentedSessions, exclusiveUser } from './presented-sessions.ts';

/** How long a session lasts: at most, and without a request. */
export interface SessionLifetime {
  readonly absoluteSeconds: number;
  readonly idleSeconds: number;
}

/** Live sessions of a user; a sign-in ends the least recently used ones beyond it. */
const MAX_SESSIONS_PER_USER = 100;

interface AccountRow {
  readonly id: string;
  readonly password_hash: string;
  readonly is_verified: boolean;
}

/** The account of an address or, before the address is verified, its open sign-up. */
const FIND_ACCOUNT = statement<AccountRow>(
  'find_user_account',
  `select u.id, c.password_hash, true as is_verified
     from identity.users u join identity.credentials c on c.user_id = u.id
    where u.email = $1 and u.email_verified_at is not null
   union all
   select s.id, s.password_hash, false from identity.sign_ups s where s.email = $1 and s.expires_at > now()
    order by is_verified desc
    limit 1`,
  { indexes: ['users_email_key', 'sign_ups_email_key'] },
);

const COUNT_SESSIONS = statement<{ live: number }>(
  'count_live_user_sessions',
  `select count(*)::int as live from identity.user_sessions
    where user_id = $1 and ended_at is null and expires_at > now() and idle_expires_at > now()`,
  { indexes: ['user_sessions_live_by_user_idx'] },
);

const START_SESSION = statement<{ id: string }>(
  'start_user_session',
  `insert into identity.user_sessions (token_hash, user_id, expires_at, idle_expires_at, user_agent, address)
   values ($1, $2, now() + make_interval(secs => $3), now() + make_interval(secs => $4), $5, $6)
   returning id`,
);

/** Keeps the `$2` most recently used ones. */
const END_SESSIONS_ABOVE_LIMIT = statement<{ id: string }>(
  'end_user_sessions_above_limit',
  `update identity.user_sessions set ended_at = now(), end_reason = 'above_limit'
    where id in (select id from identity.user_sessions
                  where user_id = $1 and ended_at is null and expires_at > now() and idle_expires_at > now()
                  order by last_seen_at desc, id desc
                 offset $2)
   returning id`,
  { indexes: ['user_sessions_live_by_user_idx'] },
);

/** What a sign-in needs. */
export interface SignInDependencies {
  readonly passwords: PasswordHasher;
  readonly throttle: AccountThrottle;
  readonly lifetime: SessionLifetime;
}

type SignInContext = Context<'UserSessionService.CreateUserSession'>;

/** Signs a user in by address and password. */
export function signIn({
  passwords,
  throttle,
  lifetime,
}: SignInDependencies): Handler<'UserSessionService.CreateUserSession'> {
  return (context, input) => {
    const email = normaliseEmail(input.email);
    return attempt({ throttle, system: 'user', account: email }, context, () =>
      actOnPassword({
        find: async () => (await context.read.query(FIND_ACCOUNT, [email]))[0],
        verify: (hash) => passwords.verify(hash, input.password, context.client),
        refuse: async (account) => {
          await context.transaction((tx) => auditRefusedSignIn(tx, account?.id ?? null));
          return context.refuse('credentials_invalid');
        },
        act: async (account) => {
          if (!account.is_verified) {
            await context.transaction((tx) => auditRefusedSignIn(tx, account.id, UNVERIFIED));
            return context.refuse('email_unverified');
          }
          const newHash = await passwords.rehash(account.password_hash, input.password, context.client);
          return startSession(context, account, newHash, lifetime);
        },
      }),
    );
  };
}

async function startSession(
  context: SignInContext,
  { id, password_hash }: AccountRow,
  newHash: string | null,
  { absoluteSeconds, idleSeconds }: SessionLifetime,
) {
  const { token } = createSecretToken();
  const tokenHash = hashSessionToken(token);
  const { address, userAgent } = context.client;
  const replaced = await context.findPresentedOwners();
  const [count] = await context.read.query(COUNT_SESSIONS, [id]);
  // Ending sessions beyond the limit is a revocation. Concurrent sign-ins may exceed the limit; the next one ends more.
  const isFull = (count?.live ?? 0) >= MAX_SESSIONS_PER_USER;
  const own: AccessLock = { kind: 'user', id, mode: isFull ? 'exclusive' : 'shared' };
  return context.transaction(
    async (tx) => {
      const verified = { system: 'user', id, verifiedHash: password_hash } as const;
      if (!(await confirmPassword(tx, verified, newHash))) return PASSWORD_CHANGED;
      const ending = { tokenHashes: context.presentedTokenHashes, userIds: replaced };
      await endPresentedSessions(tx, ending, 'replaced_by_sign_in');
      const values = [tokenHash, id, absoluteSeconds, idleSeconds, userAgent, address];
      const [session] = await tx.query(START_SESSION, values);
      await tx.audit({
        action: 'user_session.started',
        subject_kind: 'user_session',
        subject_id: session?.id ?? null,
        actor: { kind: 'user', id },
      });
      if (isFull) await endSessionsAboveLimit(tx, id);
      const facts = await tx.userFacts(tokenHash);
      if (facts === null) throw new Error('the new session has no facts');
      return { answer: presentUserSession(facts), started: { token, maxAgeSeconds: absoluteSeconds } };
    },
    { locks: [own, ...replaced.map(exclusiveUser)] },
  );
}

async function endSessionsAboveLimit(tx: Transaction, userId: string): Promise<void> {
  const ended = await tx.query(END_SESSIONS_ABOVE_LIMIT, [userId, MAX_SESSIONS_PER_USER]);
  await tx.auditEach(
    {
      action: 'user_session.ended',
      subject_kind: 'user_session',
      change: `more than ${MAX_SESSIONS_PER_USER} sessions`,
    },
    ended.map(({ id }) => id),
  );
}

const UNVERIFIED = 'right password, address not confirmed';

async function auditRefusedSignIn(tx: Transaction, userId: string | null, change = ''): Promise<void> {
  await tx.audit({ action: 'user_session.refused', subject_kind: 'user', subject_id: userId, change });
}

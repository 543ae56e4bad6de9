import {
  type AccessLock,
  type Context,
  createSecretToken,
  hashSessionToken,
  isLiveSession,
  onlyRow,
  required,
  statement,
  type Transaction,
} from '@gatehouse/boundary';
import { describeDevice } from './describe-device.ts';
import { presentUserSession } from './present-user-session.ts';
import { endPresentedSessions, exclusiveUser } from './presented-sessions.ts';

/** How long a session lasts: at most, and without a request. */
export interface SessionLifetime {
  readonly absoluteSeconds: number;
  readonly idleSeconds: number;
}

/** Live sessions of a user; a sign-in ends the least recently used ones beyond it. */
const MAX_SESSIONS_PER_USER = 100;

const COUNT_SESSIONS = statement<{ live: number }>(
  'count_live_user_sessions',
  `select count(*)::int as live from identity.user_sessions s
    where s.user_id = $1 and ${isLiveSession('s')}`,
  { indexes: ['user_sessions_live_by_user_idx'] },
);

const START_SESSION = statement<{ id: string }>(
  'start_user_session',
  `insert into identity.user_sessions (token_hash, user_id, expires_at, idle_expires_at, user_agent, address, passkey_id)
   values ($1, $2, now() + make_interval(secs => $3), now() + make_interval(secs => $4), $5, $6, $7)
   returning id`,
);

/** Whether the user has to learn of the sign-in: from a browser that is new, and not the account's first one. */
const REMEMBER_BROWSER = statement<{ is_new: boolean }>(
  'remember_user_browser',
  'select identity.remember_user_browser($1, $2) as is_new',
);

/** Keeps the `$2` most recently used ones. */
const END_SESSIONS_ABOVE_LIMIT = statement<{ id: string }>(
  'end_user_sessions_above_limit',
  `update identity.user_sessions set ended_at = now(), end_reason = 'above_limit'
    where id in (select s.id from identity.user_sessions s
                  where s.user_id = $1 and ${isLiveSession('s')}
                  order by s.last_seen_at desc, s.id desc
                 offset $2)
   returning id`,
  { indexes: ['user_sessions_live_by_user_idx'] },
);

/** The parts of a sign-in's context that start its session. */
type StartContext = Pick<
  Context<'UserSessionService.CreateUserSession'>,
  'client' | 'findPresentedSessions' | 'presentedTokenHashes' | 'transaction' | 'userBrowserHash'
>;

type StartTransaction = Parameters<Parameters<StartContext['transaction']>[0]>[0];

/** What proves who signs in. */
interface Proven<Refused> {
  readonly userId: string;
  /** Null: a password. */
  readonly passkeyId: string | null;
  /** Repeats the proof under the user's lock. @returns why it no longer holds, or null. */
  readonly confirm: (tx: StartTransaction) => Promise<Refused | null>;
}

/**
 * Starts a session of a user who has proved a password or a passkey, and ends the sessions that the request carries.
 * @returns what `confirm` returns, with nothing started, when the proof no longer holds (G3).
 */
export async function startSession<Refused>(
  context: StartContext,
  { userId: id, passkeyId, confirm }: Proven<Refused>,
  { absoluteSeconds, idleSeconds }: SessionLifetime,
) {
  const { token } = createSecretToken();
  const tokenHash = hashSessionToken(token);
  const { address, userAgent } = context.client;
  const { ownerIds: replaced } = await context.findPresentedSessions();
  const start = (mode: AccessLock['mode']) =>
    context.transaction(
      async (tx) => {
        const { live } = onlyRow(await tx.query(COUNT_SESSIONS, [id]), 'the count');
        const isFull = live >= MAX_SESSIONS_PER_USER;
        if (isFull && mode === 'shared') return null;
        const refused = await confirm(tx);
        if (refused !== null) return refused;
        const ending = { tokenHashes: context.presentedTokenHashes, userIds: replaced };
        await endPresentedSessions(tx, ending, 'replaced_by_sign_in');
        const values = [tokenHash, id, absoluteSeconds, idleSeconds, userAgent, address, passkeyId];
        const session = onlyRow(await tx.query(START_SESSION, values), 'the new session');
        const { is_new } = onlyRow(
          await tx.query(REMEMBER_BROWSER, [session.id, context.userBrowserHash]),
          'the browser',
        );
        await tx.audit({
          action: 'user_session.started',
          subject_kind: 'user_session',
          subject_id: session.id,
          actor: { kind: 'user', id },
          ...(passkeyId === null ? {} : { change: 'with a passkey' }),
        });
        if (isFull) await endSessionsAboveLimit(tx, id);
        const facts = required(await tx.userFacts(tokenHash), 'the new session');
        if (is_new) {
          const { email, name } = facts.identities_user;
          const device = describeDevice(userAgent) || 'a browser that did not name itself';
          const values = { name, device, link: '/account/security' } as const;
          // A mail of its own: it must not replace one about another person's sign-in.
          await tx.mail('new_sign_in', { to: email, values, topic: session.id });
        }
        return { answer: presentUserSession(facts), started: { token, maxAgeSeconds: absoluteSeconds } };
      },
      { locks: [{ kind: 'user', id, mode }, ...replaced.map(exclusiveUser)] },
    );
  // Ending sessions beyond the limit is a revocation. In several processes at once sign-ins may exceed it; the next one ends more.
  const started = (await start('shared')) ?? (await start('exclusive'));
  return required(started, 'the session of a sign-in with the exclusive lock');
}

async function endSessionsAboveLimit(tx: Transaction, userId: string): Promise<void> {
  const ended = await tx.query(END_SESSIONS_ABOVE_LIMIT, [userId, MAX_SESSIONS_PER_USER]);
  await tx.auditEach(
    {
      action: 'user_session.ended',
      subject_kind: 'user_session',
      actor: { kind: 'user', id: userId },
      change: `more than ${MAX_SESSIONS_PER_USER} sessions`,
    },
    ended.map(({ id }) => id),
  );
}

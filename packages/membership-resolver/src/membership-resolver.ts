import type { AdminFacts, UserFacts } from '@gatehouse/access';
import type { CallerConnection } from '@gatehouse/runtime';
import type { Span } from '@opentelemetry/api';
import type { ClientBase, Pool } from 'pg';
import { adminFactsStatement } from './admin-facts.ts';
import { lockAdminFacts, lockUserFacts } from './locked-facts.ts';
import { SessionTouch } from './session-touch.ts';
import { SharedQuery } from './shared-query.ts';
import { type Resolved, userFactsStatement } from './user-facts.ts';

/**
 * What several presented tokens stand for. One live session is the caller's; none is known absence; several different
 * live ones are no session either, because nobody can say which of them the person meant.
 */
export type Resolution<Facts> =
  | { readonly outcome: 'live'; readonly facts: Facts; readonly tokenHash: string }
  | { readonly outcome: 'none' }
  | { readonly outcome: 'ambiguous'; readonly sessionIds: readonly string[] };

/** The one reader of sessions and memberships, for the session endpoint and for every rule (D8). */
export interface MembershipResolver {
  /**
   * @param tokenHashes SHA-256 of each token that the request carries under the user cookie's name.
   * @param caller who waits; the database is not asked for somebody who has hung up by then.
   * @throws what `pg` throws when the database does not answer: that is never "no session" (E4).
   * @throws {CallerGone} when the caller has hung up.
   */
  resolveUser(
    tokenHashes: readonly string[],
    parent?: Span,
    caller?: CallerConnection,
  ): Promise<Resolution<UserFacts>>;
  /** The same for the admin cookie. */
  resolveAdmin(
    tokenHashes: readonly string[],
    parent?: Span,
    caller?: CallerConnection,
  ): Promise<Resolution<AdminFacts>>;
  /** The facts inside a write's transaction, locked until it ends; null: no live session any more. */
  lockUser(client: ClientBase, tokenHash: string): Promise<UserFacts | null>;
  /** The same for an admin session. */
  lockAdmin(client: ClientBase, tokenHash: string): Promise<AdminFacts | null>;
}

/**
 * @param pool connections to the primary, for the shared queries alone: as many as queries may be in flight.
 * @param idleLimits seconds without a request after which a session ends.
 * @param onTouchFailed hears of a failed `last_seen_at` write, which no request waits for.
 */
export function createMembershipResolver({
  pool,
  idleLimits,
  onTouchFailed,
}: {
  pool: Pool;
  idleLimits: { readonly userSeconds: number; readonly adminSeconds: number };
  onTouchFailed: (error: unknown) => void;
}): MembershipResolver {
  const users = new SharedQuery(pool, userFactsStatement);
  const admins = new SharedQuery(pool, adminFactsStatement);
  const touchUser = new SessionTouch(
    pool,
    'identity.touch_user_session',
    idleLimits.userSeconds,
    onTouchFailed,
  );
  const touchAdmin = new SessionTouch(
    pool,
    'identity.touch_admin_session',
    idleLimits.adminSeconds,
    onTouchFailed,
  );
  return {
    resolveUser: (tokenHashes, parent, caller) => resolve(users, touchUser, tokenHashes, parent, caller),
    resolveAdmin: (tokenHashes, parent, caller) => resolve(admins, touchAdmin, tokenHashes, parent, caller),
    lockUser: lockUserFacts,
    lockAdmin: lockAdminFacts,
  };
}

async function resolve<Facts extends UserFacts | AdminFacts>(
  query: SharedQuery<Resolved<Facts>>,
  touch: SessionTouch,
  tokenHashes: readonly string[],
  parent: Span | undefined,
  caller: CallerConnection | undefined,
): Promise<Resolution<Facts>> {
  const rows = await Promise.all(tokenHashes.map((tokenHash) => query.find(tokenHash, parent, caller)));
  const live = rows.flatMap((row, index) =>
    row === null ? [] : [{ tokenHash: tokenHashes[index] as string, ...row }],
  );
  const [first] = live;
  if (first === undefined) return { outcome: 'none' };
  if (live.length > 1) return { outcome: 'ambiguous', sessionIds: live.map(({ facts }) => facts.session.id) };
  if (first.touchIsDue) touch.soon(first.facts.session.id);
  return { outcome: 'live', facts: first.facts, tokenHash: first.tokenHash };
}

import type { AdminFacts, UserFacts } from '@gatehouse/access';
import type { ClientConnection } from '@gatehouse/runtime';
import type { Span } from '@opentelemetry/api';
import type { ClientBase, Pool } from 'pg';
import { type AccessLock, lockAccess } from './access-locks.ts';
import { adminFactsStatement } from './admin-facts.ts';
import { findAdminFacts, findUserFacts } from './locked-facts.ts';
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
   * @throws {ClientDisconnected} when the caller has hung up.
   */
  resolveUser(
    tokenHashes: readonly string[],
    parent?: Span,
    caller?: ClientConnection,
  ): Promise<Resolution<UserFacts>>;
  /** The same for the admin cookie. */
  resolveAdmin(
    tokenHashes: readonly string[],
    parent?: Span,
    caller?: ClientConnection,
  ): Promise<Resolution<AdminFacts>>;
  /**
   * The ids of the users whose live sessions the tokens are, each once: several where the tokens are ambiguous.
   * @throws as `resolveUser` does.
   */
  findUserIds(
    tokenHashes: readonly string[],
    parent?: Span,
    caller?: ClientConnection,
  ): Promise<readonly string[]>;
  /** The same for admins. */
  findAdminIds(
    tokenHashes: readonly string[],
    parent?: Span,
    caller?: ClientConnection,
  ): Promise<readonly string[]>;
  /** Takes all locks of a write's transaction in one ordered step, until it ends (G1). */
  lockAccess(client: ClientBase, locks: readonly AccessLock[]): Promise<void>;
  /** The facts inside a write's transaction, once they are locked; null: no live session any more. */
  findUserFacts(client: ClientBase, tokenHash: string): Promise<UserFacts | null>;
  /** The same for an admin session. */
  findAdminFacts(client: ClientBase, tokenHash: string): Promise<AdminFacts | null>;
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
    findUserIds: async (tokenHashes, parent, caller) => {
      const rows = await findRows(users, tokenHashes, parent, caller);
      return [...new Set(rows.map(({ facts }) => facts.identities_user.id))];
    },
    findAdminIds: async (tokenHashes, parent, caller) => {
      const rows = await findRows(admins, tokenHashes, parent, caller);
      return [...new Set(rows.map(({ facts }) => facts.identities_admin.id))];
    },
    lockAccess,
    findUserFacts,
    findAdminFacts,
  };
}

async function resolve<Facts extends UserFacts | AdminFacts>(
  query: SharedQuery<Resolved<Facts>>,
  touch: SessionTouch,
  tokenHashes: readonly string[],
  parent: Span | undefined,
  caller: ClientConnection | undefined,
): Promise<Resolution<Facts>> {
  const live = await findRows(query, tokenHashes, parent, caller);
  const [first] = live;
  if (first === undefined) return { outcome: 'none' };
  if (live.length > 1) return { outcome: 'ambiguous', sessionIds: live.map(({ facts }) => facts.session.id) };
  if (first.touchIsDue) touch.soon(first.facts.session.id);
  return { outcome: 'live', facts: first.facts, tokenHash: first.tokenHash };
}

/** A row for each token that is a live session's. */
async function findRows<Facts>(
  query: SharedQuery<Resolved<Facts>>,
  tokenHashes: readonly string[],
  parent: Span | undefined,
  caller: ClientConnection | undefined,
): Promise<(Resolved<Facts> & { readonly tokenHash: string })[]> {
  const rows = await query.findAll(tokenHashes, parent, caller);
  return rows.flatMap((row, index) =>
    row === null ? [] : [{ tokenHash: tokenHashes[index] as string, ...row }],
  );
}

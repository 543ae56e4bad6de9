import type { AdminFacts, SessionFacts, UserFacts } from '@gatehouse/access';
import type { ClientBase, Pool } from 'pg';
import { adminFactsStatement } from './admin-facts.ts';
import { findLockedFacts } from './locked-facts.ts';
import { SessionTouch } from './session-touch.ts';
import { type Requester, SharedQuery, type SharedStatement } from './shared-query.ts';
import { type Resolved, userFactsStatement } from './user-facts.ts';

/**
 * The session of a request's tokens. One live session is the caller's. Several different live ones are no session: nothing
 * says which of them the user meant.
 */
export type Resolution<Facts> =
  | { readonly outcome: 'live'; readonly facts: Facts; readonly tokenHash: string }
  | { readonly outcome: 'none' }
  | { readonly outcome: 'ambiguous'; readonly sessionIds: readonly string[] };

/** The live sessions that a request carries, in the order of its cookies. */
export interface PresentedSessions {
  /** The users or admins of these sessions, each once. The first one has the first session. */
  readonly ownerIds: readonly string[];
  readonly sessionIds: readonly string[];
}

/** Reads the sessions of one identity system. */
export interface SessionResolver<Facts> {
  /**
   * @param tokenHashes SHA-256 of each token that the request carries under the system's cookie name.
   * @throws what `pg` throws when the database does not answer: that is never "no session" (E4).
   * @throws {ClientDisconnected} when the requester disconnects before the query is sent.
   */
  resolve(tokenHashes: readonly string[], requester?: Requester): Promise<Resolution<Facts>>;
  /**
   * The live sessions that the tokens are of: several where they are ambiguous.
   * @throws as `resolve` does.
   */
  findPresented(tokenHashes: readonly string[], requester?: Requester): Promise<PresentedSessions>;
  /** The facts inside a write's transaction, after `lockAccess`. Null: the session is no longer live. */
  findLocked(connection: ClientBase, tokenHash: string): Promise<Facts | null>;
}

/** The one reader of sessions and memberships, for the session endpoint and for every rule (D8). */
export interface MembershipResolver {
  readonly user: SessionResolver<UserFacts>;
  readonly admin: SessionResolver<AdminFacts>;
}

/**
 * @param pool connections to the primary, for the shared queries and for writes of `last_seen_at`.
 * @param idleLimits seconds without a request after which a session ends.
 * @param onTouchFailed is called when writing `last_seen_at` fails; no request waits for that write.
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
  return {
    user: createSessionResolver({
      pool,
      statement: userFactsStatement,
      touch: new SessionTouch(pool, 'identity.touch_user_session', idleLimits.userSeconds, onTouchFailed),
      ownerIdOf: ({ identities_user }) => identities_user.id,
    }),
    admin: createSessionResolver({
      pool,
      statement: adminFactsStatement,
      touch: new SessionTouch(pool, 'identity.touch_admin_session', idleLimits.adminSeconds, onTouchFailed),
      ownerIdOf: ({ identities_admin }) => identities_admin.id,
    }),
  };
}

function createSessionResolver<Facts extends { readonly session: SessionFacts }>({
  pool,
  statement,
  touch,
  ownerIdOf,
}: {
  pool: Pool;
  statement: SharedStatement<Resolved<Facts>>;
  touch: SessionTouch;
  ownerIdOf: (facts: Facts) => string;
}): SessionResolver<Facts> {
  const query = new SharedQuery(pool, statement);
  const findLive = async (tokenHashes: readonly string[], requester?: Requester) => {
    const rows = await query.findAll(tokenHashes, requester);
    return rows.flatMap((row, index) =>
      row === null ? [] : [{ ...row, tokenHash: tokenHashes[index] as string }],
    );
  };
  return {
    resolve: async (tokenHashes, requester) => {
      const live = await findLive(tokenHashes, requester);
      const [first] = live;
      if (first === undefined) return { outcome: 'none' };
      if (live.length > 1) {
        return { outcome: 'ambiguous', sessionIds: live.map(({ facts }) => facts.session.id) };
      }
      if (first.touchIsDue) touch.schedule(first.facts.session.id);
      return { outcome: 'live', facts: first.facts, tokenHash: first.tokenHash };
    },
    findPresented: async (tokenHashes, requester) => {
      const live = await findLive(tokenHashes, requester);
      return {
        ownerIds: [...new Set(live.map(({ facts }) => ownerIdOf(facts)))],
        sessionIds: live.map(({ facts }) => facts.session.id),
      };
    },
    findLocked: (connection, tokenHash) => findLockedFacts(connection, tokenHash, statement),
  };
}

import type { RequestFacts } from '@gatehouse/access';
import type { AccessRule } from '@gatehouse/contract';
import type { MembershipResolver, Resolution } from '@gatehouse/membership-resolver';
import type { ClientConnection } from '@gatehouse/runtime';
import type { Span } from '@opentelemetry/api';
import { presentedTokenHashes } from './session-cookies.ts';

/** What the request's cookie stood for at the moment of the request. */
export interface Caller {
  readonly facts: RequestFacts;
  /** The key of the one live session; null when there is none. */
  readonly tokenHash: string | null;
  readonly outcome: Resolution<unknown>['outcome'] | 'not_read';
  /** The live sessions among which nobody can choose; empty but for `ambiguous`. */
  readonly ambiguousSessionIds: readonly string[];
}

const NOBODY: Caller = {
  facts: { user: null, admin: null },
  tokenHash: null,
  outcome: 'none',
  ambiguousSessionIds: [],
};

/**
 * Resolves the caller through the cookie and nothing else (A1). A public endpoint asks nothing; a request without a
 * well-formed cookie has no session, and the database is not asked.
 * @param connection of the request: who has hung up is not asked for.
 * @throws when the database does not answer: never taken for "no session".
 */
export async function resolveCaller(
  rule: AccessRule,
  cookieHeader: string | undefined,
  resolver: MembershipResolver,
  span: Span,
  connection?: ClientConnection,
): Promise<Caller> {
  if (rule.kind === 'public') return { ...NOBODY, outcome: 'not_read' };
  if (rule.kind === 'admin') {
    const hashes = presentedTokenHashes(cookieHeader, 'admin');
    if (hashes.length === 0) return NOBODY;
    const resolution = await resolver.resolveAdmin(hashes, span, connection);
    return callerOf(resolution, (admin) => ({ user: null, admin }));
  }
  const hashes = presentedTokenHashes(cookieHeader, 'user');
  if (hashes.length === 0) return NOBODY;
  const resolution = await resolver.resolveUser(hashes, span, connection);
  return callerOf(resolution, (user) => ({ user, admin: null }));
}

function callerOf<Facts>(resolution: Resolution<Facts>, factsOf: (facts: Facts) => RequestFacts): Caller {
  switch (resolution.outcome) {
    case 'live':
      return {
        facts: factsOf(resolution.facts),
        tokenHash: resolution.tokenHash,
        outcome: 'live',
        ambiguousSessionIds: [],
      };
    case 'none':
      return NOBODY;
    case 'ambiguous':
      return { ...NOBODY, outcome: 'ambiguous', ambiguousSessionIds: resolution.sessionIds };
    /* v8 ignore next 2 -- the compiler has checked that nothing comes here */
    default:
      return resolution satisfies never;
  }
}

import type { RequestFacts } from '@gatehouse/access';
import type { AccessRule } from '@gatehouse/contract';
import type { MembershipResolver, Requester, Resolution } from '@gatehouse/membership-resolver';
import { presentedTokenHashes } from './session-cookies.ts';

/** Who sends a request, as its cookie and the database say. */
export interface Caller {
  readonly facts: RequestFacts;
  /** The key of the one live session; null when there is none. */
  readonly tokenHash: string | null;
  readonly outcome: Resolution<unknown>['outcome'] | 'not_read';
  /** The live sessions of an `ambiguous` outcome; otherwise empty. */
  readonly ambiguousSessionIds: readonly string[];
}

const NO_SESSION: Caller = {
  facts: { user: null, admin: null },
  tokenHash: null,
  outcome: 'none',
  ambiguousSessionIds: [],
};

/**
 * Resolves the caller through the cookie and nothing else (A1). A public endpoint reads no session, and a request without
 * a well-formed cookie has none, so neither queries the database.
 * @throws when the database does not answer: never taken for "no session".
 */
export async function resolveCaller(
  rule: AccessRule,
  cookieHeader: string | undefined,
  resolver: MembershipResolver,
  requester: Requester,
): Promise<Caller> {
  if (rule.kind === 'public') return { ...NO_SESSION, outcome: 'not_read' };
  const tokenHashes = presentedTokenHashes(cookieHeader, rule.kind === 'admin' ? 'admin' : 'user');
  if (tokenHashes.length === 0) return NO_SESSION;
  return rule.kind === 'admin'
    ? callerOf(await resolver.admin.resolve(tokenHashes, requester), (admin) => ({ user: null, admin }))
    : callerOf(await resolver.user.resolve(tokenHashes, requester), (user) => ({ user, admin: null }));
}

/** The id of the user or admin that the facts are about; null: there is no session. */
export function accountIdOf({ user, admin }: RequestFacts): string | null {
  return (user?.identities_user ?? admin?.identities_admin)?.id ?? null;
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
      return NO_SESSION;
    case 'ambiguous':
      return { ...NO_SESSION, outcome: 'ambiguous', ambiguousSessionIds: resolution.sessionIds };
    /* v8 ignore next 2 -- the compiler has checked that nothing comes here */
    default:
      return resolution satisfies never;
  }
}

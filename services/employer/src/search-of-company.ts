import type { Queryable, SearchContext, SearchQueue } from '@gatehouse/boundary';

/** The parts of a handler's context that a search of what a company has needs. */
export interface CompanyContext extends SearchContext {
  readonly facts: { readonly identities_user: { readonly id: string } };
  readonly org_company: { readonly id: string };
  decideAgain(): Promise<void>;
}

/**
 * Runs a search of what the caller's company has, on the connections of searches. Searches of one member run one at a time, and so
 * do those of one company (F8, G6). It may have waited for seconds: what it leads to has to be decided again (G1).
 * @throws {Refusal} rate_limited, dependency_unavailable when too many searches wait.
 */
export function runSearchOfCompany<Result>(
  search: SearchQueue,
  context: CompanyContext,
  read: (reads: Queryable) => Promise<Result>,
): Promise<Result> {
  const { facts, org_company } = context;
  return search.run(context, [facts.identities_user.id, org_company.id], read);
}

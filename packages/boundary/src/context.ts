import type { AdminFacts, OrgCompany, OrgMembership, UserFacts } from '@gatehouse/access';
import type { EndpointId, Endpoints } from '@gatehouse/contract';
import type { Logger } from '@gatehouse/runtime';
import type { RefusalOptions } from './refusal.ts';
import type { Queryable } from './statement.ts';

/** One line of the audit trail; who acted is known from the rule unless `actor` says so. */
export interface AuditEntry {
  /** `resource.verb_in_the_past`. */
  readonly action: string;
  readonly subject_kind: string;
  readonly subject_id: string | null;
  /** What the caller gave as the reason. */
  readonly reason?: string;
  /** What changed, from → to, for people; never somebody's text or address. */
  readonly change?: string;
  /** For a public endpoint, where the rule names nobody. */
  readonly actor?: { readonly kind: 'user' | 'admin' | 'system'; readonly id: string | null };
}

/** A write in progress: everything in it is kept, or nothing is. */
export interface Transaction extends Queryable {
  /** Adds to the audit trail in the same transaction. */
  audit(entry: AuditEntry): Promise<void>;
}

/** What a rule hands to the code below it; `org_membership` and `org_company` are there after the employer check (S5). */
export type Granted<Rule extends Endpoints[EndpointId]['rule']> = {
  public: object;
  user: { readonly facts: UserFacts };
  talent: { readonly facts: UserFacts };
  employer: {
    readonly facts: UserFacts;
    readonly org_membership: OrgMembership;
    readonly org_company: OrgCompany;
  };
  admin: { readonly facts: AdminFacts };
}[Rule];

interface EveryContext<Id extends EndpointId> {
  /** Reads on connections that refuse every write. */
  readonly read: Queryable;
  readonly log: Logger;
  readonly client: {
    /** The caller's network address, as far as the trusted proxies tell it. */
    readonly address: string;
    /** As the caller names its software, cut to 300 characters; empty when it does not. */
    readonly userAgent: string;
    /** For before costly work that had to wait. @throws {CallerGone} when nobody waits for the answer any more. */
    requirePresent(): void;
  };
  /** Ends the request with a refusal that the contract declares for this endpoint. */
  refuse(code: Endpoints[Id]['refusals'], options?: RefusalOptions): never;
}

interface WritingContext<Given> {
  /**
   * Runs `work` in a transaction that first repeats the access check with the rows of session, membership and company
   * locked: a write that races a revocation commits before it or is refused. A deadlock is tried again, so `work` may
   * run more than once.
   * @throws {Refusal} with the rule's code when the facts have changed since the request arrived.
   */
  transaction<T>(work: (tx: Transaction & Given) => Promise<T>): Promise<T>;
}

/** For an endpoint that starts a session: its facts, read by the one resolver in the transaction that made it. */
export interface SessionReader {
  userFacts(tokenHash: string): Promise<UserFacts | null>;
  adminFacts(tokenHash: string): Promise<AdminFacts | null>;
}

interface SessionContext {
  /** SHA-256 of the tokens that the request carries, for the endpoints that start or end a session. */
  readonly presentedTokenHashes: readonly string[];
}

type Given<Id extends EndpointId> = Granted<Endpoints[Id]['rule']> &
  (Endpoints[Id]['session'] extends null ? object : SessionReader);

/** What a handler is given: it follows from the endpoint's rule, method and session effect in the contract. */
export type Context<Id extends EndpointId> = EveryContext<Id> &
  Granted<Endpoints[Id]['rule']> &
  (Endpoints[Id]['method'] extends 'GET' ? object : WritingContext<Given<Id>>) &
  (Endpoints[Id]['session'] extends null ? object : SessionContext);

/** A session that an endpoint has started; the boundary sets its cookie. */
export interface StartedSession {
  /** 32 random bytes, base64url. */
  readonly token: string;
  readonly maxAgeSeconds: number;
}

type Outcome<Id extends EndpointId> = Endpoints[Id]['session'] extends `starts_${string}`
  ? { readonly answer: Endpoints[Id]['output']; readonly started: StartedSession }
  : Endpoints[Id]['output'];

/** The code behind an endpoint: it sees neither cookies nor statuses. Null is the answer without a body. */
export type Handler<Id extends EndpointId> = (
  context: Context<Id>,
  input: Endpoints[Id]['input'],
) => Promise<Outcome<Id>>;

/** A handler for each endpoint of some services of the contract: a missing one does not compile. */
export type HandlersOf<ServiceName extends string> = {
  readonly [Id in Extract<EndpointId, `${ServiceName}.${string}`>]: Handler<Id>;
};

import type { AdminFacts, Grant, UserFacts } from '@gatehouse/access';
import type { AuditAction, EndpointId, Endpoints } from '@gatehouse/contract';
import type { AccessLock } from '@gatehouse/membership-resolver';
import type { Logger } from '@gatehouse/runtime';
import type { PipelinedReads } from '@gatehouse/runtime/database';
import type { RefusalOptions } from './refusal.ts';
import type { Queryable } from './statement.ts';

/** One line of the audit trail; who acted is known from the rule unless `actor` says so. */
export interface AuditEntry {
  readonly action: AuditAction;
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
  /** Adds the same event for each of these subjects, by one statement however many they are. */
  auditEach(entry: Omit<AuditEntry, 'subject_id'>, subjectIds: readonly string[]): Promise<void>;
}

/** What a satisfied rule gives the handler; an employer rule `org_membership` and `org_company` (S5). */
export type Granted<Rule extends Endpoints[EndpointId]['rule']> = Omit<
  Extract<Grant, { kind: Rule }>,
  'kind'
>;

/** The client that sends the request. */
export interface ClientContext {
  /** The network address, as far as the trusted proxies report it. */
  readonly address: string;
  /** By which limits count a visitor; null for a read of the web tier, which counts its visitors itself. */
  readonly visitorAddress: string | null;
  /** The `User-Agent` header, cut to 300 characters; empty without one. */
  readonly userAgent: string;
  /** Call it before expensive work that had to wait. @throws {ClientDisconnected} */
  throwIfDisconnected(): void;
}

interface EveryContext<Id extends EndpointId> {
  /** Reads on connections that refuse every write. */
  readonly read: Queryable;
  /** Reads on connections other than those that all requests share. */
  readOn(reads: PipelinedReads): Queryable;
  readonly log: Logger;
  readonly client: ClientContext;
  /** Ends the request with a refusal that the contract declares for this endpoint. */
  refuse(code: Endpoints[Id]['refusals'], options?: RefusalOptions): never;
}

/** What a transaction needs beside the caller's own facts. */
export interface TransactionOptions {
  /**
   * The facts of others that the work depends on (`shared`), and those that it takes away or changes (`exclusive`). The ids
   * are read before the transaction; what else was read there is to be looked at again inside.
   */
  readonly locks?: readonly AccessLock[];
}

interface WritingContext<Given> {
  /**
   * Runs `work` in a transaction that first takes all locks in one ordered step (shared ones of the caller's user or admin
   * and company by itself), then repeats the access check: a write that races a revocation commits before it or is refused
   * (G1). Nothing can deadlock by these locks; a deadlock of rows is tried again, so `work` may run more than once.
   * @throws {Refusal} with the rule's code when the facts have changed since the request arrived; `rate_limited` when too
   * many writes of the caller wait already.
   */
  transaction<T>(work: (tx: Transaction & Given) => Promise<T>, options?: TransactionOptions): Promise<T>;
}

/** For an endpoint that starts a session: its facts, read by the one resolver in the transaction that made it. */
export interface SessionReader {
  userFacts(tokenHash: string): Promise<UserFacts | null>;
  adminFacts(tokenHash: string): Promise<AdminFacts | null>;
}

/** What an endpoint that starts or ends a session knows of those that the request carries. */
export interface SessionContext {
  /** SHA-256 of the tokens that the request carries, for the endpoints that start or end a session. */
  readonly presentedTokenHashes: readonly string[];
  /** The ids of the users or admins whose live sessions these are: the locks that ending them takes. */
  findPresentedOwners(): Promise<readonly string[]>;
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

import type { AdminFacts, Grant, UserFacts } from '@gatehouse/access';
import type {
  ApiService,
  AuditAction,
  AuditSubjectKind,
  ContractServices,
  EndpointId,
  Endpoints,
} from '@gatehouse/contract';
import type { MailKind } from '@gatehouse/mail';
import type { AccessLock, PresentedSessions } from '@gatehouse/membership-resolver';
import type { Logger } from '@gatehouse/runtime';
import type { PipelinedReads } from '@gatehouse/runtime/database';
import type { FileAnswer } from './files/file-answer.ts';
import type { ImageAnswer } from './files/image.ts';
import type { FileChunks } from './files/upload.ts';
import type { Mail } from './mail-queue.ts';
import type { RefusalOptions } from './refusal.ts';
import type { Queryable } from './statement.ts';
import type { LastChange, Versioned, VersionHistory } from './version.ts';

/** One line of the audit trail. Without `actor` the caller of the endpoint's rule acted. */
export interface AuditEntry {
  readonly action: AuditAction;
  readonly subject_kind: AuditSubjectKind;
  readonly subject_id: string | null;
  /** The reason that the caller entered. */
  readonly reason?: string;
  /** What changed, from → to, as text; never a user's text or address. */
  readonly change?: string;
  /** For a public endpoint, whose rule knows no caller. */
  readonly actor?: { readonly kind: 'user' | 'admin' | 'system'; readonly id: string | null };
}

/** A running transaction. */
export interface Transaction extends Queryable {
  /** Adds an audit event in the same transaction. */
  audit(entry: AuditEntry): Promise<void>;
  /** Adds the same event for each subject, in one statement. */
  auditEach(entry: Omit<AuditEntry, 'subject_id'>, subjectIds: readonly string[]): Promise<void>;
  /**
   * Adds a mail to the outbox in the same transaction: it is sent after the commit, within the limits of its kind. Call it
   * last: it holds a lock on recipient and kind until the transaction ends.
   * @throws for a `verified` mail to an address without a verified account.
   */
  mail<Kind extends MailKind>(kind: Kind, mail: Mail<Kind>): Promise<void>;
  /** Adds several mails of one kind, in one statement. Call it last, too. */
  mailEach<Kind extends MailKind>(kind: Kind, mails: readonly Mail<Kind>[]): Promise<void>;
}

/** What a handler receives from its rule: an employer handler has `org_membership` and `org_company` (S5). */
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
  /** Resolves when the client has taken the answer, or has disconnected. */
  whenAnswered(): Promise<void>;
}

interface EveryContext<Id extends EndpointId> {
  /** Reads on connections that refuse every write. */
  readonly read: Queryable;
  /** Reads on connections that the handler's service has opened for one purpose. */
  readOn(reads: PipelinedReads): Queryable;
  readonly log: Logger;
  readonly client: ClientContext;
  /**
   * Repeats the decision of the endpoint's rule, about the same company: for reads after a wait (G1).
   * @throws {Refusal} with the rule's code when the facts have changed.
   */
  decideAgain(): Promise<void>;
  /** Refuses the request with a code that the contract declares for this endpoint. */
  refuse(code: Endpoints[Id]['refusals'], options?: RefusalOptions): never;
}

/** Further locks of a transaction. */
export interface TransactionOptions {
  /**
   * `shared` for the facts of other accounts that the work depends on, `exclusive` for those that it revokes or changes. The
   * ids are read before the transaction; read everything else again inside it. Where the caller has no session, the first
   * one is of the account that the request has proved: its writes queue for that account.
   */
  readonly locks?: readonly AccessLock[];
  /**
   * The id of a company, for a transaction that is longer than others: of each company one of them runs at a time in a process,
   * so that a revocation waits for one, not for one of each member (G1). The others wait without a lock or a connection.
   */
  readonly queuedFor?: string;
  /**
   * How long its turn in the queue lasts at least: what waits behind it, the next one of its kind, then tells nothing of what it
   * did.
   */
  readonly minMillis?: number;
  /**
   * The live session by which a sign-out has proved its account: in the queue of the account it is one source, on however many
   * networks it is (G1).
   */
  readonly provedBySessionId?: string | undefined;
}

/** Compares the version of the request (`If-Match`): within the transaction that writes, and maybe before its locks. */
export interface VersionCheck {
  /**
   * Call that of the transaction with the locked row before the first write: a transaction that has not called it is not
   * committed (G9). That of the context only ends a request before it takes an exclusive lock for nothing (G1).
   * @param history where the audit trail has the last change, or the last change itself; null: none is known.
   * @param present what a conflict shows, where that is more than `current` and takes reads of its own.
   * @throws {Refusal} edit_conflict with the current version, when the request names another one.
   */
  requireVersion(
    current: Versioned,
    history: VersionHistory | LastChange | null,
    present?: () => Promise<object>,
  ): Promise<void>;
}

interface WritingContext<Given> {
  /**
   * Runs `work` in a transaction that first takes all locks in one ordered step (including shared ones of the caller's user
   * or admin and company), then repeats the access check: a write that races a revocation commits before it or is refused
   * (G1). These locks cannot deadlock; a deadlock of row locks is retried, so `work` may run more than once.
   * @throws {Refusal} with the rule's code when the facts have changed since the request arrived; `rate_limited` when too
   * many writes of the caller wait.
   */
  transaction<T>(work: (tx: Transaction & Given) => Promise<T>, options?: TransactionOptions): Promise<T>;
}

/** Reads the facts of a session in the transaction that starts it. */
export interface SessionReader {
  userFacts(tokenHash: string): Promise<UserFacts | null>;
  adminFacts(tokenHash: string): Promise<AdminFacts | null>;
}

/** The sessions that the request carries, for an endpoint that starts or ends one. */
export interface SessionContext {
  /** SHA-256 of the tokens in the request's cookies. */
  readonly presentedTokenHashes: readonly string[];
  /** The live ones of these sessions: their owners are for the locks of the transaction that ends them. */
  findPresentedSessions(): Promise<PresentedSessions>;
  /** SHA-256 of the token in the browser's sign-in cookie; null: it has none, and the endpoint begins no sign-in. */
  readonly browserHash: Buffer | null;
  /** SHA-256 of the token by which the browser is known after its sessions; null: the endpoint starts none of a user. */
  readonly userBrowserHash: Buffer | null;
}

type Versions<Id extends EndpointId> = Endpoints[Id]['if_match'] extends true ? VersionCheck : object;

type Given<Id extends EndpointId> = Granted<Endpoints[Id]['rule']> &
  Versions<Id> &
  (Endpoints[Id]['session'] extends null ? object : SessionReader);

/** A handler's context. It follows from the endpoint's rule, method and session effect in the contract: what only reads has no transaction. */
export type Context<Id extends EndpointId> = EveryContext<Id> &
  Granted<Endpoints[Id]['rule']> &
  Versions<Id> &
  (Endpoints[Id]['isRead'] extends true ? object : WritingContext<Given<Id>>) &
  (Endpoints[Id]['session'] extends null ? object : SessionContext) &
  (Endpoints[Id]['takesFile'] extends true ? UploadContext : object);

/** The file that the request carries. */
export interface UploadContext {
  /**
   * Its chunks, while the client sends them. Nothing holds a lock meanwhile: each chunk is written in a transaction of its own.
   * @throws {Refusal} body_too_large, while they are read. @throws {ClientDisconnected}
   */
  readonly upload: FileChunks;
}

/** A session that an endpoint has started; the boundary sets its cookie. */
export interface StartedSession {
  /** 32 random bytes, base64url. */
  readonly token: string;
  readonly maxAgeSeconds: number;
}

type Outcome<Id extends EndpointId> = Endpoints[Id]['session'] extends `starts_${string}`
  ? { readonly answer: Endpoints[Id]['output']; readonly started: StartedSession }
  : Endpoints[Id]['answersFile'] extends true
    ? FileAnswer
    : Endpoints[Id]['answersImage'] extends true
      ? ImageAnswer
      : Endpoints[Id]['output'];

/** The code of an endpoint. It sees neither cookies nor statuses. Null: an answer without a body. */
export type Handler<Id extends EndpointId> = (
  context: Context<Id>,
  input: Endpoints[Id]['input'],
) => Promise<Outcome<Id>>;

/** A handler for each endpoint of some services of the contract; a missing one does not compile. */
export type HandlersOf<ServiceName extends string> = {
  readonly [Id in Extract<EndpointId, `${ServiceName}.${string}`>]: Handler<Id>;
};

/** A handler for each endpoint of an API service: of every service of its contract. */
export type ServiceHandlers<Name extends ApiService> = HandlersOf<ContractServices[Name]>;

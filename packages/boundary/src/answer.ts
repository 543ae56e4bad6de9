import type { IncomingMessage } from 'node:http';
import { accessRuleName, type Endpoint, type IdentitySystem, refusalKindOf } from '@gatehouse/contract';
import type { MembershipResolver } from '@gatehouse/membership-resolver';
import {
  type AddressLimit,
  type ConcurrencyLimit,
  type KeyedConcurrencyLimit,
  type Logger,
  throwIfDisconnected,
} from '@gatehouse/runtime';
import type { PipelinedReads } from '@gatehouse/runtime/database';
import type { AmbiguousSessionReport } from './caller/ambiguous-sessions.ts';
import { type Caller, resolveCaller } from './caller/caller.ts';
import { grantedOf, requireGrant } from './caller/grant.ts';
import { readInTurn } from './caller/reads-in-turn.ts';
import { presentedTokenHashes } from './caller/session-cookies.ts';
import type { SessionContext, StartedSession } from './context.ts';
import { csrfRefusal } from './http/csrf.ts';
import type { Origins } from './http/origins.ts';
import type { RequestTrace } from './http/request-trace.ts';
import { readJsonBody } from './input/body.ts';
import { decodeInput, type RawInput } from './input/decode-input.ts';
import { type RefusalOptions, refuse } from './refusal.ts';
import { queryable } from './traced-query.ts';
import { guardedTransaction } from './transaction/guarded-transaction.ts';
import type { WriteLanes } from './transaction/write-lanes.ts';

/** What every endpoint of a service needs. */
export interface BoundaryDependencies {
  readonly resolver: MembershipResolver;
  /** On connections that refuse every write. */
  readonly reads: PipelinedReads;
  readonly writes: WriteLanes;
  readonly origins: Origins;
  readonly log: Logger;
  readonly ambiguousSessions: AmbiguousSessionReport;
  /** Held by each request while it is worked on. */
  readonly work: ConcurrencyLimit;
  /** Reads of one person at once. */
  readonly readsOfPerson: KeyedConcurrencyLimit;
  /** Reads without an account, by address. */
  readonly publicReads: AddressLimit;
}

/** The parts of a request that the boundary reads. */
export interface BoundaryRequest {
  readonly message: IncomingMessage;
  readonly path: RawInput['path'];
  readonly query: URLSearchParams;
  /** The client's address behind the trusted proxies; worked out when somebody asks. */
  readonly address: () => string;
  /** The same, but null for a read of the web tier, which counts its visitors itself. */
  readonly visitorAddress: () => string | null;
  readonly trace: RequestTrace;
}

/** What a handler gave: the body (null: none) and, from a sign-in, the session that has started. */
export interface BoundaryAnswer {
  readonly body: unknown;
  readonly started: StartedSession | null;
}

/** A handler whose types have been checked where it was written (`HandlersOf`) and are erased for the registry. */
export type ErasedHandler = (context: never, input: never) => Promise<unknown>;

/**
 * One request, a straight line: origin, cookie → session → facts → decision, input, handler, answer. The order is the
 * contract's: a refused caller learns nothing from a body.
 * @throws {Refusal} and whatever the database throws; `problemOf` translates both.
 * @throws {ClientDisconnected} when nobody waits for the answer any more: after a wait, and never within a transaction.
 */
export async function answer(
  endpoint: Endpoint,
  handler: ErasedHandler,
  request: BoundaryRequest,
  dependencies: BoundaryDependencies,
): Promise<BoundaryAnswer> {
  const { headers, socket } = request.message;
  const { span, attributes } = request.trace;
  const { system } = endpoint;
  attributes['access.rule'] = accessRuleName(endpoint.rule);

  const csrf = csrfRefusal(
    {
      method: endpoint.method,
      secFetchSite: headers['sec-fetch-site'] as string | undefined,
      origin: headers.origin,
      guard: headers['x-csrf-guard'] as string | undefined,
    },
    dependencies.origins.allowed[system],
  );
  if (csrf !== null) refuse(csrf);
  if (endpoint.rule.kind === 'public' && endpoint.method === 'GET') countPublicRead(request, dependencies);

  const resolve = () => resolveCaller(endpoint.rule, headers.cookie, dependencies.resolver, span, socket);
  const perform = (caller: Caller) => performAs(caller, { endpoint, handler, request, dependencies });
  const caller = await resolve();
  attributes['session.outcome'] = caller.outcome;
  if (caller.outcome === 'ambiguous') {
    dependencies.ambiguousSessions.tell(system, caller.ambiguousSessionIds, request.trace);
  }
  const personId = (caller.facts.user?.identities_user ?? caller.facts.admin?.identities_admin)?.id;
  if (personId === undefined) return perform(caller);
  attributes['enduser.pseudo.id'] = personId;
  if (endpoint.method !== 'GET') return perform(caller);
  return readInTurn({ reads: dependencies.readsOfPerson, work: dependencies.work }, personId, {
    atOnce: () => perform(caller),
    afterWaiting: async () => perform(await resolve()),
  });
}

/** The rest of the line, for a caller whose facts are known: decision, input, handler. */
async function performAs(
  caller: Caller,
  {
    endpoint,
    handler,
    request,
    dependencies,
  }: {
    endpoint: Endpoint;
    handler: ErasedHandler;
    request: BoundaryRequest;
    dependencies: BoundaryDependencies;
  },
): Promise<BoundaryAnswer> {
  const { headers, socket } = request.message;
  const { span, attributes } = request.trace;
  const grant = requireGrant(endpoint, caller, attributes);

  const bodyText = endpoint.hasBody
    ? await dependencies.work.releaseWhile(() => readJsonBody(request.message))
    : null;
  const input = decodeInput(endpoint, { path: request.path, query: request.query, bodyText });

  const context = {
    ...grantedOf(grant),
    read: queryable(dependencies.reads, span, socket),
    readOn: (reads: PipelinedReads) => queryable(reads, span, socket),
    log: dependencies.log,
    client: new RequestClient(request),
    refuse: (code: Endpoint['refusals'][number], options?: RefusalOptions) =>
      refuseDeclared(endpoint, code, options),
    ...(endpoint.method === 'GET'
      ? {}
      : { transaction: guardedTransaction(endpoint, caller, request, dependencies) }),
    ...(endpoint.session === null
      ? {}
      : presentedSessions(
          presentedTokenHashes(headers.cookie, endpoint.system),
          endpoint.system,
          request,
          dependencies,
        )),
  };
  throwIfDisconnected(socket);
  const outcome = await handler(context as never, input as never);
  if (endpoint.session?.startsWith('starts_') !== true) return { body: outcome, started: null };
  const { answer: body, started } = outcome as { answer: unknown; started: StartedSession };
  return { body, started };
}

/** What an endpoint that starts or ends a session gets of those that the request carries. */
function presentedSessions(
  tokenHashes: readonly string[],
  system: IdentitySystem,
  { trace: { span }, message: { socket } }: BoundaryRequest,
  { resolver }: BoundaryDependencies,
): SessionContext {
  const findOwners = system === 'user' ? resolver.findUserIds : resolver.findAdminIds;
  return {
    presentedTokenHashes: tokenHashes,
    findPresentedOwners: () => findOwners(tokenHashes, span, socket),
  };
}

/** @throws {Refusal} rate_limited when the visitor's address has read too much. */
function countPublicRead(request: BoundaryRequest, { publicReads }: BoundaryDependencies): void {
  const address = request.visitorAddress();
  const wait = address === null ? null : publicReads.use(address);
  if (wait === null) return;
  refuse('rate_limited', {
    detail: 'Too many requests from this address in a minute. Try again in a moment.',
    retryAfterSeconds: wait,
  });
}

const LONGEST_USER_AGENT = 300;

/** Who asked, for the few handlers that look. */
class RequestClient {
  readonly #request: BoundaryRequest;

  constructor(request: BoundaryRequest) {
    this.#request = request;
  }

  get address(): string {
    return this.#request.address();
  }

  get visitorAddress(): string | null {
    return this.#request.visitorAddress();
  }

  throwIfDisconnected(): void {
    throwIfDisconnected(this.#request.message.socket);
  }

  get userAgent(): string {
    return (this.#request.message.headers['user-agent'] ?? '').slice(0, LONGEST_USER_AGENT);
  }
}

function refuseDeclared(
  endpoint: Endpoint,
  code: Endpoint['refusals'][number],
  options?: RefusalOptions,
): never {
  if (!endpoint.refusals.includes(code)) {
    throw new Error(
      `${endpoint.id} refuses with ${code} (${refusalKindOf(code).status}), which the contract does not say`,
    );
  }
  return refuse(code, options);
}

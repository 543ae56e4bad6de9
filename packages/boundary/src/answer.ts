import type { IncomingMessage } from 'node:http';
import { decide, type Grant } from '@gatehouse/access';
import { accessRuleName, type Endpoint, refusalKindOf } from '@gatehouse/contract';
import type { MembershipResolver } from '@gatehouse/membership-resolver';
import { type Logger, requirePresent, type WorkLimit } from '@gatehouse/runtime';
import type { PipelinedReads } from '@gatehouse/runtime/database';
import type { Attributes } from '@opentelemetry/api';
import type { Pool, PoolClient } from 'pg';
import type { AmbiguousSessionReport } from './ambiguous-sessions.ts';
import { readJsonBody } from './body.ts';
import { type Caller, identitySystemOf, resolveCaller } from './caller.ts';
import type { SessionReader, StartedSession } from './context.ts';
import { csrfRefusal } from './csrf.ts';
import { factAttributes } from './fact-attributes.ts';
import { decodeInput, type RawInput } from './input.ts';
import type { Origins } from './origins.ts';
import { type RefusalOptions, refuse } from './refusal.ts';
import type { RequestTrace } from './request-trace.ts';
import { presentedTokenHashes } from './session-cookies.ts';
import { queryable } from './traced-query.ts';
import { type Actor, runTransaction } from './transaction.ts';

/** What every endpoint of a service needs. */
export interface BoundaryDependencies {
  readonly resolver: MembershipResolver;
  /** On connections that refuse every write. */
  readonly reads: PipelinedReads;
  readonly writePool: Pool;
  readonly origins: Origins;
  readonly log: Logger;
  readonly ambiguousSessions: AmbiguousSessionReport;
  /** Held by each request while it is worked on. */
  readonly work: WorkLimit;
}

/** The parts of a request that the boundary reads. */
export interface BoundaryRequest {
  readonly message: IncomingMessage;
  readonly path: RawInput['path'];
  readonly query: URLSearchParams;
  /** The client's address behind the trusted proxies; worked out when somebody asks. */
  readonly address: () => string;
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
 * @throws {CallerGone} when nobody waits for the answer any more: after a wait, and never within a transaction.
 */
export async function answer(
  endpoint: Endpoint,
  handler: ErasedHandler,
  request: BoundaryRequest,
  dependencies: BoundaryDependencies,
): Promise<BoundaryAnswer> {
  const { headers, socket } = request.message;
  const { span, attributes } = request.trace;
  const system = identitySystemOf(endpoint);
  attributes['access.rule'] = accessRuleName(endpoint.rule);

  const csrf = csrfRefusal(
    {
      method: endpoint.method,
      secFetchSite: headers['sec-fetch-site'] as string | undefined,
      origin: headers.origin,
      guard: headers['x-csrf-guard'] as string | undefined,
    },
    allowedOrigins(endpoint, dependencies.origins),
  );
  if (csrf !== null) refuse(csrf);

  const caller = await resolveCaller(endpoint.rule, headers.cookie, dependencies.resolver, span, socket);
  attributes['session.outcome'] = caller.outcome;
  if (caller.outcome === 'ambiguous') {
    dependencies.ambiguousSessions.tell(system, caller.ambiguousSessionIds, request.trace);
  }
  const personId = (caller.facts.user?.identities_user ?? caller.facts.admin?.identities_admin)?.id;
  if (personId !== undefined) attributes['enduser.pseudo.id'] = personId;
  const grant = requireGrant(endpoint, caller, attributes);

  const bodyText = endpoint.hasBody
    ? await dependencies.work.pause(() => readJsonBody(request.message))
    : null;
  const input = decodeInput(endpoint, { path: request.path, query: request.query, bodyText });

  const context = {
    ...grantedOf(grant),
    read: queryable(dependencies.reads, span, socket),
    log: dependencies.log,
    client: new RequestClient(request),
    refuse: (code: Endpoint['refusals'][number], options?: RefusalOptions) =>
      refuseDeclared(endpoint, code, options),
    ...(endpoint.method === 'GET'
      ? {}
      : { transaction: guardedTransaction(endpoint, caller, request, dependencies) }),
    ...(endpoint.session === null
      ? {}
      : { presentedTokenHashes: presentedTokenHashes(headers.cookie, system) }),
  };
  requirePresent(socket);
  const outcome = await handler(context as never, input as never);
  if (endpoint.session?.startsWith('starts_') !== true) return { body: outcome, started: null };
  const { answer: body, started } = outcome as { answer: unknown; started: StartedSession };
  return { body, started };
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

  requirePresent(): void {
    requirePresent(this.#request.message.socket);
  }

  get userAgent(): string {
    return (this.#request.message.headers['user-agent'] ?? '').slice(0, LONGEST_USER_AGENT);
  }
}

/** What touches no session belongs to both hosts: signing up here, an admin's enrolment there. */
function allowedOrigins(endpoint: Endpoint, { allowed }: Origins): ReadonlySet<string> {
  if (endpoint.rule.kind === 'public' && endpoint.session === null) return allowed.user.union(allowed.admin);
  return allowed[identitySystemOf(endpoint)];
}

/** @throws {Refusal} with the rule's code when the facts do not pass it; the span then says which facts they were. */
function requireGrant(endpoint: Endpoint, { facts }: Pick<Caller, 'facts'>, attributes: Attributes): Grant {
  const decision = decide(endpoint.rule, facts);
  if (decision.allowed) return decision.grant;
  Object.assign(attributes, factAttributes(facts));
  return refuse(decision.code);
}

/** The transaction that repeats the access check with the rows locked, before the handler's own work. */
function guardedTransaction(
  endpoint: Endpoint,
  caller: Caller,
  { trace, message }: BoundaryRequest,
  { writePool, resolver }: BoundaryDependencies,
): (work: (tx: object) => Promise<unknown>) => Promise<unknown> {
  return (work) =>
    runTransaction(
      writePool,
      trace,
      async (client, transactionFor) => {
        const facts = await lockFacts(endpoint, caller, client, resolver);
        const grant = requireGrant(endpoint, { facts }, trace.attributes);
        const reader: SessionReader = {
          userFacts: (tokenHash) => resolver.lockUser(client, tokenHash),
          adminFacts: (tokenHash) => resolver.lockAdmin(client, tokenHash),
        };
        return work({
          ...transactionFor(actorOf(grant)),
          ...grantedOf(grant),
          ...(endpoint.session === null ? {} : reader),
        });
      },
      message.socket,
    );
}

async function lockFacts(
  { rule }: Endpoint,
  { tokenHash }: Caller,
  client: PoolClient,
  resolver: MembershipResolver,
): Promise<Caller['facts']> {
  if (tokenHash === null) return { user: null, admin: null };
  return rule.kind === 'admin'
    ? { user: null, admin: await resolver.lockAdmin(client, tokenHash) }
    : { user: await resolver.lockUser(client, tokenHash), admin: null };
}

function grantedOf(grant: Grant): object {
  const { kind: _, ...granted } = grant;
  return granted;
}

function actorOf(grant: Grant): Actor {
  switch (grant.kind) {
    case 'public':
      return { kind: 'system', id: null };
    case 'admin':
      return { kind: 'admin', id: grant.facts.identities_admin.id };
    case 'user':
    case 'talent':
    case 'employer':
      return { kind: 'user', id: grant.facts.identities_user.id };
    default:
      return grant satisfies never;
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

import type { OutgoingHttpHeaders } from 'node:http';
import type { Endpoint } from '@gatehouse/contract';
import { throwIfDisconnected } from '@gatehouse/runtime';
import { create as contentDisposition } from 'content-disposition';
import { type Caller, resolveCaller } from './caller/caller.ts';
import { requireGrant, requireSameCompany } from './caller/grant.ts';
import { requireNamedAccount } from './caller/named-account.ts';
import { limitPerAccount, limitPublicReads } from './caller/read-limits.ts';
import { startsSession } from './caller/session-effect.ts';
import { sessionHeaders } from './caller/session-headers.ts';
import { signInBrowser } from './caller/sign-in-cookie.ts';
import { userBrowserOf } from './caller/user-browser-cookie.ts';
import type { StartedSession } from './context.ts';
import { createContext } from './create-context.ts';
import { sendFile } from './files/download.ts';
import type { FileAnswer } from './files/file-answer.ts';
import { type ImageAnswer, imageHeaders } from './files/image.ts';
import { readUpload } from './files/upload.ts';
import type { Exchange } from './http/exchange.ts';
import { requireAllowedOrigin } from './http/require-allowed-origin.ts';
import { requirePrecondition } from './http/require-precondition.ts';
import { readInput } from './input/read-input.ts';
import type { ErasedHandler, Service } from './service.ts';
import type { Versioned } from './version.ts';

/**
 * One request as a straight line: origin → cookie → session → facts → account → decision → precondition → input → handler → answer. The order is the
 * contract's: a refused caller learns nothing from a body, and about one that arrives late it is decided again.
 * @throws {Refusal} and what the database throws; `Exchange.fail` answers with either.
 * @throws {ClientDisconnected} after a wait, and never within a transaction.
 */
export async function answer(
  exchange: Exchange,
  endpoint: Endpoint,
  handler: ErasedHandler,
  service: Service,
): Promise<void> {
  requireAllowedOrigin(endpoint, exchange.request.headers, service.origins);
  limitPublicReads(endpoint, exchange, service);
  let caller = await identifyCaller(exchange, endpoint, service);
  const browser = signInBrowser(endpoint, exchange.request.headers.cookie);
  const userBrowser = userBrowserOf(endpoint, exchange.request.headers.cookie, service.cookies);
  const decideAgain = async () => {
    const { facts } = caller;
    caller = await identifyCaller(exchange, endpoint, service);
    requireSameCompany(facts, requireGrant(endpoint.rule, caller.facts));
  };
  const run = async (hasWaited: boolean, markAsWrite: () => void) => {
    if (hasWaited) caller = await identifyCaller(exchange, endpoint, service);
    requireNamedAccount(caller.facts, exchange.request.headers);
    requireGrant(endpoint.rule, caller.facts);
    requirePrecondition(endpoint, exchange.request.headers);
    const input = await readInput(endpoint, exchange, service, decideAgain);
    const grant = requireGrant(endpoint.rule, caller.facts);
    const upload = readUpload(endpoint, exchange.request, service.work);
    const identified = { caller, grant, browser, userBrowser, upload, decideAgain, markAsWrite };
    const context = createContext(exchange, endpoint, identified, service);
    throwIfDisconnected(exchange.client);
    return handler(context as never, input as never);
  };
  const outcome = await limitPerAccount(endpoint, caller, service, { run, decideAgain });
  const { status, image } = endpoint;
  if (image !== null) {
    exchange.sendImage(outcome as ImageAnswer, imageHeaders(image));
    return;
  }
  if (endpoint.download !== null || endpoint.attachment !== null) {
    const file = outcome as FileAnswer;
    const headers = fileHeaders(endpoint, file);
    await sendFile(exchange, { file, headers, caller }, decideAgain, service);
    return;
  }
  if (status === 303) {
    exchange.succeed(status, null, { Location: (outcome as { location: string }).location });
    return;
  }
  const { body, started } = bodyAndSession(endpoint, outcome);
  exchange.succeed(status, body, {
    ...sessionHeaders(endpoint, { started, browser, userBrowser }, service.cookies),
    ...(endpoint.hasEtag ? { ETag: (body as Versioned).etag } : {}),
  });
}

/** A file under a name of its own, or JSON under the name in the contract. */
function fileHeaders({ download, attachment }: Endpoint, { name }: FileAnswer): OutgoingHttpHeaders {
  return {
    'Content-Type': download ?? 'application/json; charset=utf-8',
    'Content-Disposition':
      attachment === null ? contentDisposition(name) : `attachment; filename="${attachment}"`,
  };
}

async function identifyCaller(exchange: Exchange, endpoint: Endpoint, service: Service): Promise<Caller> {
  const { cookie } = exchange.request.headers;
  const caller = await resolveCaller(endpoint.rule, cookie, service.resolver, exchange);
  exchange.identify(caller);
  if (caller.outcome === 'ambiguous') {
    service.ambiguousSessions.report(endpoint.system, caller.ambiguousSessionIds, exchange);
  }
  return caller;
}

/** A handler that starts a session returns it beside the answer. */
function bodyAndSession(
  endpoint: Endpoint,
  outcome: unknown,
): { body: unknown; started: StartedSession | null } {
  if (!startsSession(endpoint)) return { body: outcome, started: null };
  const { answer: body, started } = outcome as { answer: unknown; started: StartedSession };
  return { body, started };
}

import type { OutgoingHttpHeaders } from 'node:http';
import { finished, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { accessRuleName, type Endpoint } from '@gatehouse/contract';
import {
  type ClientConnection,
  ClientDisconnected,
  clientNetworks,
  errorType,
  normalAddress,
} from '@gatehouse/runtime';
import { type Attributes, type Span, SpanStatusCode } from '@opentelemetry/api';
import type { Request, Response } from 'express';
import { accountIdOf, type Caller } from '../caller/caller.ts';
import { factAttributes } from '../caller/fact-attributes.ts';
import { AccessRefusal } from '../caller/grant.ts';
import { startsSession } from '../caller/session-effect.ts';
import type { FileAnswer } from '../files/file-answer.ts';
import type { ImageAnswer } from '../files/image.ts';
import { TRANSFER_MILLIS } from '../files/upload.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import { discardBody } from './discard-body.ts';
import { problemOf } from './problem.ts';
import { startRequestTrace } from './request-trace.ts';

/** nginx's code for a client that has disconnected; it is logged and never sent. */
const CLIENT_CLOSED_REQUEST = 499;

/** How a request ended. */
interface Outcome {
  readonly status: number;
  /** For the span: `allowed`, the code of the problem, or `client_disconnected`. */
  readonly decision: string;
  /** Null: success. */
  readonly error: unknown;
}

/** One request and its response. It alone sends, ends the span, logs and counts. */
export class Exchange {
  readonly request: Request;
  readonly span: Span;
  /** 32 lower-case hex digits: what to quote for this request. */
  readonly traceId: string;
  readonly #response: Response;
  readonly #service: Service;
  readonly #headers: OutgoingHttpHeaders;
  readonly #startedAt = performance.now();
  #endpoint: Endpoint | null = null;
  #caller: Caller | null = null;

  /** @param headers those of every response. */
  constructor(request: Request, response: Response, service: Service, headers: OutgoingHttpHeaders) {
    this.request = request;
    this.#response = response;
    this.#service = service;
    this.#headers = headers;
    const { span, traceId } = startRequestTrace(request, service);
    this.span = span;
    this.traceId = traceId;
  }

  get client(): ClientConnection {
    return this.request.socket;
  }

  /** The client's address behind the trusted proxies. */
  get clientAddress(): string {
    return normalAddress(this.request.ip ?? '');
  }

  /** By which address limits count a visitor; null for a read of the web tier, which counts its visitors itself. */
  get visitorAddress(): string | null {
    // Every ingress sets the header; the web tier, which reads past the ingress for its visitors, does not.
    const isForwarded =
      this.#service.trustProxy === false || this.request.headers['x-forwarded-for'] !== undefined;
    return isForwarded ? this.clientAddress : null;
  }

  /** Resolves when the client has taken the answer, or has disconnected, also before the call. */
  whenAnswered(): Promise<void> {
    return new Promise((resolve) => {
      finished(this.#response, () => resolve());
    });
  }

  /** Call it when the router has found the endpoint. */
  match(endpoint: Endpoint): void {
    this.#endpoint = endpoint;
    this.span.updateName(`${this.request.method} ${endpoint.path}`);
  }

  /** Call it when the caller is known. */
  identify(caller: Caller): void {
    this.#caller = caller;
  }

  /** @param body null: none. */
  succeed(status: number, body: unknown, headers: OutgoingHttpHeaders): void {
    this.#send(status, body, { 'Content-Type': 'application/json; charset=utf-8', ...headers });
    this.#end({ status, decision: 'allowed', error: null });
  }

  /**
   * Sends a file as fast as the client takes it, within `TRANSFER_MILLIS`; to HEAD, its headers. What ends it after its first
   * chunk cuts the response off: the client sees fewer bytes than were announced.
   * @throws what reading the first chunk throws.
   */
  async sendFile({ size, chunks }: FileAnswer, headers: OutgoingHttpHeaders): Promise<void> {
    const reading = chunks[Symbol.asyncIterator]();
    const first = await reading.next();
    const status = 200;
    this.#writeHead(status, { ...headers, 'Content-Length': size });
    if (this.request.method === 'HEAD') {
      await reading.return?.();
      this.#response.end();
      this.#end({ status, decision: 'allowed', error: null });
      return;
    }
    try {
      const file = Readable.from(startingWith(first, reading), { objectMode: true, highWaterMark: 1 });
      await pipeline(file, this.#response, { signal: AbortSignal.timeout(TRANSFER_MILLIS) });
      this.#end({ status, decision: 'allowed', error: null });
    } catch (error) {
      this.#end(outcomeOfCut(error, this.traceId));
    }
  }

  /** Sends an image; to HEAD, its headers. */
  sendImage({ bytes }: ImageAnswer, headers: OutgoingHttpHeaders): void {
    const status = 200;
    this.#writeHead(status, { ...headers, 'Content-Length': bytes.length }).end(bytes);
    this.#limitUnread();
    this.#end({ status, decision: 'allowed', error: null });
  }

  /** Sends the problem of an error, unless the client has disconnected. */
  fail(error: unknown): void {
    if (error instanceof ClientDisconnected) {
      this.#end({ status: CLIENT_CLOSED_REQUEST, decision: 'client_disconnected', error });
      return;
    }
    const { problem, headers } = problemOf(error, this.traceId);
    if (!this.request.complete) discardBody(this.request);
    this.#send(problem.status, problem, {
      'Content-Type': 'application/problem+json; charset=utf-8',
      ...headers,
    });
    this.#end({ status: problem.status, decision: problem.code, error });
  }

  #send(status: number, body: unknown, { 'Content-Type': type, ...headers }: OutgoingHttpHeaders): void {
    if (body === null) {
      this.#writeHead(status, headers).end();
      return;
    }
    const text = JSON.stringify(body);
    const length = Buffer.byteLength(text);
    this.#writeHead(status, { ...headers, 'Content-Type': type, 'Content-Length': length }).end(text);
    this.#limitUnread();
  }

  #writeHead(status: number, headers: OutgoingHttpHeaders): Response {
    return this.#response.writeHead(status, { ...this.#headers, ...headers });
  }

  /** The web tier has no limit: it reads what it has requested. */
  #limitUnread(): void {
    // The kernel has taken the whole answer, as it does almost always.
    if (this.#response.writableLength === 0) return;
    const { holder } = this;
    if (holder !== null) this.#service.unreadAnswers.add(this.#response, holder);
  }

  /** Who holds what the process keeps for a slow client (G6): the account, or the network of a visitor; null: neither is known. */
  get holder(): string | null {
    const accountId = this.#caller === null ? null : accountIdOf(this.#caller.facts);
    const address = this.visitorAddress;
    return accountId ?? (address === null ? null : clientNetworks(address).wide);
  }

  #end(outcome: Outcome): void {
    this.#endSpan(outcome);
    const { status, error } = outcome;
    const { log, requestMetrics, decisionCounts } = this.#service;
    const endpoint = this.#endpoint;
    const method = this.request.method;
    const route = endpoint?.path ?? null;
    const rule = endpoint === null ? null : accessRuleName(endpoint.rule);
    const durationMillis = performance.now() - this.#startedAt;
    const decision = status >= 500 && !(error instanceof Refusal) ? 'error' : outcome.decision;
    const signsIn = endpoint !== null && startsSession(endpoint) ? endpoint.system : null;
    requestMetrics.record({ method, route, status, decision, durationMillis, signsIn });
    if (rule !== null) decisionCounts.add(rule, decision);
    const line = {
      trace_id: this.traceId,
      method,
      route,
      rule,
      status,
      decision,
      duration_ms: Math.round(durationMillis * 100) / 100,
    };
    if (status < 500 || error instanceof Refusal) {
      log.info(line, 'request');
      return;
    }
    // The stack has a line of its own, which the logger limits (F23).
    log.error({ trace_id: this.traceId, route, err: error }, 'request failed');
    log.error({ ...line, error_type: errorType(error) }, 'request');
  }

  #endSpan(outcome: Outcome): void {
    if (this.span.isRecording()) this.span.setAttributes(this.#spanAttributes(outcome));
    if (outcome.status >= 500) this.span.setStatus({ code: SpanStatusCode.ERROR });
    this.span.end();
  }

  #spanAttributes({ status, decision, error }: Outcome): Attributes {
    const endpoint = this.#endpoint;
    const caller = this.#caller;
    const accountId = caller === null ? null : accountIdOf(caller.facts);
    return {
      'http.request.method': this.request.method,
      'http.response.status_code': status,
      'access.decision': decision,
      ...(endpoint === null
        ? {}
        : { 'http.route': endpoint.path, 'access.rule': accessRuleName(endpoint.rule) }),
      ...(caller === null ? {} : { 'session.outcome': caller.outcome }),
      ...(accountId === null ? {} : { 'enduser.pseudo.id': accountId }),
      ...(error instanceof AccessRefusal ? factAttributes(error.facts) : {}),
    };
  }
}

/** How a response ended that was cut off: by its client, which was slow or has left, or by what its next chunk threw. */
function outcomeOfCut(error: unknown, traceId: string): Outcome {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ABORT_ERR') {
    return { status: CLIENT_CLOSED_REQUEST, decision: 'client_disconnected', error };
  }
  const { problem } = problemOf(error, traceId);
  return { status: problem.status, decision: problem.code, error };
}

async function* startingWith<T>(first: IteratorResult<T>, rest: AsyncIterator<T>): AsyncGenerator<T> {
  for (let next = first; next.done !== true; next = await rest.next()) yield next.value;
}

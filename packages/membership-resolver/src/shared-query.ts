import {
  BatchQueue,
  type ClientConnection,
  ClientDisconnected,
  createHistogram,
  errorType,
} from '@gatehouse/runtime';
import { observeQueue } from '@gatehouse/runtime/database';
import { context, type Link, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Pool, QueryArrayConfig } from 'pg';

const tracer = trace.getTracer('@gatehouse/membership-resolver');

/** Too many requests wait for the database already. */
export class SharedQueryOverload extends Error {
  override readonly name = 'SharedQueryOverload';
}

/** One statement that answers many keys at once: `$1` is `bytea[]`, the first column the key's ordinal (from 1). */
export interface SharedStatement<Row> {
  /** PostgreSQL keeps the plan under it; a statement without a name is planned on each request. */
  readonly name: string;
  readonly text: string;
  /** The span's name and `db.query.summary`. */
  readonly summary: string;
  /** Indexes that the plan must use; `query-plans.test.ts` checks it. */
  readonly indexes?: readonly string[];
  readonly parse: (columns: readonly unknown[]) => Row;
}

/** The request that a query is for. */
export interface Requester {
  /** The parent of the request's spans; undefined: the request has none. */
  readonly span?: Span | undefined;
  /** Undefined: never cancelled. */
  readonly client?: ClientConnection | undefined;
}

interface Waiter<Row> {
  readonly key: string;
  /** Null: the request's trace is not sampled. */
  readonly span: Span | null;
  readonly client: ClientConnection | undefined;
  readonly resolve: (row: Row | null) => void;
  readonly reject: (reason: unknown) => void;
}

/** No browser sends more keys than this by itself. */
const MAX_ORDINARY_KEYS = 8;

/** Keys of requests with more: about ten such requests with as many keys as their headers can hold. */
const MAX_WAITING_OF_CROWDED = 2_800;

/**
 * Requests that wait at the same time share one query. A request never joins a query that has already been sent: its own
 * query starts after it has arrived (B1). While fewer than `inFlightLimit` queries run, a query is sent at the end of the
 * event loop's turn, so sharing adds no delay. Waiting requests whose client disconnects are rejected.
 */
export class SharedQuery<Row> {
  readonly #pool: Pool;
  readonly #statement: SharedStatement<Row>;
  readonly #waiters: BatchQueue<Waiter<Row>>;
  /** For requests with many keys: one query at a time, so that they delay no other request (G6). */
  readonly #crowded: BatchQueue<Waiter<Row>>;
  readonly #waitingLimit: number;
  readonly #size = createHistogram('@gatehouse/membership-resolver', 'gatehouse.shared_query.size');

  constructor(
    pool: Pool,
    statement: SharedStatement<Row>,
    { inFlightLimit = 2, keysPerQuery = 512, waitingLimit = 10_000 } = {},
  ) {
    this.#pool = pool;
    this.#statement = statement;
    const send = (waiters: Waiter<Row>[]) => this.#send(waiters.filter(isConnected));
    this.#waiters = new BatchQueue(send, { inFlightLimit, maxBatchSize: keysPerQuery });
    this.#crowded = new BatchQueue(send, { inFlightLimit: 1, maxBatchSize: keysPerQuery });
    observeQueue(pool, this.#waiters);
    observeQueue(pool, this.#crowded);
    this.#waitingLimit = waitingLimit;
  }

  /**
   * The row of one key as it is at this moment, or null when there is none.
   * @throws {SharedQueryOverload} when too many requests wait already.
   * @throws {ClientDisconnected} when the requester disconnects before the query is sent.
   * @throws what `pg` throws when the database does not answer: never taken for an absent row.
   */
  find(key: string, requester: Requester = {}): Promise<Row | null> {
    if (this.#waiters.waiting >= this.#waitingLimit) {
      return Promise.reject(new SharedQueryOverload('too many requests wait for the database'));
    }
    return this.#wait(this.#waiters, key, requester);
  }

  /**
   * The rows of all keys of one request, in their order.
   * @throws as `find` does; with many keys, `SharedQueryOverload` as soon as about ten such requests wait.
   */
  findAll(keys: readonly string[], requester: Requester = {}): Promise<(Row | null)[]> {
    if (keys.length <= MAX_ORDINARY_KEYS) {
      return Promise.all(keys.map((key) => this.find(key, requester)));
    }
    if (this.#crowded.waiting + keys.length > MAX_WAITING_OF_CROWDED) {
      return Promise.reject(new SharedQueryOverload('too many requests with many cookies wait'));
    }
    // One span for all keys: they wait together.
    const { client } = requester;
    return Promise.all(
      keys.map((key, index) => this.#wait(this.#crowded, key, index === 0 ? requester : { client })),
    );
  }

  #wait(
    queue: BatchQueue<Waiter<Row>>,
    key: string,
    { span: parent, client }: Requester,
  ): Promise<Row | null> {
    // No span for an unsampled trace: this runs on every request.
    const span =
      parent?.isRecording() === true
        ? tracer.startSpan(
            this.#statement.summary,
            { kind: SpanKind.CLIENT },
            trace.setSpan(context.active(), parent),
          )
        : null;
    return new Promise((resolve, reject) => {
      queue.add({ key, span, client, resolve, reject });
    });
  }

  async #send(waiters: readonly Waiter<Row>[]): Promise<void> {
    if (waiters.length === 0) return;
    this.#size.record(waiters.length, { 'db.query.summary': this.#statement.summary });
    const span = this.#startQuerySpan(waiters);
    try {
      const rows = await this.#query(waiters.map((waiter) => waiter.key));
      waiters.forEach((waiter, index) => {
        endSpan(waiter.span);
        waiter.resolve(rows.get(index + 1) ?? null);
      });
      endSpan(span);
    } catch (error) {
      for (const waiter of waiters) {
        endSpan(waiter.span, error);
        waiter.reject(error);
      }
      endSpan(span, error);
    }
  }

  async #query(keys: string[]): Promise<Map<number, Row>> {
    const { name, text, parse } = this.#statement;
    const config: QueryArrayConfig = { name, text, values: [keys], rowMode: 'array' };
    const { rows } = await this.#pool.query<unknown[]>(config);
    return new Map(rows.map((columns) => [Number(columns[0]), parse(columns)]));
  }

  /**
   * The span of the shared query itself, linked with each sampled request that it serves. It belongs to the trace of the
   * first of them, so it is exported exactly when one of them is. Null: none is sampled.
   */
  #startQuerySpan(waiters: readonly Waiter<Row>[]): Span | null {
    const waits = waiters.flatMap(({ span }) => (span === null ? [] : [span]));
    const [first] = waits;
    if (first === undefined) return null;
    const links: Link[] = waits.map((wait) => ({ context: wait.spanContext() }));
    const span = tracer.startSpan(
      `shared ${this.#statement.summary}`,
      {
        kind: SpanKind.CLIENT,
        links,
        attributes: {
          'db.system.name': 'postgresql',
          'db.query.summary': this.#statement.summary,
          'db.operation.batch.size': waiters.length,
        },
      },
      trace.setSpan(context.active(), first),
    );
    const link = { context: span.spanContext() };
    for (const wait of waits) wait.addLink(link);
    return span;
  }
}

/** Rejects a waiter whose client has disconnected. */
function isConnected<Row>({ client, span, reject }: Waiter<Row>): boolean {
  if (client?.destroyed !== true) return true;
  const error = new ClientDisconnected();
  endSpan(span, error);
  reject(error);
  return false;
}

function endSpan(span: Span | null, error?: unknown): void {
  if (span === null) return;
  if (error !== undefined) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', errorType(error));
  }
  span.end();
}

import { BatchQueue, type ClientConnection, ClientDisconnected, createHistogram } from '@gatehouse/runtime';
import {
  context,
  type Histogram,
  type Link,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { Pool, QueryArrayConfig } from 'pg';

const tracer = trace.getTracer('@gatehouse/membership-resolver');

/** More requests wait for the database than this process may keep waiting. */
export class SharedQueryOverload extends Error {
  override readonly name = 'SharedQueryOverload';
}

/** One statement that answers many keys at once: `$1` is `bytea[]`, the first column the key's ordinal (from 1). */
export interface SharedStatement<Row> {
  /** The name under which PostgreSQL keeps the plan: without one every request would be planned anew. */
  readonly name: string;
  readonly text: string;
  /** What the query is about, in a few words, for its span (`db.query.summary`). */
  readonly summary: string;
  /** Indexes that the plan must use; `query-plans.test.ts` checks it. */
  readonly indexes?: readonly string[];
  readonly parse: (columns: readonly unknown[]) => Row;
}

interface Waiter<Row> {
  readonly key: string;
  /** Null: the request's trace is not kept. */
  readonly span: Span | null;
  /** Undefined: somebody waits whatever happens. */
  readonly caller: ClientConnection | undefined;
  readonly resolve: (row: Row | null) => void;
  readonly reject: (reason: unknown) => void;
}

/** A request with more keys than this is no browser's own doing. */
const MAX_ORDINARY_KEYS = 8;

/** Keys of such requests that may wait: some ten requests with as many as their headers can hold. */
const MAX_WAITING_OF_CROWDED = 2_800;

/**
 * Requests that wait at the same time share one query. A request never joins a query that has already been sent: the
 * query that answers it starts after it has arrived (B1). While fewer than `inFlightLimit` queries run, a request is
 * sent at the end of the current tick; sharing adds no wait of its own. Who has hung up while waiting is not asked for.
 */
export class SharedQuery<Row> {
  readonly #pool: Pool;
  readonly #statement: SharedStatement<Row>;
  readonly #waiters: BatchQueue<Waiter<Row>>;
  /** Of the requests with many keys: one query at a time, so that they hold up no other request (G6). */
  readonly #crowded: BatchQueue<Waiter<Row>>;
  readonly #waitingLimit: number;
  readonly #size: Histogram;

  constructor(
    pool: Pool,
    statement: SharedStatement<Row>,
    { inFlightLimit = 2, keysPerQuery = 512, waitingLimit = 10_000 } = {},
  ) {
    this.#pool = pool;
    this.#statement = statement;
    const send = (waiters: Waiter<Row>[]) => this.#send(waiters.filter(isPresent));
    this.#waiters = new BatchQueue(send, { inFlightLimit, maxBatchSize: keysPerQuery });
    this.#crowded = new BatchQueue(send, { inFlightLimit: 1, maxBatchSize: keysPerQuery });
    this.#waitingLimit = waitingLimit;
    this.#size = createHistogram('@gatehouse/membership-resolver', 'gatehouse.shared_query.size');
  }

  /**
   * The row of one key as it is at this moment, or null when there is none.
   * @param caller looked at when the query is sent.
   * @throws {SharedQueryOverload} when too many requests wait already.
   * @throws {ClientDisconnected} when the caller hung up before the query was sent.
   * @throws what `pg` throws when the database does not answer: never taken for an absent row.
   */
  find(key: string, parent: Span | undefined, caller?: ClientConnection): Promise<Row | null> {
    if (this.#waiters.waiting >= this.#waitingLimit) {
      return Promise.reject(new SharedQueryOverload('too many requests wait for the database'));
    }
    return this.#wait(this.#waiters, key, parent, caller);
  }

  /**
   * The rows of all keys of one request, in their order.
   * @throws as `find` does; with many keys, `SharedQueryOverload` as soon as some ten such requests wait.
   */
  findAll(
    keys: readonly string[],
    parent: Span | undefined,
    caller?: ClientConnection,
  ): Promise<(Row | null)[]> {
    if (keys.length <= MAX_ORDINARY_KEYS) {
      return Promise.all(keys.map((key) => this.find(key, parent, caller)));
    }
    if (this.#crowded.waiting + keys.length > MAX_WAITING_OF_CROWDED) {
      return Promise.reject(new SharedQueryOverload('too many requests with many cookies wait'));
    }
    // One span for all of them: they wait together.
    return Promise.all(
      keys.map((key, index) => this.#wait(this.#crowded, key, index === 0 ? parent : undefined, caller)),
    );
  }

  #wait(
    queue: BatchQueue<Waiter<Row>>,
    key: string,
    parent: Span | undefined,
    caller: ClientConnection | undefined,
  ): Promise<Row | null> {
    // A request whose trace is not kept pays nothing for one.
    const span =
      parent?.isRecording() === true
        ? tracer.startSpan(
            this.#statement.summary,
            { kind: SpanKind.CLIENT },
            trace.setSpan(context.active(), parent),
          )
        : null;
    return new Promise((resolve, reject) => {
      queue.add({ key, span, caller, resolve, reject });
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
   * The span of the shared query itself, linked with each request that it serves and whose trace is kept. It stands in
   * the trace of the first of them, so that it is kept exactly when one of them is. Null: none is.
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

/** Whether somebody still waits; who does not is let go. */
function isPresent<Row>({ caller, span, reject }: Waiter<Row>): boolean {
  if (caller?.destroyed !== true) return true;
  const gone = new ClientDisconnected();
  endSpan(span, gone);
  reject(gone);
  return false;
}

function endSpan(span: Span | null, error?: unknown): void {
  if (span === null) return;
  if (error !== undefined) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
  }
  span.end();
}

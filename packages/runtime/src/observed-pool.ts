import { metrics } from '@opentelemetry/api';
import pg from 'pg';
import type { BatchQueue } from './batch-queue.ts';
import { DatabaseClient, type DatabaseClientConfig } from './database-client.ts';
import { markConnectionFailure } from './database-errors.ts';
import type { PasswordFile } from './password-file.ts';
import { type AttributesOf, createHistogram, createObservable } from './telemetry-catalogue.ts';

const SCOPE = '@gatehouse/runtime';

type OnConnected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

declare module 'pg' {
  interface Pool {
    /** `pg-pool`'s, which its types leave out. @throws what the client's constructor throws. */
    newClient(waiting: { readonly callback: OnConnected }): void;
    /** `pg-pool`'s, too: serves those that wait, where a connection is idle or may be opened. */
    _pulseQueue(): void;
  }
}

/** The file's password, the former one, and the file's again when the role has changed in between. */
const PASSWORD_ATTEMPTS = 3;

/**
 * A pool that reports its connections, who waits and how long, by the names of the semantic conventions. Whatever prevents a
 * connection means that the database is unavailable.
 */
export class ObservedPool extends pg.Pool {
  readonly #waitTime = createHistogram(SCOPE, 'db.client.connection.wait_time');
  readonly #attributes: AttributesOf<'db.client.connection.wait_time'>;
  readonly #passwordFile: PasswordFile | undefined;
  readonly #queues: Pick<BatchQueue<unknown>, 'waiting'>[] = [];

  constructor(config: pg.PoolConfig & DatabaseClientConfig, poolName: string) {
    super({ ...config, Client: DatabaseClient as never });
    this.#passwordFile = config.passwordFile;
    const meter = metrics.getMeter(SCOPE);
    const attributes = { 'db.client.connection.pool.name': poolName };
    this.#attributes = attributes;
    createObservable(meter, 'db.client.connection.count').addCallback((result) => {
      const { totalCount, idleCount } = this;
      const used = totalCount - idleCount;
      result.observe(used, { ...attributes, 'db.client.connection.state': 'used' });
      result.observe(idleCount, { ...attributes, 'db.client.connection.state': 'idle' });
    });
    createObservable(meter, 'db.client.connection.pending_requests').addCallback((result) => {
      const queued = this.#queues.reduce((sum, { waiting }) => sum + waiting, 0);
      result.observe(this.waitingCount + queued, attributes);
    });
  }

  /** Counts what waits in a queue in front of this pool as waiting for a connection. */
  observe(queue: Pick<BatchQueue<unknown>, 'waiting' | 'onSend'>): void {
    this.#queues.push(queue);
    queue.onSend = (waitedMillis) => this.#waitTime.record(waitedMillis / 1000, this.#attributes);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: OnConnected): void;
  override connect(callback?: OnConnected): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) {
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client === undefined ? reject(error) : resolve(client)));
      });
    }
    const startedAt = performance.now();
    this.#connect(PASSWORD_ATTEMPTS, (error, client, done) => {
      this.#waitTime.record((performance.now() - startedAt) / 1000, this.#attributes);
      if (error !== undefined) markConnectionFailure(error);
      callback(error, client, done);
    });
    return undefined;
  }

  /**
   * Opens a connection for a request. The client's constructor reads the files of the certificates: where it fails, `pg-pool` would
   * throw in an event of another connection, and the process would end.
   */
  override newClient(waiting: { readonly callback: OnConnected }): void {
    try {
      super.newClient(waiting);
    } catch (error) {
      waiting.callback(error as Error, undefined, () => undefined);
      // As `pg-pool` does after a connection that failed: others may wait for it.
      setImmediate(() => this._pulseQueue());
    }
  }

  /** Tries again after a rejected password while another one is known. */
  #connect(attempts: number, callback: OnConnected): void {
    super.connect((error, client, done) => {
      if (attempts > 1 && this.#passwordFile?.isRetryable(error) === true)
        this.#connect(attempts - 1, callback);
      else callback(error, client, done);
    });
  }
}

/** As `ObservedPool.observe`: a queue that sends a few batches at once leaves none to wait in the pool itself. Another pool counts nothing. */
export function observeQueue(pool: pg.Pool, queue: Pick<BatchQueue<unknown>, 'waiting' | 'onSend'>): void {
  if (pool instanceof ObservedPool) pool.observe(queue);
}

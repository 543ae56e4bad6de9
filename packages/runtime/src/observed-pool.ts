import { type Attributes, type Histogram, metrics } from '@opentelemetry/api';
import pg from 'pg';
import { DatabaseClient, type DatabaseClientConfig } from './database-client.ts';
import { createHistogram, createObservable } from './telemetry-catalogue.ts';

const SCOPE = '@gatehouse/runtime';

/** A pool that reports its connections, who waits and how long, by the names of the semantic conventions. */
export class ObservedPool extends pg.Pool {
  readonly #waitTime: Histogram;
  readonly #attributes: Attributes;

  constructor(config: pg.PoolConfig & DatabaseClientConfig, poolName: string) {
    super({ ...config, Client: DatabaseClient as never });
    const meter = metrics.getMeter(SCOPE);
    const attributes = { 'db.client.connection.pool.name': poolName };
    this.#attributes = attributes;
    this.#waitTime = createHistogram(SCOPE, 'db.client.connection.wait_time');
    const count = createObservable(meter, 'db.client.connection.count');
    const pending = createObservable(meter, 'db.client.connection.pending_requests');
    meter.addBatchObservableCallback(
      (result) => {
        const { totalCount, idleCount, waitingCount } = this;
        const used = totalCount - idleCount;
        result.observe(count, used, { ...attributes, 'db.client.connection.state': 'used' });
        result.observe(count, idleCount, { ...attributes, 'db.client.connection.state': 'idle' });
        result.observe(pending, waitingCount, attributes);
      },
      [count, pending],
    );
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(
    callback: (
      error: Error | undefined,
      client: pg.PoolClient | undefined,
      done: (release?: unknown) => void,
    ) => void,
  ): void;
  override connect(
    callback?: (
      error: Error | undefined,
      client: pg.PoolClient | undefined,
      done: (release?: unknown) => void,
    ) => void,
  ): Promise<pg.PoolClient> | undefined {
    const startedAt = performance.now();
    const record = () => this.#waitTime.record((performance.now() - startedAt) / 1000, this.#attributes);
    if (callback === undefined) return super.connect().finally(record);
    super.connect((error, client, done) => {
      record();
      callback(error, client, done);
    });
    return undefined;
  }
}

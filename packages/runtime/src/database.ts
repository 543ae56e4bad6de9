import type pg from 'pg';
import { markConnectionFailure } from './database-errors.ts';
import { ObservedPool } from './observed-pool.ts';
import type { PasswordFile } from './password-file.ts';

export type { DatabaseClient } from './database-client.ts';
export { isDatabaseUnavailable } from './database-errors.ts';
export { commit, inTransaction, transactionOn } from './in-transaction.ts';
export { observeQueue } from './observed-pool.ts';
export { PasswordFile } from './password-file.ts';
export { PipelinedReads } from './pipelined-reads.ts';

/** How a pool is used. */
export interface PoolOptions {
  readonly url: string;
  /** In place of the URL's password: read for every new connection (K1). */
  readonly passwordFile?: PasswordFile | undefined;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName: string;
  readonly maxConnections: number;
  /** Connections of this pool refuse every write. */
  readonly readOnly?: boolean;
  /** Milliseconds that a request waits for a free or a new connection. */
  readonly connectionTimeoutMillis?: number;
  /** Milliseconds that one statement may take. */
  readonly statementTimeoutMillis?: number;
  /** Called when an idle connection breaks; the pool opens new ones by itself. */
  readonly onIdleError: (error: Error) => void;
}

/**
 * A bounded pool of connections to the primary. Every wait is bounded; prepared statements keep their generic plan,
 * because PostgreSQL would otherwise plan the shared `unnest` query again at light load.
 */
export function createPool(options: PoolOptions): pg.Pool {
  const statementTimeoutMillis = options.statementTimeoutMillis ?? 3000;
  const settings = [
    // Days and weeks are counted in UTC, whatever the zone of the server is.
    'timezone=UTC',
    'plan_cache_mode=force_generic_plan',
    `statement_timeout=${statementTimeoutMillis}`,
    'lock_timeout=2500',
    // Less than `lock_timeout`: a process that stops in the middle of a transaction holds up a revocation, and fails none.
    'idle_in_transaction_session_timeout=2000',
    `default_transaction_read_only=${options.readOnly === true ? 'on' : 'off'}`,
  ];
  const pool = new ObservedPool(
    {
      connectionString: options.url,
      passwordFile: options.passwordFile,
      application_name: options.applicationName,
      max: options.maxConnections,
      connectionTimeoutMillis: options.connectionTimeoutMillis ?? 2000,
      silenceMillis: statementTimeoutMillis + 500,
      idleTimeoutMillis: 0,
      keepAlive: true,
      pipeline: true,
      options: settings.map((setting) => `-c ${setting}`).join(' '),
    },
    options.applicationName,
  );
  pool.on('error', options.onIdleError);
  // The pool listens to idle connections only. One that breaks in the middle of a transaction fails its query, and the
  // request with it, by whatever has broken it; without a listener its `error` event would end the process as well.
  pool.on('connect', (client) => client.on('error', markConnectionFailure));
  return pool;
}

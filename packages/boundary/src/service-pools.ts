import type { Logger } from '@gatehouse/runtime';
import { createPool, PasswordFile, type PoolOptions } from '@gatehouse/runtime/database';
import type { Pool } from 'pg';
import type { ServiceConfiguration } from './service-configuration.ts';

const RESOLVER_CONNECTIONS = 3;
/** For revocations, and for starting and ending sessions: ordinary writes never take them (G1, G6). */
const RESERVED_CONNECTIONS = 3;
/** The same for staff: users never take them (G1). */
const STAFF_CONNECTIONS = 3;

/** Creates a pool that carries its purpose in its name in `pg_stat_activity`. */
export type MakePool = (
  purpose: string,
  options: Pick<PoolOptions, 'maxConnections' | 'readOnly' | 'statementTimeoutMillis'>,
) => Pool;

/** The connections of a service, by their purpose. */
export interface ServicePools {
  readonly resolver: Pool;
  readonly read: Pool;
  readonly write: Pool;
  readonly reserved: Pool;
  readonly staff: Pool;
  /** Makes another one. */
  readonly make: MakePool;
  /**
   * Opens connections before the first request needs them.
   * @returns the first failure; null: all are open.
   */
  open(use: { readonly isForStaff: boolean }): Promise<unknown>;
  /** Closes all pools, those that `make` has made included. */
  end(): Promise<void>;
}

/** No connection is open yet. */
export function createServicePools(
  name: string,
  { DATABASE_URL, DATABASE_PASSWORD_FILE, DATABASE_CONNECTIONS: maxConnections }: ServiceConfiguration,
  log: Logger,
): ServicePools {
  // One for all pools: what one of them learns in a rotation serves the others.
  const passwordFile = DATABASE_PASSWORD_FILE === '' ? undefined : new PasswordFile(DATABASE_PASSWORD_FILE);
  const pools: Pool[] = [];
  const make: MakePool = (purpose, options) => {
    const made = createPool({
      url: DATABASE_URL,
      passwordFile,
      applicationName: `gatehouse-${name}-${purpose}`,
      onIdleError: (error) => log.warn({ err: error, pool: purpose }, 'an idle database connection broke'),
      ...options,
    });
    pools.push(made);
    return made;
  };
  const resolver = make('resolver', { maxConnections: RESOLVER_CONNECTIONS });
  const read = make('read', { maxConnections, readOnly: true });
  const write = make('write', { maxConnections });
  const reserved = make('reserved', { maxConnections: RESERVED_CONNECTIONS });
  const staff = make('staff', { maxConnections: STAFF_CONNECTIONS });
  return {
    resolver,
    read,
    write,
    reserved,
    staff,
    make,
    open: ({ isForStaff }) =>
      openConnections([resolver, resolver, read, write, reserved, ...(isForStaff ? [staff] : [])]),
    end: async () => {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

/** One connection for each mention of a pool. */
async function openConnections(pools: readonly Pool[]): Promise<unknown> {
  const connecting = await Promise.allSettled(pools.map((pool) => pool.connect()));
  let failure: unknown = null;
  for (const result of connecting) {
    if (result.status === 'fulfilled') result.value.release();
    else failure ??= result.reason;
  }
  return failure;
}

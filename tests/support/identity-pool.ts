import { createPool, type PoolOptions } from '@gatehouse/runtime/database';
import type { TestDatabase } from '@gatehouse/testkit';
import type { Pool } from 'pg';

/** A pool of the identity service's role, for tests of its code without a process of it; of one connection unless told. */
export function createIdentityPool(
  database: TestDatabase,
  options: Partial<Omit<PoolOptions, 'url'>> = {},
): Pool {
  return createPool({
    url: database.roleUrl('identity_service'),
    applicationName: 'test',
    maxConnections: 1,
    onIdleError: () => undefined,
    ...options,
  });
}

import { setTimeout as delay } from 'node:timers/promises';
import { createPool, isDatabaseUnavailable } from '@gatehouse/runtime/database';
import { createTestDatabase, type TestDatabase } from '@gatehouse/testkit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import { type FaultProxy, startFaultProxy } from '#support/fault-proxy.ts';

/** Half a second more than a statement may take. */
const SILENCE_MILLIS = 1000;

let database: TestDatabase;
let pool: Pool;
let proxy: FaultProxy;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
  const url = database.directUrl('identity_service');
  proxy = await startFaultProxy(new URL(url));
  pool = createPool({
    url: proxy.urlThrough(url),
    applicationName: 'database-silence-test',
    maxConnections: 1,
    statementTimeoutMillis: 500,
    connectionTimeoutMillis: 30_000,
    onIdleError: () => undefined,
  });
});
afterAll(async () => {
  proxy.stop();
  await pool.end();
  await database.stop();
});

const pid = async () => (await pool.query('select pg_backend_pid() as pid')).rows[0].pid as number;

test('E4: a query on a connection that has long been idle ends soon when PostgreSQL is silent', async () => {
  const before = await pid();
  // An idle connection is silent as well, and stays.
  await delay(2.5 * SILENCE_MILLIS);
  expect(await pid()).toBe(before);
  await delay(1.5 * SILENCE_MILLIS);
  proxy.mode = 'silent';
  const error = await pid().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'ETIMEDOUT' });
  expect(isDatabaseUnavailable(error)).toBe(true);
  proxy.mode = 'forward';
  expect(await pid()).not.toBe(before);
});

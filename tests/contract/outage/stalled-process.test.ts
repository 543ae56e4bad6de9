import { isDatabaseUnavailable } from '@gatehouse/runtime/database';
import { createTestDatabase, type TestDatabase } from '@gatehouse/testkit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import { createIdentityPool } from '#support/identity-pool.ts';

/** Longer than PostgreSQL lets a transaction be idle (2 s). */
const STALL_MILLIS = 3000;

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
  pool = createIdentityPool(database, { connectionTimeoutMillis: 30_000 });
});
afterAll(async () => {
  await pool.end();
  await database.stop();
});

test('E4: a process that stalls in the middle of a transaction answers 503, because PostgreSQL has ended it', async () => {
  const connection = await pool.connect();
  await connection.query('begin');
  // As a process without processor time: it reads nothing and sends nothing.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STALL_MILLIS);
  const error = await connection.query('select 1').catch((reason: unknown) => reason);
  connection.release(true);
  expect(error).toMatchObject({ code: '25P03' });
  expect(isDatabaseUnavailable(error)).toBe(true);
});

import { createPool, inTransaction } from '@gatehouse/runtime/database';
import { createTestDatabase, type TestDatabase } from '@gatehouse/testkit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { trace } from '@opentelemetry/api';
import type { Pool, PoolClient } from 'pg';
import { runTransaction } from '#packages/boundary/src/transaction/transaction.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
  pool = createPool({
    url: database.roleUrl('identity_service'),
    applicationName: 'transactions-test',
    maxConnections: 1,
    onIdleError: () => undefined,
  });
});
afterAll(async () => {
  await pool.end();
  await database.stop();
});

const span = trace.getTracer('transactions-test').startSpan('test');

/** Overlooks that a statement failed: PostgreSQL answers its `commit` with a rollback, and without an error. */
async function overlooksAFailure(connection: PoolClient): Promise<string> {
  await connection.query('select 1 / 0').catch(() => undefined);
  return 'done';
}

test.each([
  {
    of: 'a request',
    run: () => runTransaction(pool, { span, traceId: '' }, overlooksAFailure),
  },
  { of: 'a background task', run: () => inTransaction(pool, overlooksAFailure) },
])('G1: a transaction of $of that PostgreSQL rolled back is not reported as done', async ({ run }) => {
  await expect(run()).rejects.toThrow('PostgreSQL rolled the transaction back');
  expect((await pool.query('select 1 as alive')).rows).toEqual([{ alive: 1 }]);
});

import { lockAccess } from '@gatehouse/membership-resolver';
import { inTransaction } from '@gatehouse/runtime/database';
import { createTestDatabase, makePerson, type TestDatabase } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { trace } from '@opentelemetry/api';
import type { Pool, PoolClient } from 'pg';
import { sendTogether } from '#packages/boundary/src/transaction/send-together.ts';
import { runTransaction } from '#packages/boundary/src/transaction/transaction.ts';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';
import { createIdentityPool } from '#support/identity-pool.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
  pool = createIdentityPool(database);
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
    run: () => {
      const work = (_opened: undefined, _transactionFor: unknown, connection: PoolClient) =>
        overlooksAFailure(connection);
      return runTransaction(pool, { span, traceId: '' }, { open: async () => undefined, work });
    },
  },
  { of: 'a background task', run: () => inTransaction(pool, overlooksAFailure) },
])('G1: a transaction of $of that PostgreSQL rolled back is not reported as done', async ({ run }) => {
  await expect(run()).rejects.toThrow('PostgreSQL rolled the transaction back');
  expect((await pool.query('select 1 as alive')).rows).toEqual([{ alive: 1 }]);
});

test('G1: a read that is sent together with the locks sees what was committed while they waited', async () => {
  const { userId } = await makePerson(database);
  const name = async (connection: PoolClient) => {
    const [, { rows }] = await sendTogether(connection, () => [
      lockAccess(connection, [{ kind: 'user', id: userId, mode: 'shared' }]),
      connection.query('select name from identity.users where id = $1', [userId]),
    ]);
    return rows[0].name as string;
  };
  const { found } = await inHeldTransaction(database.ownerUrl, async (holder) => {
    await lockAccess(holder, [{ kind: 'user', id: userId, mode: 'exclusive' }]);
    const found = runTransaction(
      pool,
      { span, traceId: '' },
      { open: name, work: async (opened: string) => opened },
    );
    await isWaitedFor(holder);
    await holder.query("update identity.users set name = 'Changed meanwhile' where id = $1", [userId]);
    return { found };
  });
  expect(await found).toBe('Changed meanwhile');
});

describe('a transaction whose locks are not granted', () => {
  /** The statement after the locks is not prepared where they fail, which a pooler must not take for granted. */
  const openFor = (userId: string, first: (connection: PoolClient) => Promise<unknown>) => {
    const find = { name: `find_${userId}`, text: 'select name from identity.users where id = $1' };
    return (connection: PoolClient) =>
      sendTogether(connection, () => [first(connection), connection.query({ ...find, values: [userId] })]);
  };
  const lockFor = (userId: string) => (connection: PoolClient) =>
    lockAccess(connection, [{ kind: 'user', id: userId, mode: 'shared' }]);

  test('G1: does no work, and the same one succeeds afterwards', async () => {
    const { userId } = await makePerson(database);
    let works = 0;
    const work = async () => {
      works += 1;
    };
    const run = () =>
      runTransaction(pool, { span, traceId: '' }, { open: openFor(userId, lockFor(userId)), work });
    await inHeldTransaction(database.ownerUrl, async (holder) => {
      await lockAccess(holder, [{ kind: 'user', id: userId, mode: 'exclusive' }]);
      await expect(run()).rejects.toMatchObject({ code: '55P03' });
    });
    expect(works).toBe(0);
    await run();
    expect(works).toBe(1);
  });

  test('G1: because of a deadlock is tried again', async () => {
    const { userId } = await makePerson(database);
    let attempts = 0;
    const open = openFor(userId, (connection) => {
      attempts += 1;
      return attempts === 1
        ? connection.query("do $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$")
        : lockFor(userId)(connection);
    });
    const work = async () => 'done';
    expect(await runTransaction(pool, { span, traceId: '' }, { open, work })).toBe('done');
    expect(attempts).toBe(2);
  });
});

/** Fails only behind PgBouncer (`make test-pgbouncer`). */
test('a transaction whose work sends several statements, of which the first fails, succeeds afterwards', async () => {
  const find = { name: 'find_after_a_failure', text: 'select name from identity.users where id = $1' };
  const { userId } = await makePerson(database);
  let divisor = 0;
  const work = (_opened: undefined, _transactionFor: unknown, connection: PoolClient) =>
    sendTogether(connection, () => [
      connection.query('select 1 / $1::integer from pg_sleep(0.2)', [divisor]),
      connection.query({ ...find, values: [userId] }),
    ]);
  const run = () => runTransaction(pool, { span, traceId: '' }, { open: async () => undefined, work });
  // Long enough for the pooler to have passed the second one on.
  await expect(run()).rejects.toMatchObject({ code: '22012' });
  divisor = 1;
  const [, { rowCount }] = await run();
  expect(rowCount).toBe(1);
});

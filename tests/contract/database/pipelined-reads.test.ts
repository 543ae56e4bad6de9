import { ClientDisconnected } from '@gatehouse/runtime';
import { createPool, PipelinedReads } from '@gatehouse/runtime/database';
import { createTestDatabase, type TestDatabase } from '@gatehouse/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Pool } from 'pg';

const present = { destroyed: false };
const WHO = { name: 'who', text: 'select pg_backend_pid() as pid, $1::int as value' };
const DIVIDE = { name: 'divide', text: 'select 6 / $1::int as value' };

let database: TestDatabase;
let pool: Pool;
let reads: PipelinedReads;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
});
afterAll(() => database.stop());
beforeEach(() => {
  pool = createPool({
    url: database.directUrl('identity_service'),
    applicationName: 'pipelined-reads-test',
    maxConnections: 2,
    readOnly: true,
    onIdleError: () => undefined,
  });
  reads = new PipelinedReads(pool);
});
afterEach(() => pool.end());

const who = async (value: number) => (await reads.query({ ...WHO, values: [value] }, present)).rows[0];
const many = (count: number) => Promise.all(Array.from({ length: count }, (_, value) => who(value)));

describe('reads that come in the same turn', () => {
  test('go over one connection, and each has its own answer', async () => {
    const rows = await many(5);
    expect(rows.map(({ value }) => value)).toEqual([0, 1, 2, 3, 4]);
    expect(new Set(rows.map(({ pid }) => pid)).size).toBe(1);
    expect(pool.totalCount).toBe(1);
  });

  test('wait for few before them: the ninth takes another connection, and no pool grows beyond its limit', async () => {
    const rows = await many(40);
    expect(rows.map(({ value }) => value)).toEqual(Array.from({ length: 40 }, (_, value) => value));
    expect(new Set(rows.map(({ pid }) => pid)).size).toBe(2);
    expect(new Set(rows.slice(0, 8).map(({ pid }) => pid)).size).toBe(1);
    expect(rows[8]?.pid).not.toBe(rows[0]?.pid);
    expect(pool.totalCount).toBe(2);
  });

  test('F13: a value that PostgreSQL cannot take fails alone, and the connection is used again', async () => {
    const results = await Promise.allSettled([
      who(1),
      reads.query({ ...DIVIDE, values: [0] }, present),
      reads.query({ ...DIVIDE, values: [2] }, present),
      who(2),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(results[1]).toMatchObject({ reason: { code: '22012' } });
    expect(results[2]).toMatchObject({ value: { rows: [{ value: 3 }] } });
    const pidBefore = results[0]?.status === 'fulfilled' ? results[0].value.pid : undefined;
    expect((await who(3)).pid).toBe(pidBefore);
  });

  test.each(['x', '2026-02-30', '1e999', 'NaN'])(
    'F13: %j for the first use of a statement leaves the statement usable on that connection',
    async (value) => {
      await expect(reads.query({ ...DIVIDE, values: [value] }, present)).rejects.toMatchObject({
        code: expect.stringMatching(/^22/),
      });
      expect((await reads.query({ ...DIVIDE, values: [3] }, present)).rows).toEqual([{ value: 2 }]);
      expect(pool.totalCount).toBe(1);
      expect((await who(1)).pid).toBe((await who(2)).pid);
    },
  );

  test('a query that fails for another reason takes its connection along, and no other query', async () => {
    const results = await Promise.allSettled([
      who(1),
      reads.query({ name: 'no_table', text: 'select from nowhere' }, present),
      who(2),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const pidBefore = results[0]?.status === 'fulfilled' ? results[0].value.pid : undefined;
    expect((await who(3)).pid).not.toBe(pidBefore);
  });

  test('whose caller has hung up by then are not sent', async () => {
    const caller = { destroyed: false };
    const gone = reads.query({ ...DIVIDE, values: [0] }, caller);
    caller.destroyed = true;
    await expect(gone).rejects.toBeInstanceOf(ClientDisconnected);
    const other = who(7);
    expect((await other).value).toBe(7);
  });

  test('share one plan: a statement is prepared once for each connection', async () => {
    await many(5);
    const { rows } = await reads.query(
      { name: 'plans', text: "select count(*)::int as plans from pg_prepared_statements where name = 'who'" },
      present,
    );
    expect(rows).toEqual([{ plans: 1 }]);
  });

  test('cannot write', async () => {
    const write = reads.query({ name: 'write', text: 'create temporary table t ()' }, present);
    await expect(write).rejects.toMatchObject({ code: '25006' });
  });
});

describe('reads with a timeout of their own', () => {
  const TIMEOUT = { name: 'timeout', text: "select current_setting('statement_timeout') as value" };

  test('F8: have it in PostgreSQL, whatever the connection was opened with, and leave it there', async () => {
    const limited = new PipelinedReads(pool, { maxBatchSize: 1, statementTimeoutMillis: 150 });
    expect((await limited.query(TIMEOUT, present)).rows).toEqual([{ value: '150ms' }]);
    expect((await reads.query(TIMEOUT, present)).rows).toEqual([{ value: '3s' }]);
    await expect(limited.query({ text: 'select pg_sleep(2)' }, present)).rejects.toMatchObject({
      code: '57014',
    });
    expect((await limited.query(TIMEOUT, present)).rows).toEqual([{ value: '150ms' }]);
  });

  test('F13: a value that PostgreSQL cannot take leaves their connection usable', async () => {
    const limited = new PipelinedReads(pool, { maxBatchSize: 1, statementTimeoutMillis: 150 });
    const pid = async () => (await limited.query({ ...WHO, values: [1] }, present)).rows[0].pid;
    const before = await pid();
    await expect(limited.query({ ...DIVIDE, values: [0] }, present)).rejects.toMatchObject({ code: '22012' });
    expect(await pid()).toBe(before);
    expect(pool.totalCount).toBe(1);
  });
});

test('E4: without a database each read fails, and as what says that the database is away', async () => {
  const away = createPool({
    url: 'postgres://none@127.0.0.1:1/none',
    applicationName: 'pipelined-reads-test',
    maxConnections: 2,
    readOnly: true,
    onIdleError: () => undefined,
  });
  const readsAway = new PipelinedReads(away);
  const results = await Promise.allSettled(
    [1, 2, 3].map(() => readsAway.query({ text: 'select 1' }, present)),
  );
  expect(results.map((result) => result.status === 'rejected' && result.reason.code)).toEqual(
    Array(3).fill('ECONNREFUSED'),
  );
  await away.end();
});

import { createTestDatabase, type TestDatabase } from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { sql, switchSql } from '../../mutation/contract/switch.ts';

const ORIGINAL = { name: 'chosen_number', text: 'select $1::int as number where true' };

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
  client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  switchSql();
});
afterAll(async () => {
  await client.end();
  await database.stop();
});
beforeEach(() => {
  sql.active = new Map();
  sql.errors.clear();
});

const byPromise = async (): Promise<number> => (await client.query({ ...ORIGINAL, values: [1] })).rows.length;
const byCallback = () =>
  new Promise<number>((resolve, reject) => {
    client.query({ ...ORIGINAL, values: [1] }, (error: Error | null, result) => {
      if (error === null) resolve(result.rows.length);
      else reject(error);
    });
  });

describe.each([
  ['a promise', byPromise],
  ['a callback, as reads have', byCallback],
])('mutants of SQL, sent with %s', (_, send) => {
  test('a connection that has prepared the original runs the changed text, and then the original again', async () => {
    expect(await send()).toBe(1);
    for (const condition of ['false', 'not true']) {
      sql.active = new Map([[ORIGINAL.text, ORIGINAL.text.replace('true', condition)]]);
      expect(await send()).toBe(0);
    }
    sql.active = new Map();
    expect(await send()).toBe(1);
  });

  test('the error of a changed text that PostgreSQL rejects is noted', async () => {
    sql.active = new Map([[ORIGINAL.text, ORIGINAL.text.replace('true', 'absent')]]);
    await expect(send()).rejects.toThrow('absent');
    expect([...sql.errors]).toEqual(['42703']);
  });
});

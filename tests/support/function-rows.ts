import { randomUUID } from 'node:crypto';
import { makePerson, type TestDatabase, type TestPerson } from '@gatehouse/testkit';
import { inHeldTransaction } from './held-transaction.ts';

/** Two owners of different companies, and a person with talent access. */
export async function makeParties(database: TestDatabase): Promise<[TestPerson, TestPerson, TestPerson]> {
  const isOwner = { membership: { role: 'owner', status: 'active' } } as const;
  return Promise.all([
    makePerson(database, isOwner),
    makePerson(database, isOwner),
    makePerson(database, { talent: 'active' }),
  ]);
}

/** What an expression, as the call of a function, returns. */
export async function resultOf(
  database: TestDatabase,
  call: string,
  values: readonly unknown[] = [],
): Promise<unknown> {
  const [row] = await database.query<{ result: unknown }>(`select ${call} as result`, values);
  return row?.result;
}

/** Changes columns of one row. */
export function changeRow(database: TestDatabase, relation: string, set: string, id: string | null) {
  return database.query(`update ${relation} set ${set} where id = $1`, [id]);
}

/** Inserts one row, whose other columns are null. @returns its id. */
export async function insertRow(
  database: TestDatabase,
  relation: string,
  values: Readonly<Record<string, unknown>>,
): Promise<string> {
  const id = randomUUID();
  await database.query(`insert into ${relation} select (jsonb_populate_record(null::${relation}, $1)).*`, [
    JSON.stringify({ id, ...values }),
  ]);
  return id;
}

/** What an expression returns that waits for no lock. @throws {Error} if it waits for one. */
export async function resultAtOnce(
  database: TestDatabase,
  call: string,
  values: readonly unknown[],
): Promise<unknown> {
  return inHeldTransaction(database.ownerUrl, async (caller) => {
    await caller.query("set local lock_timeout = '1s'");
    const { rows } = await caller.query(`select ${call} as result`, [...values]);
    return rows[0]?.result;
  });
}

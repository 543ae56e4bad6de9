import { namedStatements } from '@gatehouse/boundary';
import { createTestDatabase, type TestDatabase } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { adminFactsStatement } from '#packages/membership-resolver/src/admin-facts.ts';
import { userFactsStatement } from '#packages/membership-resolver/src/user-facts.ts';
import '#services/employer/src/handlers.ts';
import '#services/identity/src/identity.ts';
import '#services/talent/src/handlers.ts';

/** Statements that read a whole table because they are about the whole of it. */
const WHOLE_TABLES: Readonly<Record<string, readonly string[]>> = {
  // Once a start of identity: a row for each of the staff.
  count_unreadable_admin_seeds: ['admin_second_factors'],
  count_for_admin_overview: ['companies', 'users'],
};

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  // The tables here are small enough to be read whole; what is asked is whether there is an index that serves.
  await client.query('set enable_seqscan = off');
});
afterAll(async () => {
  await client.end();
  await database.stop();
});

function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** The tables that a statement reads from end to end, whatever its values. */
async function wholeTables(text: string): Promise<readonly string[]> {
  const { rows } = await client.query(`explain (generic_plan, format json) ${text}`);
  const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan);
  const scans = nodes.filter((node) => node['Node Type'] === 'Seq Scan');
  return [...new Set(scans.map((node) => node['Relation Name'] ?? ''))].toSorted();
}

const statements = [userFactsStatement, adminFactsStatement, ...namedStatements()];

describe('the plan of every statement', () => {
  test('there are statements to look at', () => {
    expect(statements.length).toBeGreaterThan(80);
  });

  test.each(statements.map(({ name, text }) => [name, text] as const))(
    '%s finds its rows by an index',
    async (name, text) => {
      expect(await wholeTables(text)).toEqual(WHOLE_TABLES[name] ?? []);
    },
  );

  test('a statement without an index is found', async () => {
    expect(await wholeTables('select id from identity.users where name = $1')).toEqual(['users']);
  });
});

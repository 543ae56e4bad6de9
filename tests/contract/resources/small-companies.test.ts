import { namedStatements } from '@gatehouse/boundary';
import { createTestDatabase, makePerson, type TestDatabase } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { askedWords } from '#services/talent/src/job-posts/asked-words.ts';
import { MAX_COUNTED } from '#services/talent/src/job-posts/option-counts.ts';

await import('#services/talent/src/talent.ts');

/** Autovacuum analyzes a table once 50 rows have changed: of fewer companies PostgreSQL knows nothing. */
const COMPANIES = 40;
/** More than a search sorts. */
const POSTS = 9000;
const PAGE = 50;

interface PlanNode {
  readonly 'Parent Relationship'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
  client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  for (let company = 0; company < COMPANIES; company += 1)
    await makePerson(database, { membership: { role: 'owner', status: 'active' } });
  await client.query(
    `insert into employer.job_posts (company_id, title, description, kind, state, published_at)
     select company.id, 'Engineer ' || post, 'Harbour and garden', 'full_time', 'published',
            now() - post * interval '1 minute'
       from generate_series(1, $1) post
       join (select id, row_number() over () - 1 as place, count(*) over () as count from employer.companies) company
         on company.place = post % company.count`,
    [POSTS],
  );
  await client.query('analyze employer.job_posts, employer.job_post_filters, employer.job_post_search');
});
afterAll(async () => {
  await client.end();
  await database.stop();
});

/** The nodes of the plan that a statement had with the values. */
async function nodesOf(name: string, values: readonly unknown[]): Promise<readonly PlanNode[]> {
  const found = namedStatements().find((statement) => statement.name === name);
  const { rows } = await client.query(`explain (analyze, format json) ${found?.text}`, [...values]);
  const all = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(all)];
  return all(rows[0]['QUERY PLAN'][0].Plan);
}

/** How many rows of job posts they read, in whatever table. */
const postsRead = (nodes: readonly PlanNode[]) =>
  nodes
    .filter((node) => /^job_post/.test(node['Relation Name'] ?? ''))
    .map((node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'])
    .reduce((sum, rows) => sum + rows, 0);

/** How many documents they look into for the words, one after another. */
const documentsRead = (nodes: readonly PlanNode[]) =>
  nodes
    .filter(
      (node) => node['Parent Relationship'] === 'SubPlan' && node['Relation Name'] === 'job_post_search',
    )
    .reduce((sum, node) => sum + node['Actual Loops'], 0);

describe('F8: the catalogue of a few companies, about which the database has no statistics', () => {
  const NO_FILTERS = ['', null, null, null, null, null, null];

  test('it has none', async () => {
    const { rows } = await client.query("select from pg_stats where tablename = 'companies'");
    expect(rows).toEqual([]);
  });

  test.each([
    ['list_newest_public_job_posts', [null, null, PAGE], 2 * PAGE],
    ['list_filtered_public_job_posts', [...NO_FILTERS, null, null, PAGE], 3 * PAGE],
    // A thousand of them are sorted, which costs as much as reading all these rows, and no more.
    ['count_filtered_public_job_posts', [...NO_FILTERS, true], POSTS],
  ])('F8: %s reads the newest posts, and no more', async (name, values, most) => {
    expect(postsRead(await nodesOf(name, values))).toBeLessThanOrEqual(most);
  });

  test('F8: a search for words that all posts have looks into the newest ones, and no more', async () => {
    const { required, rest, beginning, ranked } = askedWords('harbour or garden');
    const values = [...NO_FILTERS, required, rest, beginning, ranked, null, null, PAGE, 'relevance', true];
    const documents = documentsRead(await nodesOf('search_public_job_posts', values));
    expect(documents).toBe(MAX_COUNTED);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { namedStatements } from '@gatehouse/boundary';
import { API_SERVICES } from '@gatehouse/contract';
import { SERVICE_ROLES } from '@gatehouse/database/roles';
import { createTestDatabase, type TestDatabase } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import {
  erasureOfApplicationsSql,
  erasureSql,
} from '#packages/database/src/data-registry/erasure-function.ts';
import { adminFactsStatement } from '#packages/membership-resolver/src/admin-facts.ts';
import { userFactsStatement } from '#packages/membership-resolver/src/user-facts.ts';
import { FUNCTION_CALLS, FUNCTIONS_WITHOUT_TABLES, SCENE } from '#support/function-calls.ts';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';
import { YEARS_OF_ROWS } from '#support/years-of-rows.ts';

// Loads every statement of the services.
for (const name of API_SERVICES) await import(`#services/${name}/src/${name}.ts`);
// And of the command that invites an admin.
await import('#services/identity/src/admin-enrolments/enrolment-link.ts');

/** Statements that read a whole table because they are about the whole of it. */
const WHOLE_TABLES: Readonly<Record<string, readonly string[]>> = {
  // Once a start of identity: a row for each of the staff.
  count_unreadable_admin_seeds: ['admin_second_factors'],
  count_for_admin_overview: ['companies', 'users'],
  // A row for each kind.
  find_retention_progress: ['progress'],
};

/** The same of functions. */
const WHOLE_TABLES_OF_FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  // Queues, which are empty but for the minutes after a change of thousands of rows.
  'employer.rename_in_documents(integer)': ['employer.renamed_companies'],
  'identity.forget_company_of_next_member(integer)': ['identity.former_members'],
  'identity.notify_of_next_closed_post(integer)': ['identity.closed_job_posts'],
  // A few rows for each of the staff, read when one of them becomes an operator.
  'identity.has_second_operator(uuid)': ['identity.staff_requests'],
};

/** The same of indexes: statements that no caller pages through. */
const WHOLE_INDEXES: Readonly<Record<string, readonly string[]>> = {
  // Where the files of the sitemap begin: once a minute in a web process, otherwise counted as a search.
  find_borders_of_sitemap_files: ['job_post_filters_newest_idx'],
};

/** Lists that find rows by an index of another order and sort them: which, and why these are few or the work is limited. */
const SORTED_LISTS: readonly (readonly [names: RegExp, why: string])[] = [
  [/^list_(user|admin)_sessions$/, 'live sessions of one account'],
  [/^list_invitations$/, 'open invitations of one company'],
  [/^list_application_ratings$/, 'ratings of one application'],
  [/^list_newest_(drafts|published_job_posts)$/, 'a quota limits these posts of one company'],
  [/^list_public_job_posts_of_company$/, 'the same, of published posts'],
  [/^list_job_posts_by_(title|applications)$/, 'the posts of one company, read as a search (F8)'],
  [
    /^list_application(_line)?s_by_\w+_rating(_reversed)?$/,
    'the average of the rated applications of one company',
  ],
  [/^list_admin_job_posts$/, 'the posts of one company: a barrier of a view is between them and their order'],
  [/^list_kept_back_job_posts$/, 'the posts that staff keep back'],
  [/^list_reported_subjects$/, 'the open reports'],
  [/^search_public_job_posts$/, 'the newest matches, so many and no more'],
];

/** The first parameters of the keysets in a statement. */
function cursorsOf(text: string): readonly string[] {
  return [...text.matchAll(/ [<>] \(coalesce\(\$(\d+)::/g)].map(([, parameter = '']) => parameter);
}

/** Of a table with fewer rows, such as the companies of these tests, the planner may take the whole index for a join. */
const MANY_ROWS = 1000;

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Plan Rows': number;
  readonly 'Conflict Arbiter Indexes'?: readonly string[];
  readonly Plans?: readonly PlanNode[];
}

let database: TestDatabase;
let client: pg.Client;
/** Indexes of some rows alone, such as those that wait: to read one whole is to read no others. */
let partialIndexes: ReadonlySet<string>;
/** The index of the partitioned table, by that of a partition. */
let partitionedIndexes: ReadonlyMap<string, string>;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query(YEARS_OF_ROWS);
  await client.query('vacuum analyze');
  const { rows } = await client.query<{ of_partition: string; of_table: string }>(
    `select part.relname as of_partition, whole.relname as of_table from pg_inherits i
       join pg_class part on part.oid = i.inhrelid and part.relkind = 'i' join pg_class whole on whole.oid = i.inhparent`,
  );
  partitionedIndexes = new Map(rows.map((row) => [row.of_partition, row.of_table]));
  const partial = await client.query<{ name: string }>(
    'select indexrelid::regclass::text as name from pg_index where indpred is not null',
  );
  partialIndexes = new Set(partial.rows.map(({ name }) => name.replace(/^.*\./, '')));
  // Some tables are small enough to be read whole; the question is whether there is an index to use.
  await client.query("set enable_seqscan = off; set plan_cache_mode = 'force_custom_plan'");
  // Beside two tests that flood the machine.
}, 600_000);
afterAll(async () => {
  await client.end();
  await database.stop();
});

function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

async function planOf(text: string): Promise<readonly PlanNode[]> {
  const { rows } = await client.query(`explain (generic_plan, format json) ${text}`);
  return nodesOf(rows[0]['QUERY PLAN'][0].Plan);
}

/** The sorts of more rows than pages have, of a statement that may sort only what no index has in its order. */
async function sortsOfMoreThanPages(text: string): Promise<readonly PlanNode[]> {
  await client.query('begin; set local enable_sort = off');
  const plan = await planOf(text).finally(() => client.query('rollback'));
  const isOfPages = (sort: PlanNode) => nodesOf(sort).some((node) => node['Node Type'] === 'Limit');
  return plan.filter((node) => node['Node Type'].includes('Sort') && !isOfPages(node));
}

/** The tables that a statement reads from end to end, whatever its values. */
async function wholeTables(text: string): Promise<readonly string[]> {
  const scans = (await planOf(text)).filter((node) => node['Node Type'] === 'Seq Scan');
  return [...new Set(scans.map((node) => node['Relation Name'] ?? ''))].toSorted();
}

/**
 * The indexes that a statement reads from end to end: nothing says where to begin, and no limit where to stop. Other joins than
 * nested loops read a table of these tests' size whole or row by row as its statistics, a random sample, have it.
 */
async function wholeIndexes(text: string): Promise<readonly string[]> {
  await client.query('begin; set local enable_hashjoin = off; set local enable_mergejoin = off');
  const { rows } = await client.query(`explain (generic_plan, format json) ${text}`);
  await client.query('rollback');
  const found = unboundedIndexesOf(rows[0]['QUERY PLAN'][0].Plan);
  return [...new Set(found)].filter((name) => !partialIndexes.has(name)).toSorted();
}

function unboundedIndexesOf(node: PlanNode): readonly string[] {
  if (node['Node Type'] === 'Limit') return [];
  const name = node['Index Name'];
  const isWhole = name !== undefined && node['Index Cond'] === undefined && node['Plan Rows'] > MANY_ROWS;
  return [...(isWhole ? [name] : []), ...(node.Plans ?? []).flatMap(unboundedIndexesOf)];
}

/** The indexes by which a plan finds rows, or the row that an insert conflicts with; that of a partition is its table's. */
function indexesOf(plan: readonly PlanNode[]): readonly string[] {
  const names = plan.flatMap((node) =>
    [node['Index Name'] ?? [], node['Conflict Arbiter Indexes'] ?? []].flat(),
  );
  return names.map((name) => partitionedIndexes.get(name) ?? name);
}

/** Where the services and what they share declare their statements. */
function sourceFiles(): readonly URL[] {
  return ['services/', 'packages/'].flatMap((path) => {
    const folder = new URL(path, REPOSITORY_ROOT);
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /^[^/]+\/src\/.*(?<!\.test)\.ts$/.test(file))
      .map((file) => new URL(file, folder));
  });
}

const statements = [userFactsStatement, adminFactsStatement, ...namedStatements()];
const withIndexes = statements.flatMap(({ name, text, indexes }) =>
  indexes === undefined || indexes.length === 0 ? [] : [[name, text, indexes] as const],
);

describe('the plan of every statement', () => {
  test('there are statements to look at', () => {
    expect(statements.length).toBeGreaterThan(80);
    expect(withIndexes.length).toBeGreaterThan(45);
  });

  test.each(statements.map(({ name, text }) => [name, text] as const))(
    '%s finds its rows by an index',
    async (name, text) => {
      expect(await wholeTables(text)).toEqual(WHOLE_TABLES[name] ?? []);
    },
  );

  test.each(statements.map(({ name, text }) => [name, text] as const))(
    '%s reads no index from end to end',
    async (name, text) => {
      expect(await wholeIndexes(text)).toEqual(WHOLE_INDEXES[name] ?? []);
    },
  );

  test('no statement of the sources is left out', () => {
    const known = new Set(statements.map(({ name }) => name));
    const declared = sourceFiles().flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bstatement(?:<[^(]*>)?\(\s*'([a-z0-9_]+)'/g)].map(
        ([, name]) => name,
      ),
    );
    expect(declared.length).toBeGreaterThan(300);
    expect(declared.filter((name) => name === undefined || !known.has(name))).toEqual([]);
  });

  test.each(withIndexes)('%s uses the indexes that it names', async (_name, text, indexes) => {
    expect(indexesOf(await planOf(text))).toEqual(expect.arrayContaining([...indexes]));
  });

  // Another index of the same time was taken, all posts of one moment were read and sorted for each page.
  test('F8: the newest posts are read in their order, however many were published at one moment', async () => {
    const newest = statements.find(({ name }) => name === 'list_newest_public_job_posts');
    await client.query(
      `begin; update employer.job_posts set published_at = '2026-01-01' where state = 'published'`,
    );
    try {
      await client.query('analyze employer.job_posts');
      const kinds = (await planOf(newest?.text ?? '')).map((node) => node['Node Type']);
      expect(kinds).toContain('Index Scan');
      expect(kinds.filter((kind) => /Sort/.test(kind))).toEqual([]);
    } finally {
      await client.query('rollback');
    }
  });

  test('G1: the erasure of an account, which holds the locks of user and company, finds its rows by indexes', async () => {
    for (const sql of [erasureSql(), erasureOfApplicationsSql()]) expect(await wholeTables(sql)).toEqual([]);
  });

  const lists = statements.flatMap(({ name, text }) =>
    cursorsOf(text).map((cursor) => ({ name, cursor, text })),
  );
  const isSorted = ({ name }: { readonly name: string }) => SORTED_LISTS.some(([names]) => names.test(name));

  /** Whether it begins behind the cursor in an index that has its order. */
  async function readsInOrder({
    text,
    cursor,
  }: {
    readonly text: string;
    readonly cursor: string;
  }): Promise<boolean> {
    const conditions = (await planOf(text)).map((node) => node['Index Cond'] ?? '');
    const begins = conditions.some((condition) => condition.includes(`COALESCE($${cursor},`));
    return begins && (await sortsOfMoreThanPages(text)).length === 0;
  }

  test.each(lists.filter((list) => !isSorted(list)))(
    'F8 G6: a page of $name begins in its index after parameter $cursor: the last one costs as much as the first',
    async (list) => {
      expect(await readsInOrder(list)).toBe(true);
    },
  );

  test('the other lists sort few rows, and each of them still does', async () => {
    expect(lists.length).toBeGreaterThan(70);
    for (const [names] of SORTED_LISTS) expect(lists.filter(({ name }) => names.test(name))).not.toEqual([]);
    for (const list of lists.filter(isSorted))
      expect([list.name, await readsInOrder(list)]).toEqual([list.name, false]);
  });

  test('a statement without an index is found', async () => {
    expect(await wholeIndexes('select count(*) from identity.users')).toEqual([expect.any(String)]);
    expect(await wholeIndexes('select id from identity.users order by id limit 3')).toEqual([]);
    expect(await wholeTables('select id from identity.users where name = $1')).toEqual(['users']);
    expect(await sortsOfMoreThanPages('select id from identity.users order by name limit 3')).toHaveLength(1);
  });
});

/** How often each table was read from end to end, and by an index, in this session. */
const SCANS = `
  select relid::regclass::text as name, seq_scan::int as whole, idx_scan::int as by_index from pg_stat_xact_user_tables
   where schemaname in ('identity', 'employer', 'talent')`;

/** What the plan of a statement shows as a function alone: the tables that a call reads by an index, and from end to end. */
async function tablesReadBy(
  signature: string,
  change = '',
): Promise<{ byIndex: readonly string[]; whole: readonly string[] }> {
  await client.query(
    `begin; set local enable_hashjoin = off; set local enable_mergejoin = off; ${change}; ${SCENE}`,
  );
  try {
    const before = new Map((await client.query(SCANS)).rows.map((row) => [row.name, row]));
    await client.query(`select ${signature.replace(/\(.*/, '')}${FUNCTION_CALLS[signature]}`);
    const { rows } = await client.query(SCANS);
    const readBy = (kind: 'whole' | 'by_index') =>
      rows.filter((row) => row[kind] > (before.get(row.name)?.[kind] ?? 0)).map(({ name }) => name);
    return { byIndex: readBy('by_index'), whole: readBy('whole').toSorted() };
  } finally {
    await client.query('rollback');
  }
}

describe('the statements inside of functions', () => {
  test('each function that a service may call is called here', async () => {
    const { rows } = await client.query(
      `select distinct p.oid::regprocedure::text as signature
         from pg_proc p cross join unnest($1::text[]) as role (name)
        where p.pronamespace in ('identity'::regnamespace, 'employer'::regnamespace, 'talent'::regnamespace)
          and p.prorettype <> 'trigger'::regtype and has_function_privilege(role.name, p.oid, 'execute')`,
      [SERVICE_ROLES],
    );
    const called = [...Object.keys(FUNCTION_CALLS), ...FUNCTIONS_WITHOUT_TABLES];
    expect(rows.map(({ signature }) => signature).toSorted()).toEqual(called.toSorted());
  });

  test('there is a row for each of their arguments', async () => {
    await client.query(`begin; ${SCENE}`);
    const { rows } = await client.query('select * from scene');
    await client.query('rollback');
    expect(Object.entries(rows[0] ?? { scene: null }).filter(([, value]) => value === null)).toEqual([]);
  });

  test.each(Object.keys(FUNCTION_CALLS))('%s finds its rows by indexes', async (signature) => {
    const { byIndex, whole } = await tablesReadBy(signature);
    expect(whole).toEqual(WHOLE_TABLES_OF_FUNCTIONS[signature] ?? []);
    expect(byIndex).not.toEqual([]);
  });

  test('an index that is missing inside of a function is found', async () => {
    const { whole } = await tablesReadBy(
      'talent.send_message(uuid,text,uuid,text)',
      'drop index talent.messages_author_id_sent_at_idx',
    );
    expect(whole).toEqual(['talent.messages']);
  });
});

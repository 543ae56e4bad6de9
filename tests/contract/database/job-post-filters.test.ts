import type { Queryable, Statement } from '@gatehouse/boundary';
import type { ListPublicJobPostsRequest } from '@gatehouse/contract';
import { createTestDatabase, makeJobPost, type TestDatabase } from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { findBySearch } from '#services/talent/src/job-posts/find-job-posts.ts';

/** More than the search sorts by their age (`MAX_SORTED`). */
const MANY = 8200;

let database: TestDatabase;
let owner: pg.Client;
let talent: pg.Client;
/** As the search's connections, with the plans that do not depend on values. */
let reads: Queryable;
let companyId: string;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
  owner = new pg.Client({ connectionString: database.ownerUrl });
  talent = new pg.Client({ connectionString: database.roleUrl('talent_service') });
  await Promise.all([owner.connect(), talent.connect()]);
  await talent.query('set plan_cache_mode = force_generic_plan');
  reads = {
    query: async <Row>({ name, text }: Statement<Row>, values: readonly unknown[]) =>
      (await talent.query({ name, text, values: [...values] })).rows as Row[],
  };
});
afterAll(async () => {
  await Promise.all([owner.end(), talent.end()]);
  await database.stop();
});
beforeEach(async () => {
  await owner.query('truncate employer.companies cascade');
  const { rows } = await owner.query("insert into employer.companies (name) values ('Fennel') returning id");
  companyId = rows[0].id;
});

/** The public search, with all counts. */
const find = (asked: Partial<ListPublicJobPostsRequest>) =>
  findBySearch(reads, {
    query: '',
    location: '',
    cursor: '',
    limit: 10,
    count_to: 1000,
    count_options: true,
    ...asked,
  } as ListPublicJobPostsRequest);

const titlesOf = async (asked: Partial<ListPublicJobPostsRequest>) =>
  (await find(asked)).items.map(({ title }) => title);

describe('the filters of the search follow the posts', () => {
  /** By change, whether the post is found in Porto afterwards. */
  const CHANGES: readonly (readonly [string, boolean])[] = [
    ["kind = 'contract', seniority = 'lead'", true],
    ["location = 'Pôrto Alegre'", true],
    ["location = 'Lisbon'", false],
    ["location = 'Porto'", true],
    ["pay_minimum = 100, pay_currency = 'EUR', pay_period = 'hour'", true],
    ['pay_maximum = 200', true],
    ["languages = '{pt,en}', remote_mode = 'hybrid'", true],
    ['expires_on = current_date - 2', false],
    ['expires_on = null', true],
    ["hidden_at = now(), hidden_reason = 'Spam.'", false],
    ["hidden_at = null, hidden_reason = ''", true],
    ["state = 'closed'", false],
    ["state = 'published', published_at = now()", true],
  ];

  test('after every change of a post, at once', async () => {
    const id = await makeJobPost(database, { companyId, title: 'Baker', location: 'Porto', state: 'draft' });
    expect(await titlesOf({ location: 'porto' })).toEqual([]);
    await owner.query("update employer.job_posts set state = 'published', published_at = now()");
    for (const [change, isFound] of CHANGES) {
      await owner.query(`update employer.job_posts set ${change} where id = $1`, [id]);
      expect([change, await titlesOf({ location: 'porto' })]).toEqual([change, isFound ? ['Baker'] : []]);
      const { rows: differences } = await owner.query(
        `(select to_jsonb(employer.filters_of(j)) - 'public_since' from employer.job_posts j where state = 'published' and hidden_at is null
          except all select to_jsonb(f) - 'public_since' from employer.job_post_filters f)
         union all
         (select to_jsonb(f) - 'public_since' from employer.job_post_filters f
          except all select to_jsonb(employer.filters_of(j)) - 'public_since' from employer.job_posts j where state = 'published' and hidden_at is null)`,
      );
      expect([change, differences]).toEqual([change, []]);
    }
  });

  test('public since staff showed the post or its company last, and an edit does not change it', async () => {
    await owner.query(
      `insert into employer.job_posts (company_id, title, location, kind, state, published_at)
       values ($1, 'Baker', 'Porto', 'full_time', 'published', now() - interval '1 day')`,
      [companyId],
    );
    const steps: readonly (readonly [string, boolean])[] = [
      ["update employer.companies set review_state = 'pending'", false],
      ["update employer.companies set review_state = 'approved'", true],
      ["update employer.companies set condition = 'disabled'", false],
      ["update employer.companies set review_state = 'refused', review_reason = 'Spam.'", false],
      ["update employer.companies set condition = 'active'", false],
      ["update employer.companies set review_state = 'approved', review_reason = ''", true],
      ["update employer.companies set name = 'Fennel & Co.'", false],
      ["update employer.job_posts set hidden_at = now(), hidden_reason = 'Spam.'", false],
      ["update employer.job_posts set hidden_at = null, hidden_reason = ''", true],
      ["update employer.job_posts set location = 'Leeds'", false],
    ];
    const since = async () => {
      const { rows } = await owner.query('select public_since::text as at from employer.job_post_filters');
      return rows[0]?.at;
    };
    let last = await since();
    expect(last).toBeNull();
    for (const [step, isShown] of steps) {
      await owner.query(step);
      const at = await since();
      // While the post is hidden it has no row.
      if (at === undefined) continue;
      expect([step, at !== last]).toEqual([step, isShown]);
      last = at;
    }
    await owner.query("update employer.job_posts set state = 'closed'");
    await owner.query("update employer.job_posts set state = 'published', published_at = now()");
    expect(await since()).toBeNull();
  });

  test('G1: a company that is disabled is found with no filter and no word, from the next statement on', async () => {
    await makeJobPost(database, { companyId, title: 'Baker', location: 'Porto' });
    const asked = [{ location: 'porto' }, { query: 'baker' }, { order: 'pay', currency: 'EUR' }] as const;
    for (const one of asked) expect(await titlesOf(one)).toEqual(['Baker']);
    await owner.query("update employer.companies set condition = 'disabled'");
    for (const one of asked) expect(await find(one)).toMatchObject({ items: [], match_count: 0 });
  });
});

test('F8: a word of more posts than are sorted finds the newest that pass the filters, with counts', async () => {
  await owner.query('alter table employer.job_posts disable trigger user');
  await owner.query(
    `insert into employer.job_posts (company_id, title, location, kind, state, published_at)
     select $1, 'Baker ' || n, case when n % 100 = 0 then 'Porto' else 'Leeds' end,
            case when n % 2 = 0 then 'full_time' else 'part_time' end, 'published', now() - n * interval '1 minute'
       from generate_series(1, $2::int) n`,
    [companyId, MANY],
  );
  await owner.query('alter table employer.job_posts enable trigger user');
  await owner.query(
    `insert into employer.job_post_search (job_post_id, company_id, location, document)
     select id, company_id, '', to_tsvector('employer.job_words', title) from employer.job_posts`,
  );
  await owner.query(
    'insert into employer.job_post_filters select (employer.filters_of(j)).* from employer.job_posts j',
  );
  await owner.query('analyze');

  const all = await find({ query: 'baker', order: 'newest', limit: 3 });
  expect(all.items.map(({ title }) => title)).toEqual(['Baker 1', 'Baker 2', 'Baker 3']);
  expect(all.match_count).toBe(1000);
  expect(all.filter_counts).toContainEqual(
    expect.objectContaining({
      filter: 'kind',
      is_exact: false,
      options: [
        { value: 'full_time', count: 500 },
        { value: 'part_time', count: 500 },
      ],
    }),
  );

  const rare = await find({ query: 'baker', location: 'porto', order: 'newest', limit: 2 });
  expect(rare.items.map(({ title }) => title)).toEqual(['Baker 100', 'Baker 200']);
  expect(rare.match_count).toBe(MANY / 100);
  const next = await find({
    query: 'baker',
    location: 'porto',
    order: 'newest',
    limit: 2,
    cursor: rare.next_cursor,
  });
  expect(next.items.map(({ title }) => title)).toEqual(['Baker 300', 'Baker 400']);

  // Of the part-time posts none is in Porto; without the filter of the place there are more than are counted.
  const none = await find({ query: 'baker', location: 'porto', kind: 'part_time' });
  expect(none).toMatchObject({ items: [], match_count: 0 });
  expect(none.filter_counts).toContainEqual(
    expect.objectContaining({ filter: 'kind', options: [{ value: 'full_time', count: expect.any(Number) }] }),
  );
  expect(none.filter_counts.find(({ filter }) => filter === 'location')?.without).toBeGreaterThan(900);

  // A phrase is checked in the newest of them; one word in addition leaves few enough to sort.
  expect(await titlesOf({ query: '"baker 8"' })).toEqual(['Baker 8']);
  expect(await titlesOf({ query: 'baker 8150' })).toEqual(['Baker 8150']);
});

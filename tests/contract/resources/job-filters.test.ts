import type { JobPostFilterCounts, PublicJobPost } from '@gatehouse/contract';
import { startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { addFilteredPosts } from '#support/filtered-jobs.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({
    seed: 'none',
    instances: 1,
    environment: { SEARCHES_PER_ADDRESS: '1000' },
  });
  await addFilteredPosts(system);
});
afterAll(() => system.stop());

const list = (search: string) => system.publicHost.request(`/api/talent/job_posts?${search}`);
const titlesOf = ({ body }: Awaited<ReturnType<typeof list>>): readonly string[] =>
  body.items.map(({ title }: { title: string }) => title);

const FOUND: readonly (readonly [string, readonly string[]])[] = [
  ['remote_mode=remote', ['Daily', 'Yearly']],
  ['seniority=senior', ['Sterling', 'Yearly']],
  ['location=remote', ['Daily', 'Yearly']],
  ['location=%20REMOTE%20', ['Daily', 'Yearly']],
  ['language=en', ['Monthly', 'Yearly']],
  ['language=sv', []],
  // 52,000 a year, 54,000 in 12 months, 52,000 in 260 days, 52,000 in 2,080 hours.
  ['minimum_pay=52000&currency=EUR', ['Hourly', 'Daily', 'Monthly', 'Yearly']],
  ['minimum_pay=52001&currency=EUR', ['Monthly']],
  ['minimum_pay=1&currency=GBP', ['Sterling']],
  ['minimum_pay=4294967295&currency=EUR', []],
  ['remote_mode=remote&minimum_pay=52000&currency=EUR&seniority=lead', ['Daily']],
  ['currency=GBP', ['Sterling', 'Hourly', 'Daily', 'Monthly', 'Yearly', 'Silent']],
];

describe('the filters of the public search', () => {
  test.each(FOUND)('%s finds %j, with and without words, page by page', async (filters, titles) => {
    expect(titlesOf(await list(filters))).toEqual(titles);
    const found = await list(`query=keeper&${filters}&count_to=10`);
    expect([...titlesOf(found)].toSorted()).toEqual([...titles].toSorted());
    expect(found.body.match_count).toBe(titles.length);
    expect((await list(`${filters}&count_to=10`)).body.match_count).toBe(titles.length);
    const paged: string[] = [];
    let cursor = '';
    do {
      const page = await list(`${filters}&limit=1&cursor=${cursor}`);
      paged.push(...titlesOf(page));
      cursor = page.body.next_cursor;
    } while (cursor !== '');
    expect(paged).toEqual(titles);
  });

  test.each([
    ['order=pay&currency=EUR', ['Monthly', 'Hourly', 'Daily', 'Yearly', 'Sterling', 'Silent']],
    ['order=pay&currency=GBP', ['Sterling', 'Hourly', 'Daily', 'Monthly', 'Yearly', 'Silent']],
    ['order=pay&currency=EUR&seniority=senior', ['Yearly', 'Sterling']],
    ['order=newest', ['Sterling', 'Hourly', 'Daily', 'Monthly', 'Yearly', 'Silent']],
    ['order=relevance', ['Sterling', 'Hourly', 'Daily', 'Monthly', 'Yearly', 'Silent']],
    ['query=keeper&order=newest', ['Sterling', 'Hourly', 'Daily', 'Monthly', 'Yearly', 'Silent']],
  ])('%s is the order %j', async (order, titles) => {
    expect(titlesOf(await list(order))).toEqual(titles);
  });

  test.each(['', 'query=keeper&', 'kind=full_time&', 'order=pay&currency=EUR&'])(
    'each post states the terms that it has, and no other: %s',
    async (search) => {
      const { body } = await list(`${search}limit=100`);
      const terms = body.items.map((post: PublicJobPost) => [post.title, post.terms]);
      const eur = (period: string, minimum: number, maximum: number) => ({
        pay: { currency: 'EUR', period, minimum, maximum },
      });
      const none = { languages: [], expires_on: '' };
      expect(Object.fromEntries(terms)).toEqual({
        Silent: none,
        Yearly: {
          ...none,
          ...eur('year', 40_000, 52_000),
          ...{ remote_mode: 'remote', seniority: 'senior', languages: ['en'] },
        },
        Monthly: { ...none, ...eur('month', 4000, 4500), remote_mode: 'hybrid', languages: ['en', 'pt'] },
        Daily: { ...none, ...eur('day', 150, 200), remote_mode: 'remote', seniority: 'lead' },
        Hourly: { ...none, pay: { currency: 'EUR', period: 'hour', minimum: 25 }, remote_mode: 'on_site' },
        Sterling: { ...none, pay: { currency: 'GBP', period: 'year', maximum: 90_000 }, seniority: 'senior' },
      });
    },
  );

  test('words in the order of pay: posts without pay in the currency are last', async () => {
    const titles = titlesOf(await list('query=keeper&order=pay&currency=EUR'));
    expect(titles[0]).toBe('Monthly');
    expect(titles.slice(1, 4).toSorted()).toEqual(['Daily', 'Hourly', 'Yearly']);
    expect(titles.slice(4).toSorted()).toEqual(['Silent', 'Sterling']);
  });

  test.each([
    ['minimum_pay=1', 'currency'],
    ['order=pay', 'currency'],
    ['order=cheapest', 'order'],
    ['count_options=yes', 'count_options'],
    ['minimum_pay=-1&currency=EUR', 'minimum_pay'],
    ['minimum_pay=1&currency=euro', 'currency'],
    ['language=English', 'language'],
    ['remote_mode=unspecified', 'remote_mode'],
    ['seniority=boss', 'seniority'],
  ])('%s is refused at its field', async (filters, field) => {
    const answer = await list(filters);
    expect(answer).toMatchObject({ status: 400, body: { code: 'input_invalid', errors: [{ field }] } });
  });

  /** `kind: full_time 2, without 3` of each filter. */
  const countsOf = async (search: string) => {
    const { body } = await list(`${search}&count_options=true`);
    const counts: readonly (readonly [string, string])[] = body.filter_counts.map(
      (counted: JobPostFilterCounts) => [
        counted.filter,
        [
          ...counted.options.map(({ value, count }) => `${value} ${count}`),
          `without ${counted.without}`,
        ].join(', '),
      ],
    );
    expect(body.filter_counts.every((counted: JobPostFilterCounts) => counted.is_exact)).toBe(true);
    return Object.fromEntries(counts);
  };

  test.each(['', 'query=keeper'])('each option has the number of posts that it finds: %s', async (query) => {
    expect(await countsOf(query)).toEqual({
      location: 'without 6',
      kind: 'full_time 6, without 6',
      remote_mode: 'remote 2, hybrid 1, on_site 1, without 6',
      seniority: 'senior 2, lead 1, without 6',
      language: 'en 2, pt 1, without 6',
      minimum_pay: 'without 6',
    });
  });

  test.each(['', 'query=keeper&'])(
    'an option beside a chosen one takes its place, one of another filter narrows it: %s',
    async (query) => {
      expect(await countsOf(`${query}remote_mode=remote&location=porto`)).toEqual({
        location: 'without 2',
        kind: 'full_time 2, without 2',
        remote_mode: 'remote 2, hybrid 1, on_site 1, without 6',
        seniority: 'lead 1, senior 1, without 2',
        language: 'en 1, without 2',
        minimum_pay: 'without 2',
      });
      expect(await countsOf(`${query}language=en&minimum_pay=52001&currency=EUR`)).toMatchObject({
        remote_mode: 'hybrid 1, without 1',
        language: 'en 1, pt 1, without 1',
        minimum_pay: 'without 2',
      });
      // Nothing is found: which filter keeps how much away.
      expect(await countsOf(`${query}remote_mode=on_site&seniority=lead`)).toMatchObject({
        kind: 'without 0',
        remote_mode: 'remote 1, without 1',
        seniority: 'without 1',
      });
      expect(await countsOf(`${query}location=oslo`)).toMatchObject({
        location: 'without 6',
        kind: 'without 0',
      });
    },
  );

  test('posts that were published at the same moment have pages, too, in each order', async () => {
    const { database } = system;
    const made = await database.query<{ id: string }>(
      `insert into employer.job_posts
         (company_id, title, location, kind, state, published_at, pay_minimum, pay_currency, pay_period)
       select company_id, 'Twin', 'Faro', 'contract', 'published', '2026-02-01', 100, 'CHF', 'day'
         from employer.job_posts cross join generate_series(1, 3) where title = 'Silent' returning id`,
    );
    const ids = made.map(({ id }) => id).toSorted();
    try {
      for (const search of ['location=faro', 'location=faro&order=pay&currency=CHF']) {
        const paged: string[] = [];
        let cursor = '';
        do {
          const { body } = await list(`${search}&limit=1&cursor=${cursor}`);
          paged.push(...body.items.map(({ id }: PublicJobPost) => id));
          cursor = body.next_cursor;
        } while (cursor !== '');
        expect(paged).toEqual(ids.toReversed());
      }
    } finally {
      await database.query('delete from employer.job_posts where id = any ($1)', [ids]);
    }
  });

  test('every count is what the search finds', async () => {
    const { body } = await list('language=en&count_options=true&count_to=10');
    expect(body.match_count).toBe(2);
    for (const { filter, options } of body.filter_counts as JobPostFilterCounts[]) {
      for (const { value, count } of options) {
        const chosen = filter === 'language' ? `language=${value}` : `language=en&${filter}=${value}`;
        expect([chosen, (await list(chosen)).body.items.length]).toEqual([chosen, count]);
      }
    }
  });

  test.each(['', 'language=en', 'query=keeper'])(
    'no option is counted unless that is asked for: %s',
    async (search) => {
      for (const count of ['', '&count_to=10', '&count_options=false'])
        expect((await list(`${search}${count}`)).body.filter_counts).toEqual([]);
      expect((await list(`${search}&count_options=true`)).body).not.toHaveProperty('match_count');
    },
  );

  test('a page that finds nothing is whole', async () => {
    const { body } = await list('language=sv&count_to=10');
    expect(body).toEqual({ items: [], next_cursor: '', filter_counts: [], match_count: 0 });
  });

  test.each([
    ['is disabled', "condition = 'disabled'", "condition = 'active'"],
    ['waits for its review', "review_state = 'pending'", "review_state = 'approved'"],
  ])(
    'D4: no list, filter, order, word or count has a post of a company that %s',
    async (_what, change, back) => {
      const searches = [
        ...['', 'kind=full_time', 'language=en', 'query=keeper', 'query=keeper&language=en'],
        ...['order=pay&currency=EUR', 'order=pay&currency=GBP', 'query=keeper&order=pay&currency=EUR'],
      ];
      for (const search of searches) expect((await list(search)).body.items).not.toEqual([]);
      await system.database.query(`update employer.companies set ${change}`);
      try {
        for (const search of searches) {
          expect({ search, items: (await list(search)).body.items }).toEqual({ search, items: [] });
          const { body } = await list(`${search}&count_to=10&count_options=true`);
          expect({ search, items: body.items, match_count: body.match_count }).toEqual({
            ...{ search, items: [], match_count: 0 },
          });
          expect(body.filter_counts.flatMap(({ options }: JobPostFilterCounts) => options)).toEqual([]);
        }
      } finally {
        await system.database.query(`update employer.companies set ${back}`);
      }
    },
  );
});

import {
  type ApiAnswer,
  type ApiClient,
  createInstanceClient,
  makeJobPost,
  makePerson,
  startTestSystem,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { inHeldTransaction } from '#support/held-transaction.ts';
import { waitFor } from '#support/wait-for.ts';

/** Of one network in one process of the web tier: one runs, 99 wait. */
const TURNS = 100;
/** Many more than run and wait in one process of the talent service: 1 and 32. */
const AT_ONCE = 140;
/** Counts beside the newest jobs that run in one process of the talent service; beyond them a page has none. */
const OPTIONAL_COUNTS = 8;
const TITLE = 'Keeper of a brass lantern';
const DEAR = 'or harbour or joiner or nurse or engineer or kitchen or garden or bridge';

let system: TestSystem;
let client: ApiClient;
beforeAll(async () => {
  system = await startTestSystem({
    withWeb: true,
    instances: 1,
    environment: {
      SEARCHES_PER_ADDRESS: '1000',
      SEARCH_CONNECTIONS: '2',
      SEARCH_MILLIS: '5000',
      PUBLIC_PAGE_SECONDS: '60',
    },
  });
  const [web] = system.local.services.web;
  if (web === undefined) throw new Error('the web tier does not run');
  client = createInstanceClient(web, system.local.publicHost);
  const { companyId } = await makePerson(system.database, {
    membership: { role: 'owner', status: 'active' },
  });
  await makeJobPost(system.database, { companyId, title: TITLE });
});
afterAll(async () => {
  client.close();
  await system.stop();
});

const ask = (path: string, address: string, cookie?: string) =>
  client.request(path, {
    headers: { 'x-forwarded-for': address },
    ...(cookie === undefined ? {} : { cookie }),
  });
const search = (page: string, words: string) => `${page}?query=${encodeURIComponent(words)}`;

/**
 * Asks all of it at once, while no search ends, and once no more than `waiting` are open what `beside` asks. The searches end when that
 * has returned: it returns a promise of a search inside of an array.
 */
async function besideSearches<Result>(
  searches: readonly (() => Promise<ApiAnswer>)[],
  beside: () => Promise<Result>,
  waiting = TURNS,
) {
  const answers: ApiAnswer[] = [];
  const { all, result } = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
    await holder.query('lock table employer.job_post_search in access exclusive mode');
    const asked = Promise.all(searches.map(async (send) => answers.push(await send())));
    await waitFor(() => (answers.length >= searches.length - waiting ? true : undefined));
    return { all: asked, result: await beside() };
  });
  await all;
  return { statuses: answers.map(({ status }) => status), result };
}

const times = <T>(make: (time: number) => T) => Array.from({ length: AT_ONCE }, (_, time) => make(time));
const found = async ([answer]: readonly Promise<ApiAnswer>[]) => {
  const { status, text } = (await answer) ?? { status: 0, text: '' };
  return [status, text.includes(TITLE)];
};
const hasCounts = (answer?: ApiAnswer) => /Full-time \(\d+\)/.test(answer?.text ?? '');
const countOf = (statuses: readonly number[], status: number) =>
  statuses.filter((one) => one === status).length;

describe('F8 G6: searches that the web tier runs for visitors', () => {
  // The first of all: the page is kept.
  test('F8 G6: the list of jobs that all visitors share has its counts, whatever the network of its first visitor does', async () => {
    const address = '198.18.20.8';
    const { statuses, result } = await besideSearches(
      [() => ask(search('/jobs.data', DEAR), address)],
      async () => [ask('/jobs', address)],
      1,
    );
    expect(statuses).toEqual([200]);
    const [answer] = await Promise.all(result);
    expect([answer?.status, hasCounts(answer)]).toEqual([200, true]);
    const shared = await ask('/jobs', '198.18.21.5');
    expect([hasCounts(shared), shared.headers['age']]).toEqual([true, expect.any(String)]);
  });

  test.each([
    ['/jobs', '198.18.20.1', 'brass'],
    ['/jobs.data', '198.18.20.2', 'lantern'],
    ['/jobs/feed.xml', '198.18.20.3', 'brass lantern'],
  ])(
    'F8 G6: 140 of %s at once, from one address, leave the search of another address alone',
    async (page, address, words) => {
      const { statuses, result } = await besideSearches(
        times((time) => () => ask(search(page, `w${time} ${DEAR}`), address)),
        async () => [ask(search('/jobs', words), '198.18.21.1')],
      );
      expect(await found(result)).toEqual([200, true]);
      expect([countOf(statuses, 200), countOf(statuses, 429)]).toEqual([TURNS, AT_ONCE - TURNS]);
    },
  );

  test('F8 G6: so do the recommended jobs of ten users; beyond the turns a user gets the newest jobs', async () => {
    // Four searches of one account run at once: these are of ten.
    const users = await Promise.all(
      Array.from({ length: AT_ONCE / 4 }, () => makePerson(system.database, { talent: 'active' })),
    );
    await system.database.query("update talent.profiles set skills = '{lantern}' where user_id = any ($1)", [
      users.map(({ userId }) => userId),
    ]);
    const { statuses, result } = await besideSearches(
      times((time) => () => ask('/talent', '198.18.20.4', users[time % users.length]?.cookie)),
      async () => [ask(search('/jobs', 'keeper of a lantern'), '198.18.21.2')],
    );
    expect(await found(result)).toEqual([200, true]);
    expect(countOf(statuses, 200)).toBe(AT_ONCE);
  });

  test('F8 G6: what one address is refused for its searches is not refused to the next one', async () => {
    const [busy, other] = ['198.18.20.5', '198.18.21.3'];
    for (const page of ['/jobs', '/jobs/feed.xml']) {
      const shared = search(page, 'keeper');
      // Few and without a document: the web tier waits for a search for three seconds.
      const searches = times((time) => () => ask(search('/jobs.data', `v${time} ${DEAR}`), busy)).slice(
        0,
        TURNS + 2,
      );
      const { statuses, result } = await besideSearches(searches, async () => {
        const first = await ask(shared, busy);
        return { first, others: [ask(shared, other)] };
      });
      expect([page, result.first.status, ...(await found(result.others))]).toEqual([page, 429, 200, true]);
      expect(countOf(statuses, 200)).toBe(TURNS);
    }
  });

  test('F8 G6: what is no search, or was searched already, is answered beside them', async () => {
    const address = '198.18.20.6';
    const pages = ['/', '/jobs', '/jobs?query=', search('/jobs', 'keeper lantern')];
    const askAll = () => Promise.all(pages.map((page) => ask(page, address)));
    // One after another: a search beside another one of its network is not kept.
    for (const page of pages) await ask(page, address);
    const { statuses, result } = await besideSearches(
      times((time) => () => ask(search('/jobs.data', `u${time} ${DEAR}`), address)),
      askAll,
    );
    expect(result.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(countOf(statuses, 200)).toBe(TURNS);
  });

  test('F8 G6: 20 visitors of one address with the newest jobs leave the counts of filters to the next one', async () => {
    const newest = (address: string) => ask('/jobs', address, 'app_session_id=none');
    const { statuses, result } = await besideSearches(
      times(() => () => newest('198.18.20.7')).slice(0, 20),
      async () => [newest('198.18.21.4')],
      OPTIONAL_COUNTS,
    );
    expect(countOf(statuses, 200)).toBe(20);
    const [answer] = await Promise.all(result);
    expect([answer?.status, hasCounts(answer)]).toEqual([200, true]);
  });

  test('F8 G6: a file of the sitemap that waits for a search of its network is made once for all', async () => {
    const address = '198.18.20.9';
    const file = '/sitemap.xml?file=1';
    await ask('/sitemap.xml', address);
    const { result } = await besideSearches(
      [() => ask(search('/jobs.data', `s ${DEAR}`), address)],
      async () => [ask(file, address), ask(file, address)],
      1,
    );
    const texts = (await Promise.all(result)).map(({ text }) => text);
    expect(texts[0]).toContain('<urlset');
    await system.database.query(
      `insert into employer.job_posts (company_id, title, kind, state, published_at)
       select company_id, 'Later', 'full_time', 'published', now() from employer.job_posts limit 1`,
    );
    const later = await ask(file, '198.18.21.6');
    expect([texts[1], later.text]).toEqual([texts[0], texts[0]]);
  });
});

import {
  type ApiClient,
  createInstanceClient,
  makeJobPost,
  makePerson,
  startTestSystem,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';

const [SEARCHES, READS, PUBLISHED] = [5, 20, 3];

/** A search of the page by each filter. */
const FILTERED = [
  '/jobs?location=porto',
  '/jobs?remote_mode=remote',
  '/jobs?seniority=lead',
  '/jobs/feed.xml?language=pt',
  '/jobs?minimum_pay=1&currency=EUR',
];

let system: TestSystem;
const clients: ApiClient[] = [];
beforeAll(async () => {
  system = await startTestSystem({
    withWeb: true,
    instances: 1,
    environment: {
      SEARCHES_PER_ADDRESS: String(SEARCHES),
      PUBLIC_READS_PER_ADDRESS: String(READS),
      PUBLISHED_JOB_POSTS_PER_COMPANY: String(PUBLISHED),
    },
  });
});
afterAll(async () => {
  for (const client of clients) client.close();
  await system.stop();
});

/** Asks a part past the ingress, for a client at an address. */
function partOf(name: 'talent' | 'web') {
  const [part] = system.local.services[name];
  if (part === undefined) throw new Error(`${name} does not run`);
  const client = createInstanceClient(part, system.local.publicHost);
  clients.push(client);
  return (path: string, address: string | null) =>
    client.request(path, { headers: { 'x-forwarded-for': address } });
}

const inTurn = async <T>(times: number, ask: (time: number) => Promise<T>) => {
  const answers: T[] = [];
  for (let time = 0; time < times; time += 1) answers.push(await ask(time));
  return answers;
};

describe('F8: the catalogue without an account', () => {
  test('F8 F10: searches are limited by address, and only of who searches too much', async () => {
    const talent = partOf('talent');
    const search = (address: string) => (time: number) =>
      talent(`/api/talent/job_posts?query=lantern${time}`, address);
    const answers = await inTurn(SEARCHES + 3, search('198.18.5.1'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    const { headers, body } = answers.at(-1) ?? { headers: {}, body: null };
    expect(body).toMatchObject({ code: 'rate_limited', detail: expect.stringContaining('searches') });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await talent('/api/talent/job_posts', '198.18.5.1')).status).toBe(200);
    expect((await search('198.18.5.2')(0)).status).toBe(200);
  });

  test('F8 F10: so are searches by each filter, and those of one IPv6 /64', async () => {
    const talent = partOf('talent');
    const paths = ['location=porto', 'kind=contract', 'remote_mode=remote', 'seniority=lead', 'language=pt'];
    const answers = await inTurn(SEARCHES + 1, (time) =>
      talent(
        `/api/talent/job_posts?${paths[time] ?? 'minimum_pay=1&currency=EUR'}`,
        `2001:db8:5::${time + 1}`,
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('F8: so is where the files of the sitemap begin, which reads the whole catalogue', async () => {
    const talent = partOf('talent');
    const answers = await inTurn(SEARCHES + 1, () => talent('/api/talent/sitemap', '198.18.5.9'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await talent('/api/talent/sitemap', '198.18.5.10')).status).toBe(200);
  });

  test('F8: all reads without an account are limited by address', async () => {
    const talent = partOf('talent');
    const answers = await inTurn(READS + 1, () => talent('/api/talent/job_posts?limit=1', '198.18.6.1'));
    expect(answers.slice(0, READS).every(({ status }) => status === 200)).toBe(true);
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect((await talent('/api/talent/job_posts?limit=1', '198.18.6.2')).status).toBe(200);
  });

  test('the web tier’s own reads are not counted as those of one address', async () => {
    const talent = partOf('talent');
    const answers = await inTurn(READS + 5, () => talent('/api/talent/job_posts?query=lantern', null));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('F8: the web tier limits the searches of each visitor’s address', async () => {
    const web = partOf('web');
    const answers = await inTurn(SEARCHES + 1, (time) =>
      web(FILTERED[time] ?? '/jobs?query=lantern', '198.18.7.1'),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(answers.at(-1)?.text).toContain('Too many searches from your network.');
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
    expect(answers.at(-1)?.headers['cache-control']).not.toContain('s-maxage');
    for (const path of ['/', '/jobs', '/jobs?query='])
      expect((await web(path, '198.18.7.1')).status).toBe(200);
    expect((await web('/jobs?query=lantern1', '198.18.7.2')).status).toBe(200);
  });

  test('F8: a search counts, however its address is spelled', async () => {
    const web = partOf('web');
    const [searcher, other] = ['198.18.10.1', '198.18.10.2'];
    await inTurn(SEARCHES, (time) => web(`/jobs?query=spelled${time}`, searcher));
    const spellings = [
      '/jobs',
      '/jobs/',
      '/JOBS',
      '/%6aobs',
      '/jobs.data',
      '/jobs/_.data',
      '/JOBS.data',
      '/jobs/feed.xml',
      '/jobs/feed.xml/',
      '/jobs/feed.xml.data',
      '/Jobs/feed.xml',
      '/jobs/feed%2Exml',
    ];
    const answers = await inTurn(spellings.length, (time) =>
      web(`${spellings[time]}?query=lamp${time}`, searcher),
    );
    expect(answers.map(({ status }, time) => [spellings[time], status])).toEqual(
      spellings.map((path) => [path, 429]),
    );
    for (const { headers } of answers) {
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(headers['cache-control']).toBe('no-store');
    }
    // What was refused to one visitor was not kept for the next.
    expect((await web('/jobs?query=lamp0', other)).status).toBe(200);
    for (const path of ['/', '/jobs', '/jobs/feed.xml', '/sitemap.xml', '/?query=lamp', '/jobs?kind=unknown'])
      expect([path, (await web(path, searcher)).status]).toEqual([path, 200]);
  });

  test('F8: a search that finds nothing, and one that the web tier renders by itself, count once', async () => {
    const web = partOf('web');
    const answers = await inTurn(SEARCHES + 1, (time) => web(`/jobs?query=xyzzy${time}`, '198.18.10.3'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    const own = await inTurn(SEARCHES + 1, (time) => web(`/jobs/?query=lamp${time}`, '198.18.10.4'));
    expect(own.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('F8: a search takes 16 words at most; the page uses the first ones and says which', async () => {
    const talent = partOf('talent');
    const words = (count: number) => Array.from({ length: count }, (_, word) => `w${word}`);
    const ask = (query: string, address: string) =>
      talent(`/api/talent/job_posts?query=${encodeURIComponent(query)}`, address);
    expect((await ask(words(16).join(' '), '198.18.8.1')).status).toBe(200);
    for (const separator of [' ', ',', '/', '-']) {
      const answer = await ask(words(17).join(separator), '198.18.8.2');
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'input_invalid', errors: [{ field: 'query' }] },
      });
    }
    const { status, text } = await partOf('web')(`/jobs?query=${words(20).join('+')}`, '198.18.8.3');
    expect(status).toBe(200);
    expect(text).toContain(`for “${words(16).join(' ')}”.`);
  });

  test.each([
    ['a word that is common', 'lantern', true],
    ['a word to leave out', 'lantern -harbour', true],
    ['one word or another', 'xyzzy or lantern', true],
    ['a phrase', '"brass lantern"', true],
    ['the words of a phrase in another order', '"lantern brass"', false],
    ['all but a word', '-harbour', false],
    ['stop words alone', 'the and of', false],
    ['operators alone', '"" - or', false],
  ])('F8: %s is searched as it was', async (_name, query, isFound) => {
    const { companyId } = await makePerson(system.database, {
      membership: { role: 'owner', status: 'active' },
    });
    await makeJobPost(system.database, { companyId, title: 'Keeper of a brass lantern' });
    const { status, body } = await partOf('talent')(
      `/api/talent/job_posts?query=${encodeURIComponent(query)}`,
      null,
    );
    expect(status).toBe(200);
    const titles: string[] = body.items.map(({ title }: { title: string }) => title);
    expect(titles.includes('Keeper of a brass lantern')).toBe(isFound);
  });

  test('F8: a search that takes too long is refused, and no other request', async () => {
    const talent = partOf('talent');
    const holder = new pg.Client({ connectionString: system.database.ownerUrl });
    await holder.connect();
    await holder.query('begin; lock table employer.job_posts in access exclusive mode');
    const answer = await talent('/api/talent/job_posts?query=lantern', null);
    await holder.end();
    expect(answer).toMatchObject({ status: 503, body: { code: 'dependency_unavailable' } });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await talent('/api/talent/job_posts?query=lantern', null)).status).toBe(200);
  });
});

describe('F8: what a company publishes', () => {
  test('F8 F20: of posts published at the same time as many are published as the company may', async () => {
    const membership = { role: 'owner', status: 'active' } as const;
    const { cookie, companyId } = await makePerson(system.database, { membership });
    const employer = (path: string, method: string, body: object) =>
      system.publicHost.request(`/api/employer${path}`, { method, body, cookie });
    const drafts = await inTurn(PUBLISHED + 3, () =>
      employer('/job_posts', 'POST', {
        title: 'Keeper',
        kind: 'contract',
        location: 'Porto',
        description: 'Keep the lanterns of the harbour. '.repeat(4),
      }),
    );
    const publish = (id: string) => employer(`/job_posts/${id}`, 'PATCH', { state: 'published' });
    const answers = await Promise.all(drafts.map(({ body }) => publish(body.id)));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, 200, 200, 409, 409, 409]);
    const refused = answers.findIndex(({ status }) => status === 409);
    expect(answers[refused]?.body).toMatchObject({ code: 'job_post_quota_reached' });
    const published = await system.database.query<{ id: string }>(
      "select id from employer.job_posts where company_id = $1 and state = 'published'",
      [companyId],
    );
    expect(published).toHaveLength(PUBLISHED);
    const [first] = published;
    expect((await employer(`/job_posts/${first?.id}`, 'PATCH', { title: 'Changed' })).status).toBe(200);
    expect((await employer(`/job_posts/${first?.id}`, 'PATCH', { state: 'closed' })).status).toBe(200);
    expect((await publish(drafts[refused]?.body.id)).status).toBe(200);
  });
});

describe('F8: the sitemap', () => {
  test('F8: is made once for all who ask within a minute, whatever their address says', async () => {
    const web = partOf('web');
    const first = await web('/sitemap.xml?file=1', '198.18.9.1');
    expect([first.status, first.text.includes('<urlset')]).toEqual([200, true]);
    const index = await web('/sitemap.xml', '198.18.9.1');
    const { companyId } = await makePerson(system.database, {
      membership: { role: 'owner', status: 'active' },
    });
    await makeJobPost(system.database, { companyId, title: 'After the sitemap' });
    for (const path of ['/sitemap.xml?file=1', '/sitemap.xml?file=1&page=2', '/sitemap.xml?other&file=1'])
      expect((await web(path, '198.18.9.2')).text).toBe(first.text);
    for (const path of ['/sitemap.xml', '/sitemap.xml?page=2', '/sitemap.xml?other'])
      expect((await web(path, '198.18.9.2')).text).toBe(index.text);
  });
});

import { makePerson, startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFeed } from '#support/read-feed.ts';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
let published: { id: string; title: string; company: { id: string } };
beforeAll(async () => {
  system = await startTestSystem({ withWeb: true });
  const { body } = await system.publicHost.request('/api/talent/job_posts?limit=1');
  published = body.items[0];
});
afterAll(() => system.stop());

const get = (path: string) => system.publicHost.request(path);
const meta = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
const origin = () => `http://${system.local.publicHost}`;

describe('public pages are found', () => {
  test.each(['/', '/jobs', 'a job', 'a company'])(
    '%s has title, description, canonical link and Open Graph',
    async (which) => {
      const { id, company } = published;
      const path = { 'a job': `/jobs/${id}`, 'a company': `/companies/${company.id}` }[which] ?? which;
      const { status, text, headers } = await get(path);
      expect(status).toBe(200);
      expect(headers['cache-control']).toContain('s-maxage');
      expect(text).toMatch(/<title>[^<]+ · Gatehouse<\/title>/);
      expect(meta(text, 'description')?.length).toBeGreaterThan(30);
      expect(text).toContain(`<link rel="canonical" href="${origin()}${path}"/>`);
      expect(meta(text, 'og:title')?.length).toBeGreaterThan(5);
      expect(meta(text, 'og:url')).toBe(`${origin()}${path}`);
      const picture = meta(text, 'og:image') ?? '';
      expect(picture).toMatch(new RegExp(`^${origin()}/assets/`));
      const answer = await get(new URL(picture).pathname);
      expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } });
    },
  );

  test('a job says in structured data what it is', async () => {
    const { text } = await get(`/jobs/${published.id}`);
    const json = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(text)?.[1] ?? '{}';
    expect(JSON.parse(json)).toMatchObject({
      '@type': 'JobPosting',
      title: published.title,
      identifier: { value: published.id },
      hiringOrganization: { '@type': 'Organization', name: expect.any(String) },
    });
  });

  test('the sitemap lists every published post of an active company with its last change, and nothing else', async () => {
    // Before the first sitemap, which serves all for a minute.
    await system.database.query('update employer.job_posts set updated_at = now() where id = $1', [
      published.id,
    ]);
    const { text, headers } = await get('/sitemap.xml?file=1');
    expect(headers['content-type']).toBe('application/xml');
    const listed = [...text.matchAll(/\/jobs\/([0-9a-f-]{36})<\/loc><lastmod>([^<]*)</g)].map(
      ([, id, changedAt]) => `${id} ${changedAt}`,
    );
    const visible = await system.database.query<{ id: string; updated_at: Date }>(
      `select j.id, j.updated_at from employer.job_posts j join employer.companies c on c.id = j.company_id
        where j.state = 'published' and c.condition = 'active' and c.review_state = 'approved'`,
    );
    const expected = visible.map(({ id, updated_at }) => `${id} ${updated_at.toISOString()}`);
    expect(listed.sort()).toEqual(expected.sort());
  });

  test('the sitemap lists once each company that has such posts', async () => {
    const { text } = await get('/sitemap.xml?file=1');
    const listed = [...text.matchAll(/<loc>[^<]*\/companies\/([0-9a-f-]{36})<\/loc>/g)].map(([, id]) => id);
    const visible = await system.database.query<{ id: string }>(
      `select distinct c.id from employer.job_posts j join employer.companies c on c.id = j.company_id
        where j.state = 'published' and c.condition = 'active' and c.review_state = 'approved'`,
    );
    expect(listed.sort()).toEqual(visible.map(({ id }) => id).sort());
  });

  test('robots name the sitemap and keep out of what is not public', async () => {
    const { text } = await get('/robots.txt');
    expect(text).toContain(`Sitemap: ${origin()}/sitemap.xml`);
    for (const path of ['/account', '/saved', '/talent', '/employer', '/api/'])
      expect(text).toContain(`Disallow: ${path}\n`);
  });

  test('robots may fetch the logo that structured data name, though the rest of the API is not theirs', async () => {
    const [withLogo] = await system.database.query<{ id: string }>(
      `select j.id from employer.job_posts j join employer.companies c on c.id = j.company_id
        where j.state = 'published' and j.hidden_at is null and c.condition = 'active' and c.logo_hash <> '' and c.review_state = 'approved'
          and not employer.is_expired(j.expires_on) limit 1`,
    );
    const { text } = await get(`/jobs/${withLogo?.id}`);
    const { pathname } = new URL(/"logo":"([^"]+)"/.exec(text)?.[1] ?? '');
    expect((await get(pathname)).status).toBe(200);
    expect(isAllowed((await get('/robots.txt')).text, pathname)).toBe(true);
    expect(isAllowed((await get('/robots.txt')).text, '/api/talent/job_posts')).toBe(false);
  });

  test('a list shows the beginning of a description, and its document carries no more of it', async () => {
    const [beginning, end] = ['Begins with this.', 'Ends far below.'];
    const text = [beginning, 'One more line of it. '.repeat(400), end].join('\n\n');
    await system.database.query(
      'update employer.job_posts set description = $2, published_at = now() where id = $1',
      [published.id, text],
    );
    // A page is reused for some seconds.
    const changed = (path: string) =>
      waitFor(async () => {
        const answer = await get(path);
        return answer.text.includes(beginning) ? answer.text : undefined;
      });
    for (const path of ['/', '/jobs', `/companies/${published.company.id}`]) {
      const list = await changed(path);
      expect(list).not.toContain(end);
      expect(list.split('One more line of it.').length).toBeLessThan(40);
    }
    expect(await changed(`/jobs/${published.id}`)).toContain(end);
  });

  test.each(['/join', '/verify-email', '/confirm-email-change', '/undo-email-change', '/unsubscribe'])(
    'the page %s of a link in a mail is not indexed',
    async (path) => {
      expect(meta((await get(path)).text, 'robots')).toBe('noindex');
    },
  );

  test('the page of a forgotten password says what it is for', async () => {
    expect(meta((await get('/reset-password')).text, 'description')).toMatch(/set a new password/);
  });

  test('a search is not indexed, and says what was searched', async () => {
    const { text } = await get('/jobs?query=lantern&location=Porto');
    expect(meta(text, 'robots')).toBe('noindex, follow');
    expect(text).toMatch(
      /(\d+ open jobs? in Porto for “lantern”, best match first|No open jobs in Porto for “lantern”)\./,
    );
  });
});

/** By RFC 9309: the longest rule that matches decides. */
function isAllowed(robots: string, path: string): boolean {
  const rules = [...robots.matchAll(/^(Allow|Disallow): (\S+)$/gm)].flatMap(([, kind, pattern = '']) => {
    const expression = pattern
      .split('*')
      .map((part) => RegExp.escape(part))
      .join('.*');
    return new RegExp(`^${expression}`).test(path) ? [{ kind, length: pattern.length }] : [];
  });
  return rules.toSorted((one, other) => other.length - one.length)[0]?.kind !== 'Disallow';
}

/** @returns the id of a job post of a company of its own. */
async function makePost(state: string, company: 'active' | 'disabled'): Promise<string | undefined> {
  const membership = { role: 'owner', status: 'active' } as const;
  const { companyId } = await makePerson(system.database, { membership, company });
  const [row] = await system.database.query<{ id: string }>(
    `insert into employer.job_posts (company_id, title, kind, state, published_at)
     values ($1, 'Gone', 'full_time', $2, now()) returning id`,
    [companyId, state],
  );
  return row?.id;
}

describe('U15: the page of a job', () => {
  test('shows an applicant the own application, and keeps nothing of it for other visitors', async () => {
    const id = await makePost('published', 'active');
    const { cookie } = await makePerson(system.database, { talent: 'active' });
    const applied = await system.publicHost.request(`/api/talent/job_posts/${id}/applications`, {
      method: 'POST',
      cookie,
      body: { message: 'Gone is my favourite.' },
    });
    expect(applied.status).toBe(201);
    const isOwn = ({ text }: { text: string }) =>
      text.includes('You applied on') || text.includes(applied.body.id);
    for (const path of [`/jobs/${id}`, `/jobs/${id}.data`]) {
      for (const visitor of [{ cookie }, {}, { cookie }, {}]) {
        const answer = await system.publicHost.request(path, visitor);
        expect(answer.status).toBe(200);
        expect(isOwn(answer)).toBe('cookie' in visitor);
        if ('cookie' in visitor) expect(answer.headers['cache-control']).toBe('private, no-store');
      }
    }
  });
});

describe('gone jobs', () => {
  test('a post that is closed is gone for visitors within the seconds for which its page is cached', async () => {
    const id = await makePost('published', 'active');
    const path = `/jobs/${id}`;
    expect((await get(path)).status).toBe(200);
    await system.database.query("update employer.job_posts set state = 'closed' where id = $1", [id]);
    const closedAt = performance.now();
    await waitFor(async () => ((await get(path)).status === 410 ? true : undefined));
    expect(performance.now() - closedAt).toBeLessThan(20_000);
  });

  test.each([
    ['a closed post', 'closed', 'active', 410],
    ['a draft', 'draft', 'active', 404],
    ['a post of a disabled company', 'published', 'disabled', 404],
    ['a closed post of a disabled company', 'closed', 'disabled', 404],
  ] as const)('%s is %#: %s %s', async (_, state, company, status) => {
    const answer = await get(`/jobs/${await makePost(state, company)}`);
    expect(answer.status).toBe(status);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.text).not.toContain('application/ld+json');
  });
});

describe('feeds', () => {
  const jobsIn = (text: string) =>
    readFeed(text).entries.map(({ id }) => id.slice(`${origin()}/jobs/`.length));

  test('the catalogue, a search and a company have an Atom feed, which their pages name', async () => {
    const { company } = published;
    for (const [page, feed] of [
      ['/jobs', '/jobs/feed.xml'],
      ['/jobs?query=planner&amp;kind=full_time', '/jobs/feed.xml?query=planner&amp;kind=full_time'],
      [`/companies/${company.id}`, `/companies/${company.id}/feed.xml`],
    ] as const) {
      const { text } = await get(page.replaceAll('&amp;', '&'));
      expect(text).toContain(`<link rel="alternate" type="application/atom+xml" href="${feed}"`);
      const answer = await get(feed.replaceAll('&amp;', '&'));
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
      expect(answer.headers['cache-control']).toContain('s-maxage');
      const address = (path: string) => `${origin()}${path.replaceAll('&amp;', '&')}`;
      expect(readFeed(answer.text)).toMatchObject({
        id: address(feed),
        self: address(feed),
        alternate: address(page),
      });
    }
  });

  test('a feed has one id, whatever the order of its parameters and what a link adds to them', async () => {
    const id = async (path: string) => readFeed((await get(path)).text).id;
    const feed = '/jobs/feed.xml?query=planner&kind=full_time';
    expect(await id(feed)).toBe(`${origin()}${feed}`);
    expect(await id('/jobs/feed.xml?utm_source=mail&kind=full_time&query=planner')).toBe(await id(feed));
    const ofCompany = `/companies/${published.company.id}/feed.xml`;
    expect(await id(`${ofCompany}?utm_source=mail`)).toBe(`${origin()}${ofCompany}`);
  });

  test('a feed has the posts of its page, and none of a company that is disabled', async () => {
    const { body } = await system.publicHost.request('/api/talent/job_posts?limit=50');
    expect(jobsIn((await get('/jobs/feed.xml')).text)).toEqual(
      body.items.map(({ id }: { id: string }) => id),
    );
    const hidden = await makePost('published', 'disabled');
    expect(jobsIn((await get('/jobs/feed.xml')).text)).not.toContain(hidden);
    expect(jobsIn((await get(`/companies/${published.company.id}/feed.xml`)).text)).toContain(published.id);
  });

  test('an entry says when its company last changed the post (RFC 4287), which moves neither by nor with the staff', async () => {
    const owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    const send = async (method: string, path: string, body: object) =>
      (await system.publicHost.request(`/api/employer${path}`, { method, body, cookie: owner.cookie })).body;
    const description = 'Trims the lamps of the harbour, twice a night and in any weather. '.repeat(3);
    const draft = { title: 'Lamp trimmer', description, location: 'Porto', kind: 'full_time' };
    const { id } = await send('POST', '/job_posts', draft);
    const { published_at } = await send('PATCH', `/job_posts/${id}`, { state: 'published' });
    const { updated_at } = await send('PATCH', `/job_posts/${id}`, { title: 'Head lamp trimmer' });
    for (const hidden of ['now()', 'null']) {
      await system.database.query(`update employer.job_posts set hidden_at = ${hidden} where id = $1`, [id]);
    }
    const { text } = await get(`/companies/${owner.companyId}/feed.xml`);
    expect(Date.parse(updated_at)).toBeGreaterThan(Date.parse(published_at));
    const feed = readFeed(text);
    expect(feed.updated).toEqual(new Date(updated_at));
    expect(feed.entries).toMatchObject([
      { published: new Date(published_at), updated: new Date(updated_at), title: 'Head lamp trimmer' },
    ]);
    expect(jobsIn(text)).toEqual([id]);
  });

  test('the feed of a search by words has its newest posts, also those that match worst', async () => {
    const owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    const [newest] = await system.database.query<{ id: string }>(
      `with posts as (
         insert into employer.job_posts (company_id, title, description, location, kind, state, published_at)
         select $1, case when n = 0 then 'Apprentice' else 'Farrier' end, 'Work of a farrier.', 'Porto', 'full_time',
                'published', now() - n * interval '1 hour'
           from generate_series(0, 51) n
         returning id, title)
       select id from posts where title = 'Apprentice'`,
      [owner.companyId],
    );
    const { text } = await get('/jobs/feed.xml?query=farrier');
    expect(jobsIn(text)).toHaveLength(50);
    expect(jobsIn(text)[0]).toBe(newest?.id);
    const address = `${origin()}/jobs?query=farrier`;
    expect(text).toContain(`<link rel="alternate" type="text/html" href="${address}"/>`);
    expect(text).toContain(`<id>${origin()}/jobs/feed.xml?query=farrier</id>`);
  });

  test('a search that nothing matches has an empty feed, not one of similar words', async () => {
    const { status, text } = await get('/jobs/feed.xml?query=planer');
    expect(status).toBe(200);
    expect(text).toContain('<updated>1970-01-01T00:00:00Z</updated>');
    expect(jobsIn(text)).toEqual([]);
  });

  test('a reader that has the feed gets 304', async () => {
    const path = `/companies/${published.company.id}/feed.xml`;
    const { headers } = await get(path);
    const asked = (etag: string) => system.publicHost.request(path, { headers: { 'if-none-match': etag } });
    expect(await asked(`"other", ${headers['etag']}`)).toMatchObject({ status: 304, text: '' });
    expect((await asked('"other"')).status).toBe(200);
  });

  test.each(['/companies/no-id/feed.xml', '/companies/00000000-0000-4000-8000-000000000000/feed.xml'])(
    '%s is 404',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});

import { COUNTRIES } from '@gatehouse/contract';
import { countryName } from '@gatehouse/contract/country-name';
import { makeAdmin, makePerson, startTestSystem, type TestPerson, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';

let system: TestSystem;
let owner: TestPerson;
beforeAll(async () => {
  system = await startTestSystem({
    seed: 'none',
    instances: 1,
    environment: { SEARCHES_PER_ADDRESS: '1000' },
  });
});
beforeEach(async () => {
  // Not by `truncate`: it locks tables in another order than a read of the services may, a deadlock.
  await system.database.query("update employer.job_posts set state = 'closed' where state = 'published'");
  await system.database.query('delete from employer.search_words');
  owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
});
afterAll(() => system.stop());

const COMPLETE = {
  title: 'Caulker',
  kind: 'full_time',
  location: 'Porto',
  description: 'Caulk wooden hulls with oakum and pitch, in a small team. '.repeat(2).trim(),
};

const send = (method: string, path: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
  system.publicHost.request(`/api/employer${path}`, { method, cookie: owner.cookie, headers, body });

/** The id of a published post with these fields. */
async function publish(fields: object): Promise<string> {
  const { body } = await send('POST', '/job_posts', { ...COMPLETE, ...fields });
  expect((await send('PATCH', `/job_posts/${body.id}`, { state: 'published' })).status).toBe(200);
  return body.id;
}

const list = async (search: string) =>
  (await system.publicHost.request(`/api/talent/job_posts?${search}`)).body;
const titlesOf = async (search: string): Promise<string[]> =>
  (await list(search)).items.map(({ title }: { title: string }) => title);

describe('the country of a job post', () => {
  test('is created, read, kept by a change that does not name it, changed and removed', async () => {
    const made = await send('POST', '/job_posts', { ...COMPLETE, country_code: 'PT' });
    expect([made.status, made.body.country_code]).toEqual([201, 'PT']);
    const path = `/job_posts/${made.body.id}`;
    const changes: readonly (readonly [object, string | undefined])[] = [
      [{ title: 'Senior caulker', terms: { languages: [], expires_on: '' } }, 'PT'],
      [{ state: 'published' }, 'PT'],
      [{ country_code: 'ES' }, 'ES'],
      [{ country_code: '' }, undefined],
      [{ country_code: 'PT' }, 'PT'],
    ];
    for (const [change, code] of changes) {
      const changed = await send('PATCH', path, change);
      expect([change, changed.status, changed.body.country_code]).toEqual([change, 200, code]);
      const read = await system.publicHost.request(`/api/employer${path}`, { cookie: owner.cookie });
      expect(read.body.country_code).toBe(code);
    }
    expect((await list('')).items[0].country_code).toBe('PT');
    const shown = await system.publicHost.request(`/api/talent${path}`);
    expect(shown.body.country_code).toBe('PT');
  });

  test('is shown to staff', async () => {
    const admin = await makeAdmin(system.database, 'viewer');
    const [id, other] = [await publish({ country_code: 'PT' }), await publish({})];
    const read = async (post: string) =>
      (await system.teamHost.request(`/api/identities/admin/job_posts/${post}`, { cookie: admin.cookie }))
        .body;
    expect((await read(id)).job_post.country_code).toBe('PT');
    expect((await read(other)).job_post).not.toHaveProperty('country_code');
  });

  test('of a client that does not know it is absent', async () => {
    const { body } = await send('POST', '/job_posts', COMPLETE);
    expect(body).not.toHaveProperty('country_code');
    await publish({ title: 'Cooper' });
    expect((await list('')).items[0]).not.toHaveProperty('country_code');
  });

  test.each(['pt', 'ZZ', 'P', 'UK', '00', 'P '])('is no “%s”: refused at its field', async (country_code) => {
    const id = await publish({ country_code: 'PT' });
    for (const [method, path, body] of [
      ['POST', '/job_posts', { ...COMPLETE, country_code }],
      ['PATCH', `/job_posts/${id}`, { country_code }],
    ] as const) {
      const answer = await send(method, path, body);
      expect([answer.status, answer.body.code]).toEqual([400, 'input_invalid']);
      const message = `“${country_code}” is not a country of ISO 3166-1. Enter two capital letters, such as PT.`;
      expect(answer.body.errors).toEqual([{ field: 'country_code', code: 'country', message }]);
    }
    expect((await list('')).items[0].country_code).toBe('PT');
  });

  test('G9: its change is a new version, which another one conflicts with, and which the trail has', async () => {
    const { body } = await send('POST', '/job_posts', { ...COMPLETE, country_code: 'PT' });
    const path = `/job_posts/${body.id}`;
    const changed = await send('PATCH', path, { country_code: 'ES' }, { 'if-match': body.etag });
    expect(changed.status).toBe(200);
    expect(changed.body.etag).not.toBe(body.etag);
    const conflict = await send('PATCH', path, { country_code: 'FR' }, { 'if-match': body.etag });
    expect([conflict.status, conflict.body.code]).toEqual([412, 'edit_conflict']);
    expect(conflict.body.conflict.current.country_code).toBe('ES');
    const trail = await system.database.query(
      "select from identity.audit_events where subject_id = $1 and action = 'job_post.changed'",
      [body.id],
    );
    expect(trail).toHaveLength(1);
  });

  test('U3: its name is found by words, its name and code as a place, and other countries are not', async () => {
    await publish({ title: 'Caulker', country_code: 'PT' });
    await publish({ title: 'Cooper', location: 'Bukarest', country_code: 'RO' });
    await publish({ title: 'Dyer', location: 'Odense', country_code: 'DK' });
    await publish({ title: 'Tiler', location: 'Dresden', country_code: 'DE' });
    await publish({ title: 'Potter', location: 'Leeds', country_code: 'GB' });
    await publish({ title: 'Smith', location: 'Kyiv', country_code: 'UA' });
    await publish({ title: 'Weaver', location: 'Remote', country_code: 'IT' });
    const found: readonly (readonly [string, readonly string[]])[] = [
      ['query=Portugal', ['Caulker']],
      ['query=caulker%20in%20portugal', ['Caulker']],
      ['query=portuga', ['Caulker']],
      ['location=Portugal', ['Caulker']],
      ['location=portu', ['Caulker']],
      ['location=pt', ['Caulker']],
      ['location=Porto,%20Portugal', ['Caulker']],
      ['location=Portugal,%20Porto', ['Caulker']],
      ['location=porto%20pt', ['Caulker']],
      ['location=porto%20es', []],
      // A word begins as asked: Oman is no part of Romania, and DE is not Denmark.
      ['location=Oman', []],
      ['location=Romania', ['Cooper']],
      ['location=DE', ['Tiler']],
      ['location=Germany', ['Tiler']],
      ['location=de&query=tiler', ['Tiler']],
      ['location=UK', ['Potter']],
      ['location=the%20United%20Kingdom', ['Potter']],
      ['location=Great%20Britain', ['Potter']],
      ['location=remote%20italy', ['Weaver']],
      // “IT” is a word of a job search, too.
      ['query=IT%20weaver', []],
    ];
    for (const [search, titles] of found) expect([search, await titlesOf(search)]).toEqual([search, titles]);
    const { filter_counts } = await list('location=pt&count_options=true');
    expect(filter_counts).toContainEqual({ filter: 'location', without: 7, is_exact: true, options: [] });
  });

  test('U3: search and filter follow its change, and the company’s own list finds it', async () => {
    const id = await publish({ country_code: 'PT' });
    await send('PATCH', `/job_posts/${id}`, { country_code: 'ES' });
    for (const [search, titles] of [
      ['query=portugal', []],
      ['location=portugal', []],
      ['query=spain', ['Caulker']],
      ['location=es', ['Caulker']],
    ] as const)
      expect([search, await titlesOf(search)]).toEqual([search, titles]);
    const own = await system.publicHost.request('/api/employer/job_posts?query=porto%20spain', {
      cookie: owner.cookie,
    });
    expect(own.body.items).toHaveLength(1);
    await send('PATCH', `/job_posts/${id}`, { country_code: '' });
    expect([await titlesOf('query=spain'), await titlesOf('location=porto')]).toEqual([[], ['Caulker']]);
  });

  test('F8: of a place eight words count, whatever a visitor asks', async () => {
    await publish({ country_code: 'PT' });
    const [row] = await system.database.query<{ patterns: string[] }>(
      'select employer.place_patterns($1) as patterns',
      ['Porto of the PT porto 東京 a b c d e f g'],
    );
    expect(row?.patterns).toEqual(['% porto%', '% pt %', '%東京%', '% a%', '% b%', '% c%', '% d%', '% e%']);
    expect(await titlesOf(`location=${'porto%20'.repeat(17)}`)).toEqual(['Caulker']);
    expect(await titlesOf('location=%E2%80%94')).toEqual(['Caulker']);
  });
});

test('U3: the database knows the name of each country as the pages show it', async () => {
  const rows = await system.database.query<{ code: string; words: string }>(
    'select code, employer.country_words(code) as words from unnest($1::text[]) as codes (code)',
    [COUNTRIES],
  );
  expect(rows).toHaveLength(249);
  const otherNames = rows.filter(({ code, words }) => !words.startsWith(countryName(code)));
  expect(otherNames).toEqual([]);
  const [unknown] = await system.database.query("select employer.country_words('ZZ') as words");
  expect(unknown).toEqual({ words: '' });
});

import {
  makeColleague,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.stop());

const as = (person: TestPerson) => ({
  get: (path: string) => system.publicHost.request(`/api${path}`, { cookie: person.cookie }),
  send: (method: string, path: string, body: object) =>
    system.publicHost.request(`/api${path}`, { method, body, cookie: person.cookie }),
});
const owner = () => makePerson(system.database, { membership: { role: 'owner', status: 'active' } });

describe('a first company', () => {
  test('is made with its owner, once, and at once usable', async () => {
    const person = await makePerson(system.database);
    const answers = await Promise.all(
      [1, 2].map(() =>
        as(person).send('POST', '/employer/org_memberships', { company: { name: '  New Boats ' } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const made = answers.find(({ status }) => status === 201);
    expect(made?.body).toMatchObject({
      company: { name: 'New Boats' },
      org_membership: { role: 'owner', status: 'active' },
    });
    expect((await as(person).get('/employer/companies/current')).body.name).toBe('New Boats');
    const rows = await system.database.query("select 1 from employer.companies where name = 'New Boats'");
    expect(rows).toHaveLength(1);
  });

  test('is refused to a person with any membership record, also a revoked one', async () => {
    const person = await makePerson(system.database, { membership: { role: 'member', status: 'revoked' } });
    const answer = await as(person).send('POST', '/employer/org_memberships', {
      company: { name: 'Another' },
    });
    expect(answer).toMatchObject({ status: 409, body: { code: 'org_membership_exists' } });
  });
});

describe('a company', () => {
  test('is changed by its owner, field by field', async () => {
    const person = await owner();
    const changed = await as(person).send('PATCH', '/employer/companies/current', {
      about: 'Boats.',
      website: 'https://boats.example',
    });
    expect(changed.body).toMatchObject({
      about: 'Boats.',
      website: 'https://boats.example',
      name: expect.stringMatching(/^Company/),
    });
    const renamed = await as(person).send('PATCH', '/employer/companies/current', { name: ' New Boats ' });
    expect(renamed.body).toMatchObject({ name: 'New Boats', about: 'Boats.' });
    const dated = await system.database.query(
      'select updated_at > created_at as is_later from employer.companies where id = $1',
      [person.companyId],
    );
    expect(dated).toEqual([{ is_later: true }]);
    const refused = await as(person).send('PATCH', '/employer/companies/current', {
      website: 'javascript:alert(1)',
    });
    expect(refused.body.errors[0].field).toBe('website');
  });

  test('keeps its last active owner, also when two owners take each other’s place at once', async () => {
    const one = await owner();
    const two = await makeColleague(system.database, one);
    const answers = await Promise.all([
      as(one).send('PATCH', `/employer/org_memberships/${two.membershipId}`, { role: 'member' }),
      as(two).send('PATCH', `/employer/org_memberships/${one.membershipId}`, { status: 'revoked' }),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    const owners = await system.database.query(
      "select 1 from employer.org_memberships where company_id = $1 and role = 'owner' and status = 'active'",
      [one.companyId],
    );
    expect(owners).toHaveLength(1);
    const alone = await owner();
    const last = await as(alone).send('PATCH', `/employer/org_memberships/${alone.membershipId}`, {
      role: 'member',
    });
    expect(last).toMatchObject({ status: 409, body: { code: 'org_last_owner' } });
  });

  test('another company’s membership is not found', async () => {
    const [one, two] = await Promise.all([owner(), owner()]);
    const answer = await as(one).send('PATCH', `/employer/org_memberships/${two.membershipId}`, {
      role: 'member',
    });
    expect(answer.status).toBe(404);
  });
});

describe('the catalogue', () => {
  const search = async (query: string) =>
    (await system.publicHost.request(`/api/talent/job_posts?${query}`)).body;

  test('puts the best match first, and filters by place and kind', async () => {
    const engineers = await search('query=frontend%20engineer');
    expect(engineers.items[0].title).toMatch(/^Frontend engineer/);
    const porto = await search('location=porto&kind=internship');
    expect(porto.items.map(({ title }: { title: string }) => title)).toEqual([
      'Apprentice in the finishing shop',
    ]);
    expect((await search('query=zebra')).items).toEqual([]);
    for (const odd of ['query=%22unclosed', 'query=%26%7C%21', 'query=%25'])
      expect((await search(odd)).items).toBeDefined();
  });

  test('shows neither drafts nor closed posts nor those of a disabled company', async () => {
    const { items } = await search('limit=100');
    const titles = items.map(({ title }: { title: string }) => title);
    for (const hidden of ['Logistics lead', 'Night-shift CNC operator', 'Cargo bike courier'])
      expect(titles).not.toContain(hidden);
  });

  test.each(['', 'query=engineer&'])('pages follow each other without gap or repeat (%s)', async (filter) => {
    const allBy = async (limit: number) => {
      const ids: string[] = [];
      let cursor = '';
      do {
        const body = await search(`${filter}limit=${limit}&cursor=${encodeURIComponent(cursor)}`);
        ids.push(...body.items.map(({ id }: { id: string }) => id));
        cursor = body.next_cursor;
      } while (cursor !== '');
      return ids;
    };
    const [large, small] = [await allBy(100), await allBy(3)];
    expect(large.length).toBeGreaterThan(10);
    expect(new Set(large).size).toBe(large.length);
    expect(small).toEqual(large);
  });
});

describe('a talent', () => {
  test('asks for access once, also when asked twice at the same moment', async () => {
    const person = await makePerson(system.database);
    const answers = await Promise.all(
      [1, 2].map(() => as(person).send('POST', '/talent/access_requests', {})),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('talent_access_exists');
  });

  test('replaces the profile as a whole and reads it back', async () => {
    const person = await makePerson(system.database, { talent: 'pending' });
    expect((await as(person).get('/talent/profiles/current')).body).toEqual({
      headline: '',
      summary: '',
      skills: [],
      location: '',
      links: [],
      career: { positions: [], education: [] },
      etag: '"1"',
    });
    const profile = {
      headline: 'Émigré “caulker” 🛶',
      summary: 'a\nb',
      skills: ['Oakum', 'Pitch'],
      location: 'Porto',
      links: ['https://x.example'],
    };
    expect((await as(person).send('PUT', '/talent/profiles/current', profile)).body).toMatchObject(profile);
    expect((await as(person).get('/talent/profiles/current')).body).toMatchObject(profile);
    expect((await as(person).send('PUT', '/talent/profiles/current', {})).body).toMatchObject({
      headline: '',
      skills: [],
    });
    const bad = await as(person).send('PUT', '/talent/profiles/current', {
      skills: ['a', 'a'],
      links: ['ftp://x'],
    });
    expect(bad.body.errors.map(({ field }: { field: string }) => field)).toEqual(['skills', 'links[0]']);
  });
});

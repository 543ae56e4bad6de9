import { makeAdmin, startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

let system: TestSystem;
let cookie: string;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none' });
  cookie = (await makeAdmin(system.database, 'viewer')).cookie;
  for (const [name, condition] of [
    ['brook & Sons', 'active'],
    ['Alder', 'disabled'],
    ['Cedar & Sons', 'active'],
    ['Alder', 'active'],
  ]) {
    await system.database.query('insert into employer.companies (name, condition) values ($1, $2)', [
      name,
      condition,
    ]);
  }
});
afterAll(() => system.stop());

const list = async (query: string) =>
  system.teamHost.request(`/api/identities/admin/companies?${query}`, { cookie });
const namesOf = async (query: string) =>
  (await list(query)).body.items.map(({ name }: { name: string }) => name);

describe('the list of companies, for staff', () => {
  test.each([
    ['', ['Alder', 'Alder', 'brook & Sons', 'Cedar & Sons']],
    ['order=name', ['Alder', 'Alder', 'brook & Sons', 'Cedar & Sons']],
    ['order=newest', ['Alder', 'Cedar & Sons', 'Alder', 'brook & Sons']],
    ['order=newest&query=sons', ['Cedar & Sons', 'brook & Sons']],
    ['order=newest&condition=active', ['Alder', 'Cedar & Sons', 'brook & Sons']],
  ])('has the order of ?%s', async (query, names) => {
    expect(await namesOf(query)).toEqual(names);
  });

  test('has no other order, and a page of one order follows no page of the other', async () => {
    expect((await list('order=oldest')).status).toBe(400);
    const { next_cursor } = (await list('limit=1')).body;
    expect((await list(`limit=1&order=newest&cursor=${encodeURIComponent(next_cursor)}`)).status).toBe(400);
  });

  test('has each company once in pages of one, also with a name whose lower case JavaScript writes in another way', async () => {
    const names = [
      'Inn ΟΔΟΣ',
      'Inn ΟΔΟΣ',
      'Inn İ',
      'Inn ib',
      `Inn ${'𠮷'.repeat(116)}`,
      `Inn ${'𠮷'.repeat(116)}`,
    ];
    await system.database.query('insert into employer.companies (name) select unnest($1::text[])', [names]);
    const whole = (await list('query=inn')).body.items;
    const paged: unknown[] = [];
    let cursor = '';
    do {
      const { body } = await list(`query=inn&limit=1&cursor=${encodeURIComponent(cursor)}`);
      paged.push(...body.items);
      cursor = body.next_cursor;
    } while (cursor !== '' && paged.length <= names.length);
    expect(whole).toHaveLength(names.length);
    expect(paged).toEqual(whole);
  });
});

import {
  makeColleague,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { apiSender } from '#support/api-sender.ts';

let system: TestSystem;
let asker: TestPerson;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none' });
});
beforeEach(async () => {
  asker = await makePerson(system.database);
});
afterAll(() => system.stop());

const send = apiSender(() => system);
const check = (name: string, by = asker) =>
  send('GET', `/identities/company_name_check?${new URLSearchParams({ name })}`, by);
const create = async (name: string) => {
  const owner = await makePerson(system.database);
  return { owner, answer: await send('POST', '/employer/org_memberships', owner, { company: { name } }) };
};

describe('U16: a name that is in use', () => {
  test.each([
    ['Żuraw & Łódź', 'ZURAW & LODZ'],
    ['Café du Port', '  cafe\u0301  du\u00a0port '],
    ['Straße Nord', 'STRASSE nord'],
    ['O’Hara Boats', "o'hara boats"],
  ])('%s is found as %s, before anything of it is public', async (name, asked) => {
    expect((await check(asked)).body).toEqual({ is_in_use: false });
    expect((await create(name)).answer.status).toBe(201);
    expect(await check(asked)).toMatchObject({ status: 200, body: { is_in_use: true } });
    // The fact alone: neither the company nor its spelling.
    expect((await check(asked)).body).toEqual({ is_in_use: true });
  });

  test('is another one with a legal form, a further word or other punctuation', async () => {
    await create('Harbour Works Ltd');
    for (const name of ['Harbour Works', 'Harbour Works Ltd.', 'Harbour Works Ltd Hull']) {
      expect((await check(name)).body).toEqual({ is_in_use: false });
    }
  });

  test('refuses no creation: two companies may have one name', async () => {
    await create('Two of a Name');
    expect((await create('Two of a Name')).answer.status).toBe(201);
  });

  test('is free again when its company has no active owner who could invite', async () => {
    const { owner, answer } = await create('Closed Yard');
    await makeColleague(system.database, { companyId: answer.body.company.id }, 'member');
    const setStatus = (status: string) =>
      system.database.query(
        `update employer.org_memberships set status = $2, revoked_by = case when $2 = 'revoked' then 'staff' end
          where user_id = $1`,
        [owner.userId, status],
      );
    await setStatus('revoked');
    expect((await check('Closed Yard')).body).toEqual({ is_in_use: false });
    await setStatus('active');
    expect((await check('Closed Yard')).body).toEqual({ is_in_use: true });
    await system.database.query(
      "update employer.companies set condition = 'disabled' where name = 'Closed Yard'",
    );
    expect((await check('Closed Yard')).body).toEqual({ is_in_use: false });
  });

  test('is known to users alone, and a name that no company can have is refused', async () => {
    expect(await check('Any', { ...asker, cookie: '' })).toMatchObject({
      status: 401,
      body: { code: 'session_required' },
    });
    expect(await check(' ')).toMatchObject({ status: 400, body: { code: 'input_invalid' } });
  });

  test('F9: one account asks about 30 names an hour, and another one is not stopped', async () => {
    for (let count = 0; count < 30; count += 1) expect((await check(`Name ${count}`)).status).toBe(200);
    const refused = await check('One more');
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await check('One more', await makePerson(system.database))).status).toBe(200);
  });
});

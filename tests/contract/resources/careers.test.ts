import {
  makeAdmin,
  makeColleague,
  makeJobPost,
  makePerson,
  makeSession,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { apiSender } from '#support/api-sender.ts';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';

let system: TestSystem;
let owner: TestPerson;
let talent: TestPerson;
let postId: string;

const FOUNDRY = {
  key: 4,
  employer_name: 'Bells of Ghent',
  title: 'Bell founder',
  from_month: '2021-03',
  to_month: '',
  description: 'Two tonnes a year.\nAnd the clappers.',
};
const ABBEY = { ...FOUNDRY, key: 1, employer_name: 'Abbey', from_month: '2015-01', to_month: '2018-12' };
const MUSEUM = { ...FOUNDRY, key: 9, employer_name: 'Museum', from_month: '2016-01', to_month: '2018-12' };
const SCHOOL = { key: 2, school: 'School of bronze', degree: 'Casting', from_year: '2010', to_year: '2014' };
const EVENING = { key: 1, school: 'Evening school', degree: '', from_year: '2008', to_year: '' };
const CAREER = { positions: [FOUNDRY, MUSEUM, ABBEY], education: [EVENING, SCHOOL] };
const NO_CAREER = { positions: [], education: [] };
const PROFILE = { headline: 'Founder', summary: '', skills: [], location: 'Ghent', links: [] };

beforeAll(async () => {
  system = await startTestSystem({ seed: 'none' });
});
beforeEach(async () => {
  [owner, talent] = await Promise.all([
    makePerson(system.database, { membership: { role: 'owner', status: 'active' } }),
    makePerson(system.database, { talent: 'active' }),
  ]);
  postId = await makeJobPost(system.database, owner);
});
afterAll(() => system.stop());

const send = apiSender(() => system);
const save = (career?: object, ifMatch = '*') =>
  send('PUT', '/talent/profiles/current', { ...talent, ifMatch }, { ...PROFILE, career });
const read = async () => (await send('GET', '/talent/profiles/current', talent)).body;
const apply = async (message = 'Hello.') =>
  (await send('POST', `/talent/job_posts/${postId}/applications`, talent, { message })).body;
const stored = (table: 'profiles' | 'applications') =>
  system.database.query<{ career: object }>(`select career from talent.${table} where user_id = $1`, [
    talent.userId,
  ]);
/** A month, counted from the one that it is. */
const month = (ahead: number) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 15)).toISOString().slice(0, 7);
};

describe('work history and education of a profile', () => {
  test('are empty at first, saved as one document, and read newest first, those that go on before all others', async () => {
    expect((await read()).career).toEqual(NO_CAREER);
    const saved = await save({ positions: [ABBEY, FOUNDRY, MUSEUM], education: [SCHOOL, EVENING] });
    expect(saved.body.career).toEqual(CAREER);
    expect((await read()).career).toEqual(CAREER);
    expect((await save(NO_CAREER)).body.career).toEqual(NO_CAREER);
  });

  test('G8: stay when a request does not name them, as of a page of the former release', async () => {
    await save(CAREER);
    expect((await save()).body).toMatchObject({ headline: 'Founder', career: CAREER });
  });

  test('are stored without spaces around their texts', async () => {
    const saved = await save({
      positions: [{ ...FOUNDRY, employer_name: ' Bells ', title: ' Founder ', description: ' Two.\n' }],
      education: [{ ...SCHOOL, school: ' School ', degree: ' Casting ' }],
    });
    expect(saved.body.career).toEqual({
      positions: [{ ...FOUNDRY, employer_name: 'Bells', title: 'Founder', description: 'Two.' }],
      education: [{ ...SCHOOL, school: 'School', degree: 'Casting' }],
    });
  });

  test('G9: are part of the version: the second of two sessions reads the current career', async () => {
    const { body: first } = await save(CAREER);
    const second = await makeSession(system.database, 'user', talent.userId);
    const change = { ...PROFILE, career: { ...CAREER, positions: [FOUNDRY] } };
    const { body: changed } = await send(
      'PUT',
      '/talent/profiles/current',
      { ...second, ifMatch: first.etag },
      change,
    );
    expect(changed.etag).not.toBe(first.etag);
    expect(await save(NO_CAREER, first.etag)).toMatchObject({
      status: 412,
      body: { code: 'edit_conflict', conflict: { current: { career: change.career } } },
    });
    expect((await read()).career).toEqual(change.career);
    expect((await save(change.career, changed.etag)).body.etag).toBe(changed.etag);
  });

  test('G9: a change that waits for another one is compared with what that one has written', async () => {
    const { body } = await save(CAREER);
    const [late] = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      await holder.query('select from talent.profiles where user_id = $1 for update', [talent.userId]);
      const change = save(NO_CAREER, body.etag);
      await isWaitedFor(holder);
      await holder.query("update talent.profiles set headline = 'Other' where user_id = $1", [talent.userId]);
      return [change];
    });
    expect(await late).toMatchObject({ status: 412, body: { code: 'edit_conflict' } });
    expect(await read()).toMatchObject({
      headline: 'Other',
      career: { positions: [FOUNDRY, MUSEUM, ABBEY] },
    });
  });

  test('take 15 positions and 10 schools with 2,000 characters in each description', async () => {
    const full = {
      positions: Array.from({ length: 15 }, (_, n) => ({
        ...FOUNDRY,
        key: n + 1,
        description: '\u{1F514}'.repeat(2000),
      })),
      education: Array.from({ length: 10 }, (_, n) => ({ ...SCHOOL, key: n + 1 })),
    };
    expect(await save(full)).toMatchObject({ status: 200, body: { career: full } });
  });

  test('may begin and end in this month or in the same year, and end with an expected year', async () => {
    const career = {
      positions: [{ ...FOUNDRY, from_month: month(0), to_month: month(0) }],
      education: [
        { ...SCHOOL, from_year: month(0).slice(0, 4), to_year: '2099' },
        { ...EVENING, from_year: '2014', to_year: '2014' },
      ],
    };
    expect((await save(career)).body.career).toEqual(career);
  });

  test.each<[string, object, string, string]>([
    ['an end before the beginning', { to_month: '2021-02' }, 'to_month', 'career.order'],
    ['a beginning in the future', { from_month: month(2) }, 'from_month', 'career.future'],
    ['an end in the future', { to_month: month(2) }, 'to_month', 'career.future'],
    ['no beginning', { from_month: '' }, 'from_month', 'string.pattern'],
    ['a month that does not exist', { from_month: '2021-13' }, 'from_month', 'string.pattern'],
    ['a year in the place of a month', { to_month: '2021' }, 'to_month', 'string.pattern'],
    ['no employer', { employer_name: '' }, 'employer_name', 'string.min_len'],
    ['a blank title', { title: '  ' }, 'title', 'string.pattern'],
    ['a title of two lines (G7)', { title: 'Bell\nfounder' }, 'title', expect.any(String) as never],
    ['a control character (G7)', { description: 'Two\u0007' }, 'description', expect.any(String) as never],
    ['a long description', { description: 'x'.repeat(2001) }, 'description', 'string.max_len'],
    ['a key above 15', { key: 16 }, 'key', 'uint32.gte_lte'],
    ['a key of another position', { key: ABBEY.key }, 'key', 'career.unique'],
  ])(
    'G8: a position with %s is refused at its field, and nothing is changed',
    async (_, part, name, code) => {
      await save(CAREER);
      const refused = await save({ ...CAREER, positions: [ABBEY, { ...FOUNDRY, ...part }] });
      expect(refused).toMatchObject({
        status: 400,
        body: {
          code: 'input_invalid',
          errors: expect.arrayContaining([
            expect.objectContaining({ field: `career.positions[1].${name}`, code }),
          ]),
        },
      });
      expect((await read()).career).toEqual(CAREER);
    },
  );

  test.each<[string, object, string, string]>([
    ['an end before the beginning', { to_year: '2009' }, 'to_year', 'career.order'],
    ['a beginning in the future', { from_year: '2099', to_year: '' }, 'from_year', 'career.future'],
    ['a month in the place of a year', { from_year: '2010-01' }, 'from_year', 'string.pattern'],
    ['no name', { school: '' }, 'school', 'string.min_len'],
    ['a degree of two lines (G7)', { degree: 'Casting\nTuning' }, 'degree', expect.any(String) as never],
    ['a key above 10', { key: 11 }, 'key', 'uint32.gte_lte'],
    ['a key of another school', { key: EVENING.key }, 'key', 'career.unique'],
  ])('G8: a school with %s is refused at its field, and nothing is changed', async (_, part, name, code) => {
    await save(CAREER);
    const refused = await save({ ...CAREER, education: [EVENING, { ...SCHOOL, ...part }] });
    expect(refused).toMatchObject({
      status: 400,
      body: {
        errors: expect.arrayContaining([
          expect.objectContaining({ field: `career.education[1].${name}`, code }),
        ]),
      },
    });
    expect((await read()).career).toEqual(CAREER);
  });

  test.each([
    ['positions', Array.from({ length: 16 }, (_, n) => ({ ...FOUNDRY, key: (n % 15) + 1 }))],
    ['education', Array.from({ length: 11 }, (_, n) => ({ ...SCHOOL, key: (n % 10) + 1 }))],
  ])('are refused with more entries: %s', async (list, entries) => {
    expect(await save({ ...NO_CAREER, [list]: entries })).toMatchObject({
      status: 400,
      body: { errors: expect.arrayContaining([expect.objectContaining({ field: `career.${list}` })]) },
    });
  });

  test('staff read them where they decide on talent access', async () => {
    await save(CAREER);
    const admin = await makeAdmin(system.database, 'viewer');
    const { body } = await system.teamHost.request(
      `/api/identities/admin/users/${talent.userId}/access_review`,
      {
        cookie: admin.cookie,
      },
    );
    expect(body.profile).toMatchObject({ headline: 'Founder', career: CAREER });
  });
});

describe('an application', () => {
  test('keeps work history and education as they were sent, for the company and the applicant', async () => {
    await save(CAREER);
    const { id } = await apply();
    await save(NO_CAREER);
    const other = await makePerson(system.database, { talent: 'active' });
    const none = await send('POST', `/talent/job_posts/${postId}/applications`, other, { message: 'Hello.' });
    const seenOfOther = await send('GET', `/employer/applications/${none.body.id}`, owner);
    expect(seenOfOther.body.applicant.career).toEqual(NO_CAREER);
    const seen = await send('GET', `/employer/applications/${id}`, owner);
    expect(seen.body.applicant.career).toEqual(CAREER);
    const own = await send('GET', `/talent/applications/${id}`, talent);
    expect(own.body.profile.career).toEqual(CAREER);
    const member = await makeColleague(system.database, owner, 'member');
    const moved = await send('PATCH', `/employer/applications/${id}`, member, { stage: 'in_review' });
    expect(moved.body.applicant.career).toEqual(CAREER);
    const list = await send('GET', '/employer/applications', owner);
    expect(list.body.items[0].applicant).not.toHaveProperty('career');
  });

  test('is shown to its own company alone, and to its applicant', async () => {
    await save(CAREER);
    const { id } = await apply();
    const [other, stranger, revoked] = await Promise.all([
      makePerson(system.database, { membership: { role: 'owner', status: 'active' } }),
      makePerson(system.database, { talent: 'active' }),
      makeColleague(system.database, owner, 'member'),
    ]);
    await system.database.query(
      "update employer.org_memberships set status = 'revoked', revoked_by = 'staff' where user_id = $1",
      [revoked.userId],
    );
    expect((await send('GET', `/employer/applications/${id}`, other)).status).toBe(404);
    expect((await send('GET', `/talent/applications/${id}`, stranger)).status).toBe(404);
    expect((await send('GET', `/employer/applications/${id}`, revoked)).status).toBe(403);
  });

  test('U16: needs no message with a work history', async () => {
    await send('PUT', '/talent/profiles/current', talent, { career: { positions: [FOUNDRY] } });
    expect((await send('POST', `/talent/job_posts/${postId}/applications`, talent, {})).status).toBe(201);
  });

  test('U17: loses them with its withdrawal, also by a pod of the former release', async () => {
    await save(CAREER);
    const { id } = await apply();
    await send('DELETE', `/talent/applications/${id}`, talent);
    expect(await stored('applications')).toEqual([{ career: NO_CAREER }]);
    expect((await send('GET', `/talent/applications/${id}`, talent)).body.profile.career).toEqual(NO_CAREER);
    expect((await send('GET', `/employer/applications/${id}`, owner)).body.applicant).not.toHaveProperty(
      'career',
    );
    expect((await read()).career).toEqual(CAREER);
  });

  test('G11: profile and applications leave nothing of them after the deletion, and both are exported', async () => {
    await save(CAREER);
    await apply();
    const [row] = await system.database.query<{ document: Record<string, { rows: { career: object }[] }> }>(
      'select identity.data_export_of($1) as document',
      [talent.userId],
    );
    for (const table of ['talent.profiles', 'talent.applications'])
      expect(row?.document[table]?.rows).toEqual([expect.objectContaining({ career: CAREER })]);
    await system.database.query('select identity.erase_user($1)', [talent.userId]);
    expect([await stored('profiles'), await stored('applications')]).toEqual([[], []]);
  });
});

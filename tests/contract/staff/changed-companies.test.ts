import {
  addressOf,
  makeAdmin,
  makeColleague,
  makeJobPost,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { imageOf } from '#support/images.ts';
import { nextMail } from '#support/next-mail.ts';

/** Rounds of the race. */
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 4);

let system: TestSystem;
let operator: string;
let owner: TestPerson;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', instances: 2, environment: { COMPANY_REVIEW: 'true' } });
  operator = (await makeAdmin(system.database, 'operator')).cookie;
});
afterAll(() => system.stop());

const NAME = 'New Boats';
const WEBSITE = 'https://boats.test/';

beforeEach(async () => {
  await system.database.query(
    "update employer.companies set review_state = 'refused' where review_state <> 'refused'",
  );
  owner = await makeApproved();
});

/** The owner of an approved company with a published job post. */
async function makeApproved({ database } = system): Promise<TestPerson> {
  const made = await makePerson(database, { membership: { role: 'owner', status: 'active' } });
  await database.query('update employer.companies set name = $2, website = $3 where id = $1', [
    made.companyId,
    NAME,
    WEBSITE,
  ]);
  await makeJobPost(database, { companyId: made.companyId, title: 'Caulker' });
  return made;
}

const current = (method: string, options: object = {}, path = '') =>
  system.publicHost.request(`/api/employer/companies/current${path}`, {
    method,
    cookie: owner.cookie,
    ...options,
  });
const change = async (body: object) => {
  const answer = await current('PATCH', { body });
  expect(answer.status).toBe(200);
  return answer;
};
const upload = async (colour: string) => {
  const answer = await current(
    'PUT',
    {
      rawBody: await imageOf('png', { colour }),
      headers: { 'content-type': 'application/octet-stream' },
    },
    '/logo',
  );
  expect(answer.status).toBe(200);
  return answer.body.hash as string;
};
const admin = (path: string, options: object = {}) =>
  system.teamHost.request(`/api/identities/admin${path}`, { cookie: operator, ...options });
const review = async () => (await admin(`/companies/${owner.companyId}/review`)).body;
const decide = (state: string, ifMatch = '*', owner_reason = '') =>
  admin(`/companies/${owner.companyId}/review`, {
    method: 'PUT',
    headers: { 'if-match': ifMatch },
    body: { state, reason: ' For staff only ', owner_reason },
  });
const queue = async () => (await admin('/company_reviews')).body.items;
const ids = async () => (await queue()).map(({ id }: { id: string }) => id);
const isPublic = async () =>
  (await system.publicHost.request(`/api/talent/companies/${owner.companyId}`)).status;
const changesOf = async (action: string) =>
  (await admin(`/audit_events?subject_id=${owner.companyId}&action=${action}`)).body.items.map(
    (event: { change: string }) => event.change,
  );

describe('with COMPANY_REVIEW, an approved company', () => {
  test('that changes its name waits for the staff with both names, and stays public meanwhile', async () => {
    const { pending_company_count } = (await admin('/overview')).body;
    await change({ name: 'Old Bank' });
    const changed = {
      current: { name: 'Old Bank', website: WEBSITE },
      approved: { name: NAME, website: WEBSITE },
      changed_at: expect.stringMatching(/Z$/),
    };
    expect(await queue()).toEqual([
      {
        id: owner.companyId,
        name: 'Old Bank',
        created_at: expect.any(String),
        published_job_post_count: 1,
        ...changed,
      },
    ]);
    expect(await review()).toMatchObject({ state: 'approved', ...changed });
    expect((await admin('/overview')).body.pending_company_count).toBe(pending_company_count + 1);
    expect(await isPublic()).toBe(200);
    // Its members read of no review: it is approved.
    expect((await current('GET')).body.review).toBeUndefined();
  });

  test('is approved with what it has changed, which is no news for its owners', async () => {
    await change({ name: 'Old Bank', website: 'https://bank.test/' });
    const { etag } = await review();
    const decided = await decide('approved', etag, 'Welcome!');
    expect(decided).toMatchObject({
      status: 200,
      body: { state: 'approved', current: { name: 'Old Bank', website: 'https://bank.test/' } },
    });
    expect(decided.body).not.toHaveProperty('approved');
    expect(decided.body).not.toHaveProperty('changed_at');
    expect(decided.body.etag).not.toBe(etag);
    expect(await queue()).toEqual([]);
    expect(await isPublic()).toBe(200);
    expect(await changesOf('company.reviewed')).toEqual(['changed: name, website → approved']);
    // Once more: nothing waits.
    expect((await decide('approved')).status).toBe(200);
    expect(await changesOf('company.reviewed')).toHaveLength(1);
    const news = await system.publicHost.request('/api/identities/users/current/notifications', {
      cookie: owner.cookie,
    });
    expect(news.body.items).toEqual([]);
    // What it changes from now on is compared with this approval.
    await change({ name: 'Older Bank' });
    expect((await review()).approved).toEqual({ name: 'Old Bank', website: 'https://bank.test/' });
  });

  test('that staff refuse for its change is not public any more, and its owners read why', async () => {
    await change({ name: 'Old Bank' });
    const decided = await decide('refused', (await review()).etag, 'It is the name of another company.');
    expect(decided).toMatchObject({ status: 200, body: { state: 'refused' } });
    expect(decided.body).not.toHaveProperty('approved');
    expect(await queue()).toEqual([]);
    expect(await isPublic()).toBe(404);
    expect(await changesOf('company.reviewed')).toEqual(['changed: name → refused']);
    const mail = await nextMail(system, addressOf(owner));
    expect(mail.text).toContain('It is the name of another company.');
  });

  test('waits for its website and for its logo too, and not for its text', async () => {
    await change({ about: 'We build boats.', name: ` ${NAME} `, website: WEBSITE });
    expect(await queue()).toEqual([]);
    await change({ website: '' });
    expect(await review()).toMatchObject({ current: { website: '' }, approved: { website: WEBSITE } });
    await decide('approved');
    const first = await upload('#00f');
    expect((await review()).approved).toEqual({ name: NAME, website: '' });
    expect((await review()).current.logo).toBe(first);
    await decide('approved');
    const second = await upload('#f00');
    expect(await review()).toMatchObject({ current: { logo: second }, approved: { logo: first } });
    await decide('approved');
    await current('DELETE', {}, '/logo');
    expect((await review()).approved.logo).toBe(second);
    expect((await review()).current).not.toHaveProperty('logo');
    await decide('approved');
    expect(await changesOf('company.reviewed')).toEqual([
      ...['changed: logo → approved', 'changed: logo → approved', 'changed: logo → approved'],
      'changed: website → approved',
    ]);
  });

  test('keeps its place while it changes more, and once it is as it was approved: staff see what it has shown', async () => {
    await change({ name: 'Old Bank' });
    const { changed_at } = await review();
    await change({ website: '', name: 'Older Bank' });
    await change({ about: 'We build boats.' });
    expect(await review()).toMatchObject({ changed_at, approved: { name: NAME, website: WEBSITE } });
    await change({ name: NAME });
    const { etag } = await review();
    await change({ website: WEBSITE });
    const approved = { name: NAME, website: WEBSITE };
    expect(await queue()).toMatchObject([{ id: owner.companyId, changed_at, approved, current: approved }]);
    const restored = await review();
    expect(restored).toMatchObject({ changed_at, approved, current: approved });
    const shown = restored.shown_meanwhile.map(({ seconds, ...look }: { seconds: number }) => {
      expect(seconds).toBeGreaterThanOrEqual(0);
      return look;
    });
    expect(shown).toHaveLength(4);
    expect(shown).toEqual(
      expect.arrayContaining([
        approved,
        { name: 'Old Bank', website: WEBSITE },
        { name: 'Older Bank', website: '' },
        { name: NAME, website: '' },
      ]),
    );
    expect((await decide('approved', etag)).status).toBe(412);
    const decided = await decide('approved', restored.etag);
    expect(decided.body).toEqual({
      company_id: owner.companyId,
      state: 'approved',
      owner_reason: '',
      etag: expect.any(String),
      current: approved,
      shown_meanwhile: [],
    });
    expect(await queue()).toEqual([]);
    expect(await changesOf('company.reviewed')).toEqual(['changed back → approved']);
    // The next change begins with nothing shown.
    await change({ name: 'Old Bank' });
    expect((await review()).shown_meanwhile).toEqual([]);
  });

  describe('G6: staff read each look that it has shown for more than a twentieth of the time', () => {
    /** Ends the present look, and shows one with this name for so long. */
    const show = (name: string, seconds: number) =>
      system.database.query(
        `update employer.companies set name = $2, unreviewed_since = unreviewed_since - $3 * interval '1 second'
          where id = $1`,
        [owner.companyId, name, seconds],
      );
    const shown = async (): Promise<{ name: string; website: string; seconds: number }[]> =>
      (await review()).shown_meanwhile;

    test.each(['D1', NAME])('also by turns with one that it shows for a second: %s', async (brief) => {
      await change({ name: 'D0' });
      for (let other = 1; other <= 20; other += 1) await show(`D${other}`, 600);
      for (let turn = 0; turn < 120; turn += 1) {
        await show('Bad', 599);
        await show(brief, 1);
      }
      const looks = await shown();
      expect(looks[0]).toEqual({ name: 'Bad', website: WEBSITE, seconds: expect.any(Number) });
      expect(looks[0]?.seconds).toBeGreaterThanOrEqual(120 * 599);
      expect(looks.find(({ name }) => name === brief)?.seconds).toBeLessThan(1800);
    });

    test('with the time until now, beside the approved and the present one', async () => {
      await change({ name: 'Old Bank' });
      await show(NAME, 1200);
      await show('Old Bank', 600);
      await show('Older Bank', 300);
      await show('Old Bank', 900);
      const looks = await shown();
      expect(looks.map(({ name }) => name)).toEqual(['Old Bank', NAME, 'Older Bank']);
      for (const [index, seconds] of [1500, 1200, 300].entries()) {
        expect(looks[index]?.seconds).toBeGreaterThanOrEqual(seconds);
        expect(looks[index]?.seconds).toBeLessThan(seconds + 60);
      }
    });

    test('whatever else it has shown, and never with less than its time', async () => {
      const step = fc.tuple(
        fc.oneof(fc.integer({ max: 3, min: 0 }), fc.integer({ max: 60, min: 4 })),
        fc.integer({ max: 3600, min: 1 }),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 120 }), async (steps) => {
          owner = await makeApproved();
          await change({ name: 'First' });
          const truth = new Map<string, number>();
          for (const [look, seconds] of steps) {
            await show(`Look ${look}`, seconds);
            truth.set(`Look ${look}`, (truth.get(`Look ${look}`) ?? 0) + seconds);
          }
          const total = [...truth.values()].reduce((sum, seconds) => sum + seconds, 0);
          const looks = await shown();
          expect(looks.length).toBeLessThanOrEqual(20);
          const listed = new Map(looks.map(({ name, seconds }) => [name, seconds]));
          const most = total / 20 + 60;
          for (const [name, seconds] of truth) {
            if (seconds > most) expect([...listed.keys()]).toContain(name);
            const upTo = listed.get(name) ?? seconds;
            expect(upTo).toBeGreaterThanOrEqual(seconds);
            expect(upTo).toBeLessThanOrEqual(seconds + most);
          }
          const sum = [...listed.values()].reduce((all, seconds) => all + seconds, 0);
          expect(Math.abs(sum - total)).toBeLessThan(60);
        }),
        { numRuns: 10 },
      );
    });
  });

  test('stays in the queue when staff remove the logo that it has added, and leaves it while it is disabled', async () => {
    const hash = await upload('#00f');
    expect(await ids()).toEqual([owner.companyId]);
    const removal = { method: 'POST', body: { reason: 'x', owner_reason: 'x' } };
    expect((await admin(`/companies/${owner.companyId}/logos/${hash}/removal`, removal)).status).toBe(204);
    expect(await review()).toMatchObject({
      shown_meanwhile: expect.arrayContaining([
        { name: NAME, website: WEBSITE, logo: hash, seconds: expect.any(Number) },
      ]),
    });
    await change({ name: 'Old Bank' });
    const condition = (to: string) =>
      admin(`/companies/${owner.companyId}/condition`, {
        method: 'PUT',
        body: { condition: to, reason: 'x', owner_reason: '' },
      });
    expect((await condition('disabled')).status).toBe(200);
    expect(await queue()).toEqual([]);
    // Staff have not seen its name yet.
    await condition('active');
    expect(await ids()).toEqual([owner.companyId]);
  });

  test('U11: waits behind the companies that waited before its change, whenever it was created', async () => {
    const pending = "update employer.companies set review_state = 'pending', created_at = $2 where id = $1";
    const changed = owner;
    await change({ name: 'Old Bank' });
    const { changed_at } = await review();
    const [before, after] = [await makeApproved(), await makeApproved()];
    await system.database.query(pending, [before.companyId, new Date(Date.parse(changed_at) - 1000)]);
    await system.database.query(pending, [after.companyId, new Date(Date.parse(changed_at) + 1000)]);
    const order = [before, changed, after].map(({ companyId }) => companyId);
    expect(await ids()).toEqual(order);
    const next = async (id: string | null | undefined) => (await admin(`/companies/${id}/review`)).body.next;
    expect(await next(order[0])).toMatchObject({
      id: changed.companyId,
      approved: { name: NAME },
      current: { name: 'Old Bank' },
    });
    expect((await next(changed.companyId)).id).toBe(after.companyId);
    expect((await next(after.companyId)).id).toBe(before.companyId);
    const newOne = (await queue())[0];
    expect(newOne).not.toHaveProperty('approved');
    expect(newOne).not.toHaveProperty('changed_at');
  });
});

describe('G9: an approval of a company', () => {
  const LATER: readonly [string, () => Promise<unknown>][] = [
    ['name', () => change({ name: 'Oldest Bank' })],
    ['website', () => change({ website: 'https://oldest.test/' })],
    ['logo', () => upload('#0f0')],
  ];

  test.each(LATER)(
    'that has changed once more since staff read it is refused: %s',
    async (_, changeAgain) => {
      await change({ name: 'Old Bank' });
      const { etag } = await review();
      await changeAgain();
      const now = await review();
      const refused = await decide('approved', etag);
      expect(refused).toMatchObject({
        status: 412,
        body: {
          code: 'edit_conflict',
          conflict: { etag: now.etag, current: { approved: { name: NAME }, current: now.current } },
        },
      });
      expect(refused.body.conflict.changed_by).toBe('Test Person');
      expect(await ids()).toEqual([owner.companyId]);
      expect(await changesOf('company.reviewed')).toEqual([]);
      expect((await decide('approved', now.etag)).status).toBe(200);
      expect(await queue()).toEqual([]);
    },
  );

  test('names who changed what it is about, and no colleague who changed its text alone', async () => {
    await system.database.query("update identity.users set name = 'Nora Namer' where id = $1", [
      owner.userId,
    ]);
    const { etag } = await review();
    await change({ name: 'Old Bank' });
    const writer = await makeColleague(system.database, owner);
    await system.database.query("update identity.users set name = 'Tom Texter' where id = $1", [
      writer.userId,
    ]);
    for (const body of [{ about: 'We build boats.' }, { about: 'We build boats.', name: 'Old Bank' }]) {
      expect((await current('PATCH', { body, cookie: writer.cookie })).status).toBe(200);
    }
    // Neither the change of another company, nor however much was done before.
    const elsewhere = await makeApproved();
    expect((await current('PATCH', { body: { name: 'New Bank' }, cookie: elsewhere.cookie })).status).toBe(
      200,
    );
    await system.database.query(
      `insert into identity.audit_events (id, actor_kind, actor_id, action, subject_kind, subject_id, change)
       select uuidv7(interval '-1 minute'), 'user', $1, 'company.changed', 'company', $2, 'about' from generate_series(1, 1000)`,
      [writer.userId, owner.companyId],
    );
    expect((await decide('approved', etag)).body.conflict.changed_by).toBe('Nora Namer');
    expect((await current('PATCH', { body: { website: '' }, cookie: writer.cookie })).status).toBe(200);
    expect((await decide('approved', etag)).body.conflict.changed_by).toBe('Tom Texter');
  });

  test.each(['pending', 'refused'])('that was never approved as it is now is refused: %s', async (state) => {
    await system.database.query('update employer.companies set review_state = $2 where id = $1', [
      owner.companyId,
      state,
    ]);
    const { etag } = await review();
    await change({ about: 'We build boats.' });
    expect((await review()).etag).toBe(etag);
    await change({ name: 'Old Bank' });
    expect(await review()).not.toHaveProperty('approved');
    expect(await decide('approved', etag)).toMatchObject({ status: 412, body: { code: 'edit_conflict' } });
    expect(await isPublic()).toBe(404);
    expect((await decide('approved', (await review()).etag)).status).toBe(200);
    expect(await review()).not.toHaveProperty('approved');
  });

  test('at the same moment as a change never approves what staff have not read', async () => {
    const [seen, unseen] = ['Old Bank', 'Oldest Bank'];
    for (let round = 0; round < ROUNDS; round += 1) {
      owner = await makeApproved();
      await change({ name: seen });
      const { etag } = await review();
      const [decided] = await Promise.all([decide('approved', etag), change({ name: unseen })]);
      const { approved } = await review();
      // Refused, or approved before the change, which then waits.
      expect([decided.status, approved?.name]).toEqual(decided.status === 200 ? [200, seen] : [412, NAME]);
    }
  });
});

test('the audit event of a change names the fields that it changes, and not their texts', async () => {
  await change({ name: 'Old Bank' });
  await change({ name: ' Old Bank ', website: '', about: 'We build boats.' });
  await change({ name: 'Older Bank', website: WEBSITE, about: 'We build ships.' });
  await change({ website: WEBSITE });
  expect(await changesOf('company.changed')).toEqual(['name, about, website', 'about, website', 'name']);
});

test('without COMPANY_REVIEW no change waits for the staff, and one that waits still does', async () => {
  const reviewed = { system, operator };
  system = await startTestSystem({ seed: 'none' });
  try {
    operator = (await makeAdmin(system.database, 'operator')).cookie;
    owner = await makeApproved();
    const before = await review();
    await change({ name: 'Old Bank', website: '' });
    await upload('#00f');
    expect(await queue()).toEqual([]);
    expect(await review()).toEqual({ ...before, current: expect.objectContaining({ name: 'Old Bank' }) });
    await system.database.query('select employer.keep_what_was_approved($1)', [owner.companyId]);
    await change({ name: 'Older Bank' });
    expect(await queue()).toMatchObject([
      { approved: { name: 'Old Bank' }, current: { name: 'Older Bank' } },
    ]);
  } finally {
    await system.stop();
    ({ system, operator } = reviewed);
  }
});

import {
  type ApiClient,
  addressOf,
  createInstanceClient,
  makeAdmin,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { commitsAround } from '#support/commits-around.ts';
import { nextMail } from '#support/next-mail.ts';

/** Rounds of the race. */
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 4);

/** Half a day, for a long run. */
const LONG = 43_200_000;

let system: TestSystem;
let operator: string;
let talents: readonly ApiClient[];
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', instances: 2, environment: { COMPANY_REVIEW: 'true' } });
  operator = (await makeAdmin(system.database, 'operator')).cookie;
  talents = system.local.services.talent.map((part) => createInstanceClient(part));
});
afterAll(async () => {
  for (const client of talents) client.close();
  await system.stop();
});

const DESCRIPTION = 'Caulk wooden hulls with oakum and pitch, in a small team. '.repeat(2).trim();

const send = (person: TestPerson, method: string, path: string, body?: object) =>
  system.publicHost.request(`/api${path}`, { method, cookie: person.cookie, body });
const admin = (path: string, options: object = {}) =>
  system.teamHost.request(`/api/identities/admin${path}`, { cookie: operator, ...options });
const decide = (companyId: string, state: string, owner_reason = '') =>
  admin(`/companies/${companyId}/review`, {
    method: 'PUT',
    body: { state, reason: ' For staff only ', owner_reason },
  });

interface NewCompany {
  readonly owner: TestPerson;
  readonly companyId: string;
  readonly post: string;
}

/** A company that a user has created, with a published job post. */
async function createCompany(): Promise<NewCompany> {
  const owner = await makePerson(system.database);
  const made = await send(owner, 'POST', '/employer/org_memberships', { company: { name: 'New Boats' } });
  const post = await send(owner, 'POST', '/employer/job_posts', {
    ...{ title: 'Caulker', kind: 'full_time', location: 'Porto', description: DESCRIPTION },
  });
  const path = `/employer/job_posts/${post.body.id}`;
  expect((await send(owner, 'PATCH', path, { state: 'published' })).status).toBe(200);
  return { owner, companyId: made.body.company.id, post: post.body.id };
}

const apply = ({ post }: NewCompany, person: TestPerson, client: ApiClient | undefined) =>
  client?.request(`/api/talent/job_posts/${post}/applications`, {
    method: 'POST',
    cookie: person.cookie,
    body: { message: 'Hello' },
  });

/** What each instance shows of a company to visitors. */
async function shown({ companyId, post }: NewCompany): Promise<readonly unknown[]> {
  const answers = talents.flatMap((client) => [
    client.request(`/api/talent/job_posts/${post}`),
    client.request(`/api/talent/companies/${companyId}`),
  ]);
  const lists = talents.map(async (client) => {
    const { body } = await client.request(`/api/talent/companies/${companyId}/job_posts`);
    return body.items.length as number;
  });
  return [...(await Promise.all(answers)).map(({ status }) => status), ...(await Promise.all(lists))];
}

const HIDDEN = [404, 404, 404, 404, 0, 0];
const PUBLIC = [200, 200, 200, 200, 1, 1];

describe('with COMPANY_REVIEW', () => {
  test('what a new company publishes is public once staff have approved it, through each instance', async () => {
    const company = await createCompany();
    expect(await shown(company)).toEqual(HIDDEN);
    const saver = await makePerson(system.database);
    expect((await send(saver, 'PUT', `/talent/saved_job_posts/${company.post}`)).status).toBe(404);
    const report = { subject_kind: 'job_post', subject_id: company.post, reason: 'other' };
    expect((await send(saver, 'POST', '/identities/users/current/abuse_reports', report)).status).toBe(404);
    const overview = await send(company.owner, 'GET', '/employer/companies/current/overview');
    expect(overview.body.review).toEqual({ state: 'pending', reason: '' });
    expect((await admin('/company_reviews')).body.items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: company.companyId, published_job_post_count: 1 }),
      ]),
    );
    expect(await decide(company.companyId, 'approved')).toMatchObject({
      status: 200,
      body: { state: 'approved' },
    });
    expect(await shown(company)).toEqual(PUBLIC);
    const current = await send(company.owner, 'GET', '/employer/companies/current');
    expect(current.body.review).toBeUndefined();
    const ids = (await admin('/company_reviews')).body.items.map(({ id }: { id: string }) => id);
    expect(ids).not.toContain(company.companyId);
  });

  test('staff read what a company says about itself before they decide, which visitors do not see yet', async () => {
    const company = await createCompany();
    const detail = async () => {
      const { status, body } = await admin(`/companies/${company.companyId}`);
      expect(status).toBe(200);
      return { about: body.about, website: body.website };
    };
    expect(await detail()).toEqual({ about: '', website: '' });
    const profile = { about: 'We **build** boats.\n\n- of wood', website: 'https://boats.test/' };
    expect((await send(company.owner, 'PATCH', '/employer/companies/current', profile)).status).toBe(200);
    expect(await detail()).toEqual(profile);
    expect(await shown(company)).toEqual(HIDDEN);
    const [listed] = (await admin('/companies?query=new+boats&limit=1')).body.items;
    expect(Object.keys(listed)).not.toContain('about');
  });

  test('the list of companies says which of them staff have approved, beside the condition', async () => {
    const company = await createCompany();
    const listed = async () => {
      const { items } = (await admin('/companies?query=new+boats&limit=100')).body;
      const { condition, review_state } = items.find(({ id }: { id: string }) => id === company.companyId);
      return { condition, review_state };
    };
    expect(await listed()).toEqual({ condition: 'active', review_state: 'pending' });
    for (const state of ['refused', 'approved']) {
      expect((await decide(company.companyId, state)).status).toBe(200);
      expect(await listed()).toEqual({ condition: 'active', review_state: state });
    }
  });

  test('a refused company reads why, by mail and on its page, and its posts are not public', async () => {
    const company = await createCompany();
    const waiting = await createCompany();
    await send(waiting.owner, 'POST', '/employer/job_posts', {
      ...{ title: 'Rigger', kind: 'full_time', location: 'Porto', description: DESCRIPTION },
    });
    const pending = (await admin('/company_reviews?limit=100')).body.items;
    expect(pending.find(({ id }: { id: string }) => id === waiting.companyId)).toMatchObject({
      published_job_post_count: 1,
    });
    const changedAt = async () =>
      (
        await system.database.query<{ updated_at: Date }>(
          'select updated_at from employer.companies where id = $1',
          [company.companyId],
        )
      )[0]?.updated_at.getTime() ?? 0;
    const before = await changedAt();
    await decide(company.companyId, 'refused', ' We do not find your company in the register. ');
    expect(await changedAt()).toBeGreaterThan(before);
    expect(await shown(company)).toEqual(HIDDEN);
    const current = await send(company.owner, 'GET', '/employer/companies/current');
    expect(current.body.review).toEqual({
      state: 'refused',
      reason: 'We do not find your company in the register.',
    });
    const reviewOf = async ({ owner }: NewCompany) =>
      (await send(owner, 'GET', '/employer/companies/current/overview')).body.review;
    expect(await reviewOf(company)).toEqual(current.body.review);
    expect(await reviewOf(waiting)).toEqual({ state: 'pending', reason: '' });
    const mail = await nextMail(system, addressOf(company.owner));
    expect(mail.subject).toBe('New Boats was refused on Gatehouse');
    expect(mail.text).toContain('We do not find your company in the register.');
    expect(mail.text).not.toContain('For staff only');
    const news = await send(company.owner, 'GET', '/identities/users/current/notifications');
    expect(news.body.items).toMatchObject([
      { kind: 'company_reviewed', value: 'refused', company_name: 'New Boats' },
    ]);
    const events = await admin(`/audit_events?subject_id=${company.companyId}&action=company.reviewed`);
    expect(events.body.items).toMatchObject([{ change: 'pending → refused', reason: 'For staff only' }]);
  });

  test('an approved company reads so by mail, with no reason on its review; the same decision again is no news', async () => {
    const { owner, companyId } = await createCompany();
    for (const _ of [1, 2]) {
      const decided = await decide(companyId, 'approved', 'Welcome!');
      expect(decided).toMatchObject({ status: 200, body: { state: 'approved', owner_reason: '' } });
    }
    const mail = await nextMail(system, addressOf(owner));
    expect(mail.subject).toBe('New Boats was approved on Gatehouse');
    const events = await admin(`/audit_events?subject_id=${companyId}&action=company.reviewed`);
    expect(events.body.items).toMatchObject([{ change: 'pending → approved' }]);
    const news = await send(owner, 'GET', '/identities/users/current/notifications');
    expect(news.body.items).toMatchObject([{ kind: 'company_reviewed', value: 'approved' }]);
  });

  test('U11: a new company is in the queue only while it is active, also one that its last owner has closed', async () => {
    const [disabled, closed] = [await createCompany(), await createCompany()];
    const waiting = async () => {
      const { items } = (await admin('/company_reviews?limit=100')).body;
      const count = (await admin('/overview')).body.pending_company_count;
      expect(items).toHaveLength(count);
      return [disabled, closed].map(({ companyId }) =>
        items.some(({ id }: { id: string }) => id === companyId),
      );
    };
    const condition = (to: string) =>
      admin(`/companies/${disabled.companyId}/condition`, {
        method: 'PUT',
        body: { condition: to, reason: 'x', owner_reason: '' },
      });
    expect(await waiting()).toEqual([true, true]);
    expect((await condition('disabled')).status).toBe(200);
    await system.database.query("select retention.close_some_of_company($1, $2, '{}')", [
      closed.companyId,
      closed.owner.userId,
    ]);
    expect(await waiting()).toEqual([false, false]);
    expect((await admin(`/companies/${disabled.companyId}/review`)).body.state).toBe('pending');
    expect((await condition('active')).status).toBe(200);
    expect(await waiting()).toEqual([true, false]);
  });

  test('U11: a review has the next company of the queue, which begins again after its last one', async () => {
    await system.database.query("update employer.companies set review_state = 'approved'");
    const [first, second, third] = [await createCompany(), await createCompany(), await createCompany()];
    const nextOf = async ({ companyId }: NewCompany) => {
      const { status, body } = await admin(`/companies/${companyId}/review`);
      expect(status).toBe(200);
      return body.next?.id;
    };
    expect(await Promise.all([first, second, third].map(nextOf))).toEqual([
      second.companyId,
      third.companyId,
      first.companyId,
    ]);
    expect((await admin(`/companies/${first.companyId}/review`)).body.next).toMatchObject({
      name: 'New Boats',
      published_job_post_count: 1,
    });
    await decide(second.companyId, 'approved');
    // It has no place in the queue any more.
    expect(await nextOf(second)).toBe(first.companyId);
    await decide(third.companyId, 'refused');
    expect(await Promise.all([first, second, third].map(nextOf))).toEqual([
      undefined,
      first.companyId,
      first.companyId,
    ]);
  });

  test('U11: companies of one moment follow each other by their ids', async () => {
    await system.database.query("update employer.companies set review_state = 'approved'");
    for (const _ of [1, 2, 3]) await createCompany();
    const rows = await system.database.query<{ id: string }>(
      "update employer.companies set created_at = '2026-11-02' where review_state = 'pending' returning id",
    );
    const ids = rows.map(({ id }) => id).sort();
    const next = async (id: string) => (await admin(`/companies/${id}/review`)).body.next.id;
    expect(await Promise.all(ids.map(next))).toEqual([ids[1], ids[2], ids[0]]);
  });

  test('the review of an unknown company is not found', async () => {
    const { userId } = await makePerson(system.database);
    const refused = { status: 404, body: { code: 'not_found' } };
    expect(await admin(`/companies/${userId}/review`)).toMatchObject(refused);
    expect(await decide(userId, 'approved')).toMatchObject(refused);
  });

  test('its owners cannot approve it, and nothing else than a decision is accepted', async () => {
    const { owner, companyId } = await createCompany();
    const path = '/employer/companies/current';
    await send(owner, 'PATCH', path, { name: 'Old Boats', review: { state: 'approved' } });
    expect((await send(owner, 'GET', path)).body.review).toMatchObject({ state: 'pending' });
    expect((await decide(companyId, 'pending')).status).toBe(400);
  });

  test('companies of before count as approved', async () => {
    const { companyId } = await makePerson(system.database, {
      membership: { role: 'owner', status: 'active' },
    });
    expect((await admin(`/companies/${companyId}/review`)).body).toMatchObject({ state: 'approved' });
  });

  test(
    'G1: an application in flight while a company is refused never commits after it',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const company = await createCompany();
        await decide(company.companyId, 'approved');
        const people = await Promise.all(
          Array.from({ length: 8 }, () => makePerson(system.database, { talent: 'active' })),
        );
        const sending = people.map((person, index) => apply(company, person, talents[index % 2]));
        await Promise.race(sending);
        expect((await decide(company.companyId, 'refused')).status).toBe(200);
        const statuses = (await Promise.all(sending)).map((answer) => answer?.status);
        expect(statuses).toContain(201);
        const actorIds = people.map(({ userId }) => userId);
        const sent = { actorIds, actions: ['application.created'] } as const;
        const accepted = statuses.filter((status) => status === 201).length;
        const commits = await commitsAround(system.database, 'company.reviewed', sent);
        expect(commits).toEqual({ before: accepted, after: 0 });
        const stored = await system.database.query('select from talent.applications where job_post_id = $1', [
          company.post,
        ]);
        expect(stored).toHaveLength(accepted);
      }
    },
    LONG,
  );
});

test('without COMPANY_REVIEW a new company needs no review', async () => {
  const other = await startTestSystem({ seed: 'none', apis: ['employer'] });
  try {
    const { cookie } = await makePerson(other.database);
    const made = await other.publicHost.request('/api/employer/org_memberships', {
      method: 'POST',
      cookie,
      body: { company: { name: 'New Boats' } },
    });
    expect(made.status).toBe(201);
    expect(made.body.company.review).toBeUndefined();
    const [row] = await other.database.query('select review_state from employer.companies');
    expect(row).toEqual({ review_state: 'approved' });
  } finally {
    await other.stop();
  }
});

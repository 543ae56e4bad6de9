import { queryableOf } from '@gatehouse/boundary';
import { makeAdmin, makePerson, startTestSystem, type TestPerson, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { recordWeek } from '#services/identity/src/statistics/recorder.ts';

let system: TestSystem;
let operator: string;
let viewer: string;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', environment: { COMPANY_REVIEW: 'true' } });
  operator = (await makeAdmin(system.database, 'operator')).cookie;
  viewer = (await makeAdmin(system.database, 'viewer')).cookie;
});
beforeEach(() =>
  system.database.query(`
    delete from identity.weekly_statistics;
    delete from identity.audit_events;
    delete from identity.abuse_reports;
    delete from talent.applications;
    delete from employer.job_posts;
    delete from employer.org_memberships;
    delete from employer.companies`),
);
afterAll(() => system.stop());

const DAY_MILLIS = 86_400_000;

const admin = (path: string, options: object = {}) =>
  system.teamHost.request(`/api/identities/admin${path}`, { cookie: operator, ...options });
const send = (person: TestPerson, method: string, path: string, body: object) =>
  system.publicHost.request(`/api${path}`, { method, cookie: person.cookie, body });

interface Week {
  readonly week: string;
  readonly [count: string]: unknown;
}

async function statistics(weeks = ''): Promise<readonly Week[]> {
  const answer = await admin(`/statistics${weeks === '' ? '' : `?weeks=${weeks}`}`, { cookie: viewer });
  expect(answer.status).toBe(200);
  return answer.body.weeks;
}

/** The week that began so many weeks before the current one. */
async function weekBefore(count: number): Promise<Week> {
  const week = (await statistics('52')).at(-1 - count);
  if (week === undefined) throw new Error('there is no such week');
  return week;
}

/** Milliseconds of the Monday, 00:00 UTC, so many weeks before the current one. */
const mondayBefore = async (count: number) => Date.parse((await weekBefore(count)).week);

/** A UUIDv7 of a moment. */
const idAt = (at: string) =>
  `(substr(retention.first_id(${at}::timestamptz)::text, 1, 15) || substr(gen_random_uuid()::text, 16))::uuid`;

/** An event of the audit trail at a moment, with the id that it would have got then. */
const event = (action: string, subjectId: string, at: number, change = '') =>
  system.database.query(
    `insert into identity.audit_events (id, at, actor_kind, action, subject_kind, subject_id, change)
     values (${idAt('$3')}, $3, 'system', $1, 'user', $2, $4)`,
    [action, subjectId, new Date(at).toISOString(), change],
  );

const newId = () => crypto.randomUUID();

/** A request for talent access and the decision so many hours later. */
async function decided(at: number, hours: number, subjectId = newId(), change = 'pending → active') {
  await event('talent_access.requested', subjectId, at - hours * 3_600_000, 'none → pending');
  await event('talent_access.changed', subjectId, at, change);
}

const recorded = async () => {
  const rows = await system.database.query<{ week: string }>(
    "select to_char(week, 'YYYY-MM-DD') as week from identity.weekly_statistics order by week",
  );
  return rows.map(({ week }) => week);
};

async function recordAll(): Promise<void> {
  const writes = queryableOf(system.database.poolOf('identity_service'));
  while (await recordWeek(writes));
}

describe('the statistics', () => {
  test('have the last 26 weeks by default, without gaps, oldest first, from Monday on', async () => {
    const weeks = (await statistics()).map(({ week }) => Date.parse(week));
    expect(weeks).toHaveLength(26);
    for (const [index, week] of weeks.entries()) {
      expect(new Date(week).getUTCDay()).toBe(1);
      if (index > 0) expect(week - (weeks[index - 1] ?? 0)).toBe(7 * DAY_MILLIS);
    }
    const current = weeks.at(-1) ?? 0;
    expect(current).toBeLessThanOrEqual(Date.now());
    expect(current).toBeGreaterThan(Date.now() - 7 * DAY_MILLIS - 60_000);
  });

  test.each(['1', '13', '52'])('have %s weeks where so many are asked for', async (weeks) => {
    expect(await statistics(weeks)).toHaveLength(Number(weeks));
  });

  test('are bounded: more than a year is refused', async () => {
    expect((await admin('/statistics?weeks=53')).status).toBe(400);
  });

  test('count what users and staff did in this week', async () => {
    const owner = await makePerson(system.database);
    const made = await send(owner, 'POST', '/employer/org_memberships', { company: { name: 'New Boats' } });
    const companyId = made.body.company.id;
    const description = 'Caulk wooden hulls with oakum and pitch, in a small team. '.repeat(2).trim();
    const job = { title: 'Caulker', kind: 'full_time', location: 'Porto', description };
    const post = (await send(owner, 'POST', '/employer/job_posts', job)).body.id;
    await send(owner, 'POST', '/employer/job_posts', job);
    await send(owner, 'PATCH', `/employer/job_posts/${post}`, { state: 'published' });
    await admin(`/companies/${companyId}/review`, {
      method: 'PUT',
      body: { state: 'approved', reason: 'x', owner_reason: '' },
    });
    const talent = await makePerson(system.database);
    await send(talent, 'POST', '/talent/access_requests', {});
    await admin(`/users/${talent.userId}/talent_access`, {
      method: 'PUT',
      body: { state: 'active', reason: '', send_reason: false },
    });
    await send(talent, 'POST', `/talent/job_posts/${post}/applications`, { message: 'Hello' });
    const report = { subject_kind: 'job_post', subject_id: post, reason: 'fee', text: '' };
    await send(talent, 'POST', '/identities/users/current/abuse_reports', report);
    const { items } = (await admin(`/reported_subjects/${post}/reports`)).body;
    await admin(`/reported_subjects/${post}/dismissals`, {
      method: 'POST',
      body: { newest_id: items[0].id, reason: 'x' },
    });
    // What staff decide without a request, and a company that never waited, is in no queue.
    await admin(`/users/${owner.userId}/talent_access`, {
      method: 'PUT',
      body: { state: 'active', reason: 'x', send_reason: false },
    });
    await system.database.query(
      "insert into employer.companies (name, review_state) values ('x', 'approved')",
    );
    const quick = { median_hours: expect.any(Number), ninetieth_percentile_hours: expect.any(Number) };
    expect(await weekBefore(0)).toEqual({
      week: expect.any(String),
      published_job_post_count: 1,
      application_count: 1,
      access_requests: { received_count: 1, decided_count: 1, ...quick },
      company_reviews: { received_count: 1, decided_count: 1, ...quick },
      abuse_reports: { received_count: 1, decided_count: 1, ...quick },
    });
  });

  test('hold nothing but days, counts and times', async () => {
    await decided(await mondayBefore(2), 1);
    const text = JSON.stringify(await statistics());
    expect(text.replaceAll(/"[a-z_]+":|"\d{4}-\d\d-\d\d"|\d+(?:\.\d+)?|[[\]{},]/g, '')).toBe('');
  });

  test('count an event in the week of its moment, in UTC: the last millisecond of Sunday is not Monday', async () => {
    const monday = await mondayBefore(3);
    await event('application.created', newId(), monday - 1);
    await event('application.created', newId(), monday);
    await event('application.created', newId(), monday + 7 * DAY_MILLIS - 1);
    const counts = [4, 3, 2].map(async (count) => (await weekBefore(count))['application_count']);
    expect(await Promise.all(counts)).toEqual([1, 2, 0]);
  });

  /** What begins at the first moment of a week, as SQL with the moment `$1`; each is counted once. */
  const EXACT = {
    application_count: `insert into identity.audit_events (id, at, actor_kind, action, subject_kind, subject_id)
      values (retention.first_id($1), $1, 'user', 'application.created', 'application', gen_random_uuid())`,
    'access_requests.received_count': `insert into identity.audit_events (id, at, actor_kind, action, subject_kind, subject_id)
      values (retention.first_id($1), $1, 'user', 'talent_access.requested', 'user', gen_random_uuid())`,
    'access_requests.decided_count': `
      insert into identity.audit_events (id, at, actor_kind, action, subject_kind, subject_id, change)
      values (retention.first_id($1), $1, 'admin', 'talent_access.changed', 'user', gen_random_uuid(), 'pending → active')`,
    'company_reviews.received_count': `insert into employer.companies (id, name, created_at, review_state)
      values (retention.first_id($1), 'x', $1, 'pending')`,
    'company_reviews.decided_count': `
      with company as (
        insert into employer.companies (name, review_state) values ('x', 'approved') returning id)
      insert into identity.audit_events (id, at, actor_kind, action, subject_kind, subject_id, change)
      select retention.first_id($1), $1, 'admin', 'company.reviewed', 'company', id, 'pending → approved' from company`,
    'abuse_reports.received_count': `
      with company as (
        insert into employer.companies (id, name, review_state) values (gen_random_uuid(), 'x', 'approved') returning id)
      insert into identity.abuse_reports
        (id, subject_kind, subject_id, company_id, reason, text, address_hash, created_at)
      select retention.first_id($1), 'company', id, id, 'other', '', '\\x00', $1 from company`,
    'abuse_reports.decided_count': `
      with company as (
        insert into employer.companies (id, name, review_state) values (gen_random_uuid(), 'x', 'approved') returning id)
      insert into identity.abuse_reports
        (subject_kind, subject_id, company_id, reason, text, address_hash, created_at, closed_at, outcome)
      select 'company', id, id, 'other', '', '\\x00', $1, $1, 'dismissed' from company`,
    published_job_post_count: `
      with company as (
        insert into employer.companies (name) values ('x') returning id)
      insert into employer.job_posts (company_id, title, kind, state, published_at)
      select id, 'x', 'contract', 'published', $1 from company`,
  };

  test.each(Object.entries(EXACT))(
    'count the first moment of a week with it, and that of the next one not: %s',
    async (count, sql) => {
      const monday = await mondayBefore(3);
      await system.database.query(sql.replaceAll('$1', '$1::timestamptz'), [new Date(monday).toISOString()]);
      const weeks = await Promise.all([4, 3, 2].map((before) => weekBefore(before)));
      const [name = '', part] = count.split('.');
      const counts = weeks.map((week) =>
        part === undefined ? week[name] : (week[name] as Record<string, unknown>)[part],
      );
      expect(counts).toEqual([0, 1, 0]);
    },
  );

  test('count a company that waits or has waited, and no other one', async () => {
    const at = (await mondayBefore(2)) + DAY_MILLIS;
    const [pending, decided, renamed] = ['pending', 'approved', 'approved'].map((state) =>
      system.database.query<{ id: string }>(
        `insert into employer.companies (id, name, created_at, review_state)
         values (${idAt('$1')}, 'x', $1, $2) returning id`,
        [new Date(at).toISOString(), state],
      ),
    );
    await pending;
    const idOf = async (made: typeof pending) => (await made)?.[0]?.id ?? '';
    await event('company.reviewed', await idOf(decided), at + 3_600_000, 'pending → approved');
    await event('company.reviewed', await idOf(renamed), at + 3_600_000, 'approved → approved');
    await event('company.renamed', await idOf(renamed), at + 3_600_000, 'pending → approved');
    expect(await weekBefore(2)).toMatchObject({ company_reviews: { received_count: 2, decided_count: 1 } });
  });

  test('count a job post in the week of its publication, and no draft', async () => {
    const { companyId } = await makePerson(system.database, {
      membership: { role: 'owner', status: 'active' },
    });
    const sunday = (await mondayBefore(1)) - 1;
    for (const state of ['published', 'closed', 'draft'])
      await system.database.query(
        `insert into employer.job_posts (company_id, title, kind, state, published_at) values ($1, 'x', 'contract', $2, $3)`,
        [companyId, state, new Date(sunday).toISOString()],
      );
    expect(await weekBefore(2)).toMatchObject({ published_job_post_count: 2 });
    expect(await weekBefore(1)).toMatchObject({ published_job_post_count: 0 });
  });
});

describe('the time to a decision', () => {
  test('is the median and the 90th percentile of the decisions of the week, in hours', async () => {
    const at = (await mondayBefore(2)) + DAY_MILLIS;
    for (const hours of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) await decided(at, hours);
    expect((await weekBefore(2))['access_requests']).toEqual({
      received_count: 10,
      decided_count: 10,
      median_hours: 5.5,
      ninetieth_percentile_hours: 9.1,
    });
  });

  test('begins with the last request of the user, in whatever week that was', async () => {
    const [monday, user] = [await mondayBefore(2), newId()];
    await decided(monday - 20 * DAY_MILLIS, 100, user, 'pending → none');
    await decided(monday + 2 * DAY_MILLIS, 72, user);
    await event('talent_access.changed', user, monday + 3 * DAY_MILLIS, 'active → suspended');
    expect((await weekBefore(2))['access_requests']).toEqual({
      ...{ received_count: 0, decided_count: 1 },
      ...{ median_hours: 72, ninetieth_percentile_hours: 72 },
    });
    expect((await weekBefore(3))['access_requests']).toEqual({ received_count: 1, decided_count: 0 });
  });

  test('is not known without the request: such a decision counts, and changes no median', async () => {
    const at = (await mondayBefore(2)) + DAY_MILLIS;
    await event('talent_access.changed', newId(), at, 'pending → active');
    expect((await weekBefore(2))['access_requests']).toEqual({ received_count: 0, decided_count: 1 });
    await decided(at, 10);
    expect((await weekBefore(2))['access_requests']).toEqual({
      ...{ received_count: 1, decided_count: 2 },
      ...{ median_hours: 10, ninetieth_percentile_hours: 10 },
    });
  });

  test('is not changed by what happens to the user otherwise', async () => {
    const [at, user] = [(await mondayBefore(2)) + 3 * DAY_MILLIS, newId()];
    const hour = 3_600_000;
    await decided(at, 24, user);
    await event('talent_access.changed', user, at - 2 * hour, 'active → suspended');
    await event('user.imported', user, at - hour, 'none → pending');
    await event('talent_access.requested', user, at + hour, 'none → pending');
    expect((await weekBefore(2))['access_requests']).toMatchObject({ decided_count: 1, median_hours: 24 });
  });

  test('is that of a company from its creation, and that of a report to its end', async () => {
    const at = (await mondayBefore(2)) + DAY_MILLIS;
    const [company] = await system.database.query<{ id: string }>(
      `insert into employer.companies (id, name, created_at)
       values (${idAt('$1')}, 'x', $1) returning id`,
      [new Date(at).toISOString()],
    );
    const id = company?.id ?? '';
    await event('company.reviewed', id, at + 6 * 3_600_000, 'pending → refused');
    await event('company.reviewed', id, at + 9 * 3_600_000, 'refused → approved');
    await system.database.query(
      `insert into identity.abuse_reports
         (id, subject_kind, subject_id, company_id, reason, text, address_hash, created_at, closed_at, outcome)
       values (${idAt('$2')}, 'company', $1, $1, 'other', '', '\\x00', $2,
               $2::timestamptz + interval '30 hours', 'dismissed')`,
      [id, new Date(at).toISOString()],
    );
    expect(await weekBefore(2)).toMatchObject({
      company_reviews: {
        received_count: 1,
        decided_count: 1,
        median_hours: 6,
        ninetieth_percentile_hours: 6,
      },
      abuse_reports: {
        received_count: 1,
        decided_count: 1,
        median_hours: 30,
        ninetieth_percentile_hours: 30,
      },
    });
  });
});

describe('a week that has ended', () => {
  test('G11: is recorded once, and stays as it was when what it counts is deleted', async () => {
    const at = (await mondayBefore(2)) + DAY_MILLIS;
    await decided(at, 4);
    await event('application.created', newId(), at);
    const before = await weekBefore(2);
    await recordAll();
    await system.database.query('delete from identity.audit_events');
    expect(await weekBefore(2)).toEqual(before);
    await event('application.created', newId(), at);
    await recordAll();
    expect(await weekBefore(2)).toEqual(before);
    expect(before).toMatchObject({ application_count: 1, access_requests: { median_hours: 4 } });
  });

  test('is recorded from the first event of the platform on, and not before its transactions have ended', async () => {
    const [last] = await system.database.query<{ week: string }>(
      "select to_char(date_trunc('week', (now() - interval '1 hour') at time zone 'UTC')::date - 7, 'YYYY-MM-DD') as week",
    );
    await recordAll();
    expect(await recorded()).toEqual([]);
    await event('application.created', newId(), (await mondayBefore(4)) + DAY_MILLIS);
    const weeks = (await statistics('5')).map(({ week }) => week);
    await recordWeek(queryableOf(system.database.poolOf('identity_service')));
    expect(await recorded()).toEqual([last?.week]);
    await recordAll();
    expect(await recorded()).toEqual(weeks.filter((week) => week <= (last?.week ?? '')));
  });

  test('is recorded once by several instances', async () => {
    await event('application.created', newId(), (await mondayBefore(20)) + DAY_MILLIS);
    await Promise.all([recordAll(), recordAll(), recordAll()]);
    await recordAll();
    expect(new Set(await recorded()).size).toBeGreaterThanOrEqual(19);
    expect(await weekBefore(20)).toMatchObject({ application_count: 1 });
  });

  test('cannot be changed or deleted by a service', async () => {
    await event('application.created', newId(), (await mondayBefore(3)) + DAY_MILLIS);
    await recordAll();
    const pool = system.database.poolOf('identity_service');
    for (const sql of [
      'update identity.weekly_statistics set application_count = 0',
      'delete from identity.weekly_statistics',
    ])
      await expect(pool.query(sql)).rejects.toThrow('permission denied');
  });
});

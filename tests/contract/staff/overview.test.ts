import {
  makeAdmin,
  makeJobPost,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

let system: TestSystem;
let viewer: string;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', apis: ['identity'] });
  viewer = (await makeAdmin(system.database, 'viewer')).cookie;
});
afterAll(() => system.stop());

const overview = async () => {
  const path = '/api/identities/admin/overview';
  const { status, body } = await system.teamHost.request(path, { cookie: viewer });
  expect(status).toBe(200);
  return body;
};

const sql = (text: string, values: unknown[] = []) => system.database.query<{ id: string }>(text, values);

async function makeCompany(change: string): Promise<TestPerson> {
  const owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  await sql(`update employer.companies set ${change} where id = $1`, [owner.companyId]);
  return owner;
}

const makePost = ({ companyId }: TestPerson, state: 'published' | 'draft' = 'published') =>
  makeJobPost(system.database, { companyId, state });

describe('U11: the overview of staff', () => {
  test('counts published and hidden job posts, companies under review, and subjects of open reports', async () => {
    const before = await overview();
    const open = await makeCompany("condition = 'active'");
    const [shown, hidden] = [await makePost(open), await makePost(open), await makePost(open, 'draft')];
    await sql('update employer.job_posts set hidden_at = now() where id = $1', [hidden]);
    await makePost(await makeCompany("condition = 'disabled'"));
    await makePost(await makeCompany("review_state = 'pending'"));
    for (const subject of [shown, shown, hidden]) {
      await sql(
        `insert into identity.abuse_reports (subject_kind, subject_id, company_id, reason, text, address_hash)
         values ('job_post', $1, $2, 'scam', '', sha256(uuidv7()::text::bytea))`,
        [subject, open.companyId],
      );
    }
    const reported = (await overview()).reported_subject_count;
    await sql(
      "update identity.abuse_reports set closed_at = now(), outcome = 'dismissed' where subject_id = $1",
      [hidden],
    );
    const after = await overview();
    const COUNTS = [
      'published_job_post_count',
      'hidden_job_post_count',
      'company_count',
      'disabled_company_count',
      'pending_company_count',
      'reported_subject_count',
    ];
    expect(COUNTS.map((count) => after[count] - before[count])).toEqual([1, 3, 3, 1, 1, 1]);
    expect(reported - before.reported_subject_count).toBe(2);
  });

  test('counts the job posts that the list has, with those that are over in neither number', async () => {
    const open = await makeCompany("condition = 'active'");
    const disabled = await makeCompany("condition = 'disabled'");
    const [over, kept] = [await makePost(open), await makePost(disabled)];
    await sql('update employer.job_posts set expires_on = current_date - 7 where id = $1', [over]);
    const list = async (exposure: string) => {
      const path = `/api/identities/admin/job_posts?limit=100${exposure}`;
      const { status, body } = await system.teamHost.request(path, { cookie: viewer });
      expect([status, body.next_cursor]).toEqual([200, '']);
      return body.items.map(({ id }: { id: string }) => id);
    };
    const counts = await overview();
    const [visible, hidden] = [await list('&exposure=visible'), await list('&exposure=hidden')];
    expect(visible).toHaveLength(counts.published_job_post_count);
    expect(hidden).toHaveLength(counts.hidden_job_post_count);
    expect(hidden).toContain(kept);
    expect([...visible, ...hidden]).not.toContain(over);
    expect(await list('')).toEqual(expect.arrayContaining([over, ...visible, ...hidden]));
  });

  test('lists what is kept back for any reason, each once, the last published first, in pages', async () => {
    const open = await makeCompany("condition = 'active'");
    const disabled = await makeCompany("condition = 'disabled'");
    const kept = [
      await makePost(open),
      await makePost(disabled),
      await makePost(disabled),
      await makePost(await makeCompany("review_state = 'pending'")),
      await makePost(await makeCompany("review_state = 'refused'")),
    ];
    await sql('update employer.job_posts set hidden_at = now() where id = any ($1)', [[kept[0], kept[1]]]);
    const others = [await makePost(open), await makePost(open, 'draft'), await makePost(disabled, 'draft')];
    await sql('update employer.job_posts set hidden_at = now() where id = $1', [others[2]]);
    const listed: string[] = [];
    for (let cursor = ''; cursor !== '' || listed.length === 0; ) {
      const path = `/api/identities/admin/job_posts?limit=2&exposure=hidden&cursor=${cursor}`;
      const { body } = await system.teamHost.request(path, { cookie: viewer });
      listed.push(...body.items.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor;
    }
    expect(listed.slice(0, kept.length)).toEqual(kept.toReversed());
    expect(new Set(listed).size).toBe(listed.length);
    for (const other of others) expect(listed).not.toContain(other);
  });

  test('counts the reported subjects that the list has: those of disabled companies count as closed', async () => {
    const listed = async () => {
      const path = '/api/identities/admin/reported_subjects?limit=100';
      const { status, body } = await system.teamHost.request(path, { cookie: viewer });
      expect([status, body.next_cursor]).toEqual([200, '']);
      return body.items.map(({ id }: { id: string }) => id);
    };
    const [open, disabled] = [
      await makeCompany("condition = 'active'"),
      await makeCompany("condition = 'active'"),
    ];
    for (const { companyId } of [open, disabled])
      await sql(
        `insert into identity.abuse_reports (subject_kind, subject_id, company_id, reason, text, address_hash)
         values ('company', $1, $1, 'scam', '', sha256(uuidv7()::text::bytea))`,
        [companyId],
      );
    expect(await listed()).toEqual(expect.arrayContaining([open.companyId, disabled.companyId]));
    expect((await overview()).reported_subject_count).toBe((await listed()).length);
    // As while the reports beyond the first 1000 of a company that staff have disabled are not closed yet.
    await sql("update employer.companies set condition = 'disabled' where id = $1", [disabled.companyId]);
    expect(await listed()).toContain(open.companyId);
    expect(await listed()).not.toContain(disabled.companyId);
    expect((await overview()).reported_subject_count).toBe((await listed()).length);
  });

  test('counts users by their talent access, and has the time of the oldest request as long as one waits', async () => {
    await sql("update identity.users set talent_access_state = 'none' where talent_access_state = 'pending'");
    const before = await overview();
    expect(before.pending_user_count).toBe(0);
    expect(before.oldest_request_at).toBeUndefined();
    for (const talent of ['active', 'none', 'suspended'] as const)
      await makePerson(system.database, { talent });
    const [first] = [
      await makePerson(system.database, { talent: 'pending' }),
      await makePerson(system.database, { talent: 'pending' }),
    ];
    await sql("update identity.users set access_requested_at = now() - interval '3 hours' where id = $1", [
      first.userId,
    ]);
    const after = await overview();
    const COUNTS = ['pending_user_count', 'active_user_count', 'suspended_user_count', 'user_count'];
    expect(COUNTS.map((count) => after[count] - before[count])).toEqual([2, 1, 1, 5]);
    const age = Date.now() - Date.parse(after.oldest_request_at);
    expect(Math.round(age / 3_600_000)).toBe(3);
  });

  test('has the decisions of the boundary of the last seven days in UTC, by decision and by day', async () => {
    const since = "date_trunc('day', now(), 'UTC') - interval '6 days'";
    await sql(
      'delete from identity.access_decision_counts where decision like $1 or hour < now() - $2::interval',
      ['test_%', '1 day'],
    );
    await sql(
      `insert into identity.access_decision_counts (hour, decision, count)
       values (${since} - interval '1 hour', 'allowed', 100), (${since} - interval '1 hour', 'test_old', 100),
              (${since}, 'allowed', 5), (${since}, 'test_few', 7), (${since}, 'test_some', 9),
              (${since} + interval '23 hours', 'allowed', 2),
              (${since} + interval '1 day', 'allowed', 11), (${since} + interval '1 day', 'test_many', 9)`,
    );
    const { days, decisions } = await overview();
    const dates = Array.from({ length: 7 }, (_, index) =>
      new Date(Date.now() - (6 - index) * 86_400_000).toISOString().slice(0, 10),
    );
    expect(days.map(({ day }: { day: string }) => day)).toEqual(dates);
    const none = { allowed_count: 0, refused_count: 0 };
    expect(days.slice(0, 5)).toMatchObject([
      { allowed_count: 7, refused_count: 16 },
      { allowed_count: 11, refused_count: 9 },
      none,
      none,
      none,
    ]);
    const made = decisions.filter(({ decision }: { decision: string }) => decision.startsWith('test_'));
    expect(made).toEqual([
      { decision: 'test_many', count: 9 },
      { decision: 'test_some', count: 9 },
      { decision: 'test_few', count: 7 },
    ]);
  });
});

import {
  addressOf,
  makeAdmin,
  makeColleague,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { afterWait } from '#support/held-transaction.ts';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
let operator: string;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', apis: ['identity'] });
  operator = (await makeAdmin(system.database, 'operator')).cookie;
});
afterAll(() => system.stop());

const sql = <Row extends object>(text: string, values: readonly unknown[] = []) =>
  system.database.query<Row>(text, values);
const admin = (path: string, options: { method?: string; body?: object } = {}) =>
  system.teamHost.request(`/api/identities/admin${path}`, { cookie: operator, ...options });
const setCondition = (companyId: string | null, condition: string, owner_reason = '') =>
  admin(`/companies/${companyId}/condition`, {
    method: 'PUT',
    body: { condition, reason: ' For staff only ', owner_reason },
  });
const notice = async (person: TestPerson) => {
  const answer = await system.publicHost.request('/api/identities/users/current/disabled_company_notice', {
    cookie: person.cookie,
  });
  expect(answer.status).toBe(200);
  return answer.body;
};
const owner = () => makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
const mailsTo = async (person: TestPerson) =>
  (await system.local.mails()).filter(({ to }) => to === addressOf(person));
const outbox = (person: TestPerson) =>
  system.database.query(
    "select id from identity.mail_outbox where to_address = $1 and kind = 'company_condition_changed'",
    [addressOf(person)],
  );

describe('U27: a disabled company', () => {
  test('tells its owners the reason that staff wrote for them, and nothing to other users', async () => {
    const person = await owner();
    const member = await makeColleague(system.database, person, 'member');
    const stranger = await owner();
    expect(await notice(person)).toEqual({ reason: '' });
    const disabled = await setCondition(
      person.companyId,
      'disabled',
      ' Posts ask for a fee.\nPlease answer us. ',
    );
    expect(disabled).toMatchObject({
      status: 200,
      body: { condition: 'disabled', owner_reason: 'Posts ask for a fee.\nPlease answer us.' },
    });
    expect(await notice(person)).toEqual({
      reason: 'Posts ask for a fee.\nPlease answer us.',
      disabled_at: disabled.body.disabled_at,
    });
    const talent = await makePerson(system.database);
    for (const other of [member, stranger, talent]) expect(await notice(other)).toEqual({ reason: '' });
    await system.database.query("update employer.org_memberships set status = 'revoked' where id = $1", [
      person.membershipId,
    ]);
    expect(await notice(person)).toEqual({ reason: '' });
  });

  test('G1: is disabled although an owner’s address changes at the same time, and its mail goes to the new one', async () => {
    const person = await owner();
    const address = `new-${addressOf(person)}`;
    const answer = await afterWait(
      system.database.ownerUrl,
      (holder) => holder.query('select identity.change_address($1, $2)', [person.userId, address]),
      () => setCondition(person.companyId, 'disabled'),
    );
    expect(answer.status).toBe(200);
    const mails = await sql(
      "select to_address from identity.mail_outbox where topic = $1 and kind = 'company_condition_changed'",
      [person.companyId],
    );
    expect(mails).toEqual([{ to_address: address }]);
  });

  test('G11: is closed no further once it is enabled', async () => {
    const person = await owner();
    await sql(
      "update employer.companies set condition = 'disabled', disabled_at = now(), closing_since = now() where id = $1",
      [person.companyId],
    );
    expect((await setCondition(person.companyId, 'active')).status).toBe(200);
    expect(
      await sql('select closing_since from employer.companies where id = $1', [person.companyId]),
    ).toEqual([{ closing_since: null }]);
  });

  test('has no reason once it is enabled, and none that only staff may read', async () => {
    const person = await owner();
    await setCondition(person.companyId, 'disabled');
    expect(await notice(person)).toEqual({ reason: '', disabled_at: expect.any(String) });
    // Of a time when it was not written.
    await sql('update employer.companies set disabled_at = null where id = $1', [person.companyId]);
    expect(await notice(person)).toEqual({ reason: '' });
    await setCondition(person.companyId, 'active', 'Thank you.');
    expect(await notice(person)).toEqual({ reason: '' });
    const { company } = (await admin(`/companies/${person.companyId}`)).body;
    expect(company).toMatchObject({ condition: 'active', owner_reason: '' });
    expect(company.disabled_at).toBeUndefined();
  });

  test('mails each active owner on both changes, with reason and contact, and each once', async () => {
    const person = await owner();
    const colleague = await makeColleague(system.database, person);
    const member = await makeColleague(system.database, person, 'member');
    await setCondition(person.companyId, 'disabled', 'Posts ask for a fee.');
    await setCondition(person.companyId, 'disabled', 'Again.');
    for (const one of [person, colleague]) {
      const mail = await waitFor(async () => (await mailsTo(one)).at(0));
      expect(mail.subject).toMatch(/^Company .* is disabled on Gatehouse$/);
      expect(mail.text).toContain('The reason: Posts ask for a fee.');
      expect(mail.text).toContain('If you have questions, reply to this email.');
      expect(mail.text).toMatch(/\/employer\/disabled$/m);
      expect(mail.text).not.toContain('For staff only');
      expect(await outbox(one)).toHaveLength(1);
      const news = await system.publicHost.request('/api/identities/users/current/notifications', {
        cookie: one.cookie,
      });
      expect(news.body.items).toMatchObject([{ kind: 'company_condition_changed', value: 'disabled' }]);
    }
    const events = await admin(`/audit_events?subject_id=${person.companyId}`);
    expect(events.body.items).toMatchObject([{ reason: 'For staff only', change: 'active → disabled' }]);
    await setCondition(person.companyId, 'active');
    const enabled = await waitFor(async () =>
      (await mailsTo(person)).find(({ subject }) => subject.endsWith('is active again on Gatehouse')),
    );
    expect(enabled.text).not.toContain('The reason');
    expect(enabled.text).toMatch(/\/employer$/m);
    expect(await outbox(member)).toEqual([]);
  });

  test('is in the staff’s list of disabled companies, found by part of its name', async () => {
    const [person, other] = [await owner(), await owner()];
    const name = `Harbour ${person.companyId}`;
    await system.database.query('update employer.companies set name = $2 where id = any ($1)', [
      [person.companyId, other.companyId],
      name,
    ]);
    await setCondition(person.companyId, 'disabled');
    const idsWith = async (filter: Readonly<Record<string, string>>) => {
      const list = await admin(
        `/companies?${new URLSearchParams({ query: ` ${name.slice(2)} `, ...filter })}`,
      );
      return list.body.items.map(({ id }: { id: string }) => id);
    };
    expect(await idsWith({ condition: 'disabled' })).toEqual([person.companyId]);
    expect(await idsWith({ condition: 'active' })).toEqual([other.companyId]);
    expect((await idsWith({})).toSorted()).toEqual([person.companyId, other.companyId].toSorted());
  });

  test('is not found by an unknown id', async () => {
    const { userId } = await makePerson(system.database);
    const refused = { status: 404, body: { code: 'not_found' } };
    expect(await admin(`/companies/${userId}`)).toMatchObject(refused);
    expect(await setCondition(userId, 'disabled')).toMatchObject(refused);
  });

  test('U11: the overview’s numbers add up, and hidden job posts are not counted as published', async () => {
    const person = await owner();
    await makePerson(system.database, { talent: 'pending' });
    await makePerson(system.database, { talent: 'suspended' });
    await system.database.query(
      `insert into employer.job_posts (company_id, title, kind, state, published_at)
       select $1, 'Post', 'contract', 'published', now() from generate_series(1, 3)`,
      [person.companyId],
    );
    const before = (await admin('/overview')).body;
    expect(before).toMatchObject({ published_job_post_count: 3, hidden_job_post_count: 0 });
    await setCondition(person.companyId, 'disabled');
    const after = (await admin('/overview')).body;
    expect(after).toMatchObject({ published_job_post_count: 0, hidden_job_post_count: 3 });
    expect(after.disabled_company_count).toBe(before.disabled_company_count + 1);
    const lists = await Promise.all(
      ['active', 'pending', 'suspended', 'none'].map(
        async (state) => (await admin(`/users?talent_access=${state}&limit=100`)).body.items.length,
      ),
    );
    expect(lists.slice(0, 3)).toEqual([
      after.active_user_count,
      after.pending_user_count,
      after.suspended_user_count,
    ]);
    expect(lists.reduce((sum, count) => sum + count)).toBe(after.user_count);
    expect(Date.parse(after.oldest_request_at)).toBeGreaterThan(Date.now() - 60_000);
  });

  test('shows its own active members, and its own published posts alone', async () => {
    const person = await owner();
    const colleague = await makeColleague(system.database, person, 'member');
    const former = await makeColleague(system.database, person, 'member');
    const stranger = await owner();
    await makeColleague(system.database, stranger, 'member');
    await sql("update employer.org_memberships set status = 'revoked' where id = $1", [former.membershipId]);
    await sql(
      `insert into employer.job_posts (company_id, title, kind, state, published_at)
       select company_id, 'Post', 'contract', state, case state when 'published' then now() end
         from (values ($1::uuid, 'published'), ($1, 'draft'), ($1, 'draft'), ($2, 'published'), ($2, 'published'), ($2, 'published'))
              made (company_id, state)`,
      [person.companyId, stranger.companyId],
    );
    const { company, members } = (await admin(`/companies/${person.companyId}`)).body;
    expect(company).toMatchObject({ member_count: 2, published_job_post_count: 1 });
    const ids = [person, colleague, former].map(({ membershipId }) => membershipId ?? '').toSorted();
    expect(members.map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(
      members.map((one: { user_id: string; company_id: string }) => [one.user_id, one.company_id]).toSorted(),
    ).toEqual([person, colleague, former].map(({ userId }) => [userId, person.companyId]).toSorted());
  });

  test('G2: ends its open invitations, and mails its own owners who are active and verified', async () => {
    const person = await owner();
    const [revoked, unverified, stranger] = [
      await makeColleague(system.database, person),
      await makeColleague(system.database, person),
      await owner(),
    ];
    await sql("update employer.org_memberships set status = 'revoked' where id = $1", [revoked.membershipId]);
    await sql('update identity.users set email_verified_at = null where id = $1', [unverified.userId]);
    await sql("update employer.companies set updated_at = now() - interval '1 day'");
    await sql(
      `insert into employer.invitations (company_id, email, role, token_hash, invited_by, expires_at, accepted_at, accepted_by, withdrawn_at)
       select $1, name || '@invited.test', 'member', sha256(gen_random_uuid()::text::bytea), $2, now() + hours * interval '1 hour',
              case name when 'accepted' then now() - interval '1 day' end, case name when 'accepted' then $2::uuid end,
              case name when 'withdrawn' then now() - interval '1 day' end
         from (values ('open', 1), ('accepted', 1), ('withdrawn', 1), ('expired', -1)) made (name, hours)`,
      [person.companyId, person.userId],
    );
    const rows = () =>
      sql<{ email: string }>('select * from employer.invitations where company_id = $1 order by email', [
        person.companyId,
      ]);
    const before = await rows();
    await setCondition(person.companyId, 'disabled');
    expect(await rows()).toEqual(
      before.map((row) =>
        row.email === 'open@invited.test' ? { ...row, withdrawn_at: expect.any(Date) } : row,
      ),
    );
    for (const one of [revoked, unverified, stranger]) expect(await outbox(one)).toEqual([]);
    expect(await outbox(person)).toHaveLength(1);
    expect(
      await sql(
        "select updated_at > now() - interval '1 hour' as is_new from employer.companies where id = any($1) order by 1",
        [[person.companyId, stranger.companyId]],
      ),
    ).toEqual([{ is_new: false }, { is_new: true }]);
  });
});

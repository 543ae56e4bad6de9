import { lockAccess } from '@gatehouse/boundary';
import {
  addressOf,
  makeAdmin,
  makeApplication,
  makeColleague,
  makeJobPost,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { countDeadlocks } from '#support/deadlocks.ts';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';

let system: TestSystem;
let operator: string;
let owner: TestPerson;
let member: TestPerson;
let talent: TestPerson;
let post: string;
let applicationId: string;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', instances: 2 });
  operator = (await makeAdmin(system.database, 'operator')).cookie;
});
beforeEach(async () => {
  owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  member = await makeColleague(system.database, owner, 'member');
  talent = await makePerson(system.database, { talent: 'active' });
  post = await makeJobPost(system.database, owner);
  applicationId = await makeApplication(system.database, {
    companyId: owner.companyId,
    userId: talent.userId,
    jobPostId: post,
  });
});
afterAll(() => system.stop());

const send = (method: string, path: string, { cookie }: { cookie: string }, body?: object) =>
  system.publicHost.request(`/api${path}`, {
    method,
    cookie,
    headers: { 'if-match': '*' },
    body,
  });
const admin = (method: string, path: string, body?: object) =>
  system.teamHost.request(`/api/identities/admin${path}`, { method, cookie: operator, body });

const held = <Result>(during: (holder: pg.Client) => Promise<Result>) =>
  inHeldTransaction(system.database.ownerUrl, during);

describe('a withdrawal', () => {
  test('G1: at the moment of the revocation of the assignee does not deadlock with it', async () => {
    await send('PUT', `/employer/applications/${applicationId}/assignment`, owner, {
      assignee: member.membershipId,
    });
    const answers: Promise<{ status: number }>[] = [];
    const before = await countDeadlocks(system);
    await held(async (client) => {
      await client.query('select from identity.notifications where user_id = $1 for update', [member.userId]);
      answers.push(send('DELETE', `/talent/applications/${applicationId}`, talent));
      await isWaitedFor(client);
      answers.push(
        send('PATCH', `/employer/org_memberships/${member.membershipId}`, owner, { status: 'revoked' }),
      );
      await isWaitedFor(client, 2);
    });
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([204, 200]);
    expect(await countDeadlocks(system)).toBe(before);
  });

  test('an answer to an interview that it has deleted meanwhile finds none', async () => {
    const start = new Date(Date.now() + 86_400_000).toISOString();
    const proposed = await send('POST', `/employer/applications/${applicationId}/interviews`, member, {
      ...{ time_zone: 'Europe/Berlin', duration_minutes: 45, place: 'Pier 4', note: '', starts: [start] },
    });
    expect(proposed.status).toBe(201);
    let answer: Promise<{ status: number }> | undefined;
    await held(async (client) => {
      await client.query('select from talent.applications where id = $1 for update', [applicationId]);
      const path = `/talent/interviews/${proposed.body.id}/answer`;
      answer = send('PUT', path, talent, { accepted_start: start, message: '' });
      await isWaitedFor(client);
      await client.query('update talent.applications set withdrawn_at = now() where id = $1', [
        applicationId,
      ]);
    });
    expect(await answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('the undoing of a message', () => {
  test('B1 G1: at the moment of the revocation of a member leaves that member no notification of an earlier message', async () => {
    const path = `/talent/applications/${applicationId}/messages`;
    await send('POST', path, talent, { text: 'First.' });
    const second = await send('POST', path, talent, { text: 'Second.' });
    const answers: Promise<{ status: number }>[] = [];
    await held(async (client) => {
      // Any of the notified members: the undoing has to wait before it notifies of the first message again.
      await client.query('select from identity.users where id = $1 for update', [member.userId]);
      answers.push(send('DELETE', `/talent/application_messages/${second.body.id}`, talent));
      await isWaitedFor(client);
      answers.push(
        send('PATCH', `/employer/org_memberships/${member.membershipId}`, owner, { status: 'revoked' }),
      );
      await isWaitedFor(client, 2);
    });
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
    const notified = await system.database.query<{ user_id: string }>(
      "select user_id from identity.notifications where kind = 'message_received' and subject_id = $1",
      [applicationId],
    );
    expect(notified).toEqual([{ user_id: owner.userId }]);
  });
});

describe('a report of abuse', () => {
  const DECISIONS = [
    {
      name: 'hide the job post',
      decide: () =>
        admin('PUT', `/job_posts/${post}/visibility`, {
          ...{ visibility: 'hidden', reason: 'x', owner_reason: 'x' },
        }),
    },
    {
      name: 'disable the company',
      decide: () =>
        admin('PUT', `/companies/${owner.companyId}/condition`, { condition: 'disabled', reason: 'x' }),
    },
  ];

  test.each(DECISIONS)('G1: that is being written while staff $name is closed, too', async ({ decide }) => {
    const reporter = await makePerson(system.database);
    const answers: Promise<{ status: number }>[] = [];
    await held(async (client) => {
      // Another report by the same user, which is not committed: the report waits for it, after it has found the subject.
      await client.query(
        `insert into identity.abuse_reports (subject_kind, subject_id, company_id, reason, text, reporter_id)
         values ('job_post', $1, $2, 'fee', '', $3)`,
        [post, owner.companyId, reporter.userId],
      );
      answers.push(
        send('POST', '/identities/users/current/abuse_reports', reporter, {
          ...{ subject_kind: 'job_post', subject_id: post, reason: 'scam' },
        }),
      );
      await isWaitedFor(client);
      let isAnswered = false;
      const decision = decide().finally(() => {
        isAnswered = true;
      });
      answers.push(decision);
      await Promise.race([decision, isWaitedFor(client, 2)]);
      expect(isAnswered).toBe(false);
      await client.query('rollback');
    });
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([204, 200]);
    const open = await system.database.query(
      'select from identity.abuse_reports where company_id = $1 and closed_at is null',
      [owner.companyId],
    );
    expect(open).toEqual([]);
  });
});

describe('a write that waits while its caller moves to another company', () => {
  test('D2: is refused as one without a membership', async () => {
    const answers: Promise<{ status: number; body: { code: string } }>[] = [];
    await held(async (client) => {
      await lockAccess(client, [{ kind: 'company', id: owner.companyId ?? '', mode: 'exclusive' }]);
      answers.push(
        send('PUT', `/employer/applications/${applicationId}/assignment`, member, {
          assignee: owner.membershipId,
        }),
      );
      await isWaitedFor(client);
      await client.query('delete from employer.org_memberships where id = $1', [member.membershipId]);
      await client.query(
        `with company as (insert into employer.companies (name, website) values ('Second start', '') returning id)
         insert into employer.org_memberships (user_id, company_id, role, status) select $1, id, 'owner', 'active' from company`,
        [member.userId],
      );
    });
    const [answer] = await Promise.all(answers);
    expect(answer).toMatchObject({ status: 403, body: { code: 'org_membership_required' } });
    expect((await send('GET', '/employer/companies/current', member)).status).toBe(200);
  });
});

describe('a change of a stage', () => {
  test('at the moment at which the mail of the one before is claimed tells the applicant the stage of now', async () => {
    const move = (stage: string) =>
      send('PATCH', `/employer/applications/${applicationId}`, member, { stage });
    const mails = () =>
      system.database.query<{ state: string; drop_reason: string | null }>(
        'select state, drop_reason from identity.mail_outbox where topic = $1 order by id',
        [applicationId],
      );
    await move('interview');
    await system.database.query(
      "update identity.mail_outbox set sent_at = now(), attempts = 1, next_attempt_at = 'infinity' where topic = $1",
      [applicationId],
    );
    await move('offer');
    const { moved } = await held(async (holder) => {
      // As a dispatcher claims it.
      await holder.query(
        "update identity.mail_outbox set attempts = 1, next_attempt_at = now() + interval '2 minutes' where topic = $1 and sent_at is null",
        [applicationId],
      );
      const moved = move('interview');
      await isWaitedFor(holder);
      return { moved };
    });
    expect((await moved).status).toBe(200);
    expect((await mails()).map(({ state }) => state)).toEqual(['interview', 'offer', 'interview']);
  });
});

describe('an invitation', () => {
  test('at the moment at which an earlier one is accepted is refused: the user is a member', async () => {
    const invite = () =>
      send('POST', '/employer/invitations', owner, {
        email: addressOf(talent),
        role: 'member',
      });
    expect((await invite()).status).toBe(201);
    const { again } = await held(async (holder) => {
      await holder.query(
        'update employer.invitations set accepted_at = now(), accepted_by = $2 where company_id = $1',
        [owner.companyId, talent.userId],
      );
      await holder.query(
        `insert into employer.org_memberships (user_id, company_id, role, status) values ($1, $2, 'member', 'active')`,
        [talent.userId, owner.companyId],
      );
      const again = invite();
      await isWaitedFor(holder);
      return { again };
    });
    expect(await again).toMatchObject({ status: 409, body: { code: 'org_membership_exists' } });
    expect(
      await system.database.query('select from employer.invitations where company_id = $1', [
        owner.companyId,
      ]),
    ).toHaveLength(1);
  });

  test('F20: two members at once do not exceed what their company may send in a day', async () => {
    const colleague = await makeColleague(system.database, owner, 'owner');
    await system.database.query(
      `insert into employer.invitations (company_id, email, role, token_hash, invited_by, expires_at, withdrawn_at)
       select $1::uuid, n || '@made.test', 'member', sha256(convert_to(concat($1::uuid, n), 'UTF8')), $2, now() + interval '7 days', now()
         from generate_series(1, 99) as n`,
      [owner.companyId, owner.userId],
    );
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()].map((name) => `${name}@made.test`);
    const invite = (inviter: { cookie: string }, email?: string) =>
      send('POST', '/employer/invitations', inviter, { email, role: 'member' });
    const { answers } = await held(async (holder) => {
      await holder.query(
        `insert into employer.invitations (company_id, email, role, token_hash, invited_by, expires_at)
         values ($1, $2, 'member', sha256('held'), $3, now() + interval '7 days')`,
        [owner.companyId, first, owner.userId],
      );
      const answers = [invite(owner, first)];
      await isWaitedFor(holder);
      answers.push(invite(colleague, second));
      await isWaitedFor(holder, 2);
      await holder.query('delete from employer.invitations where email = $1', [first]);
      return { answers };
    });
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([201, 429]);
  });
});

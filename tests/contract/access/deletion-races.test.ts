import { setTimeout as delay } from 'node:timers/promises';
import { lockAccess } from '@gatehouse/boundary';
import {
  type ApiAnswer,
  addressOf,
  createInstanceClient,
  makeApplication,
  makeColleague,
  makePerson,
  type PersonOptions,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { DELETION_PATH, letDeletionBeDue, runDeletions } from '#support/account-deletions.ts';
import { recordFinding } from '#support/assurance.ts';
import { findText } from '#support/find-text.ts';
import { givePassword } from '#support/give-password.ts';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';
import { createInvitationActs } from '#support/invitations.ts';
import { waitFor } from '#support/wait-for.ts';

/** Rounds of each race; `make assurance` runs a thousand. */
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 4);

const CONCURRENT_ROUNDS = 4;

/** Half a day, for a long run. */
const LONG = 43_200_000;

/** Within which the mails of all rounds are sent. */
const MAILS_MILLIS = 600_000;

const PASSWORD = 'a lake in autumn';

let system: TestSystem;
/** Who has been deleted in the rounds of the present race. */
const gone: TestPerson[] = [];
beforeAll(async () => {
  const many = '1000000000';
  system = await startTestSystem({
    seed: 'none',
    instances: 2,
    environment: {
      SIGN_IN_FAILURES_PER_ACCOUNT: many,
      SIGN_IN_FAILURES_PER_ADDRESS: many,
      PASSWORD_RESETS: many,
    },
  });
});
afterAll(() => system.stop());

const post = (path: string, body: object, cookie?: string) =>
  system.publicHost.request(`/api${path}`, {
    method: 'POST',
    body,
    ...(cookie === undefined ? {} : { cookie }),
  });
const isThere = async ({ userId }: TestPerson) =>
  (await system.database.query('select from identity.users where id = $1', [userId])).length === 1;

/** Runs the rounds of a race, some at once. What is left of those who are deleted is looked for once, in every table. */
async function eachRound(run: () => Promise<void>): Promise<void> {
  gone.length = 0;
  const rounds = Array(ROUNDS).keys();
  const work = async () => {
    for (const _ of rounds) await run();
  };
  await Promise.all(Array.from({ length: CONCURRENT_ROUNDS }, work));
  await expectNothingLeft();
}

/** Two requests about the person's deletion, each to another instance, that both have found it as it is now. */
async function requestTwice(person: TestPerson, method: 'POST' | 'DELETE'): Promise<readonly number[]> {
  const clients = system.local.services.identity.map((part) => createInstanceClient(part));
  const answers = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
    await holder.query('select from identity.users where id = $1 for update', [person.userId]);
    const requests = clients.map((client) =>
      client.request(DELETION_PATH, {
        method,
        cookie: person.cookie,
        ...(method === 'POST' ? { body: {} } : {}),
      }),
    );
    await isWaitedFor(holder, 2);
    return requests;
  });
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  for (const client of clients) client.close();
  return statuses;
}

/** The audit events about the deletion, each of which is written with its mail. */
async function toldAbout({ userId }: TestPerson): Promise<readonly string[]> {
  const rows = await system.database.query<{ action: string }>(
    "select action from identity.audit_events where subject_id = $1 and action like 'user.deletion%' order by id",
    [userId],
  );
  return rows.map(({ action }) => action);
}

test('G11: of two requests at the same moment, each to another instance, one is mailed', async () => {
  const person = await makePerson(system.database);
  expect(await requestTwice(person, 'POST')).toEqual([201, 201]);
  expect(await toldAbout(person)).toStrictEqual(['user.deletion_requested']);
});

test('G11: of two cancellations at the same moment, each at another instance, one is mailed', async () => {
  const person = await makePerson(system.database);
  await system.publicHost.request(DELETION_PATH, { method: 'POST', cookie: person.cookie, body: {} });
  expect(await requestTwice(person, 'DELETE')).toEqual([204, 204]);
  expect(await toldAbout(person)).toStrictEqual(['user.deletion_requested', 'user.deletion_cancelled']);
});

test.each([
  ['a member', 'member', 'active'],
  ['a former member', 'member', 'revoked'],
  ['a former owner', 'owner', 'revoked'],
] as const)(
  'G1 G11: the deletion of %s waits for no write of the company, and holds up none',
  async (_whose, role, status) => {
    const person = await makePerson(system.database, { membership: { role, status } });
    const answer = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      await lockAccess(holder, [{ kind: 'company', id: person.companyId ?? '', mode: 'shared' }]);
      return post('/identities/users/current/deletion', {}, person.cookie);
    });
    expect(answer.status).toBe(201);
  },
);

test('G1 G11: a member who becomes an owner while the request waits decides with the lock of the company', async () => {
  const owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  const member = await makeColleague(system.database, owner, 'member');
  const { waiting } = await inHeldTransaction(system.database.ownerUrl, async (company) => {
    await lockAccess(company, [{ kind: 'company', id: owner.companyId ?? '', mode: 'shared' }]);
    const sent = await inHeldTransaction(system.database.ownerUrl, async (user) => {
      await lockAccess(user, [{ kind: 'user', id: member.userId, mode: 'exclusive' }]);
      const waiting = post('/identities/users/current/deletion', {}, member.cookie);
      await isWaitedFor(user);
      await user.query("update employer.org_memberships set role = 'owner' where id = $1", [
        member.membershipId,
      ]);
      return { waiting };
    });
    await isWaitedFor(company);
    // Their company has no other owner any more.
    await company.query("update employer.org_memberships set status = 'revoked' where id = $1", [
      owner.membershipId,
    ]);
    return sent;
  });
  const answer = await waiting;
  expect([answer.status, answer.body.code]).toEqual([409, 'org_last_owner']);
  expect(await toldAbout(member)).toStrictEqual([]);
});

/** A user with a password. */
async function makeUser(options: PersonOptions = {}): Promise<TestPerson> {
  const person = await makePerson(system.database, options);
  await givePassword(system.database, person.userId, PASSWORD);
  return person;
}

/** Makes a user's deletion due now, once all is there: the job of another round may run at any moment. */
async function makeDeletionDue({ userId }: TestPerson): Promise<void> {
  await system.database.query(
    'update identity.users set deletion_requested_at = now(), deletion_due_at = now() where id = $1',
    [userId],
  );
  await letDeletionBeDue(system.database, userId);
}

/** Runs the job, twice at once, beside some requests; the accounts that it could not delete wait for the next run. */
async function whileDeleting(requests: () => readonly Promise<ApiAnswer>[]): Promise<readonly ApiAnswer[]> {
  const jobs = [runDeletions(system.database), runDeletions(system.database)];
  const answers = await Promise.all(requests());
  await Promise.all(jobs);
  await runDeletions(system.database);
  return answers;
}

/** A deleted user has no row and no session. */
async function expectGone(person: TestPerson): Promise<void> {
  // The job of another round may be deleting it.
  await waitFor(async () => ((await isThere(person)) ? undefined : true));
  gone.push(person);
  const session = await system.publicHost.request('/api/identities/user_sessions/current', {
    cookie: person.cookie,
  });
  expect(session.status).toBe(401);
}

/** No table names one of those who are deleted, but the audit trail by their id. */
async function expectNothingLeft(): Promise<void> {
  // The row of the mail that says so goes once it is sent.
  await waitFor(async () => {
    const found = await findText(system.database, gone.map(addressOf));
    return found.length === 0 ? true : undefined;
  }, MAILS_MILLIS);
  const named = await findText(
    system.database,
    gone.map(({ userId }) => userId),
  );
  expect(named.filter((one) => !one.startsWith('identity.audit_events'))).toEqual([]);
}

const statusesOf = (answers: readonly ApiAnswer[]) => answers.map(({ status }) => status);

function record(tried: string, counted: Readonly<Record<string, number>> = {}): void {
  recordFinding('Accounts that are deleted under requests', {
    tried,
    counted: { rounds: ROUNDS, ...counted, 'requests accepted or rows left after a deletion': 0 },
  });
}

test(
  'G11 G3: a deletion against sign-ins: no session survives, and no sign-in succeeds afterwards',
  async () => {
    let signedIn = 0;
    await eachRound(async () => {
      const person = await makeUser();
      const signIn = () =>
        post('/identities/user_sessions', { email: addressOf(person), password: PASSWORD });
      await makeDeletionDue(person);
      const statuses = statusesOf(await whileDeleting(() => [signIn(), signIn(), signIn(), signIn()]));
      expect(statuses.filter((status) => status !== 201 && status !== 422)).toEqual([]);
      signedIn += statuses.filter((status) => status === 201).length;
      await expectGone(person);
      expect((await signIn()).status).toBe(422);
    });
    record('sign-ins while the account is deleted', { 'sign-ins before it': signedIn });
  },
  LONG,
);

test(
  'G11 G1: a deletion against its cancellation: one of them wins, and the answer says which',
  async () => {
    const won = { cancellations: 0, deletions: 0 };
    await eachRound(async () => {
      const person = await makeUser();
      await makeDeletionDue(person);
      const [cancelled] = await whileDeleting(() => [
        system.publicHost.request(DELETION_PATH, { method: 'DELETE', cookie: person.cookie }),
      ]);
      const isCancelled = cancelled?.status === 204;
      if (!isCancelled) expect(cancelled?.status).toBe(401);
      expect(await isThere(person)).toBe(isCancelled);
      if (!isCancelled) await expectGone(person);
      won[isCancelled ? 'cancellations' : 'deletions'] += 1;
    });
    record('a deletion and its cancellation at once', won);
  },
  LONG,
);

test(
  'G11 G4: a deletion against the acceptance of an invitation: no membership survives',
  async () => {
    const { makeOwner, makeInvitation, join } = createInvitationActs(system);
    let joined = 0;
    await eachRound(async () => {
      const owner = await makeOwner();
      const person = await makeUser();
      const invitation = await makeInvitation(owner, addressOf(person), 'owner');
      await makeDeletionDue(person);
      const [answer] = statusesOf(await whileDeleting(() => [join(person, invitation.token)]));
      // 410: the invitation, which is deleted with the account, was looked for just after it.
      expect([201, 401, 410]).toContain(answer);
      if (answer === 201) joined += 1;
      await expectGone(person);
    });
    record('the acceptance of an invitation while the account is deleted', { 'accepted before it': joined });
  },
  LONG,
);

test(
  'G11: a deletion against an application and a change of its stage: neither they nor the mail about them survive',
  async () => {
    let applied = 0;
    await eachRound(async () => {
      const owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
      const person = await makeUser({ talent: 'active' });
      const posts = await system.database.query<{ id: string }>(
        `insert into employer.job_posts (company_id, title, description, location, kind, state, published_at)
         select $1, 'Post', 'Text', 'Here', 'contract', 'published', now() from generate_series(1, 2) returning id`,
        [owner.companyId],
      );
      const [sent] = await system.database.query<{ id: string }>(
        'insert into talent.applications (job_post_id, company_id, user_id, message) values ($1, $2, $3, $4) returning id',
        [posts[0]?.id, owner.companyId, person.userId, 'Hello'],
      );
      const application = `/api/employer/applications/${sent?.id}`;
      const seen = await system.publicHost.request(application, { cookie: owner.cookie });
      await makeDeletionDue(person);
      const [created, moved] = statusesOf(
        await whileDeleting(() => [
          post(`/talent/job_posts/${posts[1]?.id}/applications`, { message: 'Hello' }, person.cookie),
          system.publicHost.request(application, {
            method: 'PATCH',
            cookie: owner.cookie,
            headers: { 'If-Match': seen.body.etag },
            body: { stage: 'interview', message: '' },
          }),
        ]),
      );
      expect([201, 401]).toContain(created);
      expect([200, 404]).toContain(moved);
      if (created === 201) applied += 1;
      await expectGone(person);
    });
    record('an application and a change of its stage while the account is deleted', {
      'applications before it': applied,
    });
  },
  LONG,
);

test(
  'G11: a deletion against a requested password reset: the response is the same, and no link survives',
  async () => {
    await eachRound(async () => {
      const person = await makeUser();
      const reset = () => post('/identities/password_resets', { email: addressOf(person) });
      await makeDeletionDue(person);
      expect(statusesOf(await whileDeleting(() => [reset(), reset()]))).toEqual([202, 202]);
      // The job of another round may be deleting it.
      await waitFor(async () => ((await isThere(person)) ? undefined : true));
      expect(
        await system.database.query('select from identity.mail_tokens where user_id = $1', [person.userId]),
      ).toEqual([]);
    });
    record('requests of a password reset while the account is deleted');
  },
  LONG,
);

test(
  'G11 G1: a deletion against the leaving of the other owner: one of them stays',
  async () => {
    const { leave } = createInvitationActs(system);
    const won = { 'deletions first': 0, 'leavings first': 0 };
    await eachRound(async () => {
      const person = await makeUser({ membership: { role: 'owner', status: 'active' } });
      const other = await makeColleague(system.database, person);
      await makeDeletionDue(person);
      const [left] = statusesOf(await whileDeleting(() => [leave(other)]));
      expect([204, 409]).toContain(left);
      const owners = await system.database.query<{ user_id: string }>(
        "select user_id from employer.org_memberships where company_id = $1 and role = 'owner' and status = 'active'",
        [person.companyId],
      );
      expect(owners).toEqual([{ user_id: left === 204 ? person.userId : other.userId }]);
      expect(await isThere(person)).toBe(left === 204);
      won[left === 204 ? 'leavings first' : 'deletions first'] += 1;
    });
    record('a deletion and the leaving of the other owner at once', won);
  },
  LONG,
);

test(
  'G11: two owners who request the deletion of their accounts at once: one of them has to decide',
  async () => {
    await eachRound(async () => {
      const ada = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
      const bea = await makeColleague(system.database, ada);
      const answers = await Promise.all(
        [ada, bea].map(({ cookie }) => post('/identities/users/current/deletion', {}, cookie)),
      );
      expect(statusesOf(answers).toSorted()).toEqual([201, 409]);
    });
    record('two owners who request a deletion at once');
  },
  LONG,
);

test('G11: a member who moves the application of a deleted user neither waits for the deletion nor ends it', async () => {
  const person = await makeUser({ talent: 'active' });
  const owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  const application = await makeApplication(system.database, {
    companyId: owner.companyId,
    userId: person.userId,
  });
  const member = new pg.Client({ connectionString: system.database.ownerUrl });
  await member.connect();
  try {
    await makeDeletionDue(person);
    await member.query('begin');
    await member.query('select from talent.applications where id = $1 for update', [application]);
    const job = runDeletions(system.database);
    await waitFor(async () => {
      const waiting = await system.database.query(
        "select from pg_stat_activity where datname = current_database() and usename = 'retention_service' and wait_event_type = 'Lock'",
      );
      return waiting.length > 0 ? true : undefined;
    });
    await member.query("set local lock_timeout = '300ms'");
    await member.query("select identity.notify(array[$1::uuid], 'application_moved', $2, 'interview', 0)", [
      person.userId,
      application,
    ]);
    await member.query('commit');
    await job;
    expect(await isThere(person)).toBe(false);
  } finally {
    await member.end();
  }
});

test('G1 G11: each step of a deletion gives up when it waits long for a lock: a request would wait behind it', async () => {
  const person = await makeUser({ talent: 'active' });
  await makeDeletionDue(person);
  const outcome = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
    await holder.query("select identity.lock_access(array['user'], array[$1::uuid], array[false])", [
      person.userId,
    ]);
    const job = runDeletions(system.database).then(() => 'gave up');
    return { first: await Promise.race([job, delay(20_000, 'still waits', { ref: false })]), job };
  });
  await outcome.job;
  expect(outcome.first).toBe('gave up');
  expect(await isThere(person)).toBe(true);
  await runDeletions(system.database);
  expect(await isThere(person)).toBe(false);
});

test('G1 G11: a deletion waits for a revocation at a company that the user has applied to before it locks a row', async () => {
  const person = await makeUser({ talent: 'active' });
  const owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  const colleague = await makeColleague(system.database, owner);
  const applications = await system.database.query<{ id: string }>(
    `with posts as (insert into employer.job_posts (company_id, title, kind, state, published_at)
                    select $1, 'Bell founder', 'full_time', 'published', now() from generate_series(1, 2) returning id)
     insert into talent.applications (job_post_id, company_id, user_id, message) select id, $1, $2, 'Hello.' from posts
     returning id`,
    [owner.companyId, person.userId],
  );
  await system.database.query(
    `insert into employer.application_assignments (application_id, membership_id)
     select a.id, m.id from talent.applications a, employer.org_memberships m where a.user_id = $1 and m.user_id = $2`,
    [person.userId, colleague.userId],
  );
  await makeDeletionDue(person);
  const revocation = new pg.Client({ connectionString: system.database.ownerUrl });
  await revocation.connect();
  try {
    await revocation.query('begin');
    await lockAccess(revocation, [{ kind: 'company', id: `${owner.companyId}`, mode: 'exclusive' }]);
    const job = runDeletions(system.database);
    await waitFor(async () => {
      const waiting = await system.database.query(
        "select from pg_stat_activity where datname = current_database() and usename = 'retention_service' and wait_event_type = 'Lock'",
      );
      return waiting.length > 0 ? true : undefined;
    });
    await revocation.query("set local lock_timeout = '300ms'");
    // In the order that the deletion does not take.
    for (const { id } of applications.toReversed())
      await revocation.query('delete from employer.application_assignments where application_id = $1', [id]);
    await revocation.query('commit');
    await job;
    expect(await isThere(person)).toBe(false);
  } finally {
    await revocation.end();
  }
});

import { createHash, randomBytes } from 'node:crypto';
import {
  type ApiAnswer,
  addressOf,
  currentOneTimeCode,
  DEMO_PASSWORD,
  makeAdmin,
  makeColleague,
  makePerson,
  makeSession,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { makeConfirmedChange, makePendingChange } from '#support/email-changes.ts';
import { givePassword } from '#support/give-password.ts';
import { createInvitationActs } from '#support/invitations.ts';
import { makeResetToken } from '#support/make-reset-token.ts';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
let acts: ReturnType<typeof createInvitationActs>;
let operatorCookie: string;
let jobPostId: string;
beforeAll(async () => {
  system = await startTestSystem();
  acts = createInvitationActs(system);
  operatorCookie = (await makeAdmin(system.database, 'operator')).cookie;
  const [post] = await system.database.query<{ id: string }>(
    // The last one, so that no query without its condition finds it by chance.
    "select id from employer.job_posts where state = 'published' order by id desc limit 1",
  );
  jobPostId = post?.id ?? '';
});
afterAll(() => system.stop());

interface Key {
  readonly kind: 'user' | 'company' | 'admin';
  readonly id: string;
}

/** A request, and the key whose lock it has to wait for. */
interface Waiting extends Key {
  readonly ask: () => Promise<ApiAnswer>;
}

const LOCK_STATEMENT = 'select identity.lock_access($1, $2, $3)';

/** The statements that wait for a lock of this connection. */
async function waitingFor(holder: pg.Client): Promise<string[]> {
  const [backend] = (await holder.query<{ pid: number }>('select pg_backend_pid() as pid')).rows;
  const read = () =>
    system.database.query<{ query: string }>(
      `select query from pg_stat_activity
        where datname = current_database() and $1 = any(pg_blocking_pids(pid))`,
      [backend?.pid],
    );
  if ((await read()).length === 0) return [];
  // In the first look, the wait can be newer than the statement's text. What waits then waits until the lock goes, so a second is right.
  return (await read()).map(({ query }) => query);
}

/**
 * Holds a lock on the request's key, and returns the answer that comes once it is released.
 * @throws {Error} when the request is answered before, or waits anywhere but in its first step.
 */
async function answerAfterWaiting({ kind, id, ask }: Waiting, held: 'shared' | 'exclusive') {
  const holder = new pg.Client({ connectionString: system.database.ownerUrl });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query(LOCK_STATEMENT, [[kind], [id], [held === 'exclusive']]);
    let isAnswered = false;
    const answering = ask().finally(() => {
      isAnswered = true;
    });
    const statements = await waitFor(async () => {
      const waiting = await waitingFor(holder);
      return waiting.length > 0 || isAnswered ? waiting : undefined;
    });
    await holder.query('rollback');
    const answer = await answering;
    // Not in a trigger: rows would be locked by then, and the order of locks would no longer be one.
    if (statements[0] !== LOCK_STATEMENT)
      throw new Error(`answered with ${answer.status}, after waiting in: ${statements.join() || 'nothing'}`);
    return answer;
  } finally {
    await holder.end();
  }
}

const user = ({ userId }: Pick<TestPerson, 'userId'>): Key => ({ kind: 'user', id: userId });
const company = ({ companyId }: Pick<TestPerson, 'companyId'>): Key => ({
  kind: 'company',
  id: companyId ?? '',
});

const send = (method: string, path: string, cookie: string, body?: object) =>
  system.publicHost.request(`/api${path}`, { method, cookie, body });
const asStaff = (method: string, path: string, body?: object) =>
  system.teamHost.request(`/api/identities/admin${path}`, {
    method,
    cookie: operatorCookie,
    ...(body === undefined ? {} : { body: { reason: 'A test of locks', ...body } }),
  });
const person = () => makePerson(system.database);
const owner = () => acts.makeOwner();

/** A demo person by address; each test signs another one in. */
async function demoUser(email: string): Promise<Key> {
  const [row] = await system.database.query<{ id: string }>(
    'select id from identity.users where email = $1',
    [email],
  );
  return { kind: 'user', id: row?.id ?? '' };
}
const signInAs = (email: string, cookie = '') =>
  system.publicHost.request('/api/identities/user_sessions', {
    method: 'POST',
    body: { email, password: DEMO_PASSWORD },
    ...(cookie === '' ? {} : { cookie }),
  });

async function demoAdmin(): Promise<Key> {
  const [row] = await system.database.query<{ id: string }>(
    "select id from identity.admins where email = 'viewer@demo.test'",
  );
  return { kind: 'admin', id: row?.id ?? '' };
}

/** The lock that all changes of staff accounts take first. */
const ALL_STAFF: Key = { kind: 'admin', id: '00000000-0000-0000-0000-000000000000' };

/** What changes an access fact: it waits for the writes that run, which hold the shared form. */
const EXCLUSIVE: Readonly<Record<string, () => Promise<Waiting>>> = {
  'asking for talent access: own user': async () => {
    const one = await person();
    return { ...user(one), ask: () => send('POST', '/talent/access_requests', one.cookie, {}) };
  },
  'making a first company: own user': async () => {
    const one = await person();
    const body = { company: { name: 'Locksmiths' } };
    return { ...user(one), ask: () => send('POST', '/employer/org_memberships', one.cookie, body) };
  },
  'changing a membership: its user': async () => {
    const one = await owner();
    const colleague = await makeColleague(system.database, one);
    const path = `/employer/org_memberships/${colleague.membershipId}`;
    return { ...user(colleague), ask: () => send('PATCH', path, one.cookie, { role: 'member' }) };
  },
  'changing a membership: its company': async () => {
    const one = await owner();
    const colleague = await makeColleague(system.database, one);
    const path = `/employer/org_memberships/${colleague.membershipId}`;
    return { ...company(one), ask: () => send('PATCH', path, one.cookie, { status: 'revoked' }) };
  },
  'leaving a company: own user': async () => {
    const one = await makeColleague(system.database, await owner());
    return { ...user(one), ask: () => acts.leave(one) };
  },
  'leaving a company: the company': async () => {
    const one = await makeColleague(system.database, await owner());
    return { ...company(one), ask: () => acts.leave(one) };
  },
  'staff decide on talent access: the user': async () => {
    const one = await person();
    return {
      ...user(one),
      ask: () => asStaff('PUT', `/users/${one.userId}/talent_access`, { state: 'active' }),
    };
  },
  'staff sign a user out everywhere: the user': async () => {
    const one = await person();
    return { ...user(one), ask: () => asStaff('DELETE', `/users/${one.userId}/sessions`) };
  },
  'staff revoke a membership: its user': async () => {
    const one = await owner();
    const path = `/org_memberships/${one.membershipId}/status`;
    return { ...user(one), ask: () => asStaff('PUT', path, { status: 'revoked' }) };
  },
  'staff revoke a membership: its company': async () => {
    const one = await owner();
    const path = `/org_memberships/${one.membershipId}/status`;
    return { ...company(one), ask: () => asStaff('PUT', path, { status: 'revoked' }) };
  },
  'staff disable a company: the company': async () => {
    const one = await owner();
    const path = `/companies/${one.companyId}/condition`;
    return { ...company(one), ask: () => asStaff('PUT', path, { condition: 'disabled' }) };
  },
  'staff remove the logo of a company: the company': async () => {
    const one = await owner();
    await system.database.query("select employer.set_company_logo($1, 'an image')", [one.companyId]);
    const imageHash = createHash('sha256').update('an image').digest('hex');
    const path = `/companies/${one.companyId}/logos/${imageHash}/removal`;
    return { ...company(one), ask: () => asStaff('POST', path, { owner_reason: 'A test of locks' }) };
  },
  'signing out: own user': async () => {
    const one = await person();
    return { ...user(one), ask: () => send('DELETE', '/identities/user_sessions/current', one.cookie) };
  },
  'ending one session: own user': async () => {
    const one = await person();
    const path = `/identities/user_sessions/${one.sessionId}`;
    return { ...user(one), ask: () => send('DELETE', path, one.cookie) };
  },
  'reporting a session: own user': async () => {
    const one = await person();
    const path = `/identities/user_sessions/${one.sessionId}/reports`;
    return { ...user(one), ask: () => send('POST', path, one.cookie) };
  },
  'ending all other sessions: own user': async () => {
    const one = await person();
    await makeSession(system.database, 'user', one.userId);
    return { ...user(one), ask: () => send('DELETE', '/identities/user_sessions', one.cookie) };
  },
  'signing in over the session of another user: that user': async () => {
    const one = await person();
    return { ...user(one), ask: () => signInAs('pending@demo.test', one.cookie) };
  },
  'changing the password: own user': async () => {
    const one = await makeUserWithPassword();
    const body = { current_password: DEMO_PASSWORD, new_password: 'another-long-password-7' };
    return { ...user(one), ask: () => send('PUT', '/identities/users/current/password', one.cookie, body) };
  },
  'redeeming a password reset: its user': async () => {
    const one = await person();
    const body = {
      token: await makeResetToken(system.database, one.userId),
      password: 'another-long-password-8',
    };
    return { ...user(one), ask: () => send('POST', '/identities/password_resets/redeem', '', body) };
  },
  'confirming a change of the address: own user': async () => {
    const one = await person();
    const token = await makePendingChange(system.database, one.userId, `new-${one.userId}@made.test`);
    const path = '/identities/users/current/email_changes/confirm';
    return { ...user(one), ask: () => send('POST', path, one.cookie, { token }) };
  },
  'undoing a change of the address: its user': async () => {
    const one = await person();
    const token = await makeConfirmedChange(system.database, one.userId, `old-${one.userId}@made.test`);
    const body = { token, password: 'another-long-password-9' };
    return { ...user(one), ask: () => send('POST', '/identities/email_changes/undo', '', body) };
  },
  'inviting staff: all staff': async () => {
    const body = { name: 'Locksmith', email: `${randomBytes(8).toString('hex')}@staff.test`, role: 'viewer' };
    return { ...ALL_STAFF, ask: () => asStaff('POST', '/staff_accounts', body) };
  },
  'disabling staff: all staff': async () => {
    const { adminId } = await makeAdmin(system.database, 'viewer');
    const path = `/staff_accounts/${adminId}/condition`;
    return { ...ALL_STAFF, ask: () => asStaff('PUT', path, { condition: 'disabled' }) };
  },
  'resetting a second factor of staff: its admin': async () => {
    const { adminId } = await makeAdmin(system.database, 'viewer');
    const path = `/staff_accounts/${adminId}/second_factor_resets`;
    return { kind: 'admin', id: adminId, ask: () => asStaff('POST', path, {}) };
  },
  'declining a change of staff: all staff': async () => {
    const { adminId } = await makeAdmin(system.database, 'viewer');
    const { body } = await asStaff('PUT', `/staff_accounts/${adminId}/role`, { role: 'operator' });
    return { ...ALL_STAFF, ask: () => asStaff('DELETE', `/staff_requests/${body.open_request.id}`) };
  },
  'signing staff out: the admin': async () => {
    const { adminId, cookie } = await makeAdmin(system.database, 'viewer');
    const path = '/api/identities/admin_sessions/current';
    return {
      kind: 'admin',
      id: adminId,
      ask: () => system.teamHost.request(path, { method: 'DELETE', cookie }),
    };
  },
  'ending one session of staff: the admin': async () => {
    const { adminId, cookie } = await makeAdmin(system.database, 'viewer');
    const { sessionId } = await makeSession(system.database, 'admin', adminId);
    const path = `/api/identities/admin_sessions/${sessionId}`;
    return {
      kind: 'admin',
      id: adminId,
      ask: () => system.teamHost.request(path, { method: 'DELETE', cookie }),
    };
  },
};

/** An application, and its company. */
async function received(stage: 'submitted' | 'offer') {
  const applicant = await makePerson(system.database, { talent: 'active' });
  const [row] = await system.database.query<{ id: string; company_id: string }>(
    `insert into talent.applications (job_post_id, company_id, user_id, message, stage)
     select id, company_id, $2, 'Here.', $3 from employer.job_posts where id = $1 returning id, company_id`,
    [jobPostId, applicant.userId, stage],
  );
  return { kind: 'company', id: row?.company_id ?? '', applicant, applicationId: row?.id ?? '' } as const;
}

/** What depends on facts of others: it waits for their change, which holds the exclusive form. */
const SHARED: Readonly<Record<string, () => Promise<Waiting>>> = {
  'joining a company: the company': async () => {
    const one = await owner();
    const invited = await person();
    const { token } = await acts.makeInvitation(one, addressOf(invited));
    return { ...company(one), ask: () => acts.join(invited, token) };
  },
  'applying for a job: its company': async () => {
    const one = await makePerson(system.database, { talent: 'active' });
    const [post] = await system.database.query<{ company_id: string }>(
      'select company_id from employer.job_posts where id = $1',
      [jobPostId],
    );
    const path = `/talent/job_posts/${jobPostId}/applications`;
    return {
      kind: 'company',
      id: post?.company_id ?? '',
      ask: () => send('POST', path, one.cookie, { message: 'Here.' }),
    };
  },
  'answering an offer: the company of the application': async () => {
    const { applicant, applicationId, ...key } = await received('offer');
    const path = `/talent/applications/${applicationId}/offer_answer`;
    return { ...key, ask: () => send('PUT', path, applicant.cookie, { answer: 'accepted' }) };
  },
  'withdrawing an application: its company': async () => {
    const { applicant, applicationId, ...key } = await received('submitted');
    return { ...key, ask: () => send('DELETE', `/talent/applications/${applicationId}`, applicant.cookie) };
  },
  'writing to a company as its applicant: the company': async () => {
    const { applicant, applicationId, ...key } = await received('submitted');
    const path = `/talent/applications/${applicationId}/messages`;
    return { ...key, ask: () => send('POST', path, applicant.cookie, { text: 'Here.' }) };
  },
  'answering to an interview as its applicant: the company': async () => {
    const { applicant, applicationId, ...key } = await received('submitted');
    const [interview] = await system.database.query<{ id: string }>(
      `insert into talent.interviews (application_id, proposed_by, starts, time_zone, duration_minutes, place, note)
       values ($1, $2, array[now() + interval '1 day'], 'UTC', 30, '', '') returning id`,
      [applicationId, (await person()).userId],
    );
    const path = `/talent/interviews/${interview?.id}/answer`;
    const body = { accepted_start: '', message: '' };
    return { ...key, ask: () => send('PUT', path, applicant.cookie, body) };
  },
  'signing in: the user of the account': async () => ({
    ...(await demoUser('newcomer@demo.test')),
    ask: () => signInAs('newcomer@demo.test'),
  }),
  'requesting a password reset: the user of the address': async () => {
    const one = await person();
    const body = { email: addressOf(one) };
    return { ...user(one), ask: () => send('POST', '/identities/password_resets', '', body) };
  },
  'signing staff in: the admin of the account': async () => {
    const email = 'viewer@demo.test';
    const body = { email, password: DEMO_PASSWORD, totp: await currentOneTimeCode(system.database, email) };
    return {
      ...(await demoAdmin()),
      ask: () => system.teamHost.request('/api/identities/admin_sessions', { method: 'POST', body }),
    };
  },
  'writing as a member of a company: the company': async () => {
    const one = await owner();
    const body = { title: 'Locksmith', kind: 'contract' };
    return { ...company(one), ask: () => send('POST', '/employer/job_posts', one.cookie, body) };
  },
  'writing as a user: own user': async () => {
    const one = await person();
    return {
      ...user(one),
      ask: () => send('PATCH', '/identities/users/current', one.cookie, { name: 'Locksmith' }),
    };
  },
};

describe('G1: the first step of a transaction takes its locks', () => {
  test.each(Object.entries(EXCLUSIVE))('G1: exclusive, %s', async (_name, waiting) => {
    expect((await answerAfterWaiting(await waiting(), 'shared')).status).toBeLessThan(300);
  });

  test.each(Object.entries(SHARED))('G1: shared, %s', async (_name, waiting) => {
    expect((await answerAfterWaiting(await waiting(), 'exclusive')).status).toBeLessThan(300);
  });
});

test.each([
  [
    'an owner',
    (id: string | null, cookie: string) =>
      send('PATCH', `/employer/org_memberships/${id}`, cookie, { role: 'member' }),
  ],
  ['staff', (id: string | null) => asStaff('PUT', `/org_memberships/${id}/status`, { status: 'revoked' })],
] as const)(
  'G1: a membership that ended while its change by %s waited is not found',
  async (_who, change) => {
    const one = await owner();
    const { userId, membershipId } = await makeColleague(system.database, one);
    const holder = new pg.Client({ connectionString: system.database.ownerUrl });
    await holder.connect();
    try {
      await holder.query('begin');
      const keys = [
        ['company', 'user'],
        [one.companyId, userId],
        [true, true],
      ];
      await holder.query(LOCK_STATEMENT, keys);
      const answering = change(membershipId, one.cookie);
      await waitFor(async () => ((await waitingFor(holder)).length > 0 ? true : undefined));
      await holder.query('delete from employer.org_memberships where id = $1', [membershipId]);
      await holder.query('commit');
      expect(await answering).toMatchObject({ status: 404, body: { code: 'not_found' } });
    } finally {
      await holder.end();
    }
  },
);

/** A user with the password of the demo, and a session. */
async function makeUserWithPassword(): Promise<TestPerson> {
  const one = await person();
  await givePassword(system.database, one.userId);
  return one;
}

/** The answer to a request that waits for its user's lock while `change` is made. */
async function answerAfter(
  change: string,
  userId: string,
  ask: () => Promise<ApiAnswer>,
): Promise<ApiAnswer> {
  const holder = new pg.Client({ connectionString: system.database.ownerUrl });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query(LOCK_STATEMENT, [['user'], [userId], [true]]);
    const answering = ask();
    await waitFor(async () => ((await waitingFor(holder)).length > 0 ? true : undefined));
    await holder.query(change, [userId]);
    await holder.query('commit');
    return await answering;
  } finally {
    await holder.end();
  }
}

const CHANGE_ADDRESS = "update identity.users set email = 'new-' || email where id = $1";

test('G3: an address that changes while its sign-in waits signs in no longer', async () => {
  const one = await makeUserWithPassword();
  const answer = await answerAfter(CHANGE_ADDRESS, one.userId, () => signInAs(addressOf(one)));
  expect(answer).toMatchObject({ status: 422, body: { code: 'credentials_invalid' } });
});

test('G3: a password that changes while a reauthentication with it waits makes no session fresh', async () => {
  const one = await makeUserWithPassword();
  const other = await hash('a lantern in the fog', {
    algorithm: 2,
    memoryCost: 64,
    timeCost: 1,
    parallelism: 1,
  });
  const change = `update identity.credentials set password_hash = '${other}' where user_id = $1`;
  const answer = await answerAfter(change, one.userId, () =>
    send('POST', '/identities/user_sessions/current/reauthentications', one.cookie, {
      password: DEMO_PASSWORD,
    }),
  );
  expect(answer).toMatchObject({ status: 422, body: { code: 'credentials_invalid' } });
});

test('G1: a sign-in does not wait for what shares the lock of its user', async () => {
  const one = await makeUserWithPassword();
  const holder = new pg.Client({ connectionString: system.database.ownerUrl });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query(LOCK_STATEMENT, [['user'], [one.userId], [false]]);
    expect((await signInAs(addressOf(one))).status).toBe(201);
  } finally {
    await holder.end();
  }
});

test('G3: a reset that was asked for by an address which has changed meanwhile mails no link', async () => {
  const one = await person();
  const email = addressOf(one);
  const answer = await answerAfter(CHANGE_ADDRESS, one.userId, () =>
    send('POST', '/identities/password_resets', '', { email }),
  );
  expect(answer.status).toBe(202);
  const [mails, events] = await Promise.all([
    system.database.query('select id from identity.mail_outbox where to_address = $1', [email]),
    system.database.query('select id from identity.audit_events where subject_id = $1', [one.userId]),
  ]);
  expect([mails, events]).toEqual([[], []]);
});

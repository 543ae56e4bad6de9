import { randomUUID } from 'node:crypto';
import { lockAccess } from '@gatehouse/boundary';
import { startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';
import { inviteAdmin } from '#support/invite-admin.ts';
import { mailedTokens, nextMailedToken } from '#support/mail-links.ts';
import { addUnusablePasskey, makeEnrolledAdmin, type Staff } from '#support/staff.ts';

let system: TestSystem;
let ada: Staff;
let ben: Staff;
beforeAll(async () => {
  system = await startTestSystem({ apis: ['identity'], seed: 'none' });
});
afterAll(() => system.stop());
beforeEach(async () => {
  // Only the admins of the test count as operators.
  await system.database.query("update identity.admins set role = 'viewer', disabled_at = now()");
  ada = await makeEnrolledAdmin(system.database);
  ben = await makeEnrolledAdmin(system.database);
});

const IDENTITIES = '/api/identities';
const ACCOUNTS = `${IDENTITIES}/admin/staff_accounts`;
const newEmail = () => `staff-${randomUUID()}@staff.test`;
const send = (by: Staff, method: string, path: string, body: object) =>
  system.teamHost.request(path, { method, cookie: by.cookie, body });
const open = (token: string) =>
  system.teamHost.request(`${IDENTITIES}/admin_enrolments/open`, { method: 'POST', body: { token } });
const tokenOf = (link: string) => new URL(link).hash.slice('#token='.length);

/** Everything that the command may change about an admin. */
async function stateOf(adminId: string) {
  const [row] = await system.database.query(
    `select a.email, a.name, a.role, a.disabled_at,
            (select count(*)::int from identity.admin_second_factors f where f.admin_id = a.id) as apps,
            (select count(*)::int from identity.admin_passkeys p where p.admin_id = a.id) as passkeys,
            (select count(*)::int from identity.admin_recovery_codes c where c.admin_id = a.id and c.used_at is null) as codes,
            (select count(*)::int from identity.admin_sessions s where s.admin_id = a.id and s.ended_at is null) as sessions,
            (select count(*)::int from identity.admin_enrolments e where e.admin_id = a.id) as links
       from identity.admins a where a.id = $1`,
    [adminId],
  );
  return row as Record<string, unknown> & { email: string };
}

const changesOf = async (adminId: string) =>
  (
    await system.database.query<{ action: string; change: string }>(
      'select action, change from identity.audit_events where subject_id = $1 order by id',
      [adminId],
    )
  ).map(({ action, change }) => `${action}: ${change}`);

/** An operator with every kind of second factor, disabled behind the back of the API. */
async function makeDisabledOperator() {
  const { adminId } = await makeEnrolledAdmin(system.database);
  await addUnusablePasskey(system.database, adminId);
  await system.database.query(
    'insert into identity.admin_recovery_codes (code_hash, admin_id) values (sha256(uuid_send($1::uuid)), $1::uuid)',
    [adminId],
  );
  await system.database.query('update identity.admins set disabled_at = now() where id = $1', [adminId]);
  return { adminId, before: await stateOf(adminId) };
}

describe('admin:invite for a disabled account', () => {
  test('G2: is refused and changes nothing', async () => {
    const { adminId, before } = await makeDisabledOperator();
    await expect(
      inviteAdmin(system, '--email', before.email, '--name', 'Another Name'),
    ).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('the account is disabled'),
    });
    expect(await stateOf(adminId)).toEqual(before);
    expect(await changesOf(adminId)).toEqual([]);
  });

  test('G3: with --force enables it, and only the link leads in', async () => {
    const { adminId, before } = await makeDisabledOperator();
    expect(before).toMatchObject({ apps: 1, passkeys: 1, codes: 1, sessions: 1 });
    const link = await inviteAdmin(system, '--email', before.email, '--name', 'Nadia Okoye', '--force');
    expect(await stateOf(adminId)).toMatchObject({
      role: 'operator',
      disabled_at: null,
      apps: 0,
      passkeys: 0,
      codes: 0,
      sessions: 0,
    });
    expect((await open(tokenOf(link))).status).toBe(200);
    expect(await changesOf(adminId)).toEqual([
      'admin.second_factor_reset: 1 sessions ended',
      'admin.condition_changed: disabled → active',
      'admin.invited: role operator',
      'admin.enrolment_opened: ',
    ]);
  });
});

describe('admin:invite --only-first, which the chart passes', () => {
  const run = (email: string) => inviteAdmin(system, '--email', email, '--name', 'Ada', '--only-first');

  test.each([
    ['is enrolled', null],
    ['is disabled', 'update identity.admins set disabled_at = now() where id = $1'],
    ['was made a viewer', "update identity.admins set role = 'viewer' where id = $1"],
  ])('leaves an account alone that %s', async (_name, change) => {
    if (change !== null) await system.database.query(change, [ben.adminId]);
    const before = await stateOf(ben.adminId);
    expect(await run(before.email)).toBe('The account exists already; nothing was changed.');
    expect(await stateOf(ben.adminId)).toEqual(before);
  });

  test('leaves an account alone that waits for its enrolment in another role', async () => {
    const email = newEmail();
    const link = await inviteAdmin(system, '--email', email, '--name', 'Ada', '--role', 'viewer');
    expect(await run(email)).toBe('The account exists already; nothing was changed.');
    expect((await open(tokenOf(link))).status).toBe(200);
  });

  test('makes a new account, and a new link until it is enrolled', async () => {
    const email = newEmail();
    const first = tokenOf(await run(email));
    const second = tokenOf(await run(email));
    expect((await open(first)).status).toBe(410);
    expect((await open(second)).status).toBe(200);
  });
});

describe('admin:invite --role viewer for an operator', () => {
  const demote = async (staff: Staff, ...options: string[]) =>
    inviteAdmin(
      system,
      '--email',
      (await stateOf(staff.adminId)).email,
      '--name',
      'N',
      '--role',
      'viewer',
      ...options,
    );

  test('G1 G2: ends sessions, the links that the operator created, and open requests', async () => {
    const email = newEmail();
    const invited = await send(ben, 'POST', ACCOUNTS, {
      name: 'New',
      email,
      role: 'viewer',
      reason: 'a test',
    });
    expect(invited.status).toBe(201);
    const token = await nextMailedToken(system, email, 'enrol');
    const asked = await send(ben, 'POST', ACCOUNTS, {
      name: 'New',
      email: newEmail(),
      role: 'operator',
      reason: 'a test',
    });
    const requestId = String(asked.body.open_request.id);
    await demote(ben);
    expect((await open(token)).status).toBe(410);
    const approved = await send(ada, 'POST', `${IDENTITIES}/admin/staff_requests/${requestId}/approval`, {});
    expect(approved.status).toBe(404);
    expect(await stateOf(ben.adminId)).toMatchObject({ role: 'viewer', sessions: 0 });
    expect((await changesOf(invited.body.id)).at(-1)).toBe('admin.enrolment_revoked: ');
    expect((await changesOf(asked.body.id)).at(-1)).toBe(
      'admin.change_declined: withdrawn: the access behind it ended',
    );
    expect(await changesOf(ben.adminId)).toEqual([
      'admin.role_changed: 1 sessions ended, operator → viewer',
      'admin.invited: role viewer',
    ]);
  });

  test('is refused for the last operator who can sign in, except with --force', async () => {
    await demote(ben);
    const before = await stateOf(ada.adminId);
    await expect(demote(ada)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the last active operator'),
    });
    expect(await stateOf(ada.adminId)).toEqual(before);
    await demote(ada, '--force');
    expect(await stateOf(ada.adminId)).toMatchObject({ role: 'viewer' });
  });

  test('of a viewer needs no operator who is left', async () => {
    await demote(ben);
    await demote(ada, '--force');
    expect(await demote(ben)).toContain('#token=');
  });

  test('G1: waits for the running writes of the operator', async () => {
    const { running } = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      await lockAccess(holder, [{ kind: 'admin', id: ben.adminId, mode: 'shared' }]);
      const demotion = demote(ben);
      await isWaitedFor(holder);
      return { running: demotion };
    });
    expect(await running).toContain('#token=');
  });

  test('G1: of two that run at the same moment one is refused', async () => {
    const results = await Promise.allSettled([demote(ada), demote(ben)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

test('admin:invite does not make a viewer an operator without a line in the audit trail', async () => {
  const viewer = await makeEnrolledAdmin(system.database, 'viewer');
  await inviteAdmin(system, '--email', (await stateOf(viewer.adminId)).email, '--name', 'Vera');
  expect(await changesOf(viewer.adminId)).toEqual([
    'admin.role_changed: viewer → operator',
    'admin.invited: role operator',
  ]);
});

test('admin:invite that makes a viewer an operator ends the open request for it', async () => {
  const viewer = await makeEnrolledAdmin(system.database, 'viewer');
  const path = `${ACCOUNTS}/${viewer.adminId}/role`;
  const asked = await send(ada, 'PUT', path, { role: 'operator', reason: 'a test' });
  expect(asked.status).toBe(200);
  await inviteAdmin(system, '--email', (await stateOf(viewer.adminId)).email, '--name', 'Vera');
  const approval = `${IDENTITIES}/admin/staff_requests/${asked.body.open_request.id}/approval`;
  expect((await send(ben, 'POST', approval, {})).status).toBe(404);
  expect(await changesOf(viewer.adminId)).toEqual([
    'admin.change_requested: promote',
    'admin.change_declined: withdrawn: the account has the role',
    'admin.role_changed: viewer → operator',
    'admin.invited: role operator',
  ]);
  // Staff can request the next change.
  const reset = { reason: 'a test' };
  expect((await send(ben, 'POST', `${ACCOUNTS}/${viewer.adminId}/second_factor_resets`, reset)).status).toBe(
    200,
  );
});

test('admin:invite whose connection breaks says so in one line', async () => {
  const { failure } = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
    await lockAccess(holder, [{ kind: 'admin', id: ben.adminId, mode: 'exclusive' }]);
    const invited = inviteAdmin(system, '--email', (await stateOf(ben.adminId)).email, '--name', 'N');
    const failure = invited.then(String, (error: { stderr: string }) => error.stderr);
    await isWaitedFor(holder);
    // As a server that restarts ends each connection.
    await holder.query(
      `select pg_terminate_backend(l.pid) from pg_locks l
        where not l.granted and pg_backend_pid() = any (pg_blocking_pids(l.pid))`,
    );
    return { failure };
  });
  expect((await failure).split('\n')[0]).toMatch(/terminating connection due to administrator command$/);
  expect(await failure).not.toContain('    at ');
});

test('G2: a reset of an operator ends what the operator had offered', async () => {
  const eve = await makeEnrolledAdmin(system.database);
  const email = newEmail();
  await send(ben, 'POST', ACCOUNTS, { name: 'New', email, role: 'viewer', reason: 'a test' });
  const token = await nextMailedToken(system, email, 'enrol');
  const viewer = await makeEnrolledAdmin(system.database, 'viewer');
  const promotion = await send(ben, 'PUT', `${ACCOUNTS}/${viewer.adminId}/role`, {
    role: 'operator',
    reason: 'a test',
  });
  const reset = await send(ada, 'POST', `${ACCOUNTS}/${ben.adminId}/second_factor_resets`, {
    reason: 'a test',
  });
  const approve = (requestId: unknown) =>
    send(eve, 'POST', `${IDENTITIES}/admin/staff_requests/${requestId}/approval`, {});
  expect((await approve(reset.body.open_request.id)).status).toBe(200);
  expect((await open(token)).status).toBe(410);
  expect((await approve(promotion.body.open_request.id)).status).toBe(404);
  // The link of the reset itself works, and its mail says what happened.
  const { email: address } = await stateOf(ben.adminId);
  expect((await open(await nextMailedToken(system, address, 'enrol'))).status).toBe(200);
  const [mail] = (await system.local.mails()).filter(
    ({ to, text }) => to === address && text.includes('/enrol#'),
  );
  expect(mail?.text).toContain('Your second factor was reset');
  expect(mail?.text).not.toContain('invites you');
  expect(await mailedTokens(system, address, 'enrol')).toHaveLength(1);
});

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
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DELETION_PATH, letDeletionBeDue, runRetentionJob } from '#support/account-deletions.ts';
import { findText } from '#support/find-text.ts';
import { nextMail } from '#support/next-mail.ts';
import { timeInMail } from '#support/time-in-mail.ts';
import { makeUserWithRows } from '#support/user-with-rows.ts';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none' });
});
afterAll(() => system.stop());

const request = ({ cookie }: TestPerson, body: object = {}) =>
  system.publicHost.request(DELETION_PATH, { method: 'POST', cookie, body });
const find = async ({ cookie }: TestPerson) =>
  (await system.publicHost.request(DELETION_PATH, { cookie })).body;
const cancel = ({ cookie }: TestPerson) =>
  system.publicHost.request(DELETION_PATH, { method: 'DELETE', cookie });
const session = ({ cookie }: TestPerson) =>
  system.publicHost.request('/api/identities/user_sessions/current', { cookie });
const mailTo = (person: TestPerson, subject: string) => nextMail(system, addressOf(person), { subject });
const actionsAbout = async ({ userId }: TestPerson) => {
  const rows = await system.database.query<{ action: string }>(
    "select action from identity.audit_events where subject_id = $1 and subject_kind = 'user' order by id",
    [userId],
  );
  return rows.map(({ action }) => action);
};
const makeOwner = () => makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
const execute = async (person: TestPerson) => {
  await letDeletionBeDue(system.database, person.userId);
  return runRetentionJob(system.database);
};
const isThere = async ({ userId }: TestPerson) =>
  (await system.database.query('select from identity.users where id = $1', [userId])).length === 1;

describe('G11: the request', () => {
  test('G11: sets a date in seven days, which session, mail and staff see, and the account stays usable', async () => {
    const ada = await makePerson(system.database);
    expect(await find(ada)).toEqual({ state: 'none' });
    const requested = await request(ada);
    expect(requested).toMatchObject({ status: 201, body: { state: 'scheduled' } });
    const { due_at, requested_at } = requested.body;
    expect(requested.body).toStrictEqual({ state: 'scheduled', requested_at, due_at });
    expect(Date.parse(due_at) - Date.parse(requested_at)).toBe(7 * 86_400_000);
    expect((await session(ada)).body.deletion_due_at).toBe(due_at);
    const mail = await mailTo(ada, 'Your account will be deleted');
    const date = new Date(due_at).toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    });
    expect(mail.text).toContain(`It will be deleted on ${date}.`);
    expect(mail.text).toMatch(/\/account#delete-account$/m);
    const admin = await makeAdmin(system.database, 'viewer');
    const seen = await system.teamHost.request(`/api/identities/admin/users/${ada.userId}`, {
      cookie: admin.cookie,
    });
    expect(seen.body.deletion_due_at).toBe(due_at);
    // Before it is due, the job does nothing.
    await runRetentionJob(system.database);
    expect((await session(ada)).status).toBe(200);
    // Again: the date stays, and no second mail is sent.
    expect((await request(ada)).body).toEqual(requested.body);
    expect(await actionsAbout(ada)).toEqual(['user.deletion_requested']);
  });

  test('G11: needs a fresh authentication', async () => {
    const ada = await makePerson(system.database);
    await system.database.query(
      "update identity.user_sessions set authenticated_at = now() - interval '11 minutes' where id = $1",
      [ada.sessionId],
    );
    expect(await request(ada)).toMatchObject({
      status: 403,
      body: { code: 'fresh_authentication_required' },
    });
    expect(await find(ada)).toEqual({ state: 'none' });
  });

  test('G11: is cancelled at any time before, once, and without a fresh authentication', async () => {
    const ada = await makePerson(system.database);
    await request(ada);
    await system.database.query(
      "update identity.user_sessions set authenticated_at = now() - interval '11 minutes' where id = $1",
      [ada.sessionId],
    );
    const bea = await makePerson(system.database);
    await request(bea);
    expect((await cancel(ada)).status).toBe(204);
    expect(await actionsAbout(ada)).toEqual(['user.deletion_requested', 'user.deletion_cancelled']);
    expect((await cancel(ada)).status).toBe(204);
    expect(await find(ada)).toEqual({ state: 'none' });
    expect((await find(bea)).state).toBe('scheduled');
    expect((await session(ada)).body).not.toHaveProperty('deletion_due_at');
    await mailTo(ada, 'Your account will not be deleted');
    expect(await actionsAbout(ada)).toEqual(['user.deletion_requested', 'user.deletion_cancelled']);
    await execute(ada);
    expect(await isThere(ada)).toBe(true);
  });
});

describe('G11: the last owner of a company', () => {
  test('G11: who was its owner decides nothing about it', async () => {
    const ada = await makePerson(system.database, { membership: { role: 'owner', status: 'revoked' } });
    expect(await find(ada)).toEqual({ state: 'none' });
    expect((await request(ada)).status).toBe(201);
  });

  test('S3: reads its name, but none of a disabled company', async () => {
    const ada = await makeOwner();
    const nameIn = async () => (await find(ada)).last_owner_of.name;
    expect(await nameIn()).toMatch(/^Company /);
    await system.database.query("update employer.companies set condition = 'disabled' where id = $1", [
      ada.companyId,
    ]);
    expect(await nameIn()).toBe('');
  });

  test('G11: gets another mail about a later decision to close it, which ends with the request', async () => {
    const ada = await makeOwner();
    const bea = await makeColleague(system.database, ada);
    await request(ada);
    await system.database.query('delete from employer.org_memberships where id = $1', [bea.membershipId]);
    expect((await request(ada, { close_company_id: ada.companyId })).body.closes_company_id).toBe(
      ada.companyId,
    );
    expect(await actionsAbout(ada)).toEqual(['user.deletion_requested', 'user.deletion_requested']);
    await cancel(ada);
    await makeColleague(system.database, ada);
    await system.database.query(
      'update identity.users set deletion_requested_at = now(), deletion_due_at = now() where id = $1',
      [ada.userId],
    );
    expect(await find(ada)).not.toHaveProperty('closes_company_id');
  });

  test('G11: decides first: another owner, or the end of the company', async () => {
    const ada = await makeOwner();
    const refused = await request(ada);
    expect(refused).toMatchObject({ status: 409, body: { code: 'org_last_owner' } });
    expect(refused.body.detail).toBe(
      'You are its last owner. Make another member an owner, or choose to close the company.',
    );
    expect((await find(ada)).last_owner_of).toMatchObject({ id: ada.companyId });
    // A company that is not the caller's decides nothing.
    expect((await request(ada, { close_company_id: (await makeOwner()).companyId })).status).toBe(409);
    const bea = await makeColleague(system.database, ada);
    expect(await find(ada)).toEqual({ state: 'none' });
    expect((await request(ada)).status).toBe(201);
    // The one who stays cannot go, too.
    expect((await request(bea)).status).toBe(409);
    await execute(ada);
    expect(await isThere(ada)).toBe(false);
    const members = await system.publicHost.request('/api/employer/org_memberships', { cookie: bea.cookie });
    expect(members.body.items.map((one: { user_id: string }) => one.user_id)).toEqual([bea.userId]);
  });

  test('G11: closes the company: its posts, invitations and memberships end, and its members get a mail', async () => {
    const ada = await makeOwner();
    const bea = await makeColleague(system.database, ada, 'member');
    await makeJobPost(system.database, ada);
    const requested = await request(ada, { close_company_id: ada.companyId });
    expect(requested).toMatchObject({ status: 201, body: { closes_company_id: ada.companyId } });
    expect((await mailTo(ada, 'Your account will be deleted')).text).toContain(
      'and your company will be closed',
    );
    // Until then it goes on.
    expect((await session(bea)).body.employer_access.state).toBe('active');
    await execute(ada);
    expect(await isThere(ada)).toBe(false);
    expect((await session(bea)).body.employer_access).toEqual({ state: 'none' });
    await mailTo(bea, 'Your company on Gatehouse was closed');
    const company = (name: string) =>
      system.publicHost.request('/api/employer/org_memberships', {
        method: 'POST',
        cookie: bea.cookie,
        body: { company: { name } },
      });
    expect((await company('Next')).status).toBe(201);
    expect(
      await system.database.query('select condition from employer.companies where id = $1', [ada.companyId]),
    ).toEqual([{ condition: 'disabled' }]);
    expect(
      await system.database.query('select state from employer.job_posts where company_id = $1', [
        ada.companyId,
      ]),
    ).toEqual([{ state: 'closed' }]);
  });

  test('G2 G11: closing a company gives back nothing that staff took, and leaves none of their words about the owner', async () => {
    const ada = await makeUserWithRows(system.database, 'Hopper');
    const bea = await makeColleague(system.database, ada, 'member');
    await system.database.query(
      "update employer.org_memberships set status = 'revoked', revoked_by = 'staff' where id = $1",
      [bea.membershipId],
    );
    await request(ada, { close_company_id: ada.companyId });
    await execute(ada);
    expect(await isThere(ada)).toBe(false);
    expect(
      await system.publicHost.request('/api/employer/org_memberships', {
        method: 'POST',
        cookie: bea.cookie,
        body: { company: { name: 'Next' } },
      }),
    ).toMatchObject({ status: 409, body: { code: 'org_membership_exists' } });
    await waitFor(async () =>
      (await findText(system.database, ['Hopper'])).length === 0 ? true : undefined,
    );
  });

  test('G11: who became the last owner meanwhile gets a mail, and the deletion moves on by seven days', async () => {
    const ada = await makeOwner();
    const bea = await makeColleague(system.database, ada);
    await request(ada);
    await system.database.query("update employer.org_memberships set status = 'revoked' where id = $1", [
      bea.membershipId,
    ]);
    const lines = await execute(ada);
    expect(lines.find(({ kind }) => kind === 'account_deletions')).toMatchObject({
      removed: 0,
      oldest_due_at: null,
    });
    const mail = await mailTo(ada, 'Your account could not be deleted yet');
    const { due_at, last_owner_of } = await find(ada);
    expect(Math.abs(Date.parse(due_at) - timeInMail(mail.text, 'after'))).toBeLessThan(65_000);
    expect(Date.parse(due_at) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    expect(last_owner_of.id).toBe(ada.companyId);
    expect((await session(ada)).status).toBe(200);
    expect(await actionsAbout(ada)).toEqual(['user.deletion_requested', 'user.deletion_postponed']);
    // The decision can be made now, and keeps the date.
    expect((await request(ada, { close_company_id: ada.companyId })).body).toMatchObject({
      due_at,
      closes_company_id: ada.companyId,
    });
    await execute(ada);
    expect(await isThere(ada)).toBe(false);
  });

  test('G11: keeps the company when another owner has come since the decision to close it', async () => {
    const ada = await makeOwner();
    await request(ada, { close_company_id: ada.companyId });
    const bea = await makeColleague(system.database, ada);
    await execute(ada);
    expect(await isThere(ada)).toBe(false);
    expect((await session(bea)).body.employer_access.state).toBe('active');
  });
});

describe('G11: the deletion', () => {
  test('G11: withdraws applications: the company no longer has them, and its audit trail keeps the withdrawal', async () => {
    const ada = await makeUserWithRows(system.database, 'Ada');
    const bea = await makeColleague(system.database, ada);
    const [application] = await system.database.query<{ id: string }>(
      'select id from talent.applications where user_id = $1',
      [ada.userId],
    );
    await request(ada);
    await execute(ada);
    const found = await system.publicHost.request(`/api/employer/applications/${application?.id}`, {
      cookie: bea.cookie,
    });
    expect(found.status).toBe(404);
    expect(
      await system.database.query('select action from identity.audit_events where subject_id = $1', [
        application?.id,
      ]),
    ).toEqual([{ action: 'application.withdrawn' }]);
  });

  test('G11: frees the address for a new account', async () => {
    const ada = await makePerson(system.database);
    await request(ada);
    await execute(ada);
    const signedUp = await system.publicHost.request('/api/identities/users', {
      method: 'POST',
      body: { name: 'Ada', email: addressOf(ada), password: 'a heron on the weir' },
    });
    expect(signedUp.status).toBe(202);
    await mailTo(ada, 'Confirm your email address');
  });

  test('G11: of one account that fails keeps no other, is logged by its id, and is tried again', async () => {
    const [ada, bea] = [await makePerson(system.database), await makePerson(system.database)];
    for (const person of [ada, bea]) {
      await request(person);
      await letDeletionBeDue(system.database, person.userId);
    }
    await system.database.query(`create table public.blocks (user_id uuid references identity.users)`);
    await system.database.query('insert into public.blocks values ($1)', [ada.userId]);
    const lines = await runRetentionJob(system.database);
    expect(lines.filter(({ err }) => err !== undefined)).toEqual([
      { err: expect.any(Error), user_id: ada.userId },
    ]);
    expect(lines.find(({ kind }) => kind === 'account_deletions')).toMatchObject({
      removed: 1,
      oldest_due_at: expect.any(Date),
    });
    expect([await isThere(ada), await isThere(bea)]).toEqual([true, false]);
    await system.database.query('drop table public.blocks');
    await runRetentionJob(system.database);
    expect(await isThere(ada)).toBe(false);
  });

  test('G11: by several jobs at once deletes each account once', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => makePerson(system.database)));
    for (const person of people) {
      await request(person);
      await letDeletionBeDue(system.database, person.userId);
    }
    const runs = await Promise.all([1, 2, 3].map(() => runRetentionJob(system.database)));
    const removed = runs.map((lines) => lines.find(({ kind }) => kind === 'account_deletions')?.['removed']);
    expect(removed.reduce<number>((sum, count) => sum + Number(count), 0)).toBe(6);
    expect(runs.flat().filter(({ err }) => err !== undefined)).toEqual([]);
    for (const person of people) expect(await actionsAbout(person)).toContain('user.deleted');
  });
});

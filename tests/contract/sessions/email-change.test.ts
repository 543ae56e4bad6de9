import { DATA_REGISTRY } from '@gatehouse/database';
import {
  addressOf,
  makePerson,
  makeSession,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { letDeletionBeDue, runRetentionJob } from '#support/account-deletions.ts';
import { makeConfirmedChange, makePendingChange } from '#support/email-changes.ts';
import { givePassword } from '#support/give-password.ts';
import { createInvitationActs } from '#support/invitations.ts';
import { mailedTokens, nextMailedToken } from '#support/mail-links.ts';
import { nextMail } from '#support/next-mail.ts';

const OLD_PASSWORD = 'a lake in autumn';
const NEW_PASSWORD = 'a kettle on the sill';
const GONE = { status: 410, body: { code: 'token_invalid' } };

let system: TestSystem;
let acts: ReturnType<typeof createInvitationActs>;
beforeAll(async () => {
  system = await startTestSystem({
    seed: 'none',
    apis: ['identity', 'employer'],
    environment: { EMAIL_CHANGES: '30000', PASSWORD_RESETS: '30000', SIGN_UPS_PER_ADDRESS: '10000' },
  });
  acts = createInvitationActs(system);
});
afterAll(() => system.stop());

const sql = <Row extends object>(text: string, values: readonly unknown[]) =>
  system.database.query<Row>(text, values);
const post = (path: string, body: object, cookie?: string) =>
  system.publicHost.request(`/api/identities${path}`, {
    method: 'POST',
    body,
    ...(cookie === undefined ? {} : { cookie }),
  });
const request = ({ cookie }: Pick<TestPerson, 'cookie'>, email: string) =>
  post('/users/current/email_changes', { email }, cookie);
const confirm = ({ cookie }: Pick<TestPerson, 'cookie'>, token: string) =>
  post('/users/current/email_changes/confirm', { token }, cookie);
const undo = (token: string, password = NEW_PASSWORD) => post('/email_changes/undo', { token, password });
const signIn = (email: string, password: string) => post('/user_sessions', { email, password });
const isLive = async ({ cookie }: Pick<TestPerson, 'cookie'>) =>
  (await system.publicHost.request('/api/identities/user_sessions/current', { cookie })).status === 200;
const addressNow = async ({ userId }: TestPerson) =>
  (await sql<{ email: string }>('select email from identity.users where id = $1', [userId]))[0]?.email;
const auditedOf = async ({ userId }: TestPerson) =>
  (
    await sql<{ action: string }>(
      "select action from identity.audit_events where subject_id = $1 and action like 'user.email%' order by id",
      [userId],
    )
  ).map(({ action }) => action);
const mailTo = (address: string, subject: string) => nextMail(system, address, { subject });
/** The kinds of the mails to an address, also of those that were sent. */
const queuedMailsTo = async (address: string) =>
  (
    await sql<{ kind: string }>('select kind from identity.mail_outbox where to_address = $1 order by id', [
      address,
    ])
  ).map(({ kind }) => kind);
const confirmationTo = (address: string) => nextMailedToken(system, address, 'confirm-email-change');
let addresses = 0;
const newAddress = () => {
  addresses += 1;
  return `new-${addresses}@changed.test`;
};

async function makeUser(): Promise<TestPerson> {
  const person = await makePerson(system.database);
  await givePassword(system.database, person.userId, OLD_PASSWORD);
  return person;
}

describe('a change of the email address', () => {
  test('is confirmed by the link at the new address: the other sessions end, the old address can undo it', async () => {
    const here = await makeUser();
    const there = { ...here, ...(await makeSession(system.database, 'user', here.userId)) };
    const [before, after] = [addressOf(here), newAddress()];
    expect((await request(here, after.toUpperCase())).status).toBe(202);
    const token = await confirmationTo(after);
    expect(await addressNow(here)).toBe(before);

    expect((await confirm(here, token)).status).toBe(204);
    expect(await addressNow(here)).toBe(after);
    expect([await isLive(here), await isLive(there)]).toEqual([true, false]);
    expect((await signIn(before, OLD_PASSWORD)).status).toBe(422);
    expect((await signIn(after, OLD_PASSWORD)).status).toBe(201);
    expect(await confirm(here, token)).toMatchObject(GONE);
    expect(await auditedOf(here)).toEqual(['user.email_change_requested', 'user.email_changed']);

    const notice = await mailTo(before, 'The email address of your account was changed');
    expect(notice.text).toMatch(/\/undo-email-change#token=[\w-]{43}$/m);
    expect(notice.text).not.toContain(after);
  });

  test.each([
    ['an expired link', "expires_at = now() - interval '1 second'"],
    ['a link that a later request has replaced', 'ended_at = now()'],
  ])('%s confirms nothing', async (_what, change) => {
    const person = await makeUser();
    const token = await makePendingChange(system.database, person.userId, newAddress());
    await sql(`update identity.email_changes set ${change} where user_id = $1`, [person.userId]);
    expect(await confirm(person, token)).toMatchObject(GONE);
    expect(await addressNow(person)).toBe(addressOf(person));
  });

  test('G3: a link that another user requested changes neither account: a stranger cannot prepare one', async () => {
    const [attacker, victim] = [await makeUser(), await makeUser()];
    const token = await makePendingChange(system.database, attacker.userId, newAddress());
    expect(await confirm(victim, token)).toMatchObject(GONE);
    expect((await post('/users/current/email_changes/confirm', { token })).status).toBe(401);
    expect(await addressNow(attacker)).toBe(addressOf(attacker));
    expect(await addressNow(victim)).toBe(addressOf(victim));
  });

  test('G3: a later request ends the earlier link, and a new password ends both', async () => {
    const person = await makeUser();
    const [first, second] = [newAddress(), newAddress()];
    await request(person, first);
    const earlier = await confirmationTo(first);
    await request(person, second);
    const later = await confirmationTo(second);
    expect(await confirm(person, earlier)).toMatchObject(GONE);
    const change = { current_password: OLD_PASSWORD, new_password: NEW_PASSWORD };
    const changed = await system.publicHost.request('/api/identities/users/current/password', {
      method: 'PUT',
      body: change,
      cookie: person.cookie,
    });
    expect(changed.status).toBe(204);
    expect(await confirm(person, later)).toMatchObject(GONE);
  });

  test('G3: its confirmation ends the resets that were mailed to the old address', async () => {
    const person = await makeUser();
    await post('/password_resets', { email: addressOf(person) });
    const reset = await nextMailedToken(system, addressOf(person), 'reset-password');
    const token = await makePendingChange(system.database, person.userId, newAddress());
    expect((await confirm(person, token)).status).toBe(204);
    expect(await post('/password_resets/redeem', { token: reset, password: NEW_PASSWORD })).toMatchObject(
      GONE,
    );
  });

  test('G3: what waits for its user goes to the new address, but for invitations and the mail about security', async () => {
    const person = await makeUser();
    const [before, after] = [addressOf(person), newAddress()];
    for (const kind of ['application_stage', 'invitation_to_account', 'new_sign_in']) {
      const mail = {
        to_address: before,
        kind,
        notification_kind: kind === 'application_stage' ? 'application_moved' : null,
        audience: 'verified',
        priority: kind === 'new_sign_in' ? 0 : 1,
        delay_seconds: 3600,
        subject: 'News',
        text_body: 'News.',
        html_body: 'News.',
      };
      await sql("select identity.queue_mail($1, '[]')", [JSON.stringify(mail)]);
    }
    const token = await makePendingChange(system.database, person.userId, after);
    expect((await confirm(person, token)).status).toBe(204);
    const waiting = await sql(
      "select kind, to_address from identity.mail_outbox where kind <> 'address_changed' and to_address = any ($1) order by id",
      [[before, after]],
    );
    expect(waiting).toEqual([
      { kind: 'application_stage', to_address: after },
      { kind: 'invitation_to_account', to_address: before },
      { kind: 'new_sign_in', to_address: before },
    ]);
    // The export and the deletion of the account find it.
    const [exported] = await sql<{ found: number }>(
      `select count(*)::int as found from identity.mail_outbox t where ${DATA_REGISTRY['identity.mail_outbox']?.rowsOfUser?.replaceAll('$1', '$1::uuid')}`,
      [person.userId],
    );
    expect(exported?.found).toBeGreaterThanOrEqual(3);
  });

  test('replaces a pending one as a new one: its id, its time and its expiry', async () => {
    const person = await makeUser();
    await request(person, newAddress());
    await sql(
      `update identity.email_changes set created_at = now() - interval '1 hour', expires_at = now() + interval '1 minute'
        where user_id = $1`,
      [person.userId],
    );
    const pending = 'select id from identity.email_changes where user_id = $1';
    const before = await sql<{ id: string }>(pending, [person.userId]);
    await request(person, newAddress());
    const after = await sql<{ id: string }>(pending, [person.userId]);
    expect(after).toHaveLength(1);
    expect(after).not.toEqual(before);
    expect(
      await sql(
        `select created_at > now() - interval '1 minute' as is_new, expires_at > now() + interval '30 minutes' as is_long
           from identity.email_changes where user_id = $1`,
        [person.userId],
      ),
    ).toEqual([{ is_new: true, is_long: true }]);
  });

  test('G11: its confirmation moves no deletion of another account', async () => {
    const [person, other] = [await makeUser(), await makeUser()];
    expect((await post('/users/current/deletion', {}, other.cookie)).status).toBe(201);
    await sql("update identity.users set deletion_due_at = now() + interval '1 hour' where id = $1", [
      other.userId,
    ]);
    const dueOf = () => sql('select deletion_due_at from identity.users where id = $1', [other.userId]);
    const before = await dueOf();
    await confirm(person, await makePendingChange(system.database, person.userId, newAddress()));
    expect(await dueOf()).toEqual(before);
  });

  test('to an address of an account that has not proved it is a change like any other', async () => {
    const [person, unproved] = [await makeUser(), await makeUser()];
    await sql('update identity.users set email_verified_at = null where id = $1', [unproved.userId]);
    await request(person, addressOf(unproved));
    await confirmationTo(addressOf(unproved));
  });

  test('to the own address is refused at its field', async () => {
    const person = await makeUser();
    expect(await request(person, addressOf(person))).toMatchObject({
      status: 422,
      body: { code: 'email_unchanged', errors: [{ field: 'email' }] },
    });
  });

  test('G6: of one user keep no other user’s link for the same address until it has expired', async () => {
    const [first, second] = [await makeUser(), await makeUser()];
    const address = newAddress();
    const mails = () =>
      system.database.query<{ topic: string; waits_minutes: number }>(
        `select topic, extract(epoch from send_after - now())::float8 / 60 as waits_minutes from identity.mail_outbox
          where to_address = $1 and dropped_at is null order by id`,
        [address],
      );
    // As often as the first may, each when the one before no longer counts towards the short limit.
    for (let count = 0; count < 12; count += 1) {
      if ((await request(first, address)).status !== 202) break;
      expect((await mails()).every(({ waits_minutes }) => waits_minutes <= 0)).toBe(true);
      await sql(
        "update identity.mail_outbox set send_after = send_after - interval '20 minutes', sent_at = now() where to_address = $1",
        [address],
      );
      await sql('delete from identity.email_changes where user_id = $1', [first.userId]);
    }
    expect((await request(second, address)).status).toBe(202);
    const [mail] = (await mails()).filter(({ topic }) => topic === second.userId);
    expect(mail?.waits_minutes).toBeLessThan(1);
  });

  test('to one address again and again is refused before its mail would wait as long as its link works', async () => {
    // More than four from one network in an hour.
    const patient = await startTestSystem({ apis: ['identity'], environment: { EMAIL_CHANGES: '30' } });
    try {
      const { cookie } = await makePerson(patient.database);
      const address = newAddress();
      const ask = (path: string, body: object) =>
        patient.publicHost.request(`/api/identities${path}`, { method: 'POST', body, cookie });
      const tokens: string[] = [];
      const statuses: number[] = [];
      for (let count = 0; count < 5; count += 1) {
        const { status } = await ask('/users/current/email_changes', { email: address });
        statuses.push(status);
        if (status !== 202) break;
        tokens.push(await nextMailedToken(patient, address, 'confirm-email-change', tokens));
        // As if 20 minutes had passed for the limits of mails.
        await patient.database.query(
          "update identity.mail_outbox set send_after = send_after - interval '20 minutes' where to_address = $1",
          [address],
        );
      }
      expect(statuses).toEqual([202, 202, 202, 202, 429]);
      // The newest link works still.
      expect((await ask('/users/current/email_changes/confirm', { token: tokens.at(-1) })).status).toBe(204);
    } finally {
      await patient.stop();
    }
  });

  test('G6: too many requests are refused', async () => {
    // A third of them from one address.
    const limited = await startTestSystem({ apis: ['identity'], environment: { EMAIL_CHANGES: '6' } });
    try {
      const { cookie } = await makePerson(limited.database);
      const path = '/api/identities/users/current/email_changes';
      const statuses: number[] = [];
      for (let count = 0; count < 3; count += 1) {
        const body = { email: newAddress() };
        statuses.push((await limited.publicHost.request(path, { method: 'POST', body, cookie })).status);
      }
      expect(statuses).toEqual([202, 202, 429]);
    } finally {
      await limited.stop();
    }
  });
});

describe('G3: what a pending change does not survive', () => {
  const endOthers = (cookie: string) =>
    system.publicHost.request('/api/identities/user_sessions', { method: 'DELETE', cookie });

  test('G3: the end of the session that asked: its link works in a live session of the account alone', async () => {
    const owner = await makeUser();
    const thief = { ...owner, ...(await makeSession(system.database, 'user', owner.userId)) };
    const address = newAddress();
    expect((await request(thief, address)).status).toBe(202);
    const token = await confirmationTo(address);
    expect((await endOthers(owner.cookie)).status).toBe(204);
    expect((await confirm(thief, token)).status).toBe(401);
    expect(await addressNow(owner)).toBe(addressOf(owner));
  });

  test('G3: a reset of the password, also for the one who sets it', async () => {
    const person = await makeUser();
    const token = await makePendingChange(system.database, person.userId, newAddress());
    await post('/password_resets', { email: addressOf(person) });
    const reset = await nextMailedToken(system, addressOf(person), 'reset-password');
    expect((await post('/password_resets/redeem', { token: reset, password: NEW_PASSWORD })).status).toBe(
      204,
    );
    const back = await signIn(addressOf(person), NEW_PASSWORD);
    const cookie = back.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    expect(await confirm({ cookie }, token)).toMatchObject(GONE);
    expect(await addressNow(person)).toBe(addressOf(person));
  });

  test('G3: a report of a session', async () => {
    const person = await makeUser();
    const stolen = await makeSession(system.database, 'user', person.userId);
    const token = await makePendingChange(system.database, person.userId, newAddress());
    expect((await post(`/user_sessions/${stolen.sessionId}/reports`, {}, person.cookie)).status).toBe(204);
    const later = await makeSession(system.database, 'user', person.userId);
    expect(await confirm(later, token)).toMatchObject(GONE);
    expect(await addressNow(person)).toBe(addressOf(person));
  });

  test('G3: an authentication that is too old requests none, and sends no mail', async () => {
    const person = await makeUser();
    await sql(
      "update identity.user_sessions set authenticated_at = now() - interval '11 minutes' where id = $1",
      [person.sessionId],
    );
    const address = newAddress();
    expect(await request(person, address)).toMatchObject({
      status: 403,
      body: { code: 'fresh_authentication_required' },
    });
    expect(await sql('select from identity.mail_outbox where to_address = $1', [address])).toEqual([]);
  });
});

describe('an address that another account has', () => {
  test('is not revealed: answer, rows and export are the same, and its owner gets another mail', async () => {
    const [asker, other, owner] = [await makeUser(), await makeUser(), await makeUser()];
    const free = newAddress();
    const [taken, open] = [await request(asker, addressOf(owner)), await request(other, free)];
    expect([taken.status, taken.text]).toEqual([open.status, open.text]);
    const mail = await mailTo(addressOf(owner), 'Your address was entered for another account');
    expect(mail.text).not.toMatch(/token=/);
    await confirmationTo(free);
    expect(await mailedTokens(system, addressOf(owner), 'confirm-email-change')).toEqual([]);
    const exportedRows = async ({ userId }: TestPerson) => {
      const [row] = await sql<{ document: { [table: string]: { rows: object[] } } }>(
        'select identity.data_export_of($1) as document',
        [userId],
      );
      const names = Object.entries(row?.document ?? {}).map(([name, { rows }]) => [name, rows.length]);
      return { names, changes: row?.document['identity.email_changes']?.rows.map((one) => Object.keys(one)) };
    };
    expect(await exportedRows(asker)).toEqual(await exportedRows(other));
    expect(Object.keys(DATA_REGISTRY)).toContain('identity.email_changes');
    expect(await auditedOf(asker)).toEqual(await auditedOf(other));
  });

  test('after the request: the confirmation is refused and changes nothing', async () => {
    const person = await makeUser();
    const address = newAddress();
    const token = await makePendingChange(system.database, person.userId, address);
    await sql("insert into identity.users (email, name, email_verified_at) values ($1, 'Other', now())", [
      address,
    ]);
    expect(await confirm(person, token)).toMatchObject({
      ...GONE,
      body: { detail: expect.stringContaining('has this address') },
    });
    expect(await addressNow(person)).toBe(addressOf(person));
    expect(await isLive(person)).toBe(true);
  });
});

describe('an undo from the old address', () => {
  /** A user whose address was changed, with the link that undoes it. */
  async function makeChanged() {
    const person = await makeUser();
    const [before, after] = [addressOf(person), newAddress()];
    await confirm(person, await makePendingChange(system.database, person.userId, after));
    return { person, before, after, token: await nextMailedToken(system, before, 'undo-email-change') };
  }

  test('G3: restores the address, ends every session and sets a new password; both addresses get a mail', async () => {
    const { person, before, after, token } = await makeChanged();
    await post('/password_resets', { email: after });
    const reset = await nextMailedToken(system, after, 'reset-password');
    const pending = await makePendingChange(system.database, person.userId, newAddress());
    for (const password of ['password1', before]) {
      expect(await undo(token, password)).toMatchObject({ status: 422, body: { code: 'password_common' } });
    }
    expect((await undo(token)).status).toBe(204);
    expect(await addressNow(person)).toBe(before);
    expect(await isLive(person)).toBe(false);
    expect((await signIn(before, OLD_PASSWORD)).status).toBe(422);
    const signedIn = await signIn(before, NEW_PASSWORD);
    expect(signedIn.status).toBe(201);
    const cookie = signedIn.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    expect(await confirm({ cookie }, pending)).toMatchObject(GONE);
    expect(await post('/password_resets/redeem', { token: reset, password: OLD_PASSWORD })).toMatchObject(
      GONE,
    );
    expect(await undo(token)).toMatchObject(GONE);
    await mailTo(before, 'Your password was changed');
    await mailTo(after, 'The change to this address was undone');
    expect(await auditedOf(person)).toContain('user.email_change_undone');
  });

  test('G3 G11: cancels the deletion that was requested from the other address, which the old one learns', async () => {
    const { person, before, token } = await makeChanged();
    expect((await post('/users/current/deletion', {}, person.cookie)).status).toBe(201);
    expect((await undo(token)).status).toBe(204);
    expect(await sql('select deletion_due_at from identity.users where id = $1', [person.userId])).toEqual([
      { deletion_due_at: null },
    ]);
    await mailTo(before, 'Your account will not be deleted');
  });

  test('G11: is possible for its 7 days also when a deletion was requested before the change', async () => {
    const person = await makeUser();
    await post('/users/current/deletion', {}, person.cookie);
    await sql("update identity.users set deletion_due_at = now() + interval '1 hour' where id = $1", [
      person.userId,
    ]);
    await confirm(person, await makePendingChange(system.database, person.userId, newAddress()));
    expect(
      await sql(
        `select u.deletion_due_at = c.expires_at as same from identity.users u
           join identity.email_changes c on c.user_id = u.id where u.id = $1`,
        [person.userId],
      ),
    ).toEqual([{ same: true }]);
  });

  test('G3 G11: opens nothing once the account is deleted, and neither does a pending change; the address is free', async () => {
    const { person, before, token } = await makeChanged();
    const pending = await makePendingChange(system.database, person.userId, newAddress());
    expect((await post('/users/current/deletion', {}, person.cookie)).status).toBe(201);
    await letDeletionBeDue(system.database, person.userId);
    await runRetentionJob(system.database);
    expect(await addressNow(person)).toBeUndefined();
    expect(await undo(token)).toMatchObject(GONE);
    expect((await confirm(person, pending)).status).toBe(401);
    await post('/users', { name: 'Later', email: before, password: OLD_PASSWORD });
    expect(await nextMailedToken(system, before, 'verify-email')).toMatch(/^[\w-]{43}$/);
  });

  test('G3 G11: of a second change cancels a deletion that was requested between the two', async () => {
    const { person, after } = await makeChanged();
    expect((await post('/users/current/deletion', {}, person.cookie)).status).toBe(201);
    await confirm(person, await makePendingChange(system.database, person.userId, newAddress()));
    const later = await nextMailedToken(system, after, 'undo-email-change');
    expect((await undo(later)).status).toBe(204);
    expect(await addressNow(person)).toBe(after);
    expect(await sql('select deletion_due_at from identity.users where id = $1', [person.userId])).toEqual([
      { deletion_due_at: null },
    ]);
  });

  test('G3: works after an attacker has set a password and moved the account on, and ends the later links', async () => {
    const { person, before, after, token } = await makeChanged();
    const further = newAddress();
    await confirm(person, await makePendingChange(system.database, person.userId, further));
    const later = await nextMailedToken(system, after, 'undo-email-change');
    await post('/password_resets', { email: further });
    const reset = await nextMailedToken(system, further, 'reset-password');
    await post('/password_resets/redeem', { token: reset, password: 'a lantern in the fog' });
    expect((await undo(token)).status).toBe(204);
    expect(await addressNow(person)).toBe(before);
    expect(await undo(later)).toMatchObject(GONE);
    expect(await addressNow(person)).toBe(before);
  });

  test('G3: of a change that its user has turned back sends the restored address no mail that it was left', async () => {
    const { person, before, token } = await makeChanged();
    await confirm(person, await makePendingChange(system.database, person.userId, before));
    expect((await undo(token)).status).toBe(204);
    expect(await addressNow(person)).toBe(before);
    expect(await queuedMailsTo(before)).toEqual(['address_changed', 'password_changed']);
  });

  test('G3: ends the later changes of its own account alone, and those that have not ended', async () => {
    const { person, token } = await makeChanged();
    const other = await makeUser();
    await makePendingChange(system.database, person.userId, newAddress());
    await sql(
      "update identity.email_changes set ended_at = '2026-01-01' where user_id = $1 and confirmed_at is null",
      [person.userId],
    );
    const open = await makePendingChange(system.database, other.userId, newAddress());
    expect((await undo(token)).status).toBe(204);
    const ended = await sql<{ is_old: boolean }>(
      `select ended_at < now() - interval '1 hour' as is_old
         from identity.email_changes where user_id = $1 order by id`,
      [person.userId],
    );
    expect(ended).toEqual([{ is_old: false }, { is_old: true }]);
    expect((await confirm(other, open)).status).toBe(204);
  });

  test('G3: of a later change leaves the link of an earlier one open', async () => {
    const { person, before, after, token } = await makeChanged();
    await confirm(person, await makePendingChange(system.database, person.userId, newAddress()));
    const later = await nextMailedToken(system, after, 'undo-email-change');
    expect((await undo(later)).status).toBe(204);
    expect(await addressNow(person)).toBe(after);
    expect((await undo(token)).status).toBe(204);
    expect(await addressNow(person)).toBe(before);
  });

  test('G2 G3: removes the passkeys and invitations that were added since the request, and no earlier ones', async () => {
    const owner = await acts.makeOwner();
    const addPasskey = (name: string) =>
      sql(
        `insert into identity.user_passkeys
           (user_id, credential_id, public_key, counter, is_backup_eligible, is_backed_up, transports, name)
         values ($1::uuid, sha256(($1::text || $2::text)::bytea), '', 0, false, false, '{}', $2::text)`,
        [owner.userId, name],
      );
    await addPasskey('Before');
    const earlier = await acts.makeInvitation(owner, newAddress());
    const token = await makePendingChange(system.database, owner.userId, newAddress());
    await addPasskey('Between');
    await confirm(owner, token);
    await addPasskey('After');
    const later = await acts.makeInvitation(owner, newAddress(), 'owner');
    const link = await nextMailedToken(system, addressOf(owner), 'undo-email-change');
    expect((await undo(link)).status).toBe(204);
    expect(await sql('select name from identity.user_passkeys where user_id = $1', [owner.userId])).toEqual([
      { name: 'Before' },
    ]);
    expect([await acts.isOpen(earlier.id), await acts.isOpen(later.id)]).toEqual([true, false]);
    expect(await acts.auditedActions(later.id)).toEqual(['invitation.withdrawn']);
  });

  test.each([
    ['an expired link', "expires_at = now() - interval '1 second'"],
    ['a link of an undone change', 'ended_at = now()'],
  ])('%s undoes nothing', async (_what, change) => {
    const person = await makeUser();
    const token = await makeConfirmedChange(system.database, person.userId, newAddress());
    await sql(`update identity.email_changes set ${change} where user_id = $1`, [person.userId]);
    expect(await undo(token)).toMatchObject(GONE);
    expect(await isLive(person)).toBe(true);
    expect(await addressNow(person)).toBe(addressOf(person));
  });

  test('G3: to an address that another account has in spite of it is refused, and changes nothing', async () => {
    const [person, other] = [await makeUser(), await makeUser()];
    const token = await makeConfirmedChange(system.database, person.userId, addressOf(other));
    expect(await undo(token)).toMatchObject({
      ...GONE,
      body: { detail: 'Another account has the old address now.' },
    });
    expect([await addressNow(person), await addressNow(other)]).toEqual([
      addressOf(person),
      addressOf(other),
    ]);
    expect(await isLive(person)).toBe(true);
    expect((await signIn(addressOf(person), OLD_PASSWORD)).status).toBe(201);
  });

  test('is possible for 7 days: until then no sign-up and no other account takes the old address', async () => {
    const { before, token } = await makeChanged();
    const other = await makeUser();
    const signUp = () => post('/users', { name: 'Other', email: before, password: OLD_PASSWORD });
    expect((await signUp()).status).toBe(202);
    await mailTo(before, 'This address cannot be used yet');
    expect((await request(other, before)).status).toBe(202);
    expect(await queuedMailsTo(before)).toEqual(['address_changed', 'address_reserved', 'address_reserved']);
    expect(await mailedTokens(system, before, 'confirm-email-change')).toEqual([]);
    expect(await confirm(other, await tokenOf(other, before))).toMatchObject(GONE);
    const inserted = await sql(
      "insert into identity.users (email, name, email_verified_at) values ($1, 'X', now()) returning id",
      [before],
    );
    expect(inserted).toEqual([]);
    expect((await undo(token)).status).toBe(204);
  });

  test('that has expired leaves the old address to others', async () => {
    const { person, before } = await makeChanged();
    await sql('update identity.email_changes set expires_at = now() where user_id = $1', [person.userId]);
    await post('/users', { name: 'Other', email: before, password: OLD_PASSWORD });
    const token = await nextMailedToken(system, before, 'verify-email');
    expect((await post('/email_verifications', { token })).status).toBe(204);
    expect((await signIn(before, OLD_PASSWORD)).status).toBe(201);
  });

  /** A link that no mail has, for a request that is pending already. */
  async function tokenOf(person: TestPerson, email: string): Promise<string> {
    await sql('delete from identity.email_changes where user_id = $1', [person.userId]);
    return makePendingChange(system.database, person.userId, email);
  }
});

describe('G4: invitations to an address', () => {
  test('G4: follow the address, not the account: the former one opens none, the new one its own, an undo turns it back', async () => {
    const [owner, invited] = [await acts.makeOwner(), await makeUser()];
    const [before, after] = [addressOf(invited), newAddress()];
    const [toOld, toNew] = [
      await acts.makeInvitation(owner, before),
      await acts.makeInvitation(await acts.makeOwner(), after),
    ];
    expect((await acts.join(invited, toNew.token)).status).toBe(403);
    await confirm(invited, await makePendingChange(system.database, invited.userId, after));
    expect(await acts.join(invited, toOld.token)).toMatchObject({
      status: 403,
      body: { code: 'invitation_address_mismatch' },
    });
    expect(await acts.isOpen(toOld.id)).toBe(true);
    await undo(await nextMailedToken(system, before, 'undo-email-change'));
    const back = await signIn(before, NEW_PASSWORD);
    const cookie = back.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    expect((await acts.join({ cookie }, toNew.token)).status).toBe(403);
    expect((await acts.join({ cookie }, toOld.token)).status).toBe(201);
  });
});

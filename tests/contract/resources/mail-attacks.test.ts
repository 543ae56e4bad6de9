import {
  addressOf,
  makeJobPost,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordFinding } from '#support/assurance.ts';
import { waitFor } from '#support/wait-for.ts';

const LURE = 'Win a prize at evil.example';

let system: TestSystem;
beforeAll(async () => {
  // The system's own limits by address are not the subject: the attacks come from many addresses.
  system = await startTestSystem({ instances: 2, environment: { PASSWORD_RESETS: '1000000' } });
});
afterAll(() => system.stop());

const post = (path: string, body: object, options: { cookie?: string; from?: string } = {}) =>
  system.publicHost.request(`/api${path}`, {
    method: 'POST',
    body,
    ...(options.cookie === undefined ? {} : { cookie: options.cookie }),
    ...(options.from === undefined ? {} : { headers: { 'x-forwarded-for': options.from } }),
  });
const mailsTo = async (address: string) => (await system.local.mails()).filter(({ to }) => to === address);
const outboxOf = (address: string) =>
  system.database.query<{ kind: string; sent_at: Date | null; send_after: Date; drop_reason: string | null }>(
    'select kind, sent_at, send_after, drop_reason from identity.mail_outbox where to_address = $1 order by id',
    [address],
  );
const owner = () => makePerson(system.database, { membership: { role: 'owner', status: 'active' } });

/** Resolves when no mail to the address is due any more. */
const allSent = (address: string) =>
  waitFor(async () => {
    const [due] = await system.database.query(
      `select 1 from identity.mail_outbox
        where to_address = $1 and sent_at is null and dropped_at is null and send_after <= now()`,
      [address],
    );
    return due === undefined ? true : undefined;
  });

describe('a mail relay', () => {
  test('G7 F9: a sign-up for a stranger’s address sends nothing that was typed', async () => {
    const address = 'relay@victim.test';
    // The contract refuses a name with a link; words can lure as well.
    const signUp = { name: 'You have won, call Mallory', email: address, password: 'a lantern in the fog' };
    expect((await post('/identities/users', signUp)).status).toBe(202);
    const mail = await waitFor(async () => (await mailsTo(address)).at(0));
    expect(`${mail.subject} ${mail.text}`).not.toContain('Mallory');
    const again = await post('/identities/password_resets', { email: address });
    expect(again.status).toBe(202);
    await allSent(address);
    for (const one of await mailsTo(address)) expect(`${one.subject} ${one.text}`).not.toContain('Mallory');
  });

  test('G7 F9: an invitation of an unverified address names neither company nor inviter', async () => {
    const attacker = await owner();
    await system.database.query('update employer.companies set name = $2 where id = $1', [
      attacker.companyId,
      LURE,
    ]);
    await system.database.query('update identity.users set name = $2 where id = $1', [attacker.userId, LURE]);
    const unverified = 'unverified@victim.test';
    await system.database.query("insert into identity.users (email, name) values ($1, 'Victim')", [
      unverified,
    ]);
    for (const email of ['stranger@victim.test', unverified]) {
      const answer = await post('/employer/invitations', { email, role: 'member' }, attacker);
      expect(answer.status).toBe(201);
      const mail = await waitFor(async () => (await mailsTo(email)).at(0));
      expect(`${mail.subject} ${mail.text}`).not.toContain('evil.example');
      expect(mail.text).toMatch(/\/join#token=[\w-]{43}/);
    }
  });

  test('the mail to a verified account names the inviter', async () => {
    const inviter = await owner();
    const invited = await makePerson(system.database);
    const address = addressOf(invited);
    await post('/employer/invitations', { email: address, role: 'owner' }, inviter);
    const mail = await waitFor(async () => (await mailsTo(address)).at(0));
    expect(mail.subject).toBe(`Join Company ${inviter.companyId?.slice(0, 8)} on Gatehouse`);
    expect(mail.text).toContain('Test Person invites you');
    expect(mail.text).toContain('as an owner');
  });

  test('G7: the database itself refuses a mail for verified accounts to any other address', async () => {
    const mail = {
      to_address: 'unknown@victim.test',
      kind: 'password_changed',
      audience: 'verified',
      priority: 0,
    };
    const texts = { subject: LURE, text_body: LURE, html_body: LURE };
    await expect(
      system.database.query("select identity.queue_mail($1, '[]')", [JSON.stringify({ ...mail, ...texts })]),
    ).rejects.toThrow('verified addresses only');
  });
});

describe('a mail bomb', () => {
  test('F9: 30 sign-ups for one address from 30 addresses send 3 mails, and all answers are alike', async () => {
    const address = 'bombed@victim.test';
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        post(
          '/identities/users',
          { name: 'Mallory', email: address, password: 'a lantern in the fog' },
          { from: `198.51.100.${index + 1}` },
        ),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    await allSent(address);
    expect((await mailsTo(address)).length).toBeLessThanOrEqual(3);
    const rows = await outboxOf(address);
    expect(rows.filter(({ drop_reason }) => drop_reason === null).length).toBeLessThanOrEqual(4);
    // The newest link is not lost: it goes out as soon as the limit allows.
    const newest = rows.at(-1);
    expect(newest?.drop_reason).toBeNull();
    if (newest?.sent_at === null) {
      expect(newest.send_after.getTime()).toBeGreaterThan(Date.now());
      expect(newest.send_after.getTime()).toBeLessThanOrEqual(Date.now() + 3_600_000);
    }
    recordFinding('Mail', {
      tried: 'sign-ups for one address from 30 addresses at the same time',
      counted: { 'sign-ups': answers.length, 'mails sent': (await mailsTo(address)).length },
    });
  });

  test('F9: the limit is exact, whatever the number of instances, and other addresses are not held up', async () => {
    const victim = await makePerson(system.database);
    const address = addressOf(victim);
    for (let round = 0; round < 6; round += 1) {
      expect((await post('/identities/password_resets', { email: address })).status).toBe(202);
      await allSent(address);
    }
    expect(await mailsTo(address)).toHaveLength(3);
    const rows = await outboxOf(address);
    expect(
      rows.map(({ sent_at, drop_reason }) => drop_reason ?? (sent_at === null ? 'waits' : 'sent')),
    ).toEqual(['sent', 'sent', 'sent', 'replaced', 'replaced', 'waits']);
    const other = addressOf(await makePerson(system.database));
    await post('/identities/password_resets', { email: other });
    await waitFor(async () => (await mailsTo(other)).at(0));
  });

  test('F9: many companies that invite one address send it 10 mails a day', async () => {
    const address = 'invited-by-many@victim.test';
    const owners = await Promise.all(Array.from({ length: 25 }, owner));
    const answers = await Promise.all(
      owners.map((one) => post('/employer/invitations', { email: address, role: 'member' }, one)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    await allSent(address);
    expect(await mailsTo(address)).toHaveLength(10);
    const rows = await outboxOf(address);
    expect(rows.length).toBeLessThanOrEqual(20);
  });
});

describe('stage mail', () => {
  let applicant: TestPerson;
  let company: TestPerson;
  let address: string;

  async function apply(): Promise<string> {
    [applicant, company] = await Promise.all([makePerson(system.database, { talent: 'active' }), owner()]);
    address = addressOf(applicant);
    const postId = await makeJobPost(system.database, {
      companyId: company.companyId,
      title: 'Lamp lighter',
    });
    const applied = await send('POST', `/talent/job_posts/${postId}/applications`, applicant, {
      message: 'I light lamps.',
    });
    return applied.body.id;
  }
  const send = (method: string, path: string, { cookie }: TestPerson, body?: object) =>
    system.publicHost.request(`/api${path}`, { method, cookie, body });
  const move = (id: string, stage: string) =>
    send('PATCH', `/employer/applications/${id}`, company, { stage });
  const undo = (id: string) => send('DELETE', `/employer/applications/${id}/stage_change`, company);
  /** The minute passes. */
  const passMinute = async () => {
    await system.database.query(
      `update identity.mail_outbox
          set send_after = send_after - interval '65 seconds', next_attempt_at = next_attempt_at - interval '65 seconds'
        where to_address = $1 and attempts = 0 and dropped_at is null`,
      [address],
    );
    await allSent(address);
  };
  const states = async () =>
    (await outboxOf(address)).map(
      ({ sent_at, drop_reason }) => drop_reason ?? (sent_at === null ? 'waits' : 'sent'),
    );

  test('F9: 60 changes of a stage send one mail, a minute after the last, with the last word', async () => {
    const id = await apply();
    for (let turn = 0; turn < 30; turn += 1) {
      expect((await move(id, 'interview')).status).toBe(200);
      expect((await move(id, 'rejected')).status).toBe(200);
    }
    const last = await move(id, 'offer');
    const seconds = (Date.parse(last.body.mail_at) - Date.now()) / 1000;
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(65);
    expect(await mailsTo(address)).toHaveLength(0);
    await passMinute();
    const mails = await mailsTo(address);
    expect(mails.map(({ text }) => /would like to (\w+ \w+)/.exec(text)?.[1])).toEqual(['make you']);
    recordFinding('Mail', {
      tried: 'a stage that is toggled',
      counted: { changes: 61, 'mails sent': mails.length },
    });
  });

  test('leads to the page of its application', async () => {
    const id = await apply();
    await move(id, 'interview');
    await passMinute();
    const [mail] = await mailsTo(address);
    expect(mail?.text).toContain(`${system.local.publicHost}/talent/applications/${id}\n`);
  });

  test('F9: toggling for a day, a minute between the changes, sends 5 mails', async () => {
    const id = await apply();
    for (let turn = 0; turn < 8; turn += 1) {
      await move(id, turn % 2 === 0 ? 'interview' : 'offer');
      await passMinute();
    }
    expect(await mailsTo(address)).toHaveLength(5);
  });

  test('a change back to what the applicant was last told drops the mail', async () => {
    const id = await apply();
    await move(id, 'interview');
    await passMinute();
    await move(id, 'offer');
    const back = await move(id, 'interview');
    expect(back.body.mail_at).toBeUndefined();
    expect(await states()).toEqual(['sent', 'withdrawn']);
    await move(id, 'rejected');
    await move(id, 'in_review');
    expect(await states()).toEqual(['sent', 'withdrawn', 'withdrawn']);
    expect(await mailsTo(address)).toHaveLength(1);
  });

  test('undo takes the last change back, and its mail with it', async () => {
    const id = await apply();
    const moved = await move(id, 'interview');
    expect(moved.body).toMatchObject({ stage: 'interview', undo_stage: 'submitted' });
    const seen = await send('GET', `/employer/applications/${id}`, company);
    expect(seen.body).toMatchObject({ undo_stage: 'submitted', mail_at: moved.body.mail_at });
    const undone = await undo(id);
    expect(undone).toMatchObject({ status: 200, body: { id, stage: 'submitted' } });
    expect(undone.body.mail_at).toBeUndefined();
    expect(undone.body.undo_stage).toBeUndefined();
    expect(await states()).toEqual(['undone']);
    expect(await undo(id)).toMatchObject({ status: 409, body: { code: 'stage_change_final' } });
    const changes = await system.database.query<{ action: string; change: string }>(
      'select action, change from identity.audit_events where subject_id = $1 order by id offset 1',
      [id],
    );
    expect(changes).toEqual([
      { action: 'application.stage_changed', change: 'submitted → interview' },
      { action: 'application.stage_change_undone', change: 'interview → submitted' },
    ]);
  });

  test('undo of a second change tells the first one, after a minute, once', async () => {
    const id = await apply();
    await move(id, 'interview');
    await move(id, 'rejected');
    const undone = await undo(id);
    expect(undone.body.stage).toBe('interview');
    expect(undone.body.undo_stage).toBeUndefined();
    expect(undone.body.mail_at).toMatch(/Z$/);
    expect((await undo(id)).status).toBe(409);
    await passMinute();
    expect((await mailsTo(address)).map(({ text }) => text.includes('meet you'))).toEqual([true]);
  });

  test('a mail that is being sent cannot be undone', async () => {
    const id = await apply();
    await move(id, 'rejected');
    await passMinute();
    expect(await undo(id)).toMatchObject({ status: 409, body: { code: 'stage_change_final' } });
    expect((await send('GET', `/employer/applications/${id}`, company)).body).toMatchObject({
      stage: 'rejected',
    });
  });

  test('withdrawing the application drops the mail', async () => {
    const id = await apply();
    await move(id, 'interview');
    expect((await send('DELETE', `/talent/applications/${id}`, applicant)).status).toBe(204);
    expect(await states()).toEqual(['withdrawn']);
    expect((await undo(id)).status).toBe(410);
  });

  test('another company can undo nothing', async () => {
    const id = await apply();
    await move(id, 'interview');
    const other = await owner();
    expect((await send('DELETE', `/employer/applications/${id}/stage_change`, other)).status).toBe(404);
    expect(await states()).toEqual(['waits']);
  });
});

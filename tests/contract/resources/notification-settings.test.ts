import {
  addressOf,
  makeJobPost,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';
import { DEFAULT_MAIL_CHOICES } from '#support/mail-choices.ts';
import { nextMail } from '#support/next-mail.ts';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none' });
});
afterAll(() => system.stop());

const OWNER = { membership: { role: 'owner', status: 'active' } } as const;
const SETTINGS = '/identities/users/current/notification_settings';

const send = ({ cookie }: { cookie: string }, method: string, path: string, body?: object) =>
  system.publicHost.request(`/api${path}`, { method, cookie, body });

const settingsOf = async (person: { cookie: string }) => (await send(person, 'GET', SETTINGS)).body;

const choose = async (person: { cookie: string }, choices: object) => {
  const answer = await send(person, 'PUT', SETTINGS, { ...DEFAULT_MAIL_CHOICES, ...choices });
  expect(answer.status).toBe(200);
};

const outboxOf = (person: TestPerson, kind: string) =>
  system.database.query<{ drop_reason: string | null; is_sent: boolean; text_body: string }>(
    `select drop_reason, sent_at is not null as is_sent, text_body from identity.mail_outbox
      where to_address = $1 and kind = $2 order by id`,
    [addressOf(person), kind],
  );

const mailTo = (person: TestPerson) => nextMail(system, addressOf(person));

/** As if the time for which mail waits were over. */
const passDelay = async (person: TestPerson) => {
  await system.database.query(
    `update identity.notifications set at = at - interval '65 seconds', mail_at = mail_at - interval '65 seconds'
      where user_id = $1 and at > now()`,
    [person.userId],
  );
  await system.database.query(
    "update identity.mail_outbox set next_attempt_at = now() where to_address = $1 and next_attempt_at < 'infinity'",
    [addressOf(person)],
  );
};

async function makeApplication() {
  const owner = await makePerson(system.database, OWNER);
  const talent = await makePerson(system.database, { talent: 'active' });
  const post = await makeJobPost(system.database, { companyId: owner.companyId, title: 'Rigger' });
  const path = `/talent/job_posts/${post}/applications`;
  const { body } = await send(talent, 'POST', path, { message: 'Hello.' });
  const move = (stage: string, message = '') =>
    send(owner, 'PATCH', `/employer/applications/${body.id}`, { stage, message });
  return { owner, talent, application: body.id as string, move };
}

describe('the settings of mail about notifications', () => {
  test('are the defaults until the first change, which is audited and changes the version', async () => {
    const user = await makePerson(system.database);
    expect(await settingsOf(user)).toEqual({ ...DEFAULT_MAIL_CHOICES, etag: '"1"' });
    const answer = await send(user, 'PUT', SETTINGS, { ...DEFAULT_MAIL_CHOICES, role_changed: 'at_once' });
    expect([answer.status, answer.body]).toEqual([
      200,
      { ...DEFAULT_MAIL_CHOICES, role_changed: 'at_once', etag: '"2"' },
    ]);
    expect(await settingsOf(user)).toEqual(answer.body);
    await choose(user, { role_changed: 'at_once' });
    expect((await settingsOf(user)).etag).toBe('"2"');
    const events = await system.database.query(
      "select change, actor_id from identity.audit_events where action = 'user.mail_settings_changed' and subject_id = $1",
      [user.userId],
    );
    expect(events).toEqual([{ change: 'role_changed: daily → at_once', actor_id: user.userId }]);
  });

  test.each([
    ['an invitation once a day: its link is in its mail', { invitation_received: 'daily' }],
    ['an unknown choice', { role_changed: 'weekly' }],
    ['no choice', { role_changed: 'unspecified' }],
    ['a kind that is always mailed', { access_decided: 'never' }],
  ])('refuses %s', async (_what, choices) => {
    const user = await makePerson(system.database);
    const answer = await send(user, 'PUT', SETTINGS, { ...DEFAULT_MAIL_CHOICES, ...choices });
    expect([answer.status, answer.body.code]).toEqual([400, 'input_invalid']);
    expect((await settingsOf(user)).etag).toBe('"1"');
  });

  test('B1: are those of the caller alone', async () => {
    const [one, two] = [await makePerson(system.database), await makePerson(system.database)];
    await choose(one, { role_changed: 'never' });
    expect(await settingsOf(two)).toEqual({ ...DEFAULT_MAIL_CHOICES, etag: '"1"' });
    expect(
      await system.database.query('select from identity.notification_settings where user_id = $1', [
        two.userId,
      ]),
    ).toEqual([]);
  });

  test('each kind has its own choice', async () => {
    const user = await makePerson(system.database);
    const never = Object.fromEntries(Object.keys(DEFAULT_MAIL_CHOICES).map((kind) => [kind, 'never']));
    await choose(user, never);
    expect(await settingsOf(user)).toEqual({ ...never, etag: '"2"' });
    for (const [kind, choice] of Object.entries(DEFAULT_MAIL_CHOICES)) {
      await choose(user, { ...never, [kind]: choice });
      expect(await settingsOf(user)).toMatchObject({ ...never, [kind]: choice });
    }
  });

  test('G9: a change that waits for another one is compared with what that one has written', async () => {
    const user = await makePerson(system.database);
    await choose(user, { role_changed: 'never' });
    const [answer] = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      await holder.query('select from identity.notification_settings where user_id = $1 for update', [
        user.userId,
      ]);
      const change = system.publicHost.request(`/api${SETTINGS}`, {
        method: 'PUT',
        cookie: user.cookie,
        body: DEFAULT_MAIL_CHOICES,
        headers: { 'if-match': '"2"' },
      });
      await isWaitedFor(holder);
      await holder.query(
        "update identity.notification_settings set offer_answered = 'never' where user_id = $1",
        [user.userId],
      );
      return [change];
    });
    expect(await answer).toMatchObject({ status: 412, body: { code: 'edit_conflict' } });
    expect(await settingsOf(user)).toMatchObject({ role_changed: 'never', offer_answered: 'never' });
  });
});

describe('mail that its change queues', () => {
  test('a stage is mailed at once by default, with links that stop such mail', async () => {
    const { talent, move } = await makeApplication();
    expect((await move('interview')).status).toBe(200);
    await passDelay(talent);
    const mail = await mailTo(talent);
    expect(mail.subject).toMatch(/^Your application to /);
    expect(mail.unsubscribe).toMatch(/^https?:\/\/[^/]+\/api\/identities\/mail_unsubscriptions\/[\w-]+$/);
    expect(mail.text).toMatch(/Stop these emails: https?:\/\/[^/]+\/unsubscribe#token=[\w-]+&mails=\w+\n/);
    expect(mail.text).toMatch(/Choose your emails: https?:\/\/[^/]+\/account\/notifications\/settings/);
  });

  test.each(['daily', 'never'])('a stage is not mailed to an applicant who has chosen %s', async (choice) => {
    const { talent, move, owner, application } = await makeApplication();
    await choose(talent, { application_moved: choice });
    await move('interview');
    await passDelay(talent);
    const unwanted = { drop_reason: 'unwanted', is_sent: false, text_body: '' };
    await waitFor(async () => (await outboxOf(talent, 'application_stage'))[0]?.drop_reason ?? undefined);
    expect(await outboxOf(talent, 'application_stage')).toEqual([unwanted]);
    // For the company, the applicant knows: the stage cannot be undone, and the same one again reports nothing.
    const undo = await send(owner, 'DELETE', `/employer/applications/${application}/stage_change`);
    expect(undo.body.code).toBe('stage_change_final');
    await move('in_review');
    await move('interview');
    expect(await outboxOf(talent, 'application_stage')).toEqual([unwanted]);
  });

  test('a choice that is made while the mail waits counts, and the notification goes into the digest', async () => {
    const { talent, move } = await makeApplication();
    await move('interview');
    const mailTimes = () =>
      system.database.query<{ is_planned: boolean }>(
        'select mail_at is not null as is_planned from identity.notifications where user_id = $1',
        [talent.userId],
      );
    expect(await mailTimes()).toEqual([{ is_planned: false }]);
    await choose(talent, { application_moved: 'daily' });
    expect(await mailTimes()).toEqual([{ is_planned: true }]);
    // Its user may want it again by then.
    await choose(talent, { application_moved: 'never' });
    expect(await mailTimes()).toEqual([{ is_planned: true }]);
    // Its own mail reports it.
    await choose(talent, { application_moved: 'at_once' });
    expect(await mailTimes()).toEqual([{ is_planned: false }]);
  });

  test("the company's own words are mailed in any case, and in no digest", async () => {
    const { talent, move } = await makeApplication();
    await choose(talent, { application_moved: 'daily' });
    await move('interview', 'Bring your own rope.');
    const planned = await system.database.query(
      'select 1 from identity.notifications where user_id = $1 and mail_at is not null',
      [talent.userId],
    );
    expect(planned).toEqual([]);
    await passDelay(talent);
    const mail = await mailTo(talent);
    expect(mail.text).toContain('Bring your own rope.');
    expect(mail.unsubscribe).toBeNull();
  });

  test('an invitation is not mailed to a user who has switched them off', async () => {
    const owner = await makePerson(system.database, OWNER);
    const user = await makePerson(system.database);
    await choose(user, { invitation_received: 'never' });
    const invite = () =>
      send(owner, 'POST', '/employer/invitations', { email: addressOf(user), role: 'member' });
    expect((await invite()).status).toBe(201);
    const [dropped] = await waitFor(async () => {
      const rows = await outboxOf(user, 'invitation_to_account');
      return rows[0]?.drop_reason === null ? undefined : rows;
    });
    expect(dropped).toMatchObject({ drop_reason: 'unwanted', is_sent: false });
  });

  test('a decision about access is mailed whatever is chosen, and its mail cannot be stopped', async () => {
    const user = await makePerson(system.database);
    await choose(user, {
      application_received: 'never',
      application_moved: 'never',
      invitation_received: 'never',
      role_changed: 'never',
      job_post_closed: 'never',
      message_received: 'never',
      interview_changed: 'never',
      application_assigned: 'never',
      offer_answered: 'never',
      application_withdrawn: 'never',
    });
    const queue = (kind: string) =>
      system.database.query("select identity.queue_mail($1, '[]')", [
        JSON.stringify({
          to_address: addressOf(user),
          kind,
          audience: 'verified',
          priority: 1,
          subject: 'Decided',
          text_body: 'Decided.',
          html_body: 'Decided.',
        }),
      ]);
    await queue('talent_access_decided');
    expect((await mailTo(user)).unsubscribe).toBeNull();
  });
});

describe('the digest of the running service', () => {
  test('is sent when it is due, and its link stops what the user gets daily', async () => {
    const { owner } = await makeApplication();
    await system.database.query('update identity.notifications set mail_at = now() where user_id = $1', [
      owner.userId,
    ]);
    const mail = await mailTo(owner);
    expect(mail.subject).toBe('Your news on Gatehouse');
    expect(mail.text).toContain('There are new applications for “Rigger”.');
    const { pathname } = new URL(mail.unsubscribe ?? '');
    const answer = await system.publicHost.request(pathname, {
      method: 'POST',
      headers: { 'sec-fetch-site': null },
    });
    expect(answer.status).toBe(204);
    expect(await settingsOf(owner)).toMatchObject({
      application_received: 'never',
      role_changed: 'never',
      job_post_closed: 'never',
      application_moved: 'at_once',
    });
  });

  test('a choice that a request does not name stays as it is', async () => {
    const user = await makePerson(system.database);
    await choose(user, { message_received: 'never' });
    const {
      message_received: _message,
      interview_changed: _interview,
      application_assigned: _assigned,
      offer_answered: _answered,
      application_withdrawn: _withdrawn,
      ...former
    } = DEFAULT_MAIL_CHOICES;
    expect((await send(user, 'PUT', SETTINGS, { ...former, role_changed: 'never' })).status).toBe(200);
    expect(await settingsOf(user)).toMatchObject({ role_changed: 'never', message_received: 'never' });
  });

  test('a digest that waits while its user stops it is not sent', async () => {
    const user = await makePerson(system.database);
    await choose(user, {
      application_received: 'never',
      role_changed: 'never',
      job_post_closed: 'never',
      application_assigned: 'never',
    });
    await system.database.query("select identity.queue_mail($1, '[]')", [
      JSON.stringify({
        to_address: addressOf(user),
        kind: 'notification_digest',
        notification_kind: 'digest',
        audience: 'verified',
        priority: 1,
        subject: 'Your news on Gatehouse',
        text_body: 'News.',
        html_body: 'News.',
      }),
    ]);
    await waitFor(async () => (await outboxOf(user, 'notification_digest'))[0]?.drop_reason ?? undefined);
    expect(await outboxOf(user, 'notification_digest')).toEqual([
      { drop_reason: 'unwanted', is_sent: false, text_body: '' },
    ]);
  });
});

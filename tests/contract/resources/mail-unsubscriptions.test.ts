import { randomBytes } from 'node:crypto';
import { lockAccess } from '@gatehouse/boundary';
import type { NotificationMail } from '@gatehouse/mail';
import {
  type ApiClient,
  addressOf,
  createInstanceClient,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createUnsubscribeTokens } from '#services/identity/src/notification-mail/unsubscribe-token.ts';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';
import { DEFAULT_MAIL_CHOICES } from '#support/mail-choices.ts';
import { nextMail } from '#support/next-mail.ts';

const secret = randomBytes(32);
const tokens = createUnsubscribeTokens([secret]);

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', instances: 2, secretsKey: secret.toString('base64') });
});
afterAll(() => system.stop());

const SETTINGS = '/api/identities/users/current/notification_settings';

const settingsOf = async ({ cookie }: TestPerson) =>
  (await system.publicHost.request(SETTINGS, { cookie })).body;

const tokenOf = ({ userId }: { userId: string }, notification: NotificationMail) =>
  tokens.make({ userId, notification });

const pathOf = (token: string) => `/api/identities/mail_unsubscriptions/${token}`;

/** As a mail client sends it (RFC 8058): a form, and no header that tells where it comes from. */
const asMailClient = (
  path: string,
  headers: Record<string, string> = {},
  client: Pick<ApiClient, 'request'> = system.publicHost,
) =>
  client.request(path, {
    method: 'POST',
    rawBody: 'List-Unsubscribe=One-Click',
    headers: {
      'sec-fetch-site': null,
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
  });

const saveSearch = ({ cookie }: TestPerson, query: string, frequency: string) =>
  system.publicHost.request('/api/talent/saved_searches', {
    method: 'POST',
    cookie,
    body: { search: { query, location: '' }, frequency },
  });

const choose = ({ cookie }: TestPerson, choices: object) =>
  system.publicHost.request(SETTINGS, {
    method: 'PUT',
    cookie,
    body: { ...DEFAULT_MAIL_CHOICES, ...choices },
  });

/** Runs `during` while a change of the user's access is under way, which each write for the user waits for. */
const whileAccessChanges = <Result>(
  { userId }: TestPerson,
  during: (holder: Parameters<typeof isWaitedFor>[0]) => Promise<Result>,
) =>
  inHeldTransaction(system.database.ownerUrl, async (holder) => {
    await lockAccess(holder, [{ kind: 'user', id: userId, mode: 'exclusive' }]);
    return during(holder);
  });

const eventsOf = ({ userId }: TestPerson) =>
  system.database.query<{ change: string }>(
    "select change from identity.audit_events where action = 'user.mail_settings_changed' and subject_id = $1 order by id",
    [userId],
  );

describe('one-click unsubscription (RFC 8058)', () => {
  test('stops the kind of the token for its user alone, without a session, and is audited', async () => {
    const [user, other] = [await makePerson(system.database), await makePerson(system.database)];
    const answer = await asMailClient(pathOf(tokenOf(user, 'application_moved')));
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await settingsOf(user)).toEqual({
      ...DEFAULT_MAIL_CHOICES,
      application_moved: 'never',
      etag: '"2"',
    });
    expect(await settingsOf(other)).toEqual({ ...DEFAULT_MAIL_CHOICES, etag: '"1"' });
    expect(await eventsOf(user)).toEqual([
      { change: 'application_moved: at_once → never, by a link in a mail' },
    ]);
  });

  test('of a saved search stops the mail of all saved searches of the user, and what waits', async () => {
    const [user, other] = [await makePerson(system.database), await makePerson(system.database)];
    for (const person of [user, other]) {
      await saveSearch(person, 'rigger', 'daily');
      await saveSearch(person, 'caulker', 'weekly');
    }
    await system.database.query("select identity.queue_mail($1, '[]')", [
      JSON.stringify({
        to_address: addressOf(user),
        kind: 'saved_search',
        notification_kind: 'saved_search',
        audience: 'verified',
        priority: 1,
        delay_seconds: 3600,
        subject: 'Jobs',
        text_body: 'Jobs.',
        html_body: 'Jobs.',
      }),
    ]);
    const frequenciesOf = async ({ cookie }: TestPerson) =>
      (await system.publicHost.request('/api/talent/saved_searches', { cookie })).body.items.map(
        ({ frequency }: { frequency: string }) => frequency,
      );
    for (let n = 0; n < 2; n++) {
      expect((await asMailClient(pathOf(tokenOf(user, 'saved_search')))).status).toBe(204);
    }
    expect(await frequenciesOf(user)).toEqual(['none', 'none']);
    expect((await frequenciesOf(other)).toSorted()).toEqual(['daily', 'weekly']);
    expect(await settingsOf(user)).toEqual({ ...DEFAULT_MAIL_CHOICES, etag: '"1"' });
    expect(await eventsOf(user)).toEqual([{ change: 'saved searches: none, by a link in a mail' }]);
    const mails = await system.database.query(
      "select drop_reason, text_body from identity.mail_outbox where kind = 'saved_search' and to_address = $1",
      [addressOf(user)],
    );
    expect(mails).toEqual([{ drop_reason: 'unwanted', text_body: '' }]);
  });

  test('of a digest stops what the user gets daily', async () => {
    const user = await makePerson(system.database);
    expect((await asMailClient(pathOf(tokenOf(user, 'digest')))).status).toBe(204);
    expect(await settingsOf(user)).toMatchObject({
      application_received: 'never',
      application_moved: 'at_once',
      invitation_received: 'at_once',
      role_changed: 'never',
      job_post_closed: 'never',
    });
  });

  test('the header of a mail that was sent works, and the mail of a password reset has none', async () => {
    const user = await makePerson(system.database);
    await system.database.query("select identity.queue_mail($1, '[]')", [
      JSON.stringify({
        to_address: addressOf(user),
        kind: 'application_stage',
        notification_kind: 'application_moved',
        audience: 'verified',
        priority: 1,
        subject: 'Your application',
        text_body: 'News.',
        html_body: 'News.',
      }),
    ]);
    const { unsubscribe } = await nextMail(system, addressOf(user), { subject: 'Your application' });
    const url = new URL(unsubscribe ?? '');
    expect(url.host).toBe(system.local.publicHost);
    expect((await asMailClient(url.pathname)).status).toBe(204);
    expect((await settingsOf(user)).application_moved).toBe('never');
    const body = { email: addressOf(user) };
    const reset = '/api/identities/password_resets';
    expect((await system.publicHost.request(reset, { method: 'POST', body })).status).toBeLessThan(300);
    const mail = await nextMail(system, addressOf(user), { subject: 'Reset your password' });
    expect(mail.unsubscribe).toBeNull();
    expect(mail.text).not.toContain('unsubscribe');
  });

  test('of a kind stops it also for a user who has chosen others before', async () => {
    const user = await makePerson(system.database);
    await choose(user, { role_changed: 'never', application_received: 'at_once' });
    await asMailClient(pathOf(tokenOf(user, 'application_moved')));
    await asMailClient(pathOf(tokenOf(user, 'digest')));
    expect(await settingsOf(user)).toMatchObject({
      role_changed: 'never',
      application_received: 'at_once',
      application_moved: 'never',
      job_post_closed: 'never',
      application_assigned: 'never',
    });
  });

  test.each(['application_moved', 'saved_search'] as const)(
    'G1: of the kind %s waits for a change of its user’s access, and is audited once',
    async (notification) => {
      const user = await makePerson(system.database);
      await saveSearch(user, 'rigger', 'daily');
      const instances = system.local.services.identity.map((part) =>
        createInstanceClient(part, system.local.publicHost),
      );
      const { answers } = await whileAccessChanges(user, async (holder) => {
        const path = pathOf(tokenOf(user, notification));
        // One to each process: in one of them they would run one after the other.
        const answers = Promise.all(instances.map((instance) => asMailClient(path, {}, instance)));
        await isWaitedFor(holder, 2);
        return { answers };
      });
      expect((await answers).map(({ status }) => status)).toEqual([204, 204]);
      for (const instance of instances) instance.close();
      expect(await eventsOf(user)).toHaveLength(1);
    },
  );

  test.each(['application_moved', 'digest', 'saved_search'] as const)(
    'G6: of the kind %s again and again waits for no lock',
    async (notification) => {
      const user = await makePerson(system.database);
      await saveSearch(user, 'rigger', 'daily');
      const path = pathOf(tokenOf(user, notification));
      expect((await asMailClient(path)).status).toBe(204);
      await whileAccessChanges(user, async () => {
        expect((await asMailClient(path)).status).toBe(204);
      });
    },
  );

  test('tells neither that the mails were stopped before nor that the user exists', async () => {
    const user = await makePerson(system.database);
    const token = tokenOf(user, 'role_changed');
    const first = await asMailClient(pathOf(token));
    const unknown = { userId: '01900000-0000-7000-8000-000000000001' };
    for (const other of [token, tokenOf(unknown, 'digest'), tokenOf(unknown, 'saved_search')]) {
      const answer = await asMailClient(pathOf(other));
      expect([other, answer.status, answer.text]).toEqual([other, 204, '']);
      expect(Object.keys(answer.headers).sort()).toEqual(Object.keys(first.headers).sort());
    }
    expect((await settingsOf(user)).role_changed).toBe('never');
    expect(await eventsOf(user)).toHaveLength(1);
  });

  test('by a token that no key in use has signed is refused alike for every user, and stops nothing', async () => {
    const user = await makePerson(system.database);
    const older = createUnsubscribeTokens([randomBytes(32)]);
    const bytes = Buffer.from(tokenOf(user, 'role_changed'), 'base64url');
    const changed = (at: number) =>
      Buffer.from(bytes.map((byte, index) => (index === at ? byte ^ 1 : byte))).toString('base64url');
    const token = bytes.toString('base64url');
    const unknown = { userId: '01900000-0000-7000-8000-000000000001' };
    const refused = [
      older.make({ userId: user.userId, notification: 'digest' }),
      older.make({ ...unknown, notification: 'digest' }),
      // Version, kind, user, code.
      ...[0, 1, 2, 49].map(changed),
      token.slice(0, -1),
      `${token}A`,
      'x',
    ];
    for (const other of refused) {
      const { status, body } = await asMailClient(pathOf(other));
      const { code, title, detail, errors } = body;
      expect([other, status, { code, title, detail, errors }]).toEqual([
        other,
        410,
        {
          code: 'token_invalid',
          title: 'This link no longer works',
          detail: 'This link no longer works',
          errors: [],
        },
      ]);
    }
    expect(await settingsOf(user)).toEqual({ ...DEFAULT_MAIL_CHOICES, etag: '"1"' });
    expect(await eventsOf(user)).toEqual([]);
  });

  test('keys: a rotation keeps the links of the older key', () => {
    const newer = createUnsubscribeTokens([randomBytes(32), secret]);
    const unsubscription = {
      userId: '01900000-0000-7000-8000-000000000001',
      notification: 'digest',
    } as const;
    expect(newer.read(tokens.make(unsubscription))).toEqual(unsubscription);
    expect(tokens.read(newer.make(unsubscription))).toBeNull();
  });

  test('opening the link changes nothing, and leads to the page that asks', async () => {
    const user = await makePerson(system.database);
    const token = tokenOf(user, 'digest');
    for (const method of ['GET', 'HEAD']) {
      const answer = await system.publicHost.request(pathOf(token), { method });
      expect([answer.status, answer.text]).toEqual([303, '']);
      const location = new URL(answer.headers.location ?? '');
      expect([location.host, location.pathname, location.hash]).toEqual([
        system.local.publicHost,
        '/unsubscribe',
        `#token=${token}&mails=digest`,
      ]);
    }
    expect((await settingsOf(user)).etag).toBe('"1"');
    const unknown = await system.publicHost.request(pathOf('x'));
    expect([unknown.status, new URL(unknown.headers.location ?? '').hash]).toEqual([303, '#token=x']);
  });

  test('a page that shows older settings learns of it: its save is refused', async () => {
    const user = await makePerson(system.database);
    const { etag } = await settingsOf(user);
    await asMailClient(pathOf(tokenOf(user, 'digest')));
    const answer = await system.publicHost.request(SETTINGS, {
      method: 'PUT',
      cookie: user.cookie,
      headers: { 'if-match': etag },
      body: DEFAULT_MAIL_CHOICES,
    });
    expect([answer.status, answer.body.code]).toEqual([412, 'edit_conflict']);
  });
});

describe('A3: the exception for mail clients', () => {
  test.each([
    ['a page of another origin', { origin: 'https://evil.test' }],
    ['a cross-site form', { 'sec-fetch-site': 'cross-site' }],
    ['a form of a sibling domain', { 'sec-fetch-site': 'same-site' }],
  ])('A3: %s is refused, as everywhere', async (_what, headers) => {
    const user = await makePerson(system.database);
    const answer = await asMailClient(pathOf(tokenOf(user, 'digest')), headers);
    expect([answer.status, answer.body.code]).toEqual([403, 'csrf_origin_denied']);
    expect((await settingsOf(user)).etag).toBe('"1"');
  });

  test('A3: no other endpoint takes a form without the guard', async () => {
    const user = await makePerson(system.database);
    for (const path of ['/api/identities/password_resets', SETTINGS]) {
      const answer = await system.publicHost.request(path, {
        method: path === SETTINGS ? 'PUT' : 'POST',
        cookie: user.cookie,
        headers: { 'sec-fetch-site': null },
        body: { email: addressOf(user) },
      });
      expect([answer.status, answer.body.code]).toEqual([403, 'csrf_guard_missing']);
    }
  });
});

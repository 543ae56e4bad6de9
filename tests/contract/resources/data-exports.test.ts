import { DATA_REGISTRY } from '@gatehouse/database';
import { addressOf, makePerson, startTestSystem, type TestPerson, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { inHeldTransaction, isWaitedFor } from '#support/held-transaction.ts';
import { slowDownload } from '#support/slow-download.ts';
import { makeUserWithRows } from '#support/user-with-rows.ts';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', apis: ['identity'], instances: 2 });
});
afterAll(() => system.stop());

const PATH = '/api/identities/users/current/data_export';
const request = ({ cookie }: TestPerson) => system.publicHost.request(PATH, { method: 'POST', cookie });
const find = async ({ cookie }: TestPerson) => (await system.publicHost.request(PATH, { cookie })).body;
const download = ({ cookie }: TestPerson) => system.publicHost.request(`${PATH}/document`, { cookie });
const ready = (person: TestPerson) =>
  waitFor(async () => {
    const found = await find(person);
    return found.state === 'ready' ? found : undefined;
  });
const mailsTo = async (person: TestPerson) =>
  (await system.local.mails()).filter(({ to }) => to === addressOf(person));

const makeUser = (word: string) => makeUserWithRows(system.database, word);

describe('G11: an export of all that is kept of a user', () => {
  test('G11: is made in the background, mailed as a link, and holds what the registry says and nothing of others', async () => {
    const [ada, other] = [await makeUser('Lovelace'), await makeUser('Babbage')];
    expect(await find(ada)).toEqual({ state: 'none', files: [] });
    expect((await download(ada)).status).toBe(404);
    const requested = await request(ada);
    expect(requested).toMatchObject({
      status: 201,
      body: { state: 'running', requested_at: expect.any(String) },
    });
    const { expires_at, files } = await ready(ada);
    // The files beside the document: `cvs.test.ts` downloads them.
    const cvs = await system.database.query<{ id: string }>('select id from talent.cvs where user_id = $1', [
      ada.userId,
    ]);
    expect(files).toEqual([
      { id: cvs[0]?.id, file: { name: 'Lovelace', size: 1, uploaded_at: expect.stringMatching(/Z$/) } },
    ]);
    const hours = (Date.parse(expires_at) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24.01);

    const mail = await waitFor(async () => (await mailsTo(ada))[0]);
    expect(mail.subject).toBe('Your data is ready to download');
    expect(mail.text).toMatch(/\/account#your-data$/m);

    const { status, headers, body } = await download(ada);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-disposition': 'attachment; filename="gatehouse-data.json"',
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    const exported = Object.entries(DATA_REGISTRY).filter(([, { rowsOfUser }]) => rowsOfUser !== null);
    expect(Object.keys(body.tables)).toEqual(exported.map(([name]) => name));
    for (const [name, { purpose, columns }] of exported) {
      const { rows } = body.tables[name];
      expect([name, body.tables[name].purpose, rows.length > 0]).toEqual([name, purpose, true]);
      const names = Object.keys(columns).filter((column) => columns[column]?.exported === true);
      for (const row of rows) expect([name, Object.keys(row)]).toEqual([name, names]);
    }
    const text = JSON.stringify(body);
    for (const own of [addressOf(ada), 'Lovelace', 'Reply to Lovelace', '["a","b","Lovelace"]'])
      expect(text).toContain(own);
    for (const secret of ['hash-Lovelace', 'staff words', 'Babbage', other.userId])
      expect(text).not.toContain(secret);
  });

  test('G11: a stolen session requests nothing: a request needs a fresh authentication, what was requested before does not', async () => {
    const ada = await makeUser('Stale');
    const age = (minutes: number) =>
      system.database.query(
        'update identity.user_sessions set authenticated_at = now() - make_interval(mins => $2) where id = $1',
        [ada.sessionId, minutes],
      );
    await age(11);
    for (const _again of [1, 2]) {
      expect(await request(ada)).toMatchObject({
        status: 403,
        body: { code: 'fresh_authentication_required' },
      });
    }
    const requested = () =>
      system.database.query('select from identity.data_exports where user_id = $1 and document is null', [
        ada.userId,
      ]);
    expect(await requested()).toEqual([]);
    await age(9);
    expect((await request(ada)).status).toBe(201);
    await age(60);
    await ready(ada);
    expect((await download(ada)).status).toBe(200);
  });

  test('G11: belongs to its user alone, and expires', async () => {
    const [ada, other] = [await makeUser('Ada'), await makeUser('Bea')];
    await request(ada);
    await ready(ada);
    expect((await download(other)).status).toBe(404);
    expect((await system.publicHost.request(`${PATH}/document`)).status).toBe(401);
    await system.database.query('update identity.data_exports set expires_at = now() where user_id = $1', [
      ada.userId,
    ]);
    expect((await download(ada)).status).toBe(404);
    expect(await find(ada)).toEqual({ state: 'none', files: [] });
  });

  test('G11: is one at a time, however many requests ask for it, and at most three in 24 hours', async () => {
    const ada = await makePerson(system.database);
    const rows = () =>
      system.database.query<{ id: string }>('select id from identity.data_exports where user_id = $1', [
        ada.userId,
      ]);
    for (const count of [1, 2, 3]) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => request(ada)));
      // A request that comes when the first one is made starts the next one.
      expect(answers.filter(({ status }) => status !== 201 && status !== 429)).toEqual([]);
      await ready(ada);
      const made = (await rows()).length;
      expect(made).toBeGreaterThanOrEqual(count);
      expect(made).toBeLessThanOrEqual(3);
      if (made === 3) break;
    }
    const refused = await request(ada);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000);
    expect(await rows()).toHaveLength(3);
    const audited = await system.database.query(
      "select 1 from identity.audit_events where actor_id = $1 and action = 'user.data_export_requested'",
      [ada.userId],
    );
    expect(audited).toHaveLength(3);
    // Two instances make them, and each is mailed once; a newer mail replaces one that waits.
    const queued = await system.database.query(
      "select 1 from identity.mail_outbox where to_address = $1 and kind = 'data_export_ready'",
      [addressOf(ada)],
    );
    expect(queued).toHaveLength(3);
  });

  test('G11: one that cannot be made is tried again; nothing is mailed until it is made', async () => {
    const [ada, bea] = [await makePerson(system.database), await makePerson(system.database)];
    await system.database.query(
      "insert into identity.data_exports (user_id, next_attempt_at) values ($1, now() + interval '1 hour')",
      [bea.userId],
    );
    await system.database.query('alter function identity.data_export_of(uuid) rename to away');
    await request(ada);
    await waitFor(async () => {
      const [row] = await system.database.query<{ attempts: number }>(
        'select attempts from identity.data_exports where user_id = $1',
        [ada.userId],
      );
      return row !== undefined && row.attempts > 0 ? true : undefined;
    });
    const [postponed] = await system.database.query<{ seconds: number }>(
      'select extract(epoch from next_attempt_at - now())::float8 as seconds from identity.data_exports where user_id = $1',
      [ada.userId],
    );
    expect(postponed?.seconds).toBeGreaterThan(0);
    const others = await system.database.query(
      'select attempts from identity.data_exports where user_id = $1',
      [bea.userId],
    );
    expect(others).toEqual([{ attempts: 0 }]);
    expect(postponed?.seconds).toBeLessThanOrEqual(10);
    expect(await find(ada)).toEqual({ state: 'running', requested_at: expect.any(String), files: [] });
    expect(await mailsTo(ada)).toEqual([]);
    await system.database.query('alter function identity.away(uuid) rename to data_export_of');
    await system.database.query(
      'update identity.data_exports set next_attempt_at = now() where user_id = $1',
      [ada.userId],
    );
    await ready(ada);
    await waitFor(async () => (await mailsTo(ada))[0]);
  });

  test('F8 G6 G11: has the newest 10,000 events and sessions of an account, and says so', async () => {
    const ada = await makePerson(system.database);
    const max = DATA_REGISTRY['identity.audit_events']?.newest?.rows ?? 0;
    expect([max, DATA_REGISTRY['identity.user_sessions']?.newest?.rows]).toEqual([10_000, max]);
    const add = (action: string, by: string | null, count: number) =>
      system.database.query(
        `insert into identity.audit_events (actor_kind, actor_id, action, subject_kind, subject_id)
         select 'user', $2, $1, 'user', $3 from generate_series(1, $4)`,
        [action, by, ada.userId, count],
      );
    await add('user.signed_up', ada.userId, 1);
    await add('user.renamed', ada.userId, max - 2);
    await add('user.password_reset_requested', null, 2);
    await system.database.query(
      `insert into identity.user_sessions (token_hash, user_id, expires_at, idle_expires_at, user_agent, ended_at)
       select sha256(convert_to('newest ' || n, 'UTF8')), $1, now(), now(), 'Session ' || n, now() from generate_series(1, $2) n`,
      [ada.userId, max],
    );
    const [made] = await system.database.query<{
      of: { [table: string]: { max_rows?: number; rows: { action: string; user_agent: string }[] } };
    }>('select identity.data_export_of($1) as of', [ada.userId]);
    const events = made?.of['identity.audit_events'];
    // An event by the user about the account is one, not two.
    expect(events?.rows.map(({ action }) => action)).toEqual([
      ...Array(2).fill('user.password_reset_requested'),
      ...Array(max - 2).fill('user.renamed'),
    ]);
    const sessions = made?.of['identity.user_sessions'];
    expect(sessions?.rows).toHaveLength(max);
    // The session with which the account was made is the oldest.
    expect(sessions?.rows.some(({ user_agent }) => user_agent === '')).toBe(false);
    expect([events?.max_rows, sessions?.max_rows, made?.of['talent.applications']?.max_rows]).toEqual([
      max,
      max,
      undefined,
    ]);
  });

  test('G11: one that takes longer than any request may is made as well', async () => {
    const ada = await makePerson(system.database);
    const wrap = `create function identity.data_export_of(user_id uuid) returns json language plpgsql as
      $$ begin perform pg_sleep(5); return identity.fast(user_id); end $$`;
    await system.database.query('alter function identity.data_export_of(uuid) rename to fast');
    await system.database.query(wrap);
    await system.database.query(
      'grant execute on function identity.data_export_of(uuid) to identity_service',
    );
    try {
      await request(ada);
      await ready(ada);
    } finally {
      await system.database.query('drop function identity.data_export_of(uuid)');
      await system.database.query('alter function identity.fast(uuid) rename to data_export_of');
    }
    const [row] = await system.database.query<{ attempts: number }>(
      'select attempts from identity.data_exports where user_id = $1',
      [ada.userId],
    );
    expect(row).toEqual({ attempts: 0 });
    expect((await download(ada)).status).toBe(200);
  });

  test('G11: one whose user changes the address while it is made is mailed to the new one', async () => {
    const ada = await makePerson(system.database);
    const [before, after] = [addressOf(ada), `changed-${addressOf(ada)}`];
    const wrap = `create function identity.data_export_of(user_id uuid) returns json language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(0); return identity.fast(user_id); end $$`;
    await system.database.query('alter function identity.data_export_of(uuid) rename to fast');
    await system.database.query(wrap);
    await system.database.query(
      'grant execute on function identity.data_export_of(uuid) to identity_service',
    );
    try {
      await inHeldTransaction(system.database.ownerUrl, async (holder) => {
        await holder.query('select pg_advisory_xact_lock(0)');
        await request(ada);
        await isWaitedFor(holder);
        await system.database.query('select identity.change_address($1, $2)', [ada.userId, after]);
      });
      await ready(ada);
    } finally {
      await system.database.query('drop function identity.data_export_of(uuid)');
      await system.database.query('alter function identity.fast(uuid) rename to data_export_of');
    }
    const mails = await system.database.query(
      "select to_address from identity.mail_outbox where to_address in ($1, $2) and kind = 'data_export_ready'",
      [before, after],
    );
    expect(mails).toEqual([{ to_address: after }]);
    const exports = await system.database.query(
      'select attempts from identity.data_exports where user_id = $1',
      [ada.userId],
    );
    expect(exports).toEqual([{ attempts: 0 }]);
  });

  /** An export that waits for so long, or has been made then. */
  const insert = async (person: TestPerson, { hours, made }: { hours: number; made?: string }) =>
    system.database.query(
      `insert into identity.data_exports (user_id, requested_at, next_attempt_at, completed_at, document)
       values ($1, now() - make_interval(hours => $2), now() + interval '1 hour',
               case when $3::json is not null then now() - make_interval(hours => $2) end, $3)`,
      [person.userId, hours, made === undefined ? null : JSON.stringify({ table: made })],
    );

  test('G11: the last of three in 24 hours is shown while it runs; another one is refused until the first is older', async () => {
    const ada = await makePerson(system.database);
    await insert(ada, { hours: 10, made: 'first' });
    await insert(ada, { hours: 9, made: 'second' });
    await insert(ada, { hours: 0 });
    expect(await request(ada)).toMatchObject({ status: 201, body: { state: 'running', files: [] } });
    await system.database.query(
      "update identity.data_exports set completed_at = now(), document = '{}' where user_id = $1 and completed_at is null",
      [ada.userId],
    );
    const refused = await request(ada);
    expect(refused.status).toBe(429);
    const hours = Number(refused.headers['retry-after']) / 3600;
    expect(hours).toBeGreaterThan(13.9);
    expect(hours).toBeLessThanOrEqual(14);
    await system.database.query(
      "update identity.data_exports set requested_at = requested_at - interval '15 hours' where user_id = $1",
      [ada.userId],
    );
    expect((await request(ada)).status).toBe(201);
  });

  test('G11: who has waited longest is first, with the instances side by side', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => makePerson(system.database)));
    const ids = people.map(({ userId }) => userId);
    // The last of them has waited longest.
    await system.database.query(
      `insert into identity.data_exports (user_id, next_attempt_at)
       select id, now() - make_interval(mins => place::int)
         from unnest($1::uuid[]) with ordinality as waiting (id, place)`,
      [ids],
    );
    const made = await waitFor(async () => {
      const rows = await system.database.query<{ user_id: string }>(
        'select user_id from identity.data_exports where user_id = any ($1) and completed_at is not null order by completed_at',
        [ids],
      );
      return rows.length === ids.length ? rows.map(({ user_id }) => ids.indexOf(user_id)) : undefined;
    });
    expect([0, 1]).toContain(made.at(-1));
  });

  test('G11: the document is that of the newest one that is made', async () => {
    const ada = await makePerson(system.database);
    await insert(ada, { hours: 3, made: 'oldest' });
    await insert(ada, { hours: 1, made: 'newer' });
    await insert(ada, { hours: 2, made: 'older' });
    await insert(ada, { hours: 0 });
    const isOf = (made: string) => ({ status: 200, body: { tables: { table: made } } });
    expect(await download(ada)).toMatchObject(isOf('newer'));
    await system.database.query(
      `update identity.data_exports set expires_at = now()
        where user_id = $1 and document::jsonb @> '{"table": "newer"}'`,
      [ada.userId],
    );
    expect(await download(ada)).toMatchObject(isOf('older'));
  });

  describe('of many megabytes', () => {
    /** More than the sockets between client and service hold. */
    const SIZE = 64 * 1024 * 1024;
    const DOCUMENT = '/identities/users/current/data_export/document';
    let ada: TestPerson;
    beforeEach(async () => {
      ada = await makePerson(system.database);
      await system.database.query(
        `insert into identity.data_exports (user_id, completed_at, document, content)
         values ($1, now(), '{}', convert_to(repeat('[[{"a":1}],"b"],', $2::int / 16), 'UTF8'))`,
        [ada.userId, SIZE],
      );
    });

    test('G1 G6: is read as its client takes it, to its end, or until the session ends', async () => {
      expect(await (await slowDownload(system, ada, DOCUMENT)).rest()).toBe(SIZE);
      const file = await slowDownload(system, ada, DOCUMENT);
      expect(file.status).toBe(200);
      await system.publicHost.request('/api/identities/user_sessions/current', {
        method: 'DELETE',
        cookie: ada.cookie,
      });
      expect(await file.rest()).toBeLessThan(SIZE);
    });

    test('G11: ends when it expires', async () => {
      const file = await slowDownload(system, ada, DOCUMENT);
      expect(file.status).toBe(200);
      await system.database.query('update identity.data_exports set expires_at = now() where user_id = $1', [
        ada.userId,
      ]);
      expect(await file.rest()).toBeLessThan(SIZE);
    });

    test('G6: is one of at most four downloads of its user at the same time, of each instance', async () => {
      const files = [];
      for (let n = 0; n < 2 * 4; n++) files.push(await slowDownload(system, ada, DOCUMENT));
      expect((await download(ada)).body.code).toBe('rate_limited');
      for (const file of files) file.stop();
    });
  });

  test('G11: one that is locked, postponed or expired, or of an account that is due, delays no other', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => makePerson(system.database)));
    const [locked, first, second, later, expired, due] = people.map(({ userId }) => userId);
    await system.database.query(
      `update identity.users set deletion_requested_at = now() - interval '7 days', deletion_due_at = now()
        where id = $1`,
      [due],
    );
    const isMade = (userId?: string) =>
      waitFor(async () => {
        const [row] = await system.database.query<{ at: Date | null }>(
          'select completed_at as at from identity.data_exports where user_id = $1',
          [userId],
        );
        return row?.at ?? undefined;
      });
    // The first is due when it is locked already, and before the others.
    await system.database.query(
      `insert into identity.data_exports (user_id, next_attempt_at, expires_at)
       select user_id, now() + next, now() + expires
         from unnest($1::uuid[], $2::interval[], $3::interval[]) made (user_id, next, expires)`,
      [
        [locked, first, second, later, expired, due],
        ['1 second', '1.2 seconds', '1.4 seconds', '1 hour', '-4 hours', '0 seconds'],
        ['1 day', '1 day', '1 day', '1 day', '-1 minute', '1 day'],
      ],
    );
    await inHeldTransaction(system.database.ownerUrl, async (holder) => {
      await holder.query('select from identity.data_exports where user_id = $1 for update', [locked]);
      await isMade(first);
      await isMade(second);
    });
    const made = await system.database.query<{ user_id: string }>(
      'select user_id from identity.data_exports where user_id = any ($1) and completed_at is not null',
      [[later, expired, due]],
    );
    expect(made).toEqual([]);
    await isMade(locked);
  });
});

import { randomBytes } from 'node:crypto';
import { queryableOf } from '@gatehouse/boundary';
import { addressOf, makePerson, startTestSystem, type TestPerson, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createUnsubscribeTokens } from '#services/identity/src/notification-mail/unsubscribe-token.ts';
import { findNewPosts } from '#services/talent/src/saved-searches/new-posts.ts';
import { letDeletionBeDue, runRetentionJob } from '#support/account-deletions.ts';
import { waitFor } from '#support/wait-for.ts';

const secret = randomBytes(32);
const tokens = createUnsubscribeTokens([secret]);

let system: TestSystem;
let companyId: string | null;
beforeAll(async () => {
  system = await startTestSystem({
    seed: 'none',
    apis: ['identity', 'talent'],
    secretsKey: secret.toString('base64'),
  });
  const owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  companyId = owner.companyId;
});
afterAll(() => system.stop());

const SEARCHES = '/api/talent/saved_searches';

const send = ({ cookie }: TestPerson, method: string, path: string, body?: object) =>
  system.publicHost.request(path, { method, cookie, body });

/** A search whose next mail has one post. */
async function saveSearch(user: TestPerson, word: string): Promise<string> {
  await system.database.query(
    `insert into employer.job_posts (company_id, title, description, kind, state, published_at)
     values ($1, $2, '', 'full_time', 'published', now() - interval '10 minutes')`,
    [companyId, word],
  );
  const body = { search: { query: word, location: '' }, frequency: 'daily' };
  return (await send(user, 'POST', SEARCHES, body)).body.id;
}

const makeDue = (id: string) =>
  system.database.query(
    "update talent.saved_searches set mailed_until = now() - interval '2 days', next_mail_at = now() where id = $1",
    [id],
  );

const mailsFor = (user: TestPerson) =>
  system.database.query<{ sent_at: Date | null; drop_reason: string | null }>(
    "select sent_at, drop_reason from identity.mail_outbox where to_address = $1 and kind = 'saved_search'",
    [addressOf(user)],
  );

const waitingFor = (role: string) =>
  waitFor(async () => {
    const rows = await system.database.query(
      "select from pg_stat_activity where datname = current_database() and usename = $1 and wait_event_type = 'Lock'",
      [role],
    );
    return rows.length > 0 ? true : undefined;
  });

async function asOwner(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: system.database.ownerUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Holds up every mail about saved searches to a user from being queued. */
const holdMail = (client: pg.Client, user: TestPerson) =>
  client.query("select pg_advisory_xact_lock(hashtextextended('mail saved_search ' || $1, 0))", [
    addressOf(user),
  ]);

test.each([
  ['the frequency none', 'PATCH', { frequency: 'none' }],
  ['the removal of the search', 'DELETE', undefined],
] as const)(
  'G1: %s also ends a mail that waits for the mail server or for a limit',
  async (_, method, body) => {
    const user = await makePerson(system.database);
    const id = await saveSearch(user, `chandler ${method}`);
    const mail = {
      to_address: addressOf(user),
      kind: 'saved_search',
      notification_kind: 'saved_search',
      topic: id,
      audience: 'verified',
      priority: 1,
      delay_seconds: 2,
      subject: 'Jobs',
      text_body: 'Jobs.',
      html_body: 'Jobs.',
    };
    await system.database.query("select identity.queue_mail($1, '[]')", [JSON.stringify(mail)]);
    expect((await send(user, method, `${SEARCHES}/${id}`, body)).status).toBeLessThan(300);
    const [settled] = await waitFor(async () => {
      const rows = await mailsFor(user);
      return rows.every((row) => row.sent_at !== null || row.drop_reason !== null) ? rows : undefined;
    });
    expect(settled).toEqual({ sent_at: null, drop_reason: 'unwanted' });
  },
);

test('G1: no mail of a search that runs at that moment follows the answer to an unsubscription', async () => {
  const user = await makePerson(system.database);
  const id = await saveSearch(user, 'farrier');
  await asOwner(async (client) => {
    await client.query('begin');
    await holdMail(client, user);
    await makeDue(id);
    await waitingFor('talent_service');
    const token = tokens.make({ userId: user.userId, notification: 'saved_search' });
    const answer = system.publicHost.request(`/api/identities/mail_unsubscriptions/${token}`, {
      method: 'POST',
    });
    await waitingFor('identity_service');
    await client.query('commit');
    expect((await answer).status).toBe(204);
  });
  const [search] = (await send(user, 'GET', SEARCHES)).body.items;
  expect(search.frequency).toBe('none');
  expect((await mailsFor(user)).filter(({ drop_reason }) => drop_reason !== 'unwanted')).toEqual([]);
});

test('G11: no mail of a search that runs at that moment stays behind a deleted account', async () => {
  const user = await makePerson(system.database);
  const id = await saveSearch(user, 'tinker');
  await system.database.query(
    'update identity.users set deletion_requested_at = now(), deletion_due_at = now() where id = $1',
    [user.userId],
  );
  await letDeletionBeDue(system.database, user.userId);
  await asOwner(async (client) => {
    await client.query('begin');
    await holdMail(client, user);
    await makeDue(id);
    await waitingFor('talent_service');
    const job = runRetentionJob(system.database);
    // It waits for the mail, or leaves the account to the next run.
    await Promise.race([job, waitingFor('retention_service')]);
    await client.query('commit');
    await job;
  });
  await waitFor(async () => {
    const running = await system.database.query(
      "select from talent.saved_searches where id = $1 and next_mail_at < now() + interval '2 hours'",
      [id],
    );
    return running.length === 0 ? true : undefined;
  });
  await runRetentionJob(system.database);
  expect(await system.database.query('select from identity.users where id = $1', [user.userId])).toEqual([]);
  expect(await mailsFor(user)).toEqual([]);
});

test('G1: a change of a saved search waits for no search that runs', async () => {
  const user = await makePerson(system.database);
  const id = await saveSearch(user, 'sawyer');
  await asOwner(async (client) => {
    await client.query('begin');
    await client.query('lock table employer.job_post_search in access exclusive mode');
    await makeDue(id);
    await waitingFor('talent_service');
    await client.query("set local lock_timeout = '300ms'");
    const [claimed] = (
      await client.query<{ seconds: number }>(
        `select extract(epoch from next_mail_at - clock_timestamp())::float8 as seconds
           from talent.saved_searches where id = $1 for update`,
        [id],
      )
    ).rows;
    // No other instance runs it meanwhile.
    expect(claimed?.seconds).toBeGreaterThan(30);
    const [open] = (
      await client.query<{ count: number }>(
        `select count(*)::int from pg_stat_activity
          where datname = current_database() and usename = 'talent_service' and state = 'idle in transaction'`,
      )
    ).rows;
    expect(open?.count).toBe(0);
    await client.query('rollback');
  });
});

test('F8: no change of its frequency brings a search that fails forward', async () => {
  const user = await makePerson(system.database);
  const id = await saveSearch(user, 'cutler');
  await system.database.query(
    `update talent.saved_searches
        set mailed_until = now() - interval '2 days', next_mail_at = now() + interval '40 minutes', attempts = 6
      where id = $1`,
    [id],
  );
  for (const frequency of ['daily', 'weekly', 'daily']) {
    await send(user, 'PATCH', `${SEARCHES}/${id}`, { frequency });
  }
  const [row] = await system.database.query<{ attempts: number; is_later: boolean }>(
    `select attempts, next_mail_at > now() + interval '30 minutes' as is_later from talent.saved_searches where id = $1`,
    [id],
  );
  expect(row).toEqual({ attempts: 6, is_later: true });
});

/** Works while the mailer has a search under way, which it then ends. */
async function whileMailing(work: () => Promise<void>): Promise<void> {
  const user = await makePerson(system.database);
  const id = await saveSearch(user, 'turner');
  await asOwner(async (client) => {
    await client.query('begin');
    await holdMail(client, user);
    await makeDue(id);
    await waitingFor('talent_service');
    await work();
    await client.query('commit');
  });
}

const makeDueSince = (id: string, age: string) =>
  system.database.query(
    'update talent.saved_searches set next_mail_at = now() - $2::interval where id = $1',
    [id, age],
  );

const hasMail = (user: TestPerson) =>
  waitFor(async () => ((await mailsFor(user)).length > 0 ? true : undefined));

test('F8: a search that is locked delays no other one', async () => {
  const [user, other] = [await makePerson(system.database), await makePerson(system.database)];
  const [locked, free] = [await saveSearch(user, 'cobbler'), await saveSearch(other, 'milliner')];
  await asOwner(async (client) => {
    await client.query('begin');
    await whileMailing(async () => {
      await makeDue(free);
      await makeDue(locked);
      await makeDueSince(locked, '1 hour');
      await client.query('select from talent.saved_searches where id = $1 for update', [locked]);
    });
    await hasMail(other);
    expect(await mailsFor(user)).toEqual([]);
    await client.query('rollback');
  });
  await hasMail(user);
});

test('the search that has been due for the longest time is mailed first', async () => {
  const users: TestPerson[] = [];
  const ids: string[] = [];
  for (const word of ['tiler', 'drover', 'pitman']) {
    const user = await makePerson(system.database);
    ids.push(await saveSearch(user, word));
    users.push(user);
  }
  // All at once: however long the mailer is held up, it finds all three.
  await whileMailing(async () => {
    await system.database.query(
      `update talent.saved_searches s
          set mailed_until = now() - interval '2 days', next_mail_at = now() - due.age::interval
         from unnest($1::uuid[], $2::text[]) as due (id, age) where s.id = due.id`,
      [ids, ['1 hour', '3 hours', '2 hours']],
    );
  });
  for (const user of users) await hasMail(user);
  const queued = await system.database.query<{ to_address: string }>(
    'select to_address from identity.mail_outbox where to_address = any ($1) order by id',
    [users.map(addressOf)],
  );
  const [tiler, drover, pitman] = users.map(addressOf);
  expect(queued.map(({ to_address }) => to_address)).toEqual([drover, pitman, tiler]);
});

test('a search that fails leaves what was changed while it ran', async () => {
  const [user, other] = [await makePerson(system.database), await makePerson(system.database)];
  const [id, next] = [await saveSearch(user, 'ostler'), await saveSearch(other, 'ropemaker')];
  await asOwner(async (client) => {
    await client.query('begin');
    await client.query('lock table employer.job_post_search in access exclusive mode');
    await makeDue(id);
    await waitingFor('talent_service');
    await makeDueSince(id, '-3 hours');
    // Its timeout is shorter than this lock.
    await waitFor(async () => {
      const waiting = await system.database.query(
        `select from pg_stat_activity
          where datname = current_database() and usename = 'talent_service' and wait_event_type = 'Lock'`,
      );
      return waiting.length === 0 ? true : undefined;
    });
    await client.query('rollback');
  });
  await makeDue(next);
  await hasMail(other);
  const [row] = await system.database.query(
    "select attempts, next_mail_at > now() + interval '2 hours' as is_kept from talent.saved_searches where id = $1",
    [id],
  );
  expect(row).toEqual({ attempts: 1, is_kept: true });
});

test('a post that became public at the very moment up to which a mail names them is in that mail, and not in the next one', async () => {
  const at = new Date(Date.now() - 600_000);
  await system.database.query(
    `insert into employer.job_posts (company_id, title, description, kind, state, published_at)
     values ($1, 'Wherryman', '', 'full_time', 'published', $2)`,
    [companyId, at],
  );
  const reads = queryableOf(system.database.poolOf('talent_service'));
  const search = { query: 'wherryman', location: '' };
  const found = (after: Date, until: Date) => findNewPosts(reads, search, { after, until, limit: 10 });
  const [before, later] = [new Date(at.getTime() - 1), new Date(at.getTime() + 1)];
  expect(await found(before, at)).toMatchObject([{ title: 'Wherryman' }]);
  expect(await found(at, later)).toEqual([]);
});

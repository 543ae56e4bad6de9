import { addressOf, makePerson, startTestSystem, type TestPerson, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { waitFor } from '#support/wait-for.ts';

/** A revocation waits for one transaction of its user, so what one changes has a bound, and the number of notifications has none. */
const MAX_ROWS = 1000;
const NOTIFICATIONS = 2500;

let system: TestSystem;
let user: TestPerson;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none' });
});
beforeEach(async () => {
  user = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
});
afterAll(() => system.stop());

const put = (path: string, body: object) =>
  system.publicHost.request(`/api/identities/users/current${path}`, {
    method: 'PUT',
    cookie: user.cookie,
    headers: { 'if-match': '*' },
    body,
  });

/** Makes unread notifications, whose mail is planned for `mailAt`. */
async function notify(mailAt: string): Promise<string> {
  const rows = await system.database.query<{ id: string }>(
    `insert into identity.notifications (id, user_id, kind, subject_id, value, at)
     select uuidv7(), $1, 'role_changed', $2, 'owner ' || gen_random_uuid(), now() from generate_series(1, ${NOTIFICATIONS})
     returning id`,
    [user.userId, user.companyId],
  );
  await system.database.query(`update identity.notifications set mail_at = ${mailAt} where user_id = $1`, [
    user.userId,
  ]);
  return (
    rows
      .map(({ id }) => id)
      .sort()
      .at(-1) ?? ''
  );
}

/** How many rows for which `condition` holds the largest transaction has written. */
async function largestWrite(condition: string): Promise<number> {
  const [row] = await system.database.query<{ count: number }>(
    `select coalesce(max(t.count), 0)::int as count
       from (select count(*) from identity.notifications n where n.user_id = $1 and ${condition} group by n.xmin::text) t`,
    [user.userId],
  );
  return row?.count ?? 0;
}

async function count(condition: string): Promise<number> {
  const [row] = await system.database.query<{ count: number }>(
    `select count(*)::int as count from identity.notifications n where n.user_id = $1 and ${condition}`,
    [user.userId],
  );
  return row?.count ?? 0;
}

test('F2 G1: thousands of notifications are marked as read by several transactions, between which a revocation takes its turn', async () => {
  const newest_id = await notify("'infinity'");
  expect((await put('/notifications/read', { newest_id })).status).toBe(204);
  expect(await count('n.read_at is null')).toBe(0);
  expect(await largestWrite('n.read_at is not null')).toBeLessThanOrEqual(MAX_ROWS);
});

test('F2 G1: a changed mail setting moves the mail of the newest notifications, and not of all that wait', async () => {
  await notify("'infinity'");
  const path = '/api/identities/users/current/notification_settings';
  const { etag: _, ...settings } = (await system.publicHost.request(path, { cookie: user.cookie })).body;
  expect((await put('/notification_settings', { ...settings, role_changed: 'at_once' })).status).toBe(200);
  const planned = await count("n.mail_at < 'infinity'");
  expect(planned).toBeGreaterThan(0);
  expect(planned).toBeLessThanOrEqual(MAX_ROWS);
});

test('F2 G1: a mail about thousands of notifications keeps no row of its user locked for all of them, and is one mail', async () => {
  await notify("now() - interval '1 second'");
  await waitFor(async () => ((await count('n.mail_at is not null')) === 0 ? true : undefined));
  expect(await largestWrite('n.mail_at is null')).toBeLessThanOrEqual(MAX_ROWS);
  const mails = await system.database.query(
    "select from identity.mail_outbox where to_address = $1 and kind = 'notification_digest'",
    [addressOf(user)],
  );
  expect(mails).toHaveLength(1);
});

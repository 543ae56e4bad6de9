import type { ServiceRole } from '@gatehouse/database';
import { createTestDatabase, makeAdmin, makePerson, type TestDatabase } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'none' });
});
afterAll(() => database.stop());

/** On one connection, so that what a transaction holds stays held until `work` is done. */
async function as<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const run = (role: ServiceRole, sql: string, values: unknown[] = []) =>
  as(database.roleUrl(role), (client) => client.query(sql, values));

/** Whether somebody holds the row so that it cannot be changed now. */
async function isHeld(table: string, id: string): Promise<boolean> {
  const free = await database.query(`select 1 from ${table} where id = $1 for no key update skip locked`, [
    id,
  ]);
  return free.length === 0;
}

describe('locking the facts of a decision', () => {
  const rowsOf = async (sessionId: string) => {
    const [row] = await database.query<{ hash: Buffer; user: string; membership: string; company: string }>(
      `select s.token_hash as hash, s.user_id as user, m.id as membership, m.company_id as company
         from identity.user_sessions s left join employer.org_memberships m on m.user_id = s.user_id where s.id = $1`,
      [sessionId],
    );
    if (row === undefined) throw new Error('the session has no row');
    return row;
  };

  test.each(['identity_service', 'employer_service', 'talent_service'] as const)(
    '%s holds session, person, membership and company until its transaction ends',
    async (role) => {
      const { sessionId } = await makePerson(database, { membership: { role: 'owner', status: 'active' } });
      const { hash, user, membership, company } = await rowsOf(sessionId);
      const facts: [string, string][] = [
        ['identity.user_sessions', sessionId],
        ['identity.users', user],
        ['employer.org_memberships', membership],
        ['employer.companies', company],
      ];
      await as(database.roleUrl(role), async (client) => {
        await client.query('begin');
        await client.query('select identity.lock_user_access($1)', [hash]);
        for (const [table, id] of facts) expect([table, await isHeld(table, id)]).toEqual([table, true]);
        // Shared: another write on the same facts does not wait.
        await as(database.roleUrl(role), async (other) => {
          await other.query("set lock_timeout = '2s'");
          await other.query('select identity.lock_user_access($1)', [hash]);
        });
        await client.query('commit');
        for (const [table, id] of facts) expect([table, await isHeld(table, id)]).toEqual([table, false]);
      });
    },
  );

  test('a person without a membership has session and person held, and an unknown token nothing', async () => {
    const { sessionId } = await makePerson(database);
    const { hash, user } = await rowsOf(sessionId);
    await as(database.roleUrl('talent_service'), async (client) => {
      await client.query('begin');
      await client.query('select identity.lock_user_access($1)', [Buffer.alloc(32)]);
      expect(await isHeld('identity.user_sessions', sessionId)).toBe(false);
      await client.query('select identity.lock_user_access($1)', [hash]);
      expect(await isHeld('identity.user_sessions', sessionId)).toBe(true);
      expect(await isHeld('identity.users', user)).toBe(true);
    });
  });

  test('an admin has session and admin held', async () => {
    const { adminId, sessionId } = await makeAdmin(database, 'operator');
    await as(database.roleUrl('identity_service'), async (client) => {
      await client.query('begin');
      await client.query(
        'select identity.lock_admin_access(token_hash) from identity.admin_sessions where id = $1',
        [sessionId],
      );
      expect(await isHeld('identity.admin_sessions', sessionId)).toBe(true);
      expect(await isHeld('identity.admins', adminId)).toBe(true);
    });
  });
});

describe('touching a session', () => {
  const idle = async (sessionId: string) =>
    (
      await database.query<{ idle_expires_at: Date; last_seen_at: Date }>(
        'select idle_expires_at, last_seen_at from identity.user_sessions where id = $1',
        [sessionId],
      )
    )[0];
  const age = (sessionId: string) =>
    database.query(
      "update identity.user_sessions set last_seen_at = now() - interval '2 minutes' where id = $1",
      [sessionId],
    );

  test.each(['ended', 'expired', 'idle'] as const)('touching revives no %s session', async (session) => {
    const { sessionId } = await makePerson(database, { session });
    await age(sessionId);
    const before = await idle(sessionId);
    await run('talent_service', "select identity.touch_user_session($1, '9 days')", [sessionId]);
    expect(await idle(sessionId)).toEqual(before);
  });

  test('touching moves a live session on, once a minute, and waits for nobody', async () => {
    const { sessionId } = await makePerson(database);
    const fresh = await idle(sessionId);
    await run('talent_service', "select identity.touch_user_session($1, '9 days')", [sessionId]);
    expect(await idle(sessionId)).toEqual(fresh);
    await age(sessionId);
    const holder = new pg.Client({ connectionString: database.ownerUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select 1 from identity.user_sessions where id = $1 for update', [sessionId]);
    await run('talent_service', "select identity.touch_user_session($1, '9 days')", [sessionId]);
    await holder.query('rollback');
    await holder.end();
    const aged = await idle(sessionId);
    expect(aged?.idle_expires_at).toEqual(fresh?.idle_expires_at);
    await run('talent_service', "select identity.touch_user_session($1, '9 days')", [sessionId]);
    expect((await idle(sessionId))?.idle_expires_at.getTime()).toBeGreaterThan(Date.now() + 8 * 86_400_000);
  });

  test.each(['live', 'ended', 'expired', 'idle'] as const)(
    'touching moves a %s admin session on only if it is live',
    async (session) => {
      const { sessionId } = await makeAdmin(database, 'viewer', session);
      await database.query(
        "update identity.admin_sessions set last_seen_at = now() - interval '2 minutes' where id = $1",
        [sessionId],
      );
      await run('identity_service', "select identity.touch_admin_session($1, '9 days')", [sessionId]);
      const [row] = await database.query(
        "select idle_expires_at > now() + interval '8 days' as moved from identity.admin_sessions where id = $1",
        [sessionId],
      );
      expect(row).toEqual({ moved: session === 'live' });
    },
  );
});

test.each([
  ['none', 'pending'],
  ['pending', null],
  ['active', null],
  ['suspended', null],
] as const)('asking for talent access from %s gives %s', async (talent, expected) => {
  const { userId } = await makePerson(database, { talent });
  const { rows } = await run('talent_service', 'select identity.request_talent_access($1) as state', [
    userId,
  ]);
  expect(rows).toEqual([{ state: expected }]);
  const [row] = await database.query(
    'select talent_access_state as state from identity.users where id = $1',
    [userId],
  );
  expect(row).toEqual({ state: expected ?? talent });
});

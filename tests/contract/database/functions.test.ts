import { randomUUID } from 'node:crypto';
import type { ServiceRole } from '@gatehouse/database/roles';
import { SERVICE_ROLES } from '@gatehouse/database/roles';
import { createTestDatabase, makeAdmin, makePerson, type TestDatabase } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { waitFor } from '#support/wait-for.ts';

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

type Key = readonly [kind: 'user' | 'company' | 'admin', id: string];

/** How the database's transactions hold the lock of a key: `free`, `shared` or `exclusive`. */
async function heldAs([kind, id]: Key): Promise<string> {
  return as(database.ownerUrl, async (client) => {
    const taken = async (suffix: string) => {
      await client.query('begin');
      const { rows } = await client.query(
        `select pg_try_advisory_xact_lock${suffix}(identity.access_lock_key($1, $2)) as taken`,
        [kind, id],
      );
      await client.query('rollback');
      return rows[0]?.taken === true;
    };
    if (await taken('')) return 'free';
    return (await taken('_shared')) ? 'shared' : 'exclusive';
  });
}

const LOCK_ACCESS = 'select identity.lock_access($1, $2, $3)';

describe('G1: taking the locks of access facts', () => {
  test.each(SERVICE_ROLES)('%s holds each in its mode until its transaction ends', async (role) => {
    const keys: Key[] = [
      ['user', randomUUID()],
      ['company', randomUUID()],
      ['admin', randomUUID()],
    ];
    await as(database.roleUrl(role), async (client) => {
      await client.query('begin');
      await client.query(LOCK_ACCESS, [
        keys.map(([kind]) => kind),
        keys.map(([, id]) => id),
        [false, true, false],
      ]);
      const held = async () => Promise.all(keys.map(heldAs));
      expect(await held()).toEqual(['shared', 'exclusive', 'shared']);
      await client.query('commit');
      expect(await held()).toEqual(['free', 'free', 'free']);
    });
  });

  test('the kinds of one id are different locks', async () => {
    const id = randomUUID();
    await as(database.ownerUrl, async (client) => {
      await client.query('begin');
      await client.query(LOCK_ACCESS, [['user'], [id], [true]]);
      expect(await heldAs(['user', id])).toBe('exclusive');
      expect(await heldAs(['company', id])).toBe('free');
      expect(await heldAs(['admin', id])).toBe('free');
    });
  });

  test('G1: they are taken in the order given: behind one that is held, the next is not taken', async () => {
    const first: Key = ['user', randomUUID()];
    const second: Key = ['company', randomUUID()];
    await as(database.ownerUrl, async (holder) => {
      await holder.query('begin');
      await holder.query(LOCK_ACCESS, [['user'], [first[1]], [true]]);
      await as(database.roleUrl('employer_service'), async (waiting) => {
        await waiting.query('begin');
        const taken = waiting.query(LOCK_ACCESS, [
          ['user', 'company'],
          [first[1], second[1]],
          [false, true],
        ]);
        await waitUntilBlocked(1);
        expect(await heldAs(second)).toBe('free');
        await holder.query('commit');
        await taken;
        expect(await heldAs(second)).toBe('exclusive');
      });
    });
  });

  test('G1: an exclusive lock that waits is overtaken by no shared one', async () => {
    const id = randomUUID();
    await as(database.ownerUrl, async (writer) => {
      await writer.query('begin');
      await writer.query(LOCK_ACCESS, [['user'], [id], [false]]);
      await as(database.ownerUrl, async (revocation) => {
        await revocation.query('begin');
        const revoked = revocation.query(LOCK_ACCESS, [['user'], [id], [true]]);
        await waitUntilBlocked(1);
        await as(database.ownerUrl, async (late) => {
          await late.query('begin');
          await late.query("set local lock_timeout = '200ms'");
          await expect(late.query(LOCK_ACCESS, [['user'], [id], [false]])).rejects.toMatchObject({
            code: '55P03',
          });
        });
        await writer.query('commit');
        await revoked;
      });
    });
  });
});

/** How many connections of this database wait for an advisory lock. */
async function waitUntilBlocked(count: number): Promise<void> {
  await waitFor(async () => {
    const rows = await database.query(
      `select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'`,
    );
    return rows.length >= count ? true : undefined;
  });
}

describe('pods of the release before', () => {
  const hashOf = async (system: 'user' | 'admin', sessionId: string) =>
    (
      await database.query<{ hash: Buffer }>(
        `select token_hash as hash from identity.${system}_sessions where id = $1`,
        [sessionId],
      )
    )[0]?.hash;

  test.each(SERVICE_ROLES)('%s: the writes of one hold user and company shared', async (role) => {
    const { sessionId, userId, companyId } = await makePerson(database, {
      membership: { role: 'owner', status: 'active' },
    });
    await as(database.roleUrl(role), async (client) => {
      await client.query('begin');
      await client.query('select identity.lock_user_access($1)', [await hashOf('user', sessionId)]);
      expect(await heldAs(['user', userId])).toBe('shared');
      expect(await heldAs(['company', companyId ?? ''])).toBe('shared');
    });
  });

  test('a user without a membership is held alone, and an unknown token holds nothing', async () => {
    const { sessionId, userId } = await makePerson(database);
    await as(database.roleUrl('talent_service'), async (client) => {
      await client.query('begin');
      await client.query('select identity.lock_user_access($1)', [Buffer.alloc(32)]);
      expect(await heldAs(['user', userId])).toBe('free');
      await client.query('select identity.lock_user_access($1)', [await hashOf('user', sessionId)]);
      expect(await heldAs(['user', userId])).toBe('shared');
    });
  });

  test('an admin is held shared', async () => {
    const { adminId, sessionId } = await makeAdmin(database, 'operator');
    await as(database.roleUrl('identity_service'), async (client) => {
      await client.query('begin');
      await client.query('select identity.lock_admin_access($1)', [Buffer.alloc(32)]);
      expect(await heldAs(['admin', adminId])).toBe('free');
      await client.query('select identity.lock_admin_access($1)', [await hashOf('admin', sessionId)]);
      expect(await heldAs(['admin', adminId])).toBe('shared');
    });
  });
});

describe('G1: a change of an access fact holds its lock exclusively, whatever was locked before', () => {
  const owner = () =>
    makePerson(database, { talent: 'active', membership: { role: 'owner', status: 'active' } });

  test.each([
    [
      'identity_service',
      'ends a session',
      'user',
      "update identity.user_sessions set ended_at = now(), end_reason = 'x' where user_id = $1",
    ],
    [
      'identity_service',
      'changes talent access',
      'user',
      "update identity.users set talent_access_state = 'suspended' where id = $1",
    ],
    [
      'identity_service',
      'revokes a membership',
      'user',
      "update employer.org_memberships set status = 'revoked' where user_id = $1",
    ],
    [
      'employer_service',
      'demotes a member',
      'user',
      "update employer.org_memberships set role = 'member' where user_id = $1",
    ],
    [
      'identity_service',
      'disables a company',
      'company',
      "update employer.companies set condition = 'disabled' where id = $1",
    ],
  ] as const)('%s that %s', async (role, _what, kind, sql) => {
    const { userId, companyId } = await owner();
    const id = kind === 'user' ? userId : (companyId ?? '');
    await as(database.roleUrl(role), async (client) => {
      await client.query('begin');
      await client.query(sql, [id]);
      expect(await heldAs([kind, id])).toBe('exclusive');
    });
  });

  test('identity_service that ends a session of an admin', async () => {
    const { adminId } = await makeAdmin(database, 'operator');
    await as(database.roleUrl('identity_service'), async (client) => {
      await client.query('begin');
      await client.query(
        "update identity.admin_sessions set ended_at = now(), end_reason = 'x' where admin_id = $1",
        [adminId],
      );
      expect(await heldAs(['admin', adminId])).toBe('exclusive');
    });
  });

  test('what changes no fact takes no lock: the same value again, a name', async () => {
    const { userId, companyId } = await owner();
    await as(database.roleUrl('identity_service'), async (client) => {
      await client.query('begin');
      await client.query(
        "update identity.users set talent_access_state = 'active', name = 'N' where id = $1",
        [userId],
      );
      await client.query("update employer.org_memberships set status = 'active' where user_id = $1", [
        userId,
      ]);
      await client.query("update employer.companies set condition = 'active' where id = $1", [companyId]);
      expect(await heldAs(['user', userId])).toBe('free');
      expect(await heldAs(['company', companyId ?? ''])).toBe('free');
    });
  });

  test('the owner of the database, who may end every session at once, takes none', async () => {
    const { userId } = await owner();
    await as(database.ownerUrl, async (client) => {
      await client.query('begin');
      await client.query('update identity.user_sessions set ended_at = now() where user_id = $1', [userId]);
      expect(await heldAs(['user', userId])).toBe('free');
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

  test('touching extends a live session, once a minute, and never waits', async () => {
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

import { migrate, SERVICE_ROLES, type ServiceRole } from '@gatehouse/database';
import { createTestDatabase, makePerson, type TestDatabase } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';

let database: TestDatabase;
const pools = new Map<ServiceRole, pg.Pool>();
beforeAll(async () => {
  database = await createTestDatabase();
  for (const role of SERVICE_ROLES)
    pools.set(role, new pg.Pool({ connectionString: database.roleUrl(role), max: 2 }));
});
afterAll(async () => {
  for (const pool of pools.values()) await pool.end();
  await database.stop();
});

async function run(role: ServiceRole, sql: string, values: unknown[] = []) {
  const pool = pools.get(role);
  if (pool === undefined) throw new Error(`no pool for ${role}`);
  return pool.query(sql, values);
}

const forbiddenToAll = [
  'delete from identity.audit_events',
  "update identity.audit_events set reason = 'rewritten'",
  'truncate identity.audit_events',
  'delete from identity.users',
  'delete from identity.user_sessions',
  'delete from employer.org_memberships',
  'update identity.user_sessions set ended_at = null',
  "update identity.user_sessions set token_hash = '\\x00'",
  'update identity.user_sessions set user_id = user_id',
  'update identity.user_sessions set expires_at = now()',
  'update identity.user_sessions set idle_expires_at = now()',
  "update identity.admins set role = 'operator'",
  'update employer.org_memberships set user_id = user_id',
  'create table identity.mine (id int)',
  'create table public.mine (id int)',
  'create schema mine',
  'alter table identity.users add column mine int',
  'select * from pg_authid',
  'select * from public.schema_migrations',
];

const forbidden: Record<ServiceRole, readonly string[]> = {
  identity_service: [
    ...forbiddenToAll.filter((sql) => !sql.includes('ended_at = null')),
    'select * from talent.profiles',
    'select title from employer.job_posts',
    "insert into employer.companies (name) values ('x')",
    "update employer.companies set name = 'x'",
    "update employer.org_memberships set role = 'owner'",
    'select identity.request_talent_access(uuidv7())',
  ],
  employer_service: [
    ...forbiddenToAll,
    'select * from identity.credentials',
    'select * from identity.admin_sessions',
    'select * from identity.admins',
    'select * from identity.mail_tokens',
    'select * from identity.mail_outbox',
    'select * from identity.audit_events',
    'select user_agent from identity.user_sessions',
    'select email_verified_at from identity.users',
    "update identity.users set talent_access_state = 'active'",
    "update employer.companies set condition = 'active'",
    "insert into employer.companies (name, condition) values ('x', 'active')",
    'select * from talent.profiles',
    'select identity.lock_admin_access(null)',
    'select identity.request_talent_access(uuidv7())',
  ],
  talent_service: [
    ...forbiddenToAll,
    'select * from identity.credentials',
    'select password_hash from identity.credentials',
    'select * from identity.admins',
    'select * from identity.mail_outbox',
    'select * from identity.audit_events',
    "update identity.users set talent_access_state = 'active'",
    "update employer.job_posts set title = 'x'",
    "insert into employer.org_memberships (user_id, company_id, role) values (uuidv7(), uuidv7(), 'owner')",
    "update employer.org_memberships set status = 'active'",
    'select created_at from employer.org_memberships',
    'select identity.lock_admin_access(null)',
    "select identity.touch_admin_session(uuidv7(), '1 day')",
  ],
};

describe('a service may do in the database what it needs and nothing else', () => {
  test.each(SERVICE_ROLES.flatMap((role) => forbidden[role].map((sql) => ({ role, sql }))))(
    '$role may not: $sql',
    async ({ role, sql }) => {
      await expect(run(role, sql)).rejects.toMatchObject({ code: '42501' });
    },
  );

  test.each(SERVICE_ROLES)(
    '%s may read the facts, lock them, touch a session and add to the trail',
    async (role) => {
      const person = await makePerson(database, { membership: { role: 'owner', status: 'active' } });
      const { rows } = await run(
        role,
        `select s.id, u.name, m.role, c.name from identity.user_sessions s join identity.users u on u.id = s.user_id
         left join employer.org_memberships m on m.user_id = u.id left join employer.companies c on c.id = m.company_id
        where s.id = $1`,
        [person.sessionId],
      );
      expect(rows).toHaveLength(1);
      await run(
        role,
        'select identity.lock_user_access(token_hash) from identity.user_sessions where id = $1',
        [person.sessionId],
      );
      await run(role, "select identity.touch_user_session($1, '1 day')", [person.sessionId]);
      await run(
        role,
        "insert into identity.audit_events (actor_kind, action, subject_kind) values ('system', 'x.y', 'x')",
      );
    },
  );
});

test.each(SERVICE_ROLES)(
  '%s may connect to a migrated database and make no temporary tables there',
  async (role) => {
    // The template was migrated itself; a copy of a database does not copy the grants on the database.
    const [row] = await database.query(
      "select has_database_privilege($1, 'gatehouse_template', 'connect') as connect, has_database_privilege($1, 'gatehouse_template', 'temporary') as temporary",
      [role],
    );
    expect(row).toEqual({ connect: true, temporary: false });
  },
);

describe('what the functions do', () => {
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

  test('migrating again, and twice at once, changes nothing', async () => {
    expect(await Promise.all([migrate(database.ownerUrl), migrate(database.ownerUrl)])).toEqual([[], []]);
  });
});

import { randomUUID } from 'node:crypto';
import { makeAdmin, makePerson, startTestSystem, type TestPerson, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

let system: TestSystem;
let operator: Awaited<ReturnType<typeof makeAdmin>>;
let owner: TestPerson;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', apis: ['identity'] });
  operator = await makeAdmin(system.database, 'operator');
  owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  await system.database.query("update identity.admins set name = 'Ada Admin' where id = $1", [
    operator.adminId,
  ]);
  await system.database.query(
    "update identity.users set name = 'Tomás Talent-Okoye', email = 'tom.talent@audit.test' where id = $1",
    [owner.userId],
  );
  await system.database.query("update employer.companies set name = 'Weir & Sluice Works' where id = $1", [
    owner.companyId,
  ]);
  for (const [path, body] of [
    [`users/${owner.userId}/talent_access`, { state: 'active' }],
    [`users/${owner.userId}/talent_access`, { state: 'suspended' }],
    [`org_memberships/${owner.membershipId}/status`, { status: 'revoked' }],
    [`companies/${owner.companyId}/condition`, { condition: 'disabled' }],
  ] as const) {
    const answer = await admin(`/${path}`, { method: 'PUT', body: { ...body, reason: '=1+1, "quoted"' } });
    expect(answer.status).toBe(200);
  }
});
afterAll(() => system.stop());

const admin = (path: string, options: { method?: string; body?: object; cookie?: string } = {}) =>
  system.teamHost.request(`/api/identities/admin${path}`, { cookie: operator.cookie, ...options });

interface Item {
  readonly id: string;
  readonly action: string;
  readonly change: string;
}
const eventsWith = async (filter: Readonly<Record<string, string>>): Promise<Item[]> => {
  const answer = await admin(`/audit_events?${new URLSearchParams({ limit: '100', ...filter })}`);
  expect(answer.status).toBe(200);
  return answer.body.items;
};
const find = async (query: string) => {
  const answer = await admin(`/audit_parties?${new URLSearchParams({ query })}`);
  expect(answer.status).toBe(200);
  return answer.body.items as { id: string; kind: string; name: string; email: string }[];
};
const today = () => new Date().toISOString().slice(0, 10);
const yesterday = () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

describe('the parties of the audit trail', () => {
  test.each([
    'tom.talent@audit.test',
    'TOM.TALENT@AUDIT.TEST',
    'tomás',
    'talent okoye',
    'oko',
    'okoye tom',
    ' tom.tal ',
  ])('a user is found by %j', async (query) => {
    expect(await find(query)).toEqual([
      { id: owner.userId, kind: 'user', name: 'Tomás Talent-Okoye', email: 'tom.talent@audit.test' },
    ]);
  });

  test('staff, companies and ids are found, too', async () => {
    expect(await find('ada adm')).toMatchObject([{ id: operator.adminId, kind: 'admin' }]);
    expect(await find('sluice weir')).toEqual([
      { id: owner.companyId, kind: 'company', name: 'Weir & Sluice Works', email: '' },
    ]);
    for (const id of [operator.adminId, owner.userId, owner.companyId ?? '']) {
      expect(await find(` ${id} `)).toMatchObject([{ id }]);
    }
  });

  test.each(['no such name', "' & ! | ( ) : * <->", 'x:*', '%', '01900000-0000-7000-8000-000000000000'])(
    '%j finds nothing and breaks nothing',
    async (query) => {
      expect(await find(query)).toEqual([]);
    },
  );

  test('an address that is the whole query comes first, and there are at most 20', async () => {
    await system.database.query(
      `insert into identity.users (email, name) select 'crowd' || n || '@audit.test', 'Aaron Crowd ' || n
         from generate_series(1, 30) n`,
    );
    await system.database.query(
      "insert into identity.users (email, name) values ('crowd@audit.test', 'Zoe Crowd')",
    );
    const found = await find('crowd');
    expect(found).toHaveLength(20);
    expect((await find('crowd@audit.test'))[0]).toMatchObject({ name: 'Zoe Crowd' });
  });
});

describe('the first 20 parties', () => {
  const insertUsers = (name: string, email: string) =>
    system.database.query(
      `insert into identity.users (name, email) select ${name}, ${email} from generate_series(21, 1, -1) n`,
    );
  const insertAdmins = (name: string, email: string) =>
    system.database.query(
      `insert into identity.admins (name, email, role) select ${name}, ${email}, 'viewer' from generate_series(21, 1, -1) n`,
    );
  const insertCompanies = (name: string) =>
    system.database.query(
      `insert into employer.companies (name) select ${name} from generate_series(21, 1, -1) n`,
    );
  const TWENTY = Array.from({ length: 20 }, (_, index) => `Swarm ${String.fromCharCode(97 + index)}`);

  test.each([
    ['users', insertUsers],
    ['staff', insertAdmins],
  ])('are sorted by name, after an address that is the whole query: %s', async (kind, insert) => {
    await insert("'Swarm ' || chr(96 + n)", `'swarm-${kind}' || n || '@audit.test'`);
    await insert(
      "'Zoe Swarm'",
      `'swarm-${kind}' || case when n > 1 then '.z' || n else '' end || '@audit.test'`,
    );
    const found = await find(`swarm-${kind}@audit.test`);
    expect(found.map(({ name }) => name)).toEqual(['Zoe Swarm', ...TWENTY.slice(0, 19)]);
  });

  test('are sorted by name: companies', async () => {
    await insertCompanies("'Swarm ' || chr(96 + n) || ' Works'");
    const found = await find('swarm works');
    expect(found.map(({ name }) => name)).toEqual(TWENTY.map((name) => `${name} Works`));
  });

  test.each([
    ['users', () => insertUsers("'Flock users'", "'flock-user' || n || '@audit.test'")],
    ['admins', () => insertAdmins("'Flock admins'", "'flock-admin' || n || '@audit.test'")],
    ['companies', () => insertCompanies("'Flock companies'")],
  ])('of one name are sorted by id: %s', async (kind, insert) => {
    await insert();
    const schema = kind === 'companies' ? 'employer' : 'identity';
    const rows = await system.database.query<{ id: string }>(
      `select id from ${schema}.${kind} where name = $1 order by id limit 20`,
      [`Flock ${kind}`],
    );
    expect((await find(`flock ${kind}`)).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  });
});

describe('the filters of the audit trail', () => {
  test('all but the events of sessions, alone, of a party and page by page', async () => {
    const user = await makePerson(system.database);
    for (const action of [
      'user_session.started',
      'profile.changed',
      'user_session.ended',
      'admin_session.started',
    ]) {
      await system.database.query(
        `insert into identity.audit_events (actor_kind, actor_id, action, subject_kind)
         values ('user', $1, $2, 'user_session')`,
        [user.userId, action],
      );
    }
    const action = 'all_but_sessions';
    const all = (await eventsWith({})).filter((event) => !/_session\./.test(event.action));
    expect(all.length).toBeGreaterThan(4);
    expect(await eventsWith({ action })).toEqual(all);
    const ofUser = await eventsWith({ action, party_id: user.userId });
    expect(ofUser.map((event) => event.action)).toEqual(['profile.changed']);
    const pages: Item[] = [];
    for (let cursor = ''; pages.length === 0 || cursor !== ''; ) {
      const answer = await admin(`/audit_events?${new URLSearchParams({ action, limit: '2', cursor })}`);
      pages.push(...answer.body.items);
      cursor = answer.body.next_cursor;
    }
    expect(pages).toEqual(all);
  });

  test('a user’s events include those of the membership, a company’s those of its memberships', async () => {
    expect((await eventsWith({ party_id: owner.userId })).map(({ action }) => action)).toEqual([
      'org_membership.status_changed',
      'talent_access.changed',
      'talent_access.changed',
    ]);
    expect((await eventsWith({ party_id: owner.companyId ?? '' })).map(({ action }) => action)).toEqual([
      'company.condition_changed',
      'org_membership.status_changed',
    ]);
  });

  test('an event names the user and the company that it is about', async () => {
    const [event] = await eventsWith({ party_id: owner.userId, action: 'org_membership.status_changed' });
    expect(event).toMatchObject({
      actor_name: 'Ada Admin',
      subject_name: 'Tomás Talent-Okoye',
      subject_user_id: owner.userId,
      subject_company_id: owner.companyId,
      subject_company_name: 'Weir & Sluice Works',
    });
  });

  /** A job post and an invitation of a person's company. */
  async function makeParts({ userId, companyId }: TestPerson) {
    const [parts] = await system.database.query<{ post: string; invitation: string }>(
      `with post as (insert into employer.job_posts (company_id, title, kind) values ($1, 'Diver', 'contract') returning id),
            invitation as (
              insert into employer.invitations (company_id, email, role, token_hash, invited_by, expires_at)
              values ($1, $3, 'member', sha256(convert_to($3, 'UTF8')), $2, now() + interval '1 day') returning id)
       select post.id as post, invitation.id as invitation from post, invitation`,
      [companyId, userId, `guest-${companyId}-${Date.now()}@audit.test`],
    );
    if (parts === undefined) throw new Error('the company has no parts');
    return parts;
  }

  test('an event of each kind names its actor and its subject, in the whole trail and with each filter', async () => {
    const makeOwner = () => makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    const [person, other] = [await makeOwner(), await makeOwner()];
    const { adminId } = await makeAdmin(system.database, 'viewer');
    await makeParts(other);
    const { post, invitation } = await makeParts(person);
    const { query } = system.database;
    const [admin, user, company] = ['Bo Admin', 'Nia User', 'Named Works'];
    await query('update identity.admins set name = $2 where id = $1', [adminId, admin]);
    await query('update identity.users set name = $2 where id = $1', [person.userId, user]);
    await query('update employer.companies set name = $2 where id = $1', [person.companyId, company]);
    const EVENTS = [
      ['user', person.userId, user, 'admin', adminId, admin, ''],
      ['admin', adminId, admin, 'user', person.userId, user, ''],
      ['admin', adminId, admin, 'org_membership', person.membershipId, user, company],
      ['system', null, '', 'company', person.companyId, company, company],
      ['user', person.userId, user, 'job_post', post, company, company],
      ['user', person.userId, user, 'invitation', invitation, company, company],
    ] as const;
    const action = `named.${other.userId}`;
    for (const [index, [actorKind, actorId, , subjectKind, subjectId]] of EVENTS.entries()) {
      await query(
        `insert into identity.audit_events (id, at, actor_kind, actor_id, action, subject_kind, subject_id)
         values (uuidv7('2025-05-05'::timestamptz - now() + make_interval(secs => $6 + 2)), '2025-05-05', $1, $2, $3, $4, $5)`,
        [actorKind, actorId, action, subjectKind, subjectId, index],
      );
    }
    const day = { from: '2025-05-05', to: '2025-05-05' };
    const ofTest = (events: readonly Item[]) => events.filter((event) => event.action === action);
    const named = EVENTS.map(([actor_kind, , actor_name, subject_kind, , subject_name, company_name]) => ({
      ...{ actor_kind, actor_name, subject_kind, subject_name, subject_company_name: company_name },
    })).reverse();
    expect(ofTest(await eventsWith(day))).toMatchObject(named);
    expect(await eventsWith({ ...day, action })).toMatchObject(named);
    for (const [index, [, , , , subject_id]] of EVENTS.toReversed().entries())
      expect(ofTest(await eventsWith({ ...day, subject_id: subject_id ?? '' }))).toMatchObject([
        named[index] ?? {},
      ]);
  });

  const COMBINATIONS: readonly (readonly [string, () => Readonly<Record<string, string>>, number])[] = [
    ['the staff’s events', () => ({ party_id: operator.adminId }), 4],
    ['by an actor', () => ({ actor_id: operator.adminId }), 4],
    ['about a subject', () => ({ subject_id: owner.userId }), 2],
    ['by an actor about a subject', () => ({ actor_id: operator.adminId, subject_id: owner.userId }), 2],
    [
      'of a party by an actor with an action',
      () => ({ party_id: owner.userId, actor_id: operator.adminId, action: 'talent_access.changed' }),
      2,
    ],
    ['by another actor', () => ({ party_id: owner.userId, actor_id: owner.userId }), 0],
    ['of a party by another one', () => ({ party_id: operator.adminId, actor_id: owner.userId }), 0],
    [
      'of an actor about a subject',
      () => ({ party_id: operator.adminId, subject_id: owner.companyId ?? '' }),
      1,
    ],
    ['of a user, not of the membership', () => ({ party_id: owner.userId, subject_id: owner.userId }), 2],
    ['of an action', () => ({ actor_id: operator.adminId, action: 'company.condition_changed' }), 1],
    ['of today', () => ({ actor_id: operator.adminId, from: today(), to: today() }), 4],
    ['since yesterday', () => ({ actor_id: operator.adminId, from: yesterday() }), 4],
    ['up to yesterday', () => ({ actor_id: operator.adminId, to: yesterday() }), 0],
  ];
  test.each(COMBINATIONS)('%s', async (_name, filter, count) => {
    expect(await eventsWith(filter())).toHaveLength(count);
  });

  test('days are in UTC and inclusive, to the microsecond', async () => {
    const { query } = system.database;
    const [actor_id, subject_id] = [randomUUID(), randomUUID()];
    for (const at of [
      '2025-03-09T23:59:59.999999Z',
      '2025-03-10T00:00:00Z',
      '2025-03-10T23:59:59.999999Z',
      '2025-03-11T00:00:00Z',
    ]) {
      // The id's time is that of the insert, a moment after the transaction's.
      await query(
        `insert into identity.audit_events (id, at, actor_kind, actor_id, action, subject_kind, subject_id, change)
         values (uuidv7($1::timestamptz - now() + interval '2 seconds'), $1, 'user', $3, 'day.turned', 'x', $4, $2)`,
        [at, at, actor_id, subject_id],
      );
    }
    const changes = async (filter: Readonly<Record<string, string>>) =>
      (await eventsWith(filter)).map(({ change }) => change);
    for (const filter of [{}, { action: 'day.turned' }, { actor_id }, { subject_id }]) {
      expect(await changes({ ...filter, from: '2025-03-10', to: '2025-03-10' })).toEqual([
        '2025-03-10T23:59:59.999999Z',
        '2025-03-10T00:00:00Z',
      ]);
      expect(await changes({ ...filter, from: '2025-03-11', to: '2025-03-12' })).toEqual([
        '2025-03-11T00:00:00Z',
      ]);
      expect(await changes({ ...filter, to: '2025-03-09' })).toEqual(['2025-03-09T23:59:59.999999Z']);
    }
    expect(await changes({ action: 'day.turned', from: '1970-01-01', to: '9998-12-31' })).toHaveLength(4);
  });

  test('the events of some days page by page, newest first, with each filter', async () => {
    const [actor_id, subject_id] = [randomUUID(), randomUUID()];
    await system.database.query(
      `insert into identity.audit_events (id, at, actor_kind, actor_id, action, subject_kind, subject_id, change)
       select uuidv7('2025-07-07'::timestamptz - now() + make_interval(secs => n)), '2025-07-07', 'user', $1, 'page.turned', 'x', $2, n
         from generate_series(1, 4) n`,
      [actor_id, subject_id],
    );
    const days = { from: '2025-07-07', to: '2025-07-08' };
    const newest = async (filter: object) => {
      const changes: string[] = [];
      for (let cursor = ''; changes.length < 4; ) {
        const query = new URLSearchParams({ ...days, ...filter, limit: '2', cursor });
        const { body } = await admin(`/audit_events?${query}`);
        changes.push(...body.items.map(({ change }: Item) => change));
        cursor = body.next_cursor;
      }
      return changes;
    };
    for (const filter of [{}, { action: 'page.turned' }, { actor_id }, { subject_id }])
      expect(await newest(filter)).toEqual(['4', '3', '2', '1']);
    const party_id = randomUUID();
    await system.database.query(
      `insert into identity.audit_events (id, at, actor_kind, actor_id, action, subject_kind, subject_id, change)
       select uuidv7('2025-07-08'::timestamptz - now() + make_interval(secs => n)), '2025-07-08', 'user',
              case when n % 2 = 0 then $1::uuid end, 'page.turned', 'x', case when n % 2 = 1 then $1::uuid end, n
         from generate_series(1, 4) n`,
      [party_id],
    );
    expect(await newest({ party_id })).toEqual(['4', '3', '2', '1']);
  });

  test('a company’s events include those of its first 500 memberships and of its newest 200 job posts', async () => {
    const { companyId } = await makePerson(system.database, {
      membership: { role: 'owner', status: 'active' },
    });
    const insert = (text: string) => system.database.query<{ id: string }>(text, [companyId]);
    const members = await insert(
      `with person as (
         insert into identity.users (name, email)
         select 'Legion', 'legion-' || $1::text || n || '@audit.test' from generate_series(1, 501) n returning id)
       insert into employer.org_memberships (company_id, user_id, role) select $1::uuid, id, 'member' from person returning id`,
    );
    const posts = await insert(
      `insert into employer.job_posts (company_id, title, kind)
       select $1, 'Post', 'contract' from generate_series(1, 201) returning id`,
    );
    const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).toSorted();
    const [first, ...others] = ids(posts);
    const lastMember = ids(members).at(-1);
    const found = [ids(members)[0], others.at(-1)];
    for (const subject of [...found, first, lastMember]) {
      await system.database.query(
        `insert into identity.audit_events (actor_kind, action, subject_kind, subject_id) values ('system', 'part.changed', 'x', $1)`,
        [subject],
      );
    }
    const events = await admin(`/audit_events?${new URLSearchParams({ party_id: companyId ?? '' })}`);
    const subjects = events.body.items.map(({ subject_id }: { subject_id: string }) => subject_id);
    expect(subjects).toEqual(found.toReversed());
    // An export says so while there is one more of either.
    const isComplete = async () => {
      const body = { actor_id: '', action: '', subject_id: '', party_id: companyId, from: '', to: '' };
      const exported = await admin('/audit_exports', { method: 'POST', body });
      expect(exported.status).toBe(200);
      return exported.body.is_complete;
    };
    expect(await isComplete()).toBe(false);
    const remove = (table: string, id: string | undefined) =>
      system.database.query(`delete from employer.${table} where id = $1`, [id]);
    await remove('job_posts', first);
    expect(await isComplete()).toBe(false);
    await remove('org_memberships', lastMember);
    expect(await isComplete()).toBe(false);
    await remove('org_memberships', ids(members).at(-2));
    expect(await isComplete()).toBe(true);
    await insert("insert into employer.job_posts (company_id, title, kind) values ($1, 'Post', 'contract')");
    expect(await isComplete()).toBe(false);
  });

  test.each([
    ['from', { from: '2026-02-30' }],
    ['from', { from: '0000-01-01' }],
    ['to', { to: '9999-12-31' }],
    ['to', { to: 'yesterday' }],
    ['to', { from: '2026-02-02', to: '2026-02-01' }],
    ['party_id', { party_id: 'Tom' }],
  ])('an invalid %s is refused by name: %j', async (field, filter) => {
    const answer = await admin(`/audit_events?${new URLSearchParams(filter)}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'input_invalid', errors: [{ field }] } });
  });

  test('pages hold while new events are added', async () => {
    const filter = { actor_id: operator.adminId, from: today() };
    const whole = (await eventsWith(filter)).map(({ id }) => id);
    const first = await admin(`/audit_events?${new URLSearchParams({ ...filter, limit: '2' })}`);
    await admin(`/companies/${owner.companyId}/condition`, {
      method: 'PUT',
      body: { condition: 'active', reason: 'x' },
    });
    const cursor = first.body.next_cursor as string;
    const second = await admin(`/audit_events?${new URLSearchParams({ ...filter, limit: '2', cursor })}`);
    const ids = [...first.body.items, ...second.body.items].map(({ id }: Item) => id);
    expect(ids).toEqual(whole.slice(0, 4));
  });
});

describe('the export of the audit trail', () => {
  const ALL = { actor_id: '', action: '', subject_id: '', party_id: '', from: '', to: '' };
  const exportOf = (filter: object, cookie = operator.cookie) =>
    admin('/audit_exports', { method: 'POST', body: { ...ALL, ...filter }, cookie });

  test('has the filtered events, runs nothing in a spreadsheet, and is audited', async () => {
    const answer = await exportOf({ party_id: owner.userId, from: today() });
    expect(answer).toMatchObject({ status: 200, body: { event_count: 3, is_complete: true } });
    const lines = answer.body.csv.split('\r\n');
    expect(lines[0]).toBe(
      'time_utc,actor_kind,actor_name,actor_id,action,subject_kind,subject_name,subject_id,company_name,company_id,change,reason',
    );
    expect(lines).toHaveLength(5);
    expect(lines[1]).toMatch(/,Ada Admin,.*,Weir & Sluice Works,.*,"'=1\+1, ""quoted"""$/);
    const [event] = await eventsWith({ action: 'audit_trail.exported' });
    expect(event).toMatchObject({
      actor_name: 'Ada Admin',
      subject_id: owner.userId,
      change: `3 events, from ${today()}`,
    });
  });

  test('is refused to a viewer, and without a fresh code', async () => {
    const viewer = await makeAdmin(system.database, 'viewer');
    expect((await exportOf({}, viewer.cookie)).body.code).toBe('admin_role_required');
    const stale = await makeAdmin(system.database, 'operator', 'live', '15 minutes old');
    expect((await exportOf({}, stale.cookie)).body.code).toBe('reauthentication_required');
  });

  test('has at most the newest 10,000 events, and says so', async () => {
    await system.database.query(
      `insert into identity.audit_events (actor_kind, action, subject_kind)
       select 'system', 'export.filled', 'x' from generate_series(1, 10001)`,
    );
    const answer = await exportOf({ action: 'export.filled' });
    expect(answer.body).toMatchObject({ event_count: 10_000, is_complete: false });
    expect(answer.body.csv.split('\r\n')).toHaveLength(10_002);
  });
});

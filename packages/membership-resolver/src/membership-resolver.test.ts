import { describe, expect, test } from '@jest/globals';
import { trace } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { ClientBase, Pool } from 'pg';
import { lockAccess } from './access-locks.ts';
import { createMembershipResolver } from './membership-resolver.ts';

const exporter = new InMemorySpanExporter();
trace.setGlobalTracerProvider(
  new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
);

/** The database's row of a live session: a value for each column that a statement may select. */
type Row = Readonly<Record<string, unknown>>;

const CREATED = new Date(1000);
const EXPIRES = new Date(2000);
const TOUCH_IS_DUE = "s.last_seen_at < now() - interval '1 minute'";
const user: Row = {
  's.id': 'user-session',
  's.created_at': CREATED,
  's.expires_at': EXPIRES,
  [TOUCH_IS_DUE]: false,
  "s.authenticated_at > now() - interval '10 minutes'": true,
  'u.id': 'u',
  'u.name': 'U',
  'u.email': 'u@x.test',
  'u.talent_access_state': 'pending',
  'u.deletion_due_at': EXPIRES,
  'm.id': 'm',
  'm.role': 'owner',
  'm.status': 'revoked',
  'c.id': 'c',
  'c.name': 'C',
  'c.condition': 'disabled',
};
const withoutMembership: Row = {
  ...user,
  's.id': 'other-session',
  ...nulls('m.id', 'm.role', 'm.status', 'c.id', 'c.name', 'c.condition'),
};
const admin: Row = {
  's.id': 'admin-session',
  's.created_at': CREATED,
  's.expires_at': EXPIRES,
  [TOUCH_IS_DUE]: false,
  "s.second_factor_at > now() - interval '15 minutes'": true,
  'a.id': 'a',
  'a.name': 'A',
  'a.email': 'a@x.test',
  'a.role': 'viewer',
};

function nulls(...columns: string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, null]));
}

const session = (id: string) => ({ id, created_at: CREATED, expires_at: EXPIRES });
const userFacts = {
  session: session('user-session'),
  authentication_is_fresh: true,
  identities_user: { id: 'u', name: 'U', email: 'u@x.test' },
  talent_access: { state: 'pending' },
  deletion_due_at: EXPIRES,
  org_membership: {
    id: 'm',
    role: 'owner',
    status: 'revoked',
    org_company: { id: 'c', name: 'C', condition: 'disabled' },
  },
};
const adminFacts = {
  session: session('admin-session'),
  second_factor_is_fresh: true,
  identities_admin: { id: 'a', name: 'A', email: 'a@x.test', role: 'viewer' },
};

interface Query {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A connection over the live sessions of each system, by token; it answers with the columns that the text selects. */
function fakeDatabase({
  users = {},
  admins = {},
}: {
  users?: Record<string, Row>;
  admins?: Record<string, Row>;
}) {
  const queries: Query[] = [];
  const query = async (config: Query) => {
    queries.push(config);
    const [, selected, table] =
      /^\s*select (.*?)\s+from unnest.* join identity\.(\w+) s\s/s.exec(config.text) ?? [];
    if (selected === undefined) return { rows: [] };
    const columns = selected.split(',').map((column) => column.trim());
    const live = table === 'user_sessions' ? users : admins;
    const rows = (config.values[0] as string[]).flatMap((key, index) => {
      const row = live[key];
      return row === undefined
        ? []
        : [columns.map((column) => (column === 'key.ordinal' ? String(index + 1) : row[column]))];
    });
    return { rows };
  };
  return { queries, connection: { query } as unknown as Pool & ClientBase };
}

/** The fake database knows sessions by their token itself. */
const hash = (token: string) => token;
const turn = () => new Promise((resolve) => setImmediate(resolve));

function resolverOver(sessions: Parameters<typeof fakeDatabase>[0]) {
  const { queries, connection } = fakeDatabase(sessions);
  const resolver = createMembershipResolver({
    pool: connection,
    idleLimits: { userSeconds: 3600, adminSeconds: 60 },
    onTouchFailed: (error) => {
      throw error;
    },
  });
  const touches = async () => {
    await turn();
    return queries.filter(({ name }) => name.includes('touch')).map(({ name, values }) => [name, ...values]);
  };
  return { resolver, queries, connection, touches };
}

describe('D8: the session of the presented tokens', () => {
  test('the live session of a user has all facts that a rule may look at', async () => {
    const { resolver, queries } = resolverOver({ users: { x: user } });
    expect(await resolver.user.resolve([hash('x')])).toEqual({
      outcome: 'live',
      facts: userFacts,
      tokenHash: hash('x'),
    });
    expect(queries.map(({ name }) => name)).toEqual(['resolve_user_facts']);
  });

  test('a user without a membership has none', async () => {
    const { resolver } = resolverOver({ users: { x: withoutMembership } });
    expect(await resolver.user.resolve([hash('x')])).toMatchObject({ facts: { org_membership: null } });
  });

  test('the live session of an admin, too', async () => {
    const { resolver, queries } = resolverOver({ admins: { x: admin } });
    expect(await resolver.admin.resolve([hash('x')])).toEqual({
      outcome: 'live',
      facts: adminFacts,
      tokenHash: hash('x'),
    });
    expect(queries.map(({ name }) => name)).toEqual(['resolve_admin_facts']);
  });

  test('B6: a session of one system is none of the other', async () => {
    const { resolver } = resolverOver({ users: { x: user }, admins: { y: admin } });
    expect(await resolver.user.resolve([hash('y')])).toEqual({ outcome: 'none' });
    expect(await resolver.admin.resolve([hash('x')])).toEqual({ outcome: 'none' });
  });

  test('without a live token there is no session; an expired one beside a live one changes nothing', async () => {
    const { resolver } = resolverOver({ users: { x: user } });
    expect(await resolver.user.resolve([])).toEqual({ outcome: 'none' });
    expect(await resolver.user.resolve([hash('expired')])).toEqual({ outcome: 'none' });
    expect(await resolver.user.resolve([hash('expired'), hash('x')])).toMatchObject({
      outcome: 'live',
      tokenHash: hash('x'),
    });
  });

  test('several live sessions are ambiguous, with the id of each', async () => {
    const due = { [TOUCH_IS_DUE]: true };
    const { resolver, touches } = resolverOver({
      users: { x: { ...user, ...due }, y: { ...withoutMembership, ...due } },
    });
    expect(await resolver.user.resolve([hash('x'), hash('y')])).toEqual({
      outcome: 'ambiguous',
      sessionIds: ['user-session', 'other-session'],
    });
    expect(await touches()).toEqual([]);
  });

  test('the trace of the request shows the wait, by system', async () => {
    const { resolver } = resolverOver({ users: { x: user }, admins: { y: admin } });
    const parent = trace.getTracer('test').startSpan('request');
    await resolver.user.resolve([hash('x')], { span: parent });
    await resolver.admin.resolve([hash('y')], { span: parent });
    const waits = exporter.getFinishedSpans().filter(({ name }) => !name.startsWith('shared'));
    expect(waits.map(({ name, parentSpanContext }) => [name, parentSpanContext?.spanId])).toEqual([
      ['SELECT identity.user_sessions', parent.spanContext().spanId],
      ['SELECT identity.admin_sessions', parent.spanContext().spanId],
    ]);
  });
});

describe('the owners of the presented sessions', () => {
  test('are returned once each, by system', async () => {
    const { resolver } = resolverOver({
      users: { x: user, again: user, y: { ...withoutMembership, 'u.id': 'v' } },
      admins: { z: admin, again: admin },
    });
    const ownersOf = async (system: 'user' | 'admin', tokens: readonly string[]) =>
      (await resolver[system].findPresented(tokens.map(hash))).ownerIds;
    expect(await ownersOf('user', ['x', 'again', 'y', 'expired'])).toEqual(['u', 'v']);
    expect(await ownersOf('admin', ['z', 'again', 'x'])).toEqual(['a']);
    expect(await ownersOf('user', [])).toEqual([]);
  });

  test('G1: are returned with the sessions, each of which waits for its own writes', async () => {
    const { resolver } = resolverOver({
      users: { x: user, y: { ...withoutMembership, 's.id': 'other-session' } },
    });
    const { sessionIds } = await resolver.user.findPresented(['x', 'expired', 'y'].map(hash));
    expect(sessionIds).toEqual(['user-session', 'other-session']);
  });
});

describe('last_seen_at', () => {
  test('is written where it is due, by system, with the idle limit of the system', async () => {
    const due = { [TOUCH_IS_DUE]: true };
    const { resolver, touches } = resolverOver({
      users: { x: { ...user, ...due } },
      admins: { y: { ...admin, ...due } },
    });
    await resolver.user.resolve([hash('x')]);
    await resolver.admin.resolve([hash('y')]);
    expect(await touches()).toEqual([
      ['identity.touch_user_session', 'user-session', 3600],
      ['identity.touch_admin_session', 'admin-session', 60],
    ]);
  });

  test('is not written where it is not', async () => {
    const { resolver, touches } = resolverOver({ users: { x: user } });
    await resolver.user.resolve([hash('x')]);
    expect(await touches()).toEqual([]);
  });
});

describe('the facts inside a write', () => {
  test.each([
    ['user', 'resolve_user_facts', { users: { x: user } }, userFacts],
    ['admin', 'resolve_admin_facts', { admins: { x: admin } }, adminFacts],
  ] as const)('of a %s are read by a statement of their own', async (system, read, sessions, facts) => {
    const { resolver, queries, connection } = resolverOver(sessions);
    expect(await resolver[system].findLocked(connection, hash('x'))).toEqual(facts);
    expect(queries).toEqual([
      { name: read, text: expect.any(String), values: [[hash('x')]], rowMode: 'array' },
    ]);
  });

  test('of a session that is no longer live are null', async () => {
    const { resolver, connection } = resolverOver({});
    expect(await resolver.user.findLocked(connection, hash('x'))).toBeNull();
    expect(await resolver.admin.findLocked(connection, hash('x'))).toBeNull();
  });

  test('G1: all locks are taken by one statement, in the one order', async () => {
    const { queries, connection } = resolverOver({});
    await lockAccess(connection, [
      { kind: 'company', id: 'c', mode: 'exclusive' },
      { kind: 'user', id: 'u', mode: 'shared' },
    ]);
    expect(queries).toEqual([
      {
        name: 'lock_access',
        text: 'select identity.lock_access($1, $2, $3)',
        values: [
          ['user', 'company'],
          ['u', 'c'],
          [false, true],
        ],
      },
    ]);
  });

  test('a transaction that depends on no access locks nothing', async () => {
    const { queries, connection } = resolverOver({});
    await lockAccess(connection, []);
    expect(queries).toEqual([]);
  });
});

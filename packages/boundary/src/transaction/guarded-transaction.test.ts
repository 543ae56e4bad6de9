import type { AdminFacts, RequestFacts, UserFacts } from '@gatehouse/access';
import type { Endpoint } from '@gatehouse/contract';
import type { AccessLock } from '@gatehouse/membership-resolver';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { trace } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Caller } from '../caller/caller.ts';
import type { SessionReader, Transaction, TransactionOptions, VersionCheck } from '../context.ts';
import type { Service } from '../service.ts';
import { guardedTransaction } from './guarded-transaction.ts';

const exporter = new InMemorySpanExporter();
beforeAll(() => {
  const spanProcessors = [new SimpleSpanProcessor({ exporter })];
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors }));
});
afterEach(() => {
  exporter.reset();
});

const ID = 'TestService.Test';
const PUBLIC = { kind: 'public' } as const;
const USER = { kind: 'user', fresh_authentication: false } as const;
const ADMIN = { kind: 'admin', role: 'viewer', fresh_second_factor: false } as const;
const EMPLOYER = { kind: 'employer', org_role: null, fresh_authentication: false } as const;
const MAIL = { to: 'a@x.test', values: { name: 'A' } };

const session = { id: 'session-id', created_at: new Date(0), expires_at: new Date(1) };

/** @param company the id of the company that the user is an active member of. */
function userFacts(company: string | null = null): UserFacts {
  const org_company = { id: company ?? '', name: 'C', condition: 'active' } as const;
  return {
    session,
    authentication_is_fresh: true,
    identities_user: { id: 'user-id', name: 'U', email: 'u@x.test' },
    talent_access: { state: 'none' },
    deletion_due_at: null,
    org_membership: company === null ? null : { id: 'm', role: 'member', status: 'active', org_company },
  };
}

const adminFacts: AdminFacts = {
  session,
  second_factor_is_fresh: true,
  identities_admin: { id: 'admin-id', name: 'A', email: 'a@x.test', role: 'viewer' },
};

const NO_CALLER: RequestFacts = { user: null, admin: null };
const A_USER: RequestFacts = { user: userFacts(), admin: null };
const AN_ADMIN: RequestFacts = { user: null, admin: adminFacts };
const memberOf = (company: string): RequestFacts => ({ user: userFacts(company), admin: null });

const lock = (id: string, mode: AccessLock['mode'] = 'exclusive'): AccessLock => ({ kind: 'user', id, mode });

interface Given {
  readonly rule?: Endpoint['rule'];
  readonly session?: Endpoint['session'];
  readonly system?: Endpoint['system'];
  readonly if_match?: boolean;
  readonly facts?: RequestFacts;
  /** What the transaction finds after it has taken its locks. */
  readonly locked?: RequestFacts;
}

type Tx = Transaction & SessionReader & VersionCheck;

/** `events` has in order which queues, connections and statements the transaction uses. */
function stage({
  rule = PUBLIC,
  session = null,
  system = rule.kind === 'admin' ? 'admin' : 'user',
  if_match = false,
  facts = NO_CALLER,
  locked = facts,
}: Given = {}) {
  const events: unknown[] = [];
  const connectionOf = (lane: string) => ({
    query: async (query: string | { name: string; values: unknown[] }) => {
      events.push(typeof query === 'string' ? query : [query.name, ...query.values]);
      return { rows: [], command: String(query).toUpperCase() };
    },
    together: <T>(send: () => T) => send(),
    release: () => undefined,
    lane,
  });
  const mutexOf = (name: string) => ({
    run: (source: object, _client: object, work: () => Promise<unknown>) => {
      events.push([`queue ${name}`, source]);
      return work();
    },
  });
  const laneOf = (name: string) => ({
    mutex: mutexOf(name),
    pool: {
      connect: async () => {
        events.push(`connect ${name}`);
        return connectionOf(name);
      },
    },
  });
  const readerOf = (system: 'user' | 'admin') => ({
    findLocked: async ({ lane }: { lane: string }, tokenHash: string) => {
      events.push([`read ${system}`, lane, tokenHash]);
      return locked[system];
    },
  });
  const service = {
    writes: {
      ordinary: laneOf('ordinary'),
      reserved: laneOf('reserved'),
      staff: laneOf('staff'),
      accountOnNetwork: mutexOf('account on network'),
      unproved: mutexOf('unproved'),
      unprovedWithMinTime: mutexOf('unproved with min time'),
      failedSignIns: mutexOf('failed sign-ins'),
      company: mutexOf('company'),
      waitTime: { record: () => undefined },
    },
    resolver: { user: readerOf('user'), admin: readerOf('admin') },
    mail: {
      linkOrigins: { public: 'https://public.test', team: 'https://team.test' },
      onQueued: () => void events.push('mail queued'),
    },
  } as unknown as Service;
  const origin = {
    span: trace.getTracer('transaction-test').startSpan('test'),
    traceId: 't',
    client: { destroyed: false },
    clientAddress: '192.0.2.7',
    request: { headers: { 'if-match': '"1"' } },
  };
  const isAnonymous = facts.user === null && facts.admin === null;
  const caller: Caller = {
    facts,
    tokenHash: isAnonymous ? null : 'hash',
    outcome: isAnonymous ? 'none' : 'live',
    ambiguousSessionIds: [],
  };
  const endpoint = { id: ID, rule, session, if_match, system } as Endpoint;
  const transaction = guardedTransaction(origin, endpoint, caller, service);
  const run = (
    work: (tx: Tx) => Promise<unknown> = async () => 'done',
    options: TransactionOptions | undefined = undefined,
  ) => transaction((tx) => work(tx as Tx), options);
  const namesOf = () => events.map((event) => (Array.isArray(event) ? event[0] : event));
  const queues = () => events.filter((event) => Array.isArray(event) && event[0].startsWith('queue '));
  return { run, events, namesOf, queues };
}

describe('G1: the connections of a write', () => {
  test.each<[Endpoint['session'], readonly AccessLock[], string]>([
    [null, [], 'ordinary'],
    [null, [lock('a', 'shared')], 'ordinary'],
    [null, [lock('a', 'exclusive')], 'reserved'],
    [null, [lock('a', 'shared'), lock('b', 'exclusive')], 'reserved'],
    ['begins_user', [], 'ordinary'],
    ['begins_user', [lock('a', 'exclusive')], 'reserved'],
    ['starts_user', [lock('a', 'shared')], 'reserved'],
    ['ends_user', [lock('a')], 'reserved'],
    // No account is proved.
    ['starts_user', [], 'ordinary'],
    ['ends_user', [], 'ordinary'],
  ])('of an endpoint with the session %p and the locks %j are the %s ones', async (session, locks, lane) => {
    const { run, namesOf } = stage({ session });
    expect(await run(undefined, { locks })).toBe('done');
    expect(namesOf().filter((name) => String(name).startsWith('connect'))).toEqual([`connect ${lane}`]);
  });
});

describe('G6: the queue of a write', () => {
  test('G1: that revokes access, of staff, is on a connection that users cannot take', async () => {
    const { run, namesOf } = stage({ rule: ADMIN, facts: AN_ADMIN });
    await run(undefined, { locks: [lock('other')] });
    expect(namesOf().slice(0, 3)).toEqual(['queue account on network', 'queue staff', 'connect staff']);
  });

  test('G1: of staff who sign in is on the same: they cannot revoke without', async () => {
    const { run, namesOf } = stage({ session: 'starts_admin', system: 'admin' });
    await run(undefined, { locks: [lock('admin-id', 'shared')] });
    expect(namesOf().slice(0, 3)).toEqual(['queue account on network', 'queue staff', 'connect staff']);
  });

  test.each([
    ['a user', USER, A_USER, 'user-id'],
    ['an admin', ADMIN, AN_ADMIN, 'admin-id'],
  ])('of %s is one per account, whose sessions take turns', async (_who, rule, facts, accountId) => {
    const { run, queues } = stage({ rule, facts });
    expect(await run()).toBe('done');
    expect(queues()).toEqual([['queue ordinary', { accountId, source: 'session-id' }]]);
  });

  test.each([
    { rule: USER, facts: A_USER, accountId: 'user-id', lane: 'reserved' },
    { rule: ADMIN, facts: AN_ADMIN, accountId: 'admin-id', lane: 'staff' },
  ])(
    'that revokes access, of the account $accountId, is one per network, and in it one per session',
    async ({ rule, facts, accountId, lane }) => {
      const { run, queues } = stage({ rule, facts });
      await run(undefined, { locks: [lock('other')] });
      expect(queues()).toEqual([
        [
          'queue account on network',
          {
            accountId: `${accountId} 192.0.2.7`,
            source: 'session-id',
            group: { id: accountId, source: 'session-id' },
          },
        ],
        [`queue ${lane}`, { accountId, source: 'session-id' }],
      ]);
    },
  );

  test.each<[string, Endpoint['session'], readonly AccessLock[]]>([
    ['a sign-out', 'ends_user', [lock('owner'), lock('other')]],
    ['a sign-in', 'starts_user', [lock('owner', 'shared'), lock('other')]],
    ['a link that changes access', null, [lock('owner')]],
  ])('of %s is that of the account of its first lock, one per network', async (_what, session, locks) => {
    const { run, queues } = stage({ session });
    expect(await run(undefined, { locks })).toBe('done');
    expect(queues()).toEqual([
      [
        'queue account on network',
        {
          accountId: 'owner 192.0.2.7',
          source: '',
          maxWaiting: 64,
          group: { id: 'owner', source: '192.0.2.7' },
        },
      ],
      ['queue reserved', { accountId: 'owner', source: '192.0.2.7' }],
    ]);
  });

  test.each<[string, Endpoint['session'], readonly AccessLock[]]>([
    ['a sign-out without a session', 'ends_user', []],
    ['a sign-up', null, []],
    ['a request that a stranger can make for an account', null, [lock('owner', 'shared')]],
  ])('of %s is that of the network', async (_what, session, locks) => {
    const { run, queues } = stage({ session });
    expect(await run(undefined, { locks })).toBe('done');
    expect(queues()).toEqual([['queue unproved', { accountId: '192.0.2.7', source: '' }]]);
  });

  test('of a request that lasts a time of its own is another one: others do not wait as long', async () => {
    const { run, queues } = stage();
    await run(undefined, { locks: [lock('owner', 'shared')], minMillis: 1 });
    expect(queues()).toEqual([['queue unproved with min time', { accountId: '192.0.2.7', source: '' }]]);
  });

  test('of a failed sign-in is one of its own: no other request of a shared network keeps it from being recorded', async () => {
    const { run, queues, namesOf } = stage({ session: 'starts_user' });
    expect(await run()).toBe('done');
    expect(queues()).toEqual([['queue failed sign-ins', { accountId: '192.0.2.7', source: '' }]]);
    expect(namesOf()).toContain('connect ordinary');
  });

  test('lasts at least as long as the work wants, and the connection does not', async () => {
    const { run, namesOf } = stage({ rule: USER, facts: A_USER });
    const startedAt = performance.now();
    let isOver = false;
    const running = run(undefined, { minMillis: 200 }).finally(() => {
      isOver = true;
    });
    while (namesOf().at(-1) !== 'commit' && !isOver) await new Promise(setImmediate);
    expect(isOver).toBe(false);
    await running;
    expect(performance.now() - startedAt).toBeGreaterThan(190);
  });

  test('of a long transaction is then that of the company, before a connection is taken', async () => {
    const { run, events } = stage({ rule: USER, facts: A_USER });
    expect(await run(undefined, { queuedFor: 'company-id' })).toBe('done');
    expect(events.slice(0, 3)).toEqual([
      ['queue ordinary', { accountId: 'user-id', source: 'session-id' }],
      ['queue company', { accountId: 'company-id', source: 'user-id' }],
      'connect ordinary',
    ]);
  });
});

describe('G1: the access check of a transaction', () => {
  test.each([
    ['user', USER, A_USER, [['user'], ['user-id'], [false]]],
    ['admin', ADMIN, AN_ADMIN, [['admin'], ['admin-id'], [false]]],
    [
      'user',
      EMPLOYER,
      memberOf('c'),
      [
        ['user', 'company'],
        ['user-id', 'c'],
        [false, false],
      ],
    ],
  ])('follows the locks of the %s', async (system, rule, facts, locks) => {
    const { run, events } = stage({ rule, facts });
    await run();
    expect(events.slice(1)).toEqual([
      'connect ordinary',
      'begin',
      ['lock_access', ...locks],
      [`read ${system}`, 'ordinary', 'hash'],
      'commit',
    ]);
  });

  test('refuses a caller whose session has ended meanwhile', async () => {
    const { run, namesOf } = stage({ rule: USER, facts: A_USER, locked: NO_CALLER });
    await expect(run()).rejects.toMatchObject({ code: 'session_required' });
    expect(namesOf().at(-1)).toBe('rollback');
  });

  test('refuses a caller without a session, and reads none', async () => {
    const { run, namesOf } = stage({ rule: USER, locked: A_USER });
    await expect(run()).rejects.toMatchObject({ code: 'session_required' });
    expect(namesOf()).toEqual(['queue unproved', 'connect ordinary', 'begin', 'rollback']);
  });

  test.each([
    ['another company', memberOf('first')],
    ['no company', A_USER],
  ])('D2: refuses a member who was one of %s before the locks', async (_which, facts) => {
    const { run, namesOf } = stage({ rule: EMPLOYER, facts, locked: memberOf('second') });
    await expect(run()).rejects.toMatchObject({ code: 'org_membership_required' });
    expect(namesOf().at(-1)).toBe('rollback');
  });
});

describe('the spans of a transaction', () => {
  test.each<[string, Given, readonly AccessLock[], readonly string[]]>([
    ['a caller', { rule: USER, facts: A_USER }, [], ['lock_access', 'find_locked_facts', 'commit']],
    ['no session', {}, [lock('owner')], ['lock_access', 'commit']],
    ['no session and no lock', {}, [], ['commit']],
  ])('of a request with %s are those of its statements', async (_who, given, locks, names) => {
    await stage(given).run(undefined, { locks });
    const spans = exporter.getFinishedSpans().map(({ name }) => name);
    // On a busy machine the queue or the connection may take a moment.
    expect(spans.filter((name) => !name.startsWith('wait for '))).toEqual(names);
  });
});

describe('the mails of a transaction', () => {
  const mailsOf = (events: readonly unknown[]) =>
    events.flatMap((event) =>
      Array.isArray(event) && event[0] === 'queue_mails'
        ? JSON.parse(event[1]).map(({ to_address }: { to_address: string }) => to_address)
        : [],
    );

  test('are queued in it, and the sender learns of them after the commit', async () => {
    const { run, events } = stage();
    await run((tx) => tx.mail('staff_link_made', MAIL));
    expect(mailsOf(events)).toEqual(['a@x.test']);
    expect(events.slice(-2)).toEqual(['commit', 'mail queued']);
  });

  test('are all queued, also where a later call has none', async () => {
    const { run, events } = stage();
    await run(async (tx) => {
      await tx.mailEach('staff_link_made', [MAIL, { ...MAIL, to: 'b@x.test' }]);
      await tx.mailEach('staff_link_made', []);
    });
    expect(mailsOf(events)).toEqual(['a@x.test', 'b@x.test']);
    expect(events.slice(-2)).toEqual(['commit', 'mail queued']);
  });

  test.each([
    ['none is added', async () => 'done'],
    ['an empty list is added', (tx: Tx) => tx.mailEach('staff_link_made', [])],
  ])('do not concern the sender where %s', async (_what, work) => {
    const { run, events } = stage();
    await run(work);
    expect(events.at(-1)).toBe('commit');
  });
});

describe('what the work of a transaction receives', () => {
  test('is a reader of sessions for an endpoint that starts or ends one', async () => {
    const { run, events } = stage({ session: 'starts_user', locked: A_USER });
    expect(await run((tx) => tx.userFacts('new'))).toBe(A_USER.user);
    expect(await run((tx) => tx.adminFacts('new'))).toBeNull();
    expect(events).toContainEqual(['read user', 'ordinary', 'new']);
    expect(events).toContainEqual(['read admin', 'ordinary', 'new']);
  });

  test('is neither a reader of sessions nor a check of the version for another endpoint', async () => {
    const { run } = stage();
    const names = await run(async (tx) => Object.keys(tx));
    expect(names).not.toContain('userFacts');
    expect(names).not.toContain('adminFacts');
    expect(names).not.toContain('requireVersion');
  });

  test('G9: is a check of the version, and work that has not called it is not committed', async () => {
    const { run, namesOf } = stage({ if_match: true });
    await expect(run()).rejects.toThrow('has not compared the version');
    expect(namesOf()).not.toContain('commit');
    await run((tx) => tx.requireVersion({ etag: '"1"' } as never, {} as never));
    expect(namesOf().at(-1)).toBe('commit');
  });
});

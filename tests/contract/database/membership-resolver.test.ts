import { createHash } from 'node:crypto';
import {
  createMembershipResolver,
  lockAccess,
  type MembershipResolver,
} from '@gatehouse/membership-resolver';
import { createPool } from '@gatehouse/runtime/database';
import { createTestDatabase, makeAdmin, makePerson, type TestDatabase } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { trace } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type pg from 'pg';
import { waitFor } from '#support/wait-for.ts';

let database: TestDatabase;
let pool: pg.Pool;
let resolver: MembershipResolver;
const failures: unknown[] = [];

const poolOf = (url: string, maxConnections = 3) =>
  createPool({ url, applicationName: 'test', maxConnections, onIdleError: (error) => failures.push(error) });
const idleLimits = { userSeconds: 3600, adminSeconds: 60 };
const hash = (token: string) => `\\x${createHash('sha256').update(token).digest('hex')}`;

/** The modules' tracers keep the first provider that there is. */
const exporter = new InMemorySpanExporter();
trace.setGlobalTracerProvider(
  new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
);

beforeAll(async () => {
  database = await createTestDatabase();
  pool = poolOf(database.roleUrl('identity_service'));
  resolver = createMembershipResolver({ pool, idleLimits, onTouchFailed: (error) => failures.push(error) });
});
afterAll(async () => {
  await pool.end();
  await database.stop();
});

describe('D8: the one resolver', () => {
  test('D8: gives each of many waiting requests its own facts', async () => {
    const people = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        makePerson(database, index % 2 === 0 ? {} : { membership: { role: 'owner', status: 'active' } }),
      ),
    );
    const resolutions = await Promise.all(people.map(({ token }) => resolver.user.resolve([hash(token)])));
    resolutions.forEach((resolution, index) => {
      const person = people[index];
      expect(resolution).toMatchObject({
        outcome: 'live',
        facts: { identities_user: { id: person?.userId } },
      });
      if (resolution.outcome === 'live') {
        expect(resolution.facts.org_membership?.org_company.id ?? null).toBe(person?.companyId);
      }
    });
  });

  test('none, one and several live sessions', async () => {
    const [one, two] = await Promise.all([makePerson(database), makePerson(database)]);
    expect(await resolver.user.resolve([hash('nobody')])).toEqual({ outcome: 'none' });
    expect(await resolver.user.resolve([])).toEqual({ outcome: 'none' });
    expect(await resolver.user.resolve([hash('nobody'), hash(one.token)])).toMatchObject({ outcome: 'live' });
    const both = await resolver.user.resolve([hash(one.token), hash(two.token)]);
    expect(both).toEqual({ outcome: 'ambiguous', sessionIds: [one.sessionId, two.sessionId] });
  });

  test.each(['expires_at', 'idle_expires_at'])('no session is live from its %s on', async (limit) => {
    const [user, admin] = [await makePerson(database), await makeAdmin(database, 'viewer')];
    const live = async () => [
      (await resolver.user.resolve([hash(user.token)])).outcome,
      (await resolver.admin.resolve([hash(admin.token)])).outcome,
    ];
    expect(await live()).toEqual(['live', 'live']);
    await database.query(`update identity.user_sessions set ${limit} = now() where id = $1`, [
      user.sessionId,
    ]);
    await database.query(`update identity.admin_sessions set ${limit} = now() where id = $1`, [
      admin.sessionId,
    ]);
    expect(await live()).toEqual(['none', 'none']);
  });

  test("the systems' sessions are apart", async () => {
    const [person, admin] = await Promise.all([makePerson(database), makeAdmin(database, 'viewer')]);
    expect(await resolver.admin.resolve([hash(person.token)])).toEqual({ outcome: 'none' });
    expect(await resolver.user.resolve([hash(admin.token)])).toEqual({ outcome: 'none' });
    expect(await resolver.admin.resolve([hash(admin.token)])).toMatchObject({
      facts: { identities_admin: { id: admin.adminId, role: 'viewer' } },
    });
  });

  test('the statements are kept prepared, with a generic plan', async () => {
    const { token, userId } = await makePerson(database);
    const client = await pool.connect();
    await client.query('begin');
    await lockAccess(client, [{ kind: 'user', id: userId, mode: 'shared' }]);
    expect(await resolver.user.findLocked(client, hash(token))).not.toBeNull();
    expect(await resolver.user.findLocked(client, hash('nobody'))).toBeNull();
    expect(await resolver.admin.findLocked(client, hash(token))).toBeNull();
    const { rows } = await client.query('select statement, custom_plans from pg_prepared_statements');
    await client.query('rollback');
    client.release();
    // By their text: PgBouncer gives them names of its own.
    for (const part of ['identity.lock_access(', 'identity.admin_sessions s', 'identity.user_sessions s'])
      expect([part, rows.filter(({ statement }) => statement.includes(part))]).not.toEqual([part, []]);
    for (const { custom_plans } of rows) expect(Number(custom_plans)).toBe(0);
  });

  test('an error of the database is thrown to every waiting request, and is never an absent session', async () => {
    const away = poolOf('postgres://none@127.0.0.1:1/none');
    const broken = createMembershipResolver({ pool: away, idleLimits, onTouchFailed: () => undefined });
    const asking = [1, 2, 3].map(() => broken.user.resolve([hash('x')]));
    for (const one of await Promise.allSettled(asking)) {
      expect(one).toMatchObject({ status: 'rejected', reason: { code: 'ECONNREFUSED' } });
    }
    await away.end();
  });
});

describe('the spans of a shared query', () => {
  test('each trace shows its own wait, linked with the query that many requests shared', async () => {
    exporter.reset();
    const people = await Promise.all([makePerson(database), makePerson(database)]);
    const parents = people.map(() => trace.getTracer('test').startSpan('request'));
    await Promise.all(
      people.map(({ token }, index) => resolver.user.resolve([hash(token)], { span: parents[index] })),
    );
    for (const parent of parents) parent.end();
    const spans = exporter.getFinishedSpans();
    const [shared] = spans.filter(({ name }) => name === 'shared SELECT identity.user_sessions');
    expect(shared?.attributes).toMatchObject({
      'db.system.name': 'postgresql',
      'db.operation.batch.size': 2,
    });
    const waits = spans.filter(({ name }) => name === 'SELECT identity.user_sessions');
    expect(waits.map((span) => span.parentSpanContext?.spanId)).toEqual(
      parents.map((span) => span.spanContext().spanId),
    );
    for (const wait of waits) expect(wait.links[0]?.context.spanId).toBe(shared?.spanContext().spanId);
    expect(shared?.links.map(({ context }) => context.spanId)).toEqual(
      waits.map((span) => span.spanContext().spanId),
    );
  });
});

describe('last_seen_at', () => {
  const seen = async (sessionId: string) =>
    (
      await database.query<{ s: Date }>(
        'select last_seen_at as s from identity.user_sessions where id = $1',
        [sessionId],
      )
    )[0]?.s;

  test('is written after the answer, once a minute', async () => {
    const { token, sessionId } = await makePerson(database);
    const made = await seen(sessionId);
    await resolver.user.resolve([hash(token)]);
    expect(await seen(sessionId)).toEqual(made);
    await database.query(
      "update identity.user_sessions set last_seen_at = now() - interval '5 minutes' where id = $1",
      [sessionId],
    );
    await resolver.user.resolve([hash(token)]);
    await waitFor(async () =>
      ((await seen(sessionId))?.getTime() ?? 0) > Date.now() - 60_000 ? true : undefined,
    );
    expect(failures).toEqual([]);
  });
});

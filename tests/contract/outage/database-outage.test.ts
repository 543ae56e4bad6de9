import { API_SERVICES } from '@gatehouse/contract';
import { findFreePort, type LocalSystem, startLocalSystem } from '@gatehouse/local-system';
import {
  type ApiClient,
  createApiClient,
  createTestDatabase,
  makeAdmin,
  makePerson,
  type TestDatabase,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { type FaultProxy, startFaultProxy } from '#support/fault-proxy.ts';
import { waitFor } from '#support/wait-for.ts';

let database: TestDatabase;
let proxy: FaultProxy;
let local: LocalSystem;
let client: ApiClient;
let userCookie: string;
let adminCookie: string;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startFaultProxy(new URL(database.ownerUrl));
  const port = await findFreePort();
  local = await startLocalSystem({
    port,
    withWeb: false,
    environment: { LOG_LEVEL: 'fatal' },
    roleUrl: (role) => proxy.urlThrough(database.roleUrl(role)),
  });
  client = createApiClient({ port, host: local.publicHost });
  const membership = { role: 'owner', status: 'active' } as const;
  userCookie = (await makePerson(database, { talent: 'active', membership })).cookie;
  adminCookie = (await makeAdmin(database, 'operator')).cookie;
});
afterAll(async () => {
  client.close();
  proxy.mode = 'forward';
  await local.stop();
  proxy.stop();
  await database.stop();
});

const requests = [
  { path: '/api/identities/user_sessions/current', cookie: () => userCookie },
  { path: '/api/identities/admin_sessions/current', cookie: () => adminCookie },
  { path: '/api/employer/job_posts', cookie: () => userCookie },
  { path: '/api/talent/profiles/current', cookie: () => userCookie },
  { path: '/api/talent/job_posts', cookie: () => '' },
  {
    path: '/api/employer/job_posts',
    cookie: () => userCookie,
    method: 'POST',
    body: { title: 'During the outage', kind: 'contract' },
  },
  { path: '/api/identities/user_sessions/current', cookie: () => userCookie, method: 'DELETE' },
];

async function askAll() {
  const startedAt = Date.now();
  const answers = await Promise.all(
    requests.map(({ path, cookie, method = 'GET', body }) =>
      client.request(path, {
        method,
        cookie: cookie(),
        headers: { host: path.includes('/admin') ? local.teamHost : local.publicHost },
        body,
      }),
    ),
  );
  return { answers, tookMillis: Date.now() - startedAt };
}

describe('an outage of the database signs no user out', () => {
  test.each([
    ['cut', 'refuse'],
    ['silent', 'silent'],
  ] as const)(
    'E4 A2: connections %s: 503 with Retry-After, never 401, and full service afterwards',
    async (_how, mode) => {
      expect(
        (await client.request('/api/identities/user_sessions/current', { cookie: userCookie })).status,
      ).toBe(200);
      proxy.mode = mode;
      if (mode === 'refuse') proxy.dropConnections();
      for (let round = 0; round < 2; round += 1) {
        const { answers, tookMillis } = await askAll();
        for (const answer of answers) {
          expect(answer.status).toBe(503);
          expect(answer.body).toMatchObject({ code: 'dependency_unavailable', status: 503 });
          expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
          // The cookie stays where it is.
          expect(answer.headers['set-cookie']).toBeUndefined();
          expect(answer.text).not.toMatch(/ECONN|postgres|127\.0\.0\.1/i);
        }
        expect(tookMillis).toBeLessThan(25_000);
      }
      for (const service of API_SERVICES) {
        const { url = '' } = local.services[service][0] ?? {};
        expect((await fetch(`${url}/readyz`)).status).toBe(200);
      }
      proxy.mode = 'forward';
      proxy.dropConnections();
      await waitFor(async () => {
        const { status } = await client.request('/api/employer/job_posts', { cookie: userCookie });
        return status === 200 ? true : undefined;
      });
      const back = await client.request('/api/identities/user_sessions/current', { cookie: userCookie });
      expect(back.status).toBe(200);
    },
  );

  test.each([
    ['cut', async () => proxy.dropConnections()],
    [
      'ended by the server',
      async () =>
        void (await database.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'employer_service' and datname = current_database()",
        )),
    ],
  ])(
    'E4: connections %s in the middle of a write: 503, and the service lives on',
    async (_how, breakConnections) => {
      const blocker = new pg.Client({ connectionString: database.ownerUrl });
      await blocker.connect();
      try {
        await blocker.query('begin');
        await blocker.query('lock table employer.job_posts in access exclusive mode');
        const writing = client.request('/api/employer/job_posts', {
          method: 'POST',
          cookie: userCookie,
          body: { title: 'During the break', kind: 'contract' },
        });
        await waitFor(async () => {
          const waiting = await database.query(
            "select 1 from pg_stat_activity where usename = 'employer_service' and wait_event_type = 'Lock' and datname = current_database()",
          );
          return waiting.length > 0 ? true : undefined;
        });
        await breakConnections();
        expect(await writing).toMatchObject({ status: 503, body: { code: 'dependency_unavailable' } });
      } finally {
        await blocker.end();
      }
      const after = await waitFor(async () => {
        const answer = await client.request('/api/employer/job_posts', { cookie: userCookie });
        return answer.status === 200 ? answer : undefined;
      });
      expect(after.text).not.toContain('During the break');
      const ended = local.services.employer.map(({ child }) => child.exitCode);
      expect(ended).toEqual([null]);
    },
  );

  test('a write that was refused during the outage has left nothing', async () => {
    const rows = await database.query("select 1 from employer.job_posts where title = 'During the outage'");
    expect(rows).toHaveLength(0);
  });
});

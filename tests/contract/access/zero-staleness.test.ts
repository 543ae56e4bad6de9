import {
  type AccessRule,
  API_SERVICES,
  type ApiService,
  byService,
  contracts,
  describeEndpoints,
} from '@gatehouse/contract';
import {
  type ApiClient,
  createInstanceClient,
  makeAdmin,
  makeColleague,
  makePerson,
  makeSession,
  type RunningPart,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordFinding } from '#support/assurance.ts';
import { commitsAround } from '#support/commits-around.ts';
import { makeEnrolledAdmin } from '#support/staff.ts';

/** Rounds for each fact, and at least one for each endpoint; `STALENESS_ROUNDS` makes a long run of it. */
const ROUNDS = Number(process.env['STALENESS_ROUNDS'] ?? 100);

/** Half a day, for a long run. */
const LONG = 43_200_000;

let system: TestSystem;
let admin: string;
let instances: Readonly<Record<ApiService, readonly ApiClient[]>>;

beforeAll(async () => {
  system = await startTestSystem({ instances: 2 });
  admin = (await makeEnrolledAdmin(system.database)).cookie;
  // A long run takes longer than a code stays fresh.
  await system.database.query(
    "update identity.admin_sessions set second_factor_at = now() + interval '1 day'",
  );
  const clients = (services: readonly RunningPart[]) => services.map((part) => createInstanceClient(part));
  instances = byService((name) => clients(system.local.services[name]));
});
afterAll(async () => {
  for (const client of Object.values(instances).flat()) client.close();
  await system.stop();
});

interface Fact {
  readonly name: string;
  readonly person: () => Promise<TestPerson>;
  /** Removes the fact through one instance of identity. */
  readonly revoke: (person: TestPerson, client: ApiClient) => Promise<number>;
  /** Restores the fact; returns the person with the cookie that works afterwards. */
  readonly restore: (person: TestPerson) => Promise<TestPerson>;
  readonly read: { service: ApiService; path: string };
  /** The rules that depend on it: each round requests another endpoint under one of them. */
  readonly guards: (rule: AccessRule) => boolean;
  readonly refusal: { status: number; code: string };
}

const NOWHERE = '00000000-0000-7000-8000-000000000000';
const endpoints = API_SERVICES.flatMap((service) =>
  describeEndpoints(contracts[service]).map(({ method, path, rule }) => ({ service, method, path, rule })),
);
const ofEmployers = (rule: AccessRule) => rule.kind === 'employer';
const ofUsers = (rule: AccessRule) => ['user', 'employer', 'talent'].includes(rule.kind);

const owner = () => makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
/** Ends a session of the person's own, from another one. */
const fromElsewhere = async (
  { userId, sessionId }: TestPerson,
  client: ApiClient,
  path: 'one' | 'others',
) => {
  const { cookie } = await makeSession(system.database, 'user', userId);
  const ending = path === 'one' ? `user_sessions/${sessionId}` : 'user_sessions';
  const request = { method: 'DELETE', cookie };
  return (await client.request(`/api/identities/${ending}`, request)).status;
};
const SESSION = { service: 'identity', path: '/api/identities/user_sessions/current' } as const;
const signedOut = {
  restore: () => makePerson(system.database),
  person: () => makePerson(system.database),
  read: SESSION,
  guards: ofUsers,
  refusal: { status: 401, code: 'session_required' },
};
const put = async (client: ApiClient, path: string, body: object) =>
  (
    await client.request(`/api/identities/admin${path}`, {
      method: 'PUT',
      body: { ...body, reason: 'a race' },
      cookie: admin,
    })
  ).status;
const JOB_POSTS = { service: 'employer', path: '/api/employer/job_posts' } as const;

const ADMIN_SESSION = { service: 'identity', path: '/api/identities/admin_sessions/current' } as const;
const adminPerson = async (): Promise<TestPerson> => {
  const { adminId, ...rest } = await makeAdmin(system.database, 'operator');
  return { ...rest, userId: adminId, membershipId: null, companyId: null };
};

const facts: readonly Fact[] = [
  {
    ...signedOut,
    name: 'an admin ends the sessions of a person',
    revoke: async ({ userId }, client) =>
      (
        await client.request(`/api/identities/admin/users/${userId}/sessions`, {
          method: 'DELETE',
          cookie: admin,
        })
      ).status,
  },
  {
    ...signedOut,
    name: 'a person signs out in another tab',
    revoke: async ({ cookie }, client) =>
      (await client.request(SESSION.path, { method: 'DELETE', cookie })).status,
  },
  {
    ...signedOut,
    name: 'a person ends this session from another one',
    revoke: (person, client) => fromElsewhere(person, client, 'one'),
  },
  {
    ...signedOut,
    name: 'a person ends all sessions but another one',
    revoke: (person, client) => fromElsewhere(person, client, 'others'),
  },
  {
    ...signedOut,
    name: 'a person reports this session from another one',
    revoke: async ({ userId, sessionId }, client) => {
      const { cookie } = await makeSession(system.database, 'user', userId);
      const path = `/api/identities/user_sessions/${sessionId}/reports`;
      return (await client.request(path, { method: 'POST', cookie })).status;
    },
  },
  {
    name: 'a membership is revoked',
    person: owner,
    revoke: ({ membershipId }, client) =>
      put(client, `/org_memberships/${membershipId}/status`, { status: 'revoked' }),
    restore: async (person) => {
      await put(identity(0), `/org_memberships/${person.membershipId}/status`, { status: 'active' });
      return person;
    },
    read: JOB_POSTS,
    guards: ofEmployers,
    refusal: { status: 403, code: 'org_membership_inactive' },
  },
  {
    name: 'an owner becomes a member',
    person: owner,
    revoke: async (person) => {
      // By another owner: the last one stays.
      const { cookie } = await makeColleague(system.database, person);
      const employer = instances.employer[0] as ApiClient;
      const body = { role: 'member' };
      const path = `/api/employer/org_memberships/${person.membershipId}`;
      return (await employer.request(path, { method: 'PATCH', cookie, body })).status;
    },
    restore: async (person) => {
      await system.database.query("update employer.org_memberships set role = 'owner' where id = $1", [
        person.membershipId,
      ]);
      return person;
    },
    read: { service: 'employer', path: '/api/employer/invitations' },
    guards: (rule) => rule.kind === 'employer' && rule.org_role === 'owner',
    refusal: { status: 403, code: 'org_role_required' },
  },
  {
    name: 'a company is disabled',
    person: owner,
    revoke: ({ companyId }, client) =>
      put(client, `/companies/${companyId}/condition`, { condition: 'disabled' }),
    restore: async (person) => {
      await put(identity(1), `/companies/${person.companyId}/condition`, { condition: 'active' });
      return person;
    },
    read: JOB_POSTS,
    guards: ofEmployers,
    refusal: { status: 403, code: 'org_company_disabled' },
  },
  {
    name: 'talent access is taken away',
    person: () => makePerson(system.database, { talent: 'active' }),
    revoke: ({ userId }, client) => put(client, `/users/${userId}/talent_access`, { state: 'none' }),
    restore: async (person) => {
      await put(identity(0), `/users/${person.userId}/talent_access`, { state: 'active' });
      return person;
    },
    read: { service: 'talent', path: '/api/talent/profiles/current' },
    guards: (rule) => rule.kind === 'talent',
    refusal: { status: 403, code: 'talent_access_required' },
  },
  {
    name: 'an admin signs out in another tab',
    person: adminPerson,
    revoke: async ({ cookie }, client) =>
      (await client.request(ADMIN_SESSION.path, { method: 'DELETE', cookie })).status,
    restore: adminPerson,
    read: ADMIN_SESSION,
    guards: (rule) => rule.kind === 'admin',
    refusal: { status: 401, code: 'session_required' },
  },
  {
    name: 'an operator becomes a viewer',
    person: adminPerson,
    revoke: ({ userId }, client) => put(client, `/staff_accounts/${userId}/role`, { role: 'viewer' }),
    restore: adminPerson,
    read: ADMIN_SESSION,
    guards: (rule) => rule.kind === 'admin',
    refusal: { status: 401, code: 'session_required' },
  },
  {
    name: 'an operator is disabled',
    person: adminPerson,
    revoke: ({ userId }, client) =>
      put(client, `/staff_accounts/${userId}/condition`, { condition: 'disabled' }),
    restore: adminPerson,
    read: ADMIN_SESSION,
    guards: (rule) => rule.kind === 'admin',
    refusal: { status: 401, code: 'session_required' },
  },
];

function identity(index: number): ApiClient {
  const client = instances.identity[index % instances.identity.length];
  if (client === undefined) throw new Error('no instance of identity');
  return client;
}

describe('zero staleness: a request that starts after a revocation was answered is refused, by every instance', () => {
  test.each(facts)(
    'B1: $name: no later request succeeds',
    async ({ name, person: makeSubject, revoke, restore, read, guards, refusal }) => {
      let person = await makeSubject();
      const clients = instances[read.service];
      const guarded = endpoints.filter(({ rule }) => guards(rule));
      const ask = (client: ApiClient) => client.request(read.path, { cookie: person.cookie });
      const expected = [refusal.status, refusal.code];
      const rounds = Math.max(ROUNDS, guarded.length);
      let asked = 0;
      for (let round = 0; round < rounds; round += 1) {
        expect((await ask(clients[round % clients.length] as ApiClient)).status).toBe(200);
        // Reads on the way while the fact goes: each may see it or not, and none may fail otherwise.
        const racing = clients.flatMap((client) => [ask(client), ask(client)]);
        const status = await revoke(person, identity(round));
        expect(status).toBeLessThan(300);
        // Each endpoint in its turn, by every instance: the rule comes before the id and the body.
        const { service, method, path } = guarded[round % guarded.length] as (typeof guarded)[number];
        const filled = `/api${path.replaceAll(/\{[a-z_]+\}/g, NOWHERE)}`;
        const [after, others] = await Promise.all([
          Promise.all(clients.flatMap((client) => [ask(client), ask(client)])),
          Promise.all(
            instances[service].map((client) => client.request(filled, { method, cookie: person.cookie })),
          ),
        ]);
        for (const answer of after) expect([answer.status, answer.body.code]).toEqual(expected);
        for (const answer of others) {
          expect([method, path, answer.status, answer.body?.code]).toEqual([method, path, ...expected]);
        }
        for (const answer of await Promise.all(racing))
          expect([200, refusal.status]).toContain(answer.status);
        asked += after.length + others.length;
        person = await restore(person);
      }
      recordFinding('Linearizable revocation', {
        tried: name,
        counted: { rounds, endpoints: guarded.length, 'answers after it': asked, 'stale answers': 0 },
      });
    },
    LONG,
  );

  test(
    'B1: no write commits after the revocation was answered',
    async () => {
      const person = await owner();
      const write = (client: ApiClient) =>
        client.request('/api/employer/job_posts', {
          method: 'POST',
          body: { title: 'A race', kind: 'contract' },
          cookie: person.cookie,
        });
      const created = { actorIds: [person.userId], actions: ['job_post.created'] } as const;
      for (let round = 0; round < ROUNDS / 4; round += 1) {
        const racing = instances.employer.flatMap((client) => [write(client), write(client)]);
        await put(identity(round), `/companies/${person.companyId}/condition`, { condition: 'disabled' });
        for (const answer of await Promise.all(racing)) expect([201, 403]).toContain(answer.status);
        const { after } = await commitsAround(system.database, 'company.condition_changed', created);
        expect(after).toBe(0);
        await put(identity(round), `/companies/${person.companyId}/condition`, { condition: 'active' });
      }
      recordFinding('Linearizable revocation', {
        tried: 'writes race the revocation of their company',
        counted: { rounds: ROUNDS / 4, writes: ROUNDS, 'commits after the revocation': 0 },
      });
    },
    LONG,
  );

  test(
    'D8: the session endpoint and the employer check never disagree while facts change under them',
    async () => {
      const person = await owner();
      let isChanging = true;
      const changing = (async () => {
        for (let round = 0; round < ROUNDS / 4; round += 1) {
          await put(identity(round), `/companies/${person.companyId}/condition`, { condition: 'disabled' });
          await put(identity(round), `/companies/${person.companyId}/condition`, { condition: 'active' });
        }
        isChanging = false;
      })();
      const employer = instances.employer[0] as ApiClient;
      const session = () =>
        identity(0).request('/api/identities/user_sessions/current', { cookie: person.cookie });
      const check = () => employer.request('/api/employer/companies/current', { cookie: person.cookie });
      while (isChanging) {
        const before = (await session()).body.employer_access;
        const answer = await check();
        const after = (await session()).body.employer_access;
        for (const access of [before, after]) {
          // The session is consistent in itself: it has a company exactly while the company may be used (S3).
          expect(access.company === undefined).toBe(access.state !== 'active');
        }
        expect([200, 403]).toContain(answer.status);
        if (answer.status === 403) expect(answer.body.code).toBe('org_company_disabled');
      }
      await changing;
      const settled = await Promise.all([session(), check()]);
      expect(settled.map(({ status }) => status)).toEqual([200, 200]);
    },
    LONG,
  );
});

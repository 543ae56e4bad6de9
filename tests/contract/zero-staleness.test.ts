import {
  type ApiClient,
  createApiClient,
  makeAdmin,
  makePerson,
  type RunningPart,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

/** Rounds for each fact; `STALENESS_ROUNDS` makes a long run of it. */
const ROUNDS = Number(process.env['STALENESS_ROUNDS'] ?? 400);

/** Half a day, for a long run. */
const LONG = 43_200_000;

let system: TestSystem;
let admin: string;
let instances: Record<'identity' | 'employer' | 'talent', ApiClient[]>;

beforeAll(async () => {
  system = await startTestSystem({ instances: 2 });
  admin = (await makeAdmin(system.database, 'operator')).cookie;
  const clients = (services: readonly RunningPart[]) =>
    services.map(({ url }) =>
      createApiClient({ port: Number(new URL(url).port), host: system.local.publicHost }),
    );
  const { identity, employer, talent } = system.local.services;
  instances = { identity: clients(identity), employer: clients(employer), talent: clients(talent) };
});
afterAll(async () => {
  for (const client of Object.values(instances).flat()) client.close();
  await system.stop();
});

interface Fact {
  readonly name: string;
  readonly person: () => Promise<TestPerson>;
  /** Takes the fact away by one instance of identity. */
  readonly revoke: (person: TestPerson, client: ApiClient) => Promise<number>;
  /** Gives it back; the cookie that is good afterwards. */
  readonly restore: (person: TestPerson) => Promise<TestPerson>;
  readonly read: { service: keyof typeof instances; path: string };
  readonly refusal: { status: number; code: string };
}

const owner = () => makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
const put = async (client: ApiClient, path: string, body: object) =>
  (
    await client.request(`/api/identities/admin${path}`, {
      method: 'PUT',
      body: { ...body, reason: 'a race' },
      cookie: admin,
    })
  ).status;
const JOB_POSTS = { service: 'employer', path: '/api/employer/job_posts' } as const;

const facts: readonly Fact[] = [
  {
    name: 'a person is signed out',
    person: () => makePerson(system.database),
    revoke: async ({ userId }, client) =>
      (
        await client.request(`/api/identities/admin/users/${userId}/sessions`, {
          method: 'DELETE',
          cookie: admin,
        })
      ).status,
    restore: () => makePerson(system.database),
    read: { service: 'identity', path: '/api/identities/user_sessions/current' },
    refusal: { status: 401, code: 'session_required' },
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
    refusal: { status: 403, code: 'org_membership_inactive' },
  },
  {
    name: 'a company is switched off',
    person: owner,
    revoke: ({ companyId }, client) =>
      put(client, `/companies/${companyId}/condition`, { condition: 'disabled' }),
    restore: async (person) => {
      await put(identity(1), `/companies/${person.companyId}/condition`, { condition: 'active' });
      return person;
    },
    read: JOB_POSTS,
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
    refusal: { status: 403, code: 'talent_access_required' },
  },
];

function identity(index: number): ApiClient {
  const client = instances.identity[index % instances.identity.length];
  if (client === undefined) throw new Error('no instance of identity');
  return client;
}

describe('zero staleness: a request that starts after a revocation was answered is refused, by every instance', () => {
  test.each(facts)(
    'B1: $name',
    async ({ person: makeSubject, revoke, restore, read, refusal }) => {
      let person = await makeSubject();
      const clients = instances[read.service];
      const ask = (client: ApiClient) => client.request(read.path, { cookie: person.cookie });
      for (let round = 0; round < ROUNDS; round += 1) {
        expect((await ask(clients[round % clients.length] as ApiClient)).status).toBe(200);
        // Reads on the way while the fact goes: each may see it or not, and none may fail otherwise.
        const racing = clients.flatMap((client) => [ask(client), ask(client)]);
        const status = await revoke(person, identity(round));
        expect(status).toBeLessThan(300);
        const after = await Promise.all(clients.flatMap((client) => [ask(client), ask(client)]));
        for (const answer of after)
          expect([answer.status, answer.body.code]).toEqual([refusal.status, refusal.code]);
        for (const answer of await Promise.all(racing))
          expect([200, refusal.status]).toContain(answer.status);
        person = await restore(person);
      }
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
      const count = async () =>
        Number(
          (
            await system.database.query<{ n: string }>(
              'select count(*) as n from employer.job_posts where company_id = $1',
              [person.companyId],
            )
          )[0]?.n,
        );
      for (let round = 0; round < ROUNDS / 4; round += 1) {
        const racing = instances.employer.flatMap((client) => [write(client), write(client)]);
        await put(identity(round), `/companies/${person.companyId}/condition`, { condition: 'disabled' });
        const committed = await count();
        for (const answer of await Promise.all(racing)) expect([201, 403]).toContain(answer.status);
        expect(await count()).toBe(committed);
        await put(identity(round), `/companies/${person.companyId}/condition`, { condition: 'active' });
      }
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
          // The session is consistent in itself: a company stands in it exactly while it may be used (S3).
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

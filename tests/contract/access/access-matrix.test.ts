import { fromJson } from '@bufbuild/protobuf';
import {
  type AccessRule,
  describeEndpoints,
  type Endpoint,
  type RefusalCode,
  refusalKindOf,
  wholeContract,
} from '@gatehouse/contract';
import {
  makeAdmin,
  makePerson,
  type PersonOptions,
  startTestSystem,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { waitFor } from '#support/wait-for.ts';

/** Every endpoint of the contract; one that is declared tomorrow is tried tomorrow. */
const endpoints = describeEndpoints(wholeContract);

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.stop());

type Expected = 'allowed' | RefusalCode;

/** A situation, and by hand what it gives under each rule: written apart from the code that decides. */
interface Situation {
  readonly name: string;
  readonly cookie: () => Promise<string | undefined>;
  readonly user: Expected;
  readonly userFresh: Expected;
  readonly employer: Expected;
  readonly employerFresh: Expected;
  readonly employerOwner: Expected;
  readonly employerOwnerFresh: Expected;
  readonly profileRead: Expected;
  readonly profileWrite: Expected;
  readonly applicationsRead: Expected;
  readonly applicationsWrite: Expected;
  readonly viewer: Expected;
  readonly viewerFresh: Expected;
  readonly operator: Expected;
  readonly operatorFresh: Expected;
}

const makeStale = (sessionId: string) =>
  system.database.query(
    "update identity.user_sessions set authenticated_at = now() - interval '10 minutes' where id = $1",
    [sessionId],
  );
const person = (options: PersonOptions) => async () => (await makePerson(system.database, options)).cookie;
const SIGNED_OUT = {
  user: 'session_required',
  userFresh: 'session_required',
  employer: 'session_required',
  employerFresh: 'session_required',
  employerOwner: 'session_required',
  employerOwnerFresh: 'session_required',
  profileRead: 'session_required',
  profileWrite: 'session_required',
  applicationsRead: 'session_required',
  applicationsWrite: 'session_required',
  viewer: 'session_required',
  viewerFresh: 'session_required',
  operator: 'session_required',
  operatorFresh: 'session_required',
} as const;
const SIGNED_IN = {
  ...SIGNED_OUT,
  user: 'allowed',
  userFresh: 'allowed',
  employer: 'org_membership_required',
  employerFresh: 'org_membership_required',
  employerOwner: 'org_membership_required',
  employerOwnerFresh: 'org_membership_required',
  profileRead: 'talent_access_required',
  profileWrite: 'talent_access_required',
  applicationsRead: 'talent_access_required',
  applicationsWrite: 'talent_access_required',
} as const;
const active = { role: 'owner', status: 'active' } as const;
const revoked = { role: 'owner', status: 'revoked' } as const;

const situations: readonly Situation[] = [
  { name: 'no cookie', cookie: async () => undefined, ...SIGNED_OUT },
  { name: 'a garbled cookie', cookie: async () => 'app_session_id=%00; team_session_id=x', ...SIGNED_OUT },
  { name: 'an oversized cookie', cookie: async () => `app_session_id=${'a'.repeat(4000)}`, ...SIGNED_OUT },
  { name: 'an unknown token', cookie: async () => `app_session_id=${'A'.repeat(43)}`, ...SIGNED_OUT },
  { name: 'an ended session', cookie: person({ session: 'ended' }), ...SIGNED_OUT },
  { name: 'an expired session', cookie: person({ session: 'expired' }), ...SIGNED_OUT },
  { name: 'an idle session', cookie: person({ session: 'idle' }), ...SIGNED_OUT },
  {
    name: 'two different live sessions',
    cookie: async () => `${await person({})()}; ${await person({})()}`,
    ...SIGNED_OUT,
  },
  {
    name: 'a live session behind a dead one',
    cookie: async () => `${await person({ session: 'ended' })()}; ${await person({})()}`,
    ...SIGNED_IN,
  },
  {
    name: "a user's token under the admin cookie's name",
    cookie: async () => `team_session_id=${(await makePerson(system.database)).token}`,
    ...SIGNED_OUT,
  },
  {
    name: "an admin's token under the user cookie's name",
    cookie: async () => `app_session_id=${(await makeAdmin(system.database, 'operator')).token}`,
    ...SIGNED_OUT,
  },
  {
    name: 'a name that only begins like the cookie',
    cookie: async () => `app_session_id_2=${(await makePerson(system.database)).token}`,
    ...SIGNED_OUT,
  },
  { name: 'D2: a person without anything', cookie: person({}), ...SIGNED_IN },
  {
    name: 'D7: talent access pending',
    cookie: person({ talent: 'pending' }),
    ...SIGNED_IN,
    profileRead: 'allowed',
    profileWrite: 'allowed',
    applicationsRead: 'allowed',
    applicationsWrite: 'talent_access_pending',
  },
  {
    name: 'D7: talent access active',
    cookie: person({ talent: 'active' }),
    ...SIGNED_IN,
    profileRead: 'allowed',
    profileWrite: 'allowed',
    applicationsRead: 'allowed',
    applicationsWrite: 'allowed',
  },
  {
    name: 'D7: talent access suspended',
    cookie: person({ talent: 'suspended' }),
    ...SIGNED_IN,
    profileRead: 'allowed',
    profileWrite: 'talent_access_suspended',
    applicationsRead: 'allowed',
    applicationsWrite: 'talent_access_suspended',
  },
  {
    name: 'D3: a revoked membership',
    cookie: person({ membership: revoked }),
    ...SIGNED_IN,
    employer: 'org_membership_inactive',
    employerFresh: 'org_membership_inactive',
    employerOwner: 'org_membership_inactive',
    employerOwnerFresh: 'org_membership_inactive',
  },
  {
    name: 'D3: a revoked membership in a disabled company',
    cookie: person({ membership: revoked, company: 'disabled' }),
    ...SIGNED_IN,
    employer: 'org_membership_inactive',
    employerFresh: 'org_membership_inactive',
    employerOwner: 'org_membership_inactive',
    employerOwnerFresh: 'org_membership_inactive',
  },
  {
    name: 'D4: an active membership in a disabled company',
    cookie: person({ membership: active, company: 'disabled' }),
    ...SIGNED_IN,
    employer: 'org_company_disabled',
    employerFresh: 'org_company_disabled',
    employerOwner: 'org_company_disabled',
    employerOwnerFresh: 'org_company_disabled',
  },
  {
    name: 'D5: an active membership as member',
    cookie: person({ membership: { role: 'member', status: 'active' } }),
    ...SIGNED_IN,
    employer: 'allowed',
    employerFresh: 'allowed',
    employerOwner: 'org_role_required',
    employerOwnerFresh: 'org_role_required',
  },
  {
    name: 'D5: an active membership as owner',
    cookie: person({ membership: active }),
    ...SIGNED_IN,
    employer: 'allowed',
    employerFresh: 'allowed',
    employerOwner: 'allowed',
    employerOwnerFresh: 'allowed',
  },
  {
    name: 'D5: an active membership as owner, whose authentication is 10 minutes old',
    cookie: async () => {
      const { cookie, sessionId } = await makePerson(system.database, { membership: active });
      await makeStale(sessionId);
      return cookie;
    },
    ...SIGNED_IN,
    userFresh: 'fresh_authentication_required',
    employer: 'allowed',
    employerFresh: 'fresh_authentication_required',
    employerOwner: 'allowed',
    employerOwnerFresh: 'fresh_authentication_required',
  },
  {
    name: 'D5: an active membership as member, whose authentication is 10 minutes old',
    cookie: async () => {
      const membership = { role: 'member', status: 'active' } as const;
      const { cookie, sessionId } = await makePerson(system.database, { membership });
      await makeStale(sessionId);
      return cookie;
    },
    ...SIGNED_IN,
    userFresh: 'fresh_authentication_required',
    employer: 'allowed',
    employerFresh: 'fresh_authentication_required',
    employerOwner: 'org_role_required',
    employerOwnerFresh: 'org_role_required',
  },
  {
    name: 'an admin who may view',
    cookie: async () => (await makeAdmin(system.database, 'viewer')).cookie,
    ...SIGNED_OUT,
    viewer: 'allowed',
    viewerFresh: 'allowed',
    operator: 'admin_role_required',
    operatorFresh: 'admin_role_required',
  },
  {
    name: 'an admin who may operate',
    cookie: async () => (await makeAdmin(system.database, 'operator')).cookie,
    ...SIGNED_OUT,
    viewer: 'allowed',
    viewerFresh: 'allowed',
    operator: 'allowed',
    operatorFresh: 'allowed',
  },
  {
    name: 'an admin who may operate, whose one-time code is 15 minutes old',
    cookie: async () => (await makeAdmin(system.database, 'operator', 'live', '15 minutes old')).cookie,
    ...SIGNED_OUT,
    viewer: 'allowed',
    viewerFresh: 'reauthentication_required',
    operator: 'allowed',
    operatorFresh: 'reauthentication_required',
  },
  {
    name: 'an admin who may view, whose one-time code is 15 minutes old',
    cookie: async () => (await makeAdmin(system.database, 'viewer', 'live', '15 minutes old')).cookie,
    ...SIGNED_OUT,
    viewer: 'allowed',
    viewerFresh: 'reauthentication_required',
    operator: 'admin_role_required',
    operatorFresh: 'admin_role_required',
  },
  {
    name: 'an admin whose session has ended',
    cookie: async () => (await makeAdmin(system.database, 'operator', 'ended')).cookie,
    ...SIGNED_OUT,
  },
];

function expectedOf(rule: AccessRule, situation: Situation): Expected {
  switch (rule.kind) {
    case 'public':
      return 'allowed';
    case 'user':
      return rule.fresh_authentication ? situation.userFresh : situation.user;
    case 'employer':
      if (rule.org_role === 'owner') {
        return rule.fresh_authentication ? situation.employerOwnerFresh : situation.employerOwner;
      }
      return rule.fresh_authentication ? situation.employerFresh : situation.employer;
    case 'talent':
      return {
        profile_read: situation.profileRead,
        profile_write: situation.profileWrite,
        applications_read: situation.applicationsRead,
        applications_write: situation.applicationsWrite,
      }[rule.permission];
    case 'admin':
      if (rule.role === 'viewer') return rule.fresh_second_factor ? situation.viewerFresh : situation.viewer;
      return rule.fresh_second_factor ? situation.operatorFresh : situation.operator;
    default:
      return rule satisfies never;
  }
}

const RULE_CODES: ReadonlySet<string> = new Set(
  [
    'session_required',
    'org_membership_required',
    'org_membership_inactive',
    'org_company_disabled',
    'org_role_required',
    'talent_access_required',
    'talent_access_pending',
    'talent_access_suspended',
    'admin_role_required',
    'reauthentication_required',
    'fresh_authentication_required',
  ].map(String),
);

function send(endpoint: Endpoint, cookie: string | undefined) {
  const path = endpoint.path.replaceAll(/\{[a-z_]+\}/g, '01900000-0000-7000-8000-000000000000');
  const host = endpoint.system === 'user' ? system.publicHost : system.teamHost;
  return host.request(`/api${path}`, {
    method: endpoint.method,
    ...(endpoint.hasBody ? { body: {} } : {}),
    ...(cookie === undefined ? {} : { cookie }),
  });
}

const rows = endpoints.flatMap((endpoint) =>
  situations.map((situation) => ({
    endpoint,
    situation,
    expected: expectedOf(endpoint.rule, situation),
    name: `${endpoint.method} ${endpoint.path}, ${situation.name}`,
  })),
);

describe('B1 D1 D6 F15: every endpoint in every situation answers by its rule alone', () => {
  test.each(rows)('$name: $expected', async ({ endpoint, situation, expected }) => {
    const answer = await send(endpoint, await situation.cookie());
    if (expected === 'allowed') {
      expect(RULE_CODES).not.toContain(answer.body?.code);
      expect(answer.status).not.toBe(401);
      expect(answer.status).toBeLessThan(500);
      if (answer.status === 200) fromJson(endpoint.output, answer.body);
    } else {
      expect(answer.body).toMatchObject({ code: expected, status: refusalKindOf(expected).status });
      expect(answer.status).toBe(refusalKindOf(expected).status);
      expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
      expect(answer.body.trace_id).toMatch(/^[0-9a-f]{32}$/);
    }
    expect(answer.headers['cache-control']).toBe('no-store');
    if (answer.status === 401) expect(answer.headers['www-authenticate']).toBe('Session');
    if (endpoint.session === null) expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test('D6: the one employer endpoint without the employer rule is creating a membership', () => {
    const exempt = endpoints.filter(
      ({ path, rule }) => path.startsWith('/employer/') && rule.kind !== 'employer',
    );
    expect(exempt.map(({ method, path, rule }) => [method, path, rule.kind])).toEqual([
      ['POST', '/employer/org_memberships', 'user'],
    ]);
  });

  test('F15: every write of the staff needs a fresh second factor, but those that give it', () => {
    const writes = endpoints.filter(({ method, rule }) => rule.kind === 'admin' && method !== 'GET');
    const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
    const without = writes.filter(({ rule }) => rule.kind === 'admin' && !rule.fresh_second_factor);
    expect(writes.length).toBeGreaterThan(without.length);
    expect(without.map(nameOf).toSorted()).toEqual([
      'POST /identities/admin_passkey_challenges/reauthentication',
      'POST /identities/admin_sessions/current/reauthentications',
    ]);
    // A viewer changes nothing but the own passkeys and sessions.
    const ofViewers = writes.filter(({ rule }) => rule.kind === 'admin' && rule.role === 'viewer');
    expect(
      ofViewers
        .filter((one) => !without.includes(one))
        .map(nameOf)
        .toSorted(),
    ).toEqual([
      'DELETE /identities/admin_passkeys/{id}',
      'DELETE /identities/admin_sessions/{id}',
      'PATCH /identities/admin_passkeys/{id}',
      'POST /identities/admin_passkey_challenges/creation',
      'POST /identities/admin_passkeys',
    ]);
  });

  test('G3: what changes how a user signs in or ends it, who belongs to a company, a deletion, and files of all personal data need a fresh authentication', () => {
    const fresh = endpoints.filter(({ rule }) => 'fresh_authentication' in rule && rule.fresh_authentication);
    expect(fresh.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
      'DELETE /employer/org_memberships/current',
      'DELETE /identities/passkeys/{id}',
      'PATCH /employer/org_memberships/{id}',
      'PATCH /identities/passkeys/{id}',
      'POST /employer/application_exports',
      'POST /employer/invitations',
      'POST /identities/passkey_challenges/creation',
      'POST /identities/passkeys',
      'POST /identities/user_sessions/{id}/reports',
      'POST /identities/users/current/data_export',
      'POST /identities/users/current/deletion',
      'POST /identities/users/current/email_changes',
      'PUT /identities/users/current/password',
    ]);
  });

  test('two different live sessions leave an audit event', async () => {
    const people = await Promise.all([makePerson(system.database), makePerson(system.database)]);
    await system.publicHost.request('/api/identities/user_sessions/current', {
      cookie: people.map(({ cookie }) => cookie).join('; '),
    });
    const find = () =>
      system.database.query(
        "select subject_id from identity.audit_events where action = 'user_session.found_ambiguous' and subject_id = any($1)",
        [people.map(({ sessionId }) => sessionId)],
      );
    await waitFor(async () => ((await find()).length >= 2 ? true : undefined));
    expect(await find()).toHaveLength(2);
  });
});

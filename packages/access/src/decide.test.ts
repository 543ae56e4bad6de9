import type {
  AccessRule,
  CompanyCondition,
  EmployerOrgRole,
  OrgMembershipStatus,
  TalentAccessState,
} from '@gatehouse/contract';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type AdminFacts, decide, employerAccess, type UserFacts } from './index.ts';

const session = { id: 's', created_at: new Date(0), expires_at: new Date(1) };

function user(
  state: TalentAccessState = 'none',
  org_membership: UserFacts['org_membership'] = null,
  authentication_is_fresh = true,
): UserFacts {
  return {
    session,
    authentication_is_fresh,
    identities_user: { id: 'u', name: 'U', email: 'u@x.test' },
    talent_access: { state },
    deletion_due_at: null,
    org_membership,
  };
}

function membership(
  status: OrgMembershipStatus,
  condition: CompanyCondition,
  role: EmployerOrgRole = 'member',
) {
  return { id: 'm', role, status, org_company: { id: 'c', name: 'C', condition } };
}

function admin(role: 'viewer' | 'operator', second_factor_is_fresh = true): AdminFacts {
  const identities_admin = { id: 'a', name: 'A', email: 'a@x.test', role };
  return { session, second_factor_is_fresh, identities_admin };
}

const outcome = (rule: AccessRule, facts: Parameters<typeof decide>[1]) => {
  const decision = decide(rule, facts);
  return decision.allowed ? 'allowed' : decision.code;
};

const USER: AccessRule = { kind: 'user', fresh_authentication: false };
const EMPLOYER: AccessRule = { kind: 'employer', org_role: null, fresh_authentication: false };

describe('the employer decision', () => {
  test.each([
    ['D1: no session', null, 'session_required'],
    ['D2: a session and no membership', user(), 'org_membership_required'],
    ['D3: a revoked membership', user('none', membership('revoked', 'active')), 'org_membership_inactive'],
    [
      'D3: a revoked membership in a disabled company',
      user('none', membership('revoked', 'disabled')),
      'org_membership_inactive',
    ],
    [
      'D4: an active membership in a disabled company',
      user('none', membership('active', 'disabled')),
      'org_company_disabled',
    ],
    [
      'D5: an active membership in an active company',
      user('none', membership('active', 'active')),
      'allowed',
    ],
  ])('%s', (_situation, facts, expected) => {
    expect(outcome(EMPLOYER, { user: facts, admin: null })).toBe(expected);
  });

  test.each([
    ['member', 'member', 'allowed'],
    ['member', 'owner', 'org_role_required'],
    ['owner', 'member', 'allowed'],
    ['owner', 'owner', 'allowed'],
    ['member', null, 'allowed'],
    ['auditor', 'member', 'org_role_required'],
  ] as const)('a %s where %s is needed: %s', (role, org_role, expected) => {
    const facts = {
      user: user('none', membership('active', 'active', role as EmployerOrgRole)),
      admin: null,
    };
    expect(outcome({ kind: 'employer', org_role, fresh_authentication: false }, facts)).toBe(expected);
  });

  test('D8: the state that the session reports and the decision agree in every situation', () => {
    const CODES = {
      none: 'org_membership_required',
      membership_inactive: 'org_membership_inactive',
      company_disabled: 'org_company_disabled',
      active: 'allowed',
    };
    const memberships = fc.option(
      fc
        .tuple(
          fc.constantFrom('active', 'revoked'),
          fc.constantFrom('active', 'disabled'),
          fc.constantFrom('member', 'owner'),
        )
        .map(([status, condition, role]) =>
          membership(status as OrgMembershipStatus, condition as CompanyCondition, role as EmployerOrgRole),
        ),
    );
    fc.assert(
      fc.property(memberships, fc.constantFrom('none', 'pending', 'active', 'suspended'), (found, talent) => {
        const facts = user(talent as TalentAccessState, found);
        const access = employerAccess(facts);
        expect(outcome(EMPLOYER, { user: facts, admin: null })).toBe(CODES[access.state]);
        expect('org_company' in access).toBe(access.state === 'active');
      }),
    );
  });
});

describe('D7: talent permissions', () => {
  const table = {
    profile_read: {
      none: 'talent_access_required',
      pending: 'allowed',
      active: 'allowed',
      suspended: 'allowed',
    },
    profile_write: {
      none: 'talent_access_required',
      pending: 'allowed',
      active: 'allowed',
      suspended: 'talent_access_suspended',
    },
    applications_read: {
      none: 'talent_access_required',
      pending: 'allowed',
      active: 'allowed',
      suspended: 'allowed',
    },
    applications_write: {
      none: 'talent_access_required',
      pending: 'talent_access_pending',
      active: 'allowed',
      suspended: 'talent_access_suspended',
    },
  } as const;
  const cells = Object.entries(table).flatMap(([permission, states]) =>
    Object.entries(states).map(([state, expected]) => ({ permission, state, expected })),
  );
  test.each(cells)('$permission in the state $state: $expected', ({ permission, state, expected }) => {
    const rule = { kind: 'talent', permission } as AccessRule;
    expect(outcome(rule, { user: user(state as TalentAccessState), admin: null })).toBe(expected);
    expect(outcome(rule, { user: null, admin: admin('operator') })).toBe('session_required');
  });
});

describe('what a satisfied rule gives the handler', () => {
  const org_membership = membership('active', 'active');
  const { org_company } = org_membership;
  const facts = user('active', org_membership);
  const staff = admin('viewer');
  test.each<[string, AccessRule, unknown]>([
    ['a public rule: nothing', { kind: 'public' }, { kind: 'public' }],
    ['a user rule: the facts', USER, { kind: 'user', facts }],
    [
      'a talent rule: the facts',
      { kind: 'talent', permission: 'applications_write' },
      { kind: 'talent', facts },
    ],
    [
      'S5: an employer rule: org_membership and org_company, too',
      EMPLOYER,
      { kind: 'employer', facts, org_membership, org_company },
    ],
    [
      'an admin rule: the facts of the admin, and none of the user',
      { kind: 'admin', role: 'viewer', fresh_second_factor: false },
      { kind: 'admin', facts: staff },
    ],
  ])('%s', (_name, rule, grant) => {
    expect(decide(rule, { user: facts, admin: staff })).toEqual({ allowed: true, grant });
  });
});

describe('the other rules', () => {
  test('a public endpoint needs no session', () => {
    expect(outcome({ kind: 'public' }, { user: null, admin: null })).toBe('allowed');
  });

  test('a user endpoint needs a user; an admin is not one', () => {
    expect(outcome(USER, { user: user(), admin: null })).toBe('allowed');
    expect(outcome(USER, { user: null, admin: admin('operator') })).toBe('session_required');
  });

  test.each([
    ['a user whose authentication is fresh', user('none', null, true), 'allowed'],
    ['a user whose authentication is too old', user('none', null, false), 'fresh_authentication_required'],
    ['no user', null, 'session_required'],
  ] as const)('%s where a fresh authentication is needed: %#', (_name, facts, expected) => {
    const rule = { kind: 'user', fresh_authentication: true } as const;
    expect(outcome(rule, { user: facts, admin: admin('operator') })).toBe(expected);
  });

  test.each([
    ['owner', true, 'allowed'],
    ['owner', false, 'fresh_authentication_required'],
    ['member', false, 'org_role_required'],
  ] as const)('an employer rule with a fresh authentication, %s, fresh %s: %s', (role, isFresh, expected) => {
    const rule = { kind: 'employer', org_role: 'owner', fresh_authentication: true } as const;
    const facts = user('none', membership('active', 'active', role), isFresh);
    expect(outcome(rule, { user: facts, admin: null })).toBe(expected);
  });

  test.each([
    ['viewer', 'viewer', 'allowed'],
    ['viewer', 'operator', 'admin_role_required'],
    ['operator', 'viewer', 'allowed'],
    ['operator', 'operator', 'allowed'],
  ] as const)('a %s where %s is needed: %s', (has, role, expected) => {
    const rule = { kind: 'admin', role, fresh_second_factor: false } as const;
    expect(outcome(rule, { user: null, admin: admin(has) })).toBe(expected);
    expect(outcome(rule, { user: null, admin: admin(has, false) })).toBe(expected);
    expect(outcome(rule, { user: user('active'), admin: null })).toBe('session_required');
  });

  test.each([
    ['viewer', true, 'admin_role_required'],
    ['viewer', false, 'admin_role_required'],
    ['operator', true, 'allowed'],
    ['operator', false, 'reauthentication_required'],
  ] as const)('a %s whose code is fresh (%s) where a fresh one is needed: %s', (has, isFresh, expected) => {
    const rule = { kind: 'admin', role: 'operator', fresh_second_factor: true } as const;
    expect(outcome(rule, { user: null, admin: admin(has, isFresh) })).toBe(expected);
    expect(outcome(rule, { user: null, admin: null })).toBe('session_required');
  });
});

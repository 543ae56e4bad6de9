import type { AccessRule, AdminRole, EmployerOrgRole, RefusalCode } from '@gatehouse/contract';
import { employerAccess } from './employer-access.ts';
import type { AdminFacts, OrgCompany, OrgMembership, RequestFacts, UserFacts } from './facts.ts';
import { talentRefusal } from './talent-access.ts';

/** What a satisfied rule gives the handler. */
export type Grant =
  | { readonly kind: 'public' }
  | { readonly kind: 'user'; readonly facts: UserFacts }
  | { readonly kind: 'talent'; readonly facts: UserFacts }
  | {
      readonly kind: 'employer';
      readonly facts: UserFacts;
      readonly org_membership: OrgMembership;
      readonly org_company: OrgCompany;
    }
  | { readonly kind: 'admin'; readonly facts: AdminFacts };

/** Allowed with a grant, or refused with exactly one code. */
export type Decision =
  | { readonly allowed: true; readonly grant: Grant }
  | { readonly allowed: false; readonly code: RefusalCode };

/** The roles that satisfy a required one. A role that is not listed satisfies none. */
const SATISFYING_ORG_ROLES: Record<EmployerOrgRole, readonly EmployerOrgRole[]> = {
  member: ['member', 'owner'],
  owner: ['owner'],
};
const SATISFYING_ADMIN_ROLES: Record<AdminRole, readonly AdminRole[]> = {
  viewer: ['viewer', 'operator'],
  operator: ['operator'],
};

const EMPLOYER_REFUSALS = {
  none: 'org_membership_required', // D2
  membership_inactive: 'org_membership_inactive', // D3
  company_disabled: 'org_company_disabled', // D4
} as const;

/** The access decision: a rule of the contract and the facts of a request, nothing else. Pure. Rules D1-D7. */
export function decide(rule: AccessRule, { user, admin }: RequestFacts): Decision {
  switch (rule.kind) {
    case 'public':
      return { allowed: true, grant: { kind: 'public' } };
    case 'user':
      if (user === null) return refused('session_required');
      if (isStale(rule, user)) return refused('fresh_authentication_required');
      return { allowed: true, grant: { kind: 'user', facts: user } };
    case 'employer':
      return user === null ? refused('session_required') : decideEmployer(rule, user);
    case 'talent': {
      if (user === null) return refused('session_required');
      const code = talentRefusal(rule.permission, user.talent_access.state);
      return code === null ? { allowed: true, grant: { kind: 'talent', facts: user } } : refused(code);
    }
    case 'admin': {
      if (admin === null) return refused('session_required');
      if (!SATISFYING_ADMIN_ROLES[rule.role].includes(admin.identities_admin.role)) {
        return refused('admin_role_required');
      }
      if (rule.fresh_second_factor && !admin.second_factor_is_fresh) {
        return refused('reauthentication_required');
      }
      return { allowed: true, grant: { kind: 'admin', facts: admin } };
    }
    /* v8 ignore next 2 -- the compiler has checked that nothing comes here */
    default:
      return rule satisfies never;
  }
}

/** Whether the rule requires a fresh authentication and the session's last one is too old. */
function isStale(rule: { readonly fresh_authentication: boolean }, facts: UserFacts): boolean {
  return rule.fresh_authentication && !facts.authentication_is_fresh;
}

function decideEmployer(rule: Extract<AccessRule, { kind: 'employer' }>, facts: UserFacts): Decision {
  const { org_role } = rule;
  const access = employerAccess(facts);
  if (access.state !== 'active') return refused(EMPLOYER_REFUSALS[access.state]);
  const { org_membership, org_company } = access;
  if (org_role !== null && !SATISFYING_ORG_ROLES[org_role].includes(org_membership.role)) {
    return refused('org_role_required');
  }
  if (isStale(rule, facts)) return refused('fresh_authentication_required');
  return { allowed: true, grant: { kind: 'employer', facts, org_membership, org_company } };
}

function refused(code: RefusalCode): Decision {
  return { allowed: false, code };
}

import type { AccessRule as AccessRuleMessage } from '../generated/gatehouse/access/v1/access_pb.js';
import {
  AccessRule_Admin_RoleSchema,
  AccessRule_Employer_OrgRoleSchema,
  AccessRule_Public_SystemSchema,
  AccessRule_Talent_PermissionSchema,
} from '../generated/gatehouse/access/v1/access_pb.js';
import type { AdminRole, EmployerOrgRole, PublicSystem, TalentPermission } from '../generated/wire.js';
import { enumName } from './enum-name.ts';

/** The access rule of an endpoint, as plain data. */
export type AccessRule =
  | { readonly kind: 'public' }
  | {
      readonly kind: 'user';
      /** Requires an authentication of the last 10 minutes. */
      readonly fresh_authentication: boolean;
    }
  | {
      readonly kind: 'employer';
      readonly org_role: EmployerOrgRole | null;
      /** As of a user rule. */
      readonly fresh_authentication: boolean;
    }
  | { readonly kind: 'talent'; readonly permission: TalentPermission }
  | {
      readonly kind: 'admin';
      readonly role: AdminRole;
      /** Requires a second factor of the last 15 minutes. */
      readonly fresh_second_factor: boolean;
    };

/**
 * The plain form of the `access` option.
 * @throws {Error} when the option names no rule, or a rule without a required part.
 */
export function accessRuleOf(message: AccessRuleMessage): AccessRule {
  const { kind } = message;
  switch (kind.case) {
    case 'public':
      return { kind: 'public' };
    case 'user':
      return { kind: 'user', fresh_authentication: kind.value.freshAuthentication };
    case 'employer': {
      const org_role = enumName(AccessRule_Employer_OrgRoleSchema, kind.value.orgRole);
      return {
        kind: 'employer',
        org_role: org_role === 'unspecified' ? null : (org_role as EmployerOrgRole),
        fresh_authentication: kind.value.freshAuthentication,
      };
    }
    case 'talent': {
      const permission = enumName(AccessRule_Talent_PermissionSchema, kind.value.permission);
      if (permission === 'unspecified') throw new Error('the talent rule names no permission');
      return { kind: 'talent', permission: permission as TalentPermission };
    }
    case 'admin': {
      const role = enumName(AccessRule_Admin_RoleSchema, kind.value.role);
      if (role === 'unspecified') throw new Error('the admin rule names no role');
      return {
        kind: 'admin',
        role: role as AdminRole,
        fresh_second_factor: kind.value.freshSecondFactor ?? false,
      };
    }
    case undefined:
      throw new Error('the access option names no rule');
    default:
      return kind satisfies never;
  }
}

/**
 * The identity system whose host the endpoint exists on (G5): a public rule declares it, every other rule implies it.
 * @throws {Error} when a public rule does not declare it.
 */
export function identitySystemOf({ kind }: AccessRuleMessage): PublicSystem {
  if (kind.case !== 'public') return kind.case === 'admin' ? 'admin' : 'user';
  const system = enumName(AccessRule_Public_SystemSchema, kind.value.system);
  if (system === 'unspecified') throw new Error('the public rule names no identity system');
  return system as PublicSystem;
}

/**
 * The rule as documents and telemetry name it: `public`, `user`, `user:fresh`, `employer:owner`, `talent:profile.read`,
 * `admin:viewer`, `admin:operator:fresh`.
 */
export function accessRuleName(rule: AccessRule): string {
  switch (rule.kind) {
    case 'public':
      return 'public';
    case 'user':
      return `user${rule.fresh_authentication ? ':fresh' : ''}`;
    case 'employer': {
      const role = rule.org_role === null ? '' : `:${rule.org_role}`;
      return `employer${role}${rule.fresh_authentication ? ':fresh' : ''}`;
    }
    case 'talent':
      return `talent:${rule.permission.replace('_', '.')}`;
    case 'admin':
      return `admin:${rule.role}${rule.fresh_second_factor ? ':fresh' : ''}`;
    default:
      return rule satisfies never;
  }
}

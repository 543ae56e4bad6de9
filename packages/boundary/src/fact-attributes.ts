import type { RequestFacts } from '@gatehouse/access';
import type { Attributes } from '@opentelemetry/api';

/** The facts of a decision as span attributes: enough to see why it fell, and no name or address of anybody. */
export function factAttributes({ user, admin }: RequestFacts): Attributes {
  if (admin !== null) {
    return {
      'enduser.pseudo.id': admin.identities_admin.id,
      'access.admin.role': admin.identities_admin.role,
      'access.second_factor.is_fresh': admin.second_factor_is_fresh,
    };
  }
  if (user === null) return {};
  const { identities_user, talent_access, employment } = user;
  return {
    'enduser.pseudo.id': identities_user.id,
    'access.talent_access.state': talent_access.state,
    'access.org_membership.status': employment?.org_membership.status ?? 'none',
    ...(employment === null
      ? {}
      : {
          'access.org_membership.role': employment.org_membership.role,
          'access.company.condition': employment.org_company.condition,
        }),
  };
}

import type { RequestFacts } from '@gatehouse/access';
import type { Attributes } from '@opentelemetry/api';

/** The facts of a refusal as span attributes: enough to see why it fell, and no name or address of anybody. */
export function factAttributes({ user, admin }: RequestFacts): Attributes {
  if (admin !== null) {
    return {
      'access.admin.role': admin.identities_admin.role,
      'access.second_factor.is_fresh': admin.second_factor_is_fresh,
    };
  }
  if (user === null) return {};
  const { talent_access, employment } = user;
  return {
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

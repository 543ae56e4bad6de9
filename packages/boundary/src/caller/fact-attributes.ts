import type { RequestFacts } from '@gatehouse/access';
import type { Attributes } from '@opentelemetry/api';

/** The facts of a refused request as span attributes: enough to explain the refusal, without names or addresses. */
export function factAttributes({ user, admin }: RequestFacts): Attributes {
  if (admin !== null) {
    return {
      'access.admin.role': admin.identities_admin.role,
      'access.second_factor.is_fresh': admin.second_factor_is_fresh,
    };
  }
  if (user === null) return {};
  const { talent_access, org_membership } = user;
  return {
    'access.authentication.is_fresh': user.authentication_is_fresh,
    'access.talent_access.state': talent_access.state,
    'access.org_membership.status': org_membership?.status ?? 'none',
    ...(org_membership === null
      ? {}
      : {
          'access.org_membership.role': org_membership.role,
          'access.company.condition': org_membership.org_company.condition,
        }),
  };
}

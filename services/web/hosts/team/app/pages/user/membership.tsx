import type { AdminUser } from '@gatehouse/contract/wire';
import { Link } from 'react-router';
import { ORG_ROLE_LABELS } from '#design/labels.ts';
import { Badge } from '#design/page.tsx';
import { MembershipBadge, MembershipSwitch } from '../../changes/membership-switch.tsx';

/** The user's membership in a company. */
export function Membership({ user: { org_membership }, mayChange }: { user: AdminUser; mayChange: boolean }) {
  return (
    <section className="card">
      <h2>Membership</h2>
      {org_membership === undefined ? (
        <p>Not a member of any company.</p>
      ) : (
        <>
          <p>
            <Link to={`/companies/${org_membership.company_id}`}>{org_membership.company_name}</Link>
          </p>
          <p className="facts">
            <span>{ORG_ROLE_LABELS[org_membership.role]}</span>
            <MembershipBadge membership={org_membership} />
            {org_membership.company_condition === 'active' ? null : (
              <Badge tone="bad">Company disabled</Badge>
            )}
          </p>
          {mayChange ? <MembershipSwitch membership={org_membership} /> : null}
        </>
      )}
    </section>
  );
}

import type { AdminOrgMembership, OrgMembershipStatus } from '@gatehouse/contract/wire';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { ORG_MEMBERSHIP_STATUS_LABELS } from '#design/labels.ts';
import { Badge } from '#design/page.tsx';
import { FreshCodeField } from './fresh-code-field.tsx';
import { ReasonField } from './reason-field.tsx';

/** Whether a membership may be used, in a pill. */
export function MembershipBadge({ status }: { status: OrgMembershipStatus }) {
  return <Badge tone={status === 'active' ? 'good' : 'bad'}>{ORG_MEMBERSHIP_STATUS_LABELS[status]}</Badge>;
}

/** Revokes a membership or makes it active again, after asking why. */
export function MembershipSwitch({
  membership: { id, status, user_name, company_name },
}: {
  membership: AdminOrgMembership;
}) {
  const isActive = status === 'active';
  return (
    <ConfirmChange
      label={isActive ? 'Revoke' : 'Activate'}
      about={user_name}
      title={`${isActive ? 'Revoke' : 'Activate'} the membership of ${user_name}?`}
      tone={isActive ? 'bad' : 'plain'}
      intent="set_membership_status"
      fields={{ id, status: isActive ? 'revoked' : 'active' }}
      done={`The membership of ${user_name} is ${isActive ? 'revoked' : 'active'}.`}
    >
      <p>
        {isActive
          ? `From the answer on ${user_name} does not act for ${company_name}, and open invitations that they sent are withdrawn. They stay signed in. Only staff can activate the membership again.`
          : `${user_name} may act for ${company_name} again.`}
      </p>
      <ReasonField />
      <FreshCodeField />
    </ConfirmChange>
  );
}

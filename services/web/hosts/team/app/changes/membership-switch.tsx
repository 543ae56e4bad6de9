import type { AdminOrgMembership, OrgMembershipStatus } from '@gatehouse/contract/wire';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { ORG_MEMBERSHIP_STATUS_LABELS } from '#design/labels.ts';
import { Badge } from '#design/page.tsx';
import { FreshCodeField } from './fresh-code-field.tsx';
import { ReasonField } from './reason-field.tsx';

/** A membership's status in a pill. */
export function MembershipBadge({ status }: { status: OrgMembershipStatus }) {
  return <Badge tone={status === 'active' ? 'good' : 'bad'}>{ORG_MEMBERSHIP_STATUS_LABELS[status]}</Badge>;
}

/** Revokes or restores a membership, with a reason. */
export function MembershipSwitch({
  membership: { id, status, user_name, company_name },
}: {
  membership: AdminOrgMembership;
}) {
  const isActive = status === 'active';
  return (
    <ConfirmChange
      label={isActive ? 'Revoke access' : 'Restore access'}
      about={user_name}
      title={`${isActive ? 'Revoke' : 'Restore'} ${user_name}’s access?`}
      tone={isActive ? 'bad' : 'plain'}
      intent="set_membership_status"
      fields={{ id, status: isActive ? 'revoked' : 'active' }}
      done={`${user_name}’s access is ${isActive ? 'revoked' : 'restored'}.`}
    >
      <p>
        {isActive
          ? `${user_name} can no longer act for ${company_name}, and open invitations that they sent are revoked. They stay signed in. Only staff can restore their access.`
          : `${user_name} can act for ${company_name} again.`}
      </p>
      <ReasonField />
      <FreshCodeField />
    </ConfirmChange>
  );
}

import type { AdminOrgMembership, OrgMembershipStatus } from '@gatehouse/contract/wire';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { ORG_MEMBERSHIP_STATUS_LABELS } from '#design/labels.ts';
import { Badge } from '#design/page.tsx';
import { EditedVersion } from '#design/versions/edited-version.tsx';
import { FreshCodeField } from './fresh-code-field.tsx';
import { ReasonField } from './reason-field.tsx';

/** A membership's status in a pill. */
export function MembershipBadge({ status }: { status: OrgMembershipStatus }) {
  return <Badge tone={status === 'active' ? 'good' : 'bad'}>{ORG_MEMBERSHIP_STATUS_LABELS[status]}</Badge>;
}

const statusTexts = ({ status }: AdminOrgMembership) => ({ status });
const STATUS_NAMES = { status: { label: 'Access', values: ORG_MEMBERSHIP_STATUS_LABELS } };

/** Revokes or restores a membership, with a reason. */
export function MembershipSwitch({ membership }: { membership: AdminOrgMembership }) {
  const { id, status, user_name, company_name } = membership;
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
      description={
        isActive
          ? `${user_name} can no longer act for ${company_name}, and open invitations that they sent are revoked. They stay signed in. Only staff can restore their access.`
          : `${user_name} can act for ${company_name} again.`
      }
    >
      <EditedVersion resource={membership} textsOf={statusTexts} names={STATUS_NAMES} />
      <ReasonField />
      <FreshCodeField />
    </ConfirmChange>
  );
}

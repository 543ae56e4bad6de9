import type { AdminOrgMembership, OrgMembershipRevoker, OrgMembershipStatus } from '@gatehouse/contract/wire';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { ORG_MEMBERSHIP_STATUS_LABELS } from '#design/labels.ts';
import { Badge } from '#design/page.tsx';
import { EditedVersion } from '#design/versions/edited-version.tsx';
import { FreshCodeField } from './fresh-code-field.tsx';
import { ReasonField } from './reason-field.tsx';

const REVOKED_LABELS: Record<OrgMembershipRevoker, string> = {
  owner: 'Revoked by an owner',
  staff: 'Revoked by staff',
};

/** A membership's status in a pill, with whose revocation it is: owners can restore only their own. */
export function MembershipBadge({
  membership: { status, revoked_by = 'staff' },
}: {
  membership: AdminOrgMembership;
}) {
  return status === 'active' ? (
    <Badge tone="good">{ORG_MEMBERSHIP_STATUS_LABELS.active}</Badge>
  ) : (
    <Badge tone="bad">{REVOKED_LABELS[revoked_by]}</Badge>
  );
}

/** Revokes or restores a membership, with a reason, or makes an owner's revocation one by staff. */
export function MembershipSwitch({ membership }: { membership: AdminOrgMembership }) {
  const { status, revoked_by, user_name, company_name } = membership;
  return (
    <div className="actions">
      {status === 'active' ? (
        <StatusChange
          membership={membership}
          status="revoked"
          label="Revoke access"
          title={`Revoke ${user_name}’s access?`}
          done={`${user_name}’s access is revoked.`}
          description={`${user_name} can no longer act for ${company_name}, and open invitations that they sent are revoked. They stay signed in. Only staff can restore their access.`}
        />
      ) : (
        <StatusChange
          membership={membership}
          status="active"
          label="Restore access"
          title={`Restore ${user_name}’s access?`}
          done={`${user_name}’s access is restored.`}
          description={`It was revoked by ${revoked_by === 'owner' ? 'an owner' : 'staff'}. ${user_name} can act for ${company_name} again.`}
        />
      )}
      {revoked_by === 'owner' ? (
        <StatusChange
          membership={membership}
          status="revoked"
          label="Revoke as staff"
          title={`Revoke ${user_name}’s access as staff?`}
          done={`${user_name}’s access is revoked by staff.`}
          description={`${user_name} cannot act for ${company_name}, because an owner has revoked their access. Owners can then no longer restore it: only staff can.`}
        />
      ) : null}
    </div>
  );
}

const statusTexts = ({ status }: AdminOrgMembership) => ({ status });
const STATUS_NAMES = { status: { label: 'Access', values: ORG_MEMBERSHIP_STATUS_LABELS } };

function StatusChange({
  membership,
  status,
  ...texts
}: {
  membership: AdminOrgMembership;
  status: OrgMembershipStatus;
  label: string;
  title: string;
  done: string;
  description: string;
}) {
  return (
    <ConfirmChange
      {...texts}
      about={membership.user_name}
      tone={status === 'revoked' ? 'bad' : 'plain'}
      intent="set_membership_status"
      fields={{ id: membership.id, status }}
    >
      <EditedVersion resource={membership} textsOf={statusTexts} names={STATUS_NAMES} />
      <ReasonField />
      <FreshCodeField />
    </ConfirmChange>
  );
}

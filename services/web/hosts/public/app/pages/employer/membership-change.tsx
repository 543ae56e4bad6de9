import type { OrgMembership } from '@gatehouse/contract/wire';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { ORG_MEMBERSHIP_STATUS_LABELS, ORG_ROLE_LABELS } from '#design/labels.ts';
import { EditedVersion } from '#design/versions/edited-version.tsx';

const memberTexts = ({ role, status }: OrgMembership) => ({ role, status });
const MEMBER_NAMES = {
  role: { label: 'Role', values: ORG_ROLE_LABELS },
  status: { label: 'Access', values: ORG_MEMBERSHIP_STATUS_LABELS },
};

/** Makes a member an owner, or an owner a member, after confirmation. */
export function RoleChange({ member }: { member: OrgMembership }) {
  const { id, role, user_name } = member;
  const isOwner = role === 'owner';
  return (
    <ConfirmChange
      label={isOwner ? 'Make member' : 'Make owner'}
      about={user_name}
      title={isOwner ? `Make ${user_name} a member?` : `Make ${user_name} an owner?`}
      intent="set_role"
      fields={{ id, role: isOwner ? 'member' : 'owner' }}
      done={`${user_name} is now ${isOwner ? 'a member' : 'an owner'}.`}
      gone={`${user_name} is no longer a member of your company.`}
      description={
        isOwner
          ? 'Members can manage job posts, but not the company or its members. Open invitations that they sent are revoked.'
          : 'Owners can manage the company and all its members, including you.'
      }
    >
      <EditedVersion resource={member} textsOf={memberTexts} names={MEMBER_NAMES} />
    </ConfirmChange>
  );
}

/** Revokes a membership or makes it active again, after confirmation. */
export function StatusChange({ member }: { member: OrgMembership }) {
  const { id, status, user_name } = member;
  const isActive = status === 'active';
  return (
    <ConfirmChange
      label={isActive ? 'Revoke access' : 'Restore access'}
      about={user_name}
      title={`${isActive ? 'Revoke' : 'Restore'} ${user_name}’s access?`}
      tone={isActive ? 'bad' : 'plain'}
      intent="set_status"
      fields={{ id, status: isActive ? 'revoked' : 'active' }}
      done={`${user_name}’s access is ${isActive ? 'revoked' : 'restored'}.`}
      gone={`${user_name} is no longer a member of your company.`}
      description={
        isActive
          ? 'They can no longer act for your company, and open invitations that they sent are revoked. Their job posts stay, and they stay signed in.'
          : 'They can act for your company again.'
      }
    >
      <EditedVersion resource={member} textsOf={memberTexts} names={MEMBER_NAMES} />
    </ConfirmChange>
  );
}

import type { OrgMembership } from '@gatehouse/contract/wire';
import { ConfirmChange } from '#design/confirm-change.tsx';

/** Makes a member an owner, or an owner a member, after asking. */
export function RoleChange({ member: { id, role, user_name } }: { member: OrgMembership }) {
  const isOwner = role === 'owner';
  return (
    <ConfirmChange
      label={isOwner ? 'Make a member' : 'Make an owner'}
      about={user_name}
      title={isOwner ? `Make ${user_name} a member?` : `Make ${user_name} an owner?`}
      intent="set_role"
      fields={{ id, role: isOwner ? 'member' : 'owner' }}
      done={`${user_name} is ${isOwner ? 'a member' : 'an owner'} now.`}
    >
      <p>
        {isOwner
          ? 'Members write job posts. They change neither the company nor who acts for it. Open invitations that they sent are withdrawn.'
          : 'Owners change the company and who acts for it, yourself included.'}
      </p>
    </ConfirmChange>
  );
}

/** Revokes a membership or makes it active again, after asking. */
export function StatusChange({ member: { id, status, user_name } }: { member: OrgMembership }) {
  const isActive = status === 'active';
  return (
    <ConfirmChange
      label={isActive ? 'Revoke' : 'Activate'}
      about={user_name}
      title={`${isActive ? 'Revoke' : 'Activate'} the membership of ${user_name}?`}
      tone={isActive ? 'bad' : 'plain'}
      intent="set_status"
      fields={{ id, status: isActive ? 'revoked' : 'active' }}
      done={`The membership of ${user_name} is ${isActive ? 'revoked' : 'active'}.`}
    >
      <p>
        {isActive
          ? 'From then on they do not act for your company. Open invitations that they sent are withdrawn. What they have written stays, and they stay signed in.'
          : 'They may act for your company again.'}
      </p>
    </ConfirmChange>
  );
}

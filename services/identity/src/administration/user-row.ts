import { etagOf, isLiveSession, statement } from '@gatehouse/boundary';
import type { AdminUser } from '@gatehouse/contract';
import {
  type AdminOrgMembershipRow,
  ORG_MEMBERSHIP_COLUMNS,
  presentOrgMembership,
} from './org-membership-row.ts';

/** A user with membership, as the statements of this folder select it. */
export interface UserRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly created_at: Date;
  readonly talent_access_state: AdminUser['talent_access']['state'];
  readonly session_count: number;
  readonly deletion_due_at: Date | null;
  /** Of the talent access. */
  readonly etag: string;
  readonly membership: Omit<AdminOrgMembershipRow, 'user_name' | 'user_email'> | null;
}

export const USERS = `
  select u.id, u.name, u.email, u.email_verified_at is not null as email_verified, u.created_at, u.talent_access_state,
         u.deletion_due_at,
         ${etagOf('u.talent_access_version')},
         (select count(*)::int from identity.user_sessions s
           where s.user_id = u.id and ${isLiveSession('s')}
         ) as session_count,
         (select to_json(found) from (
            select ${ORG_MEMBERSHIP_COLUMNS}
              from employer.org_memberships m join employer.companies c on c.id = m.company_id
             where m.user_id = u.id
          ) found) as membership
    from identity.users u`;

export const FIND_USER = statement<UserRow>('find_admin_user', `${USERS} where u.id = $1`);

/** A user as staff see it. */
export function presentUser(row: UserRow): AdminUser {
  const { id, name, email, email_verified, created_at, talent_access_state, deletion_due_at, membership } =
    row;
  return {
    id,
    name,
    email,
    email_verified,
    created_at: created_at.toISOString(),
    talent_access: { state: talent_access_state },
    session_count: row.session_count,
    etag: row.etag,
    ...(deletion_due_at === null ? {} : { deletion_due_at: deletion_due_at.toISOString() }),
    ...(membership === null
      ? {}
      : { org_membership: presentOrgMembership({ ...membership, user_name: name, user_email: email }) }),
  };
}

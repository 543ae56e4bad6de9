import { type Handler, readPage, statement } from '@gatehouse/boundary';
import type { AdminUser } from '@gatehouse/contract';
import {
  type AdminOrgMembershipRow,
  ORG_MEMBERSHIP_COLUMNS,
  presentOrgMembership,
} from './org-membership-row.ts';

interface UserRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly created_at: Date;
  readonly talent_access_state: AdminUser['talent_access']['state'];
  readonly session_count: number;
  readonly membership: Omit<AdminOrgMembershipRow, 'user_name' | 'user_email'> | null;
}

const USERS = `
  select u.id, u.name, u.email, u.email_verified_at is not null as email_verified, u.created_at, u.talent_access_state,
         (select count(*)::int from identity.user_sessions s
           where s.user_id = u.id and s.ended_at is null and s.expires_at > now() and s.idle_expires_at > now()
         ) as session_count,
         (select to_json(found) from (
            select ${ORG_MEMBERSHIP_COLUMNS}
              from employer.org_memberships m join employer.companies c on c.id = m.company_id
             where m.user_id = u.id
          ) found) as membership
    from identity.users u`;

const LIST_USERS = statement<UserRow>(
  'list_admin_users',
  `${USERS}
    where ($1 = '' or strpos(lower(u.name), lower($1)) > 0 or strpos(u.email, lower($1)) > 0)
      and ($2::uuid is null or u.id < $2) and ($3::text is null or u.talent_access_state = $3)
    order by u.id desc
    limit $4`,
);

const FIND_USER = statement<UserRow>('find_admin_user', `${USERS} where u.id = $1`);

const FIND_TALENT_ACCESS = statement<{ talent_access_state: UserRow['talent_access_state'] }>(
  'find_talent_access',
  'select talent_access_state from identity.users where id = $1',
);

const WRITE_TALENT_ACCESS = statement<object>(
  'write_talent_access',
  'update identity.users set talent_access_state = $2, updated_at = now() where id = $1',
);

const END_ALL_SESSIONS = statement<{ id: string }>(
  'end_all_user_sessions',
  `update identity.user_sessions set ended_at = now(), end_reason = 'ended_by_admin'
    where user_id = $1 and ended_at is null
   returning id`,
  { indexes: ['user_sessions_live_by_user_idx'] },
);

/** Users by part of a name or of an email address and by talent access, newest first. */
export const listAdminUsers: Handler<'AdministrationService.ListAdminUsers'> = ({ read }, input) =>
  readPage(input, {
    key: ['uuid'],
    find: ([before], count) =>
      read.query(LIST_USERS, [input.query.trim(), before, input.talent_access ?? null, count]),
    present: presentUser,
    keyOf: (row) => [row.id],
  });

/** One user. */
export const getAdminUser: Handler<'AdministrationService.GetAdminUser'> = async (context, input) => {
  const [row] = await context.read.query(FIND_USER, [input.id]);
  return row === undefined ? context.refuse('not_found') : presentUser(row);
};

/** Changes a user's talent access; the same state again writes nothing. */
export const updateTalentAccess: Handler<'AdministrationService.UpdateTalentAccess'> = (context, input) =>
  context.transaction(
    async (tx) => {
      const [before] = await tx.query(FIND_TALENT_ACCESS, [input.id]);
      if (before === undefined) return context.refuse('not_found');
      if (before.talent_access_state !== input.state) {
        await tx.query(WRITE_TALENT_ACCESS, [input.id, input.state]);
        await tx.audit({
          action: 'talent_access.changed',
          subject_kind: 'user',
          subject_id: input.id,
          reason: input.reason.trim(),
          change: `${before.talent_access_state} → ${input.state}`,
        });
      }
      const [row] = await tx.query(FIND_USER, [input.id]);
      return row === undefined ? context.refuse('not_found') : presentUser(row);
    },
    { locks: [{ kind: 'user', id: input.id, mode: 'exclusive' }] },
  );

/** Ends all sessions of a user. */
export const deleteAdminUserSessions: Handler<'AdministrationService.DeleteAdminUserSessions'> = (
  context,
  input,
) =>
  context.transaction(
    async (tx) => {
      const [user] = await tx.query(FIND_USER, [input.id]);
      if (user === undefined) return context.refuse('not_found');
      const ended = await tx.query(END_ALL_SESSIONS, [input.id]);
      if (ended.length > 0) {
        await tx.audit({
          action: 'user.signed_out_everywhere',
          subject_kind: 'user',
          subject_id: input.id,
          change: `${ended.length} sessions ended`,
        });
      }
      return null;
    },
    { locks: [{ kind: 'user', id: input.id, mode: 'exclusive' }] },
  );

function presentUser(row: UserRow): AdminUser {
  const { id, name, email, email_verified, created_at, talent_access_state, session_count, membership } = row;
  return {
    id,
    name,
    email,
    email_verified,
    created_at: created_at.toISOString(),
    talent_access: { state: talent_access_state },
    session_count,
    ...(membership === null
      ? {}
      : { org_membership: presentOrgMembership({ ...membership, user_name: name, user_email: email }) }),
  };
}

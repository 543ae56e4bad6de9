import { type Handler, newestFirst, readPage, returningLive, statement } from '@gatehouse/boundary';
import { FIND_USER, presentUser, USERS, type UserRow } from './user-row.ts';

const NEWEST = newestFirst('u.id');

const LIST_USERS = statement<UserRow>(
  'list_admin_users',
  `${USERS}
    where ($1 = '' or strpos(lower(u.name), lower($1)) > 0 or strpos(u.email, lower($1)) > 0)
      and ${NEWEST.after(2)} and ($3::text is null or u.talent_access_state = $3)
    ${NEWEST.orderBy}
    limit $4`,
);

/** All; returns those that had not expired. */
const END_ALL_SESSIONS = statement<{ id: string }>(
  'end_all_user_sessions',
  returningLive(
    `update identity.user_sessions set ended_at = now(), end_reason = 'ended_by_admin'
      where user_id = $1 and ended_at is null`,
    'id',
  ),
  { indexes: ['user_sessions_live_by_user_idx'] },
);

/** Users by part of a name or of an email address and by talent access, newest first. */
export const listAdminUsers: Handler<'AdministrationService.ListAdminUsers'> = ({ read }, input) =>
  readPage(input, {
    order: NEWEST,
    find: (after, count) =>
      read.query(LIST_USERS, [input.query.trim(), ...after, input.talent_access ?? null, count]),
    present: presentUser,
  });

/** One user. */
export const getAdminUser: Handler<'AdministrationService.GetAdminUser'> = async (context, input) => {
  const [row] = await context.read.query(FIND_USER, [input.id]);
  return row === undefined ? context.refuse('not_found') : presentUser(row);
};

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

import { type HandlersOf, isLiveSession, newestFirst, readPage, statement } from '@gatehouse/boundary';
import { type OwnSessionRow, presentOwnSession } from '../user-sessions/present-own-session.ts';
import { exclusiveAdmin } from './presented-sessions.ts';

const NEWEST = newestFirst('s.id');

const LIST_SESSIONS = statement<OwnSessionRow>(
  'list_admin_sessions',
  `select s.id, s.created_at, s.last_seen_at, s.user_agent, s.address from identity.admin_sessions s
    where s.admin_id = $1 and ${isLiveSession('s')}
      and ${NEWEST.after(2)}
    ${NEWEST.orderBy}
    limit $3`,
  { indexes: ['admin_sessions_admin_id_idx'] },
);

/** Before the exclusive lock, on which revocations would wait (G1). */
const HAS_SESSION = statement<object>(
  'has_admin_session',
  `select from identity.admin_sessions s
    where s.id = $1 and s.admin_id = $2 and ${isLiveSession('s')}`,
);

const END_SESSION = statement<{ id: string }>(
  'end_admin_session',
  `update identity.admin_sessions s set ended_at = now(), end_reason = 'ended_by_admin'
    where s.id = $1 and s.admin_id = $2 and ${isLiveSession('s')}
   returning s.id`,
);

/** The caller's own sessions. */
export const ownAdminSessionHandlers: Pick<
  HandlersOf<'AdminSessionService'>,
  'AdminSessionService.ListAdminSessions' | 'AdminSessionService.DeleteAdminSession'
> = {
  'AdminSessionService.ListAdminSessions': ({ read, facts }, input) =>
    readPage(input, {
      order: NEWEST,
      find: (after, count) => read.query(LIST_SESSIONS, [facts.identities_admin.id, ...after, count]),
      present: (row) => presentOwnSession(row, facts.session.id),
    }),

  'AdminSessionService.DeleteAdminSession': async (context, input) => {
    const { id } = context.facts.identities_admin;
    const found = await context.read.query(HAS_SESSION, [input.id, id]);
    if (found.length === 0) return context.refuse('not_found');
    return context.transaction(
      async (tx) => {
        const [ended] = await tx.query(END_SESSION, [input.id, tx.facts.identities_admin.id]);
        if (ended === undefined) return context.refuse('not_found');
        await tx.audit({
          action: 'admin_session.ended',
          subject_kind: 'admin_session',
          subject_id: ended.id,
        });
        return null;
      },
      { locks: [exclusiveAdmin(id)] },
    );
  },
};

import { type HandlersOf, newestFirst, readPage, statement } from '@gatehouse/boundary';
import { SECURITY_ACTIONS } from '@gatehouse/contract/audit-action';
import { describeAddress } from './user-sessions/describe-address.ts';
import { describeDevice } from './user-sessions/describe-device.ts';

interface SecurityEventRow {
  readonly id: string;
  readonly at: Date;
  readonly action: string;
  readonly change: string;
  /** Empty: no session of the user is known. */
  readonly user_agent: string;
  readonly address: string;
  /** Of a sign-in that was not reported, while the session is stored. */
  readonly session_id: string | null;
}

const NEWEST = newestFirst('e.id');

/**
 * The newest events by or about the user, by one index each, which has no event that the log does not show: the actions are literal, as
 * in the index. The id is compared with a subquery, whose value the planner does not see: of an account with very many events it would
 * expect enough of them among the newest of all, and read all of those.
 */
const newest = (condition: string, actions: readonly string[]) =>
  `(select e.id, e.at, e.action, e.change, e.subject_kind, e.subject_id, e.session_id from identity.audit_events e
     where ${condition} and e.action in (${actions.map((action) => `'${action}'`).join(', ')})
       and ${NEWEST.after(2)}
     ${NEWEST.orderBy} limit $3)`;

/** Without those of sessions: a failed sign-in by a visitor is about the user, and by none. */
const ACTIONS_ABOUT_USER = SECURITY_ACTIONS.filter((action) => action.startsWith('user.'));

const LIST_SECURITY_EVENTS = statement<SecurityEventRow>(
  'list_security_events',
  `select e.id, e.at, e.action, e.change, coalesce(s.user_agent, '') as user_agent, coalesce(s.address, '') as address,
          case when e.action = 'user_session.started' and not exists (
            select from identity.audit_events r
             where r.subject_id = s.id and r.action = 'user_session.reported'
          ) then s.id end as session_id
     from (${newest("e.actor_id = (select $1::uuid) and e.actor_kind = 'user'", SECURITY_ACTIONS)}
           union
           ${newest("e.subject_id = (select $1::uuid) and e.subject_kind = 'user'", ACTIONS_ABOUT_USER)}
           ${newestFirst().orderBy} limit $3) e
     left join identity.user_sessions s
       on s.id = coalesce(e.session_id, case when e.subject_kind = 'user_session' then e.subject_id end) and s.user_id = $1
    ${NEWEST.orderBy}`,
  {
    indexes: [
      'audit_events_security_actor_idx',
      'audit_events_security_subject_idx',
      'audit_events_decision_idx',
      'user_sessions_pkey',
    ],
  },
);

/** The security log of the caller. */
export const securityEventHandlers: HandlersOf<'SecurityEventService'> = {
  'SecurityEventService.ListSecurityEvents': ({ read, facts }, input) =>
    readPage(input, {
      order: NEWEST,
      find: (after, count) => read.query(LIST_SECURITY_EVENTS, [facts.identities_user.id, ...after, count]),
      present: ({ id, at, action, change, user_agent, address, session_id }) => ({
        id,
        at: at.toISOString(),
        action,
        change,
        device: describeDevice(user_agent),
        address,
        place: describeAddress(address),
        ...(session_id === null || session_id === facts.session.id ? {} : { session_id }),
      }),
    }),
};

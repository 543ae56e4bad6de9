import { type Handler, onlyRow, type Queryable, statement } from '@gatehouse/boundary';
import {
  type AccessDecision,
  type AccessReview,
  parseAuditChange,
  type ReviewedProfile,
} from '@gatehouse/contract';
import {
  COUNT_PENDING,
  PENDING_REQUEST_COLUMNS,
  type PendingRequestRow,
  presentPendingRequest,
} from './pending-request-row.ts';

const FIND_REQUEST = statement<{ requested_at: Date | null }>(
  'find_access_request',
  'select access_requested_at as requested_at from identity.users where id = $1',
);

const FIND_PROFILE = statement<Omit<ReviewedProfile, 'updated_at'> & { readonly updated_at: Date }>(
  'find_reviewed_profile',
  `select p.headline, p.summary, p.skills, p.location, p.links, c.career, p.updated_at
     from identity.find_reviewed_profile($1) p, identity.find_reviewed_career($1) c`,
);

interface DecisionRow extends Omit<AccessDecision, 'at' | 'from' | 'to'> {
  readonly at: Date;
  readonly change: string;
}

/** By an index of decisions alone. Of the subquery's value the planner sees nothing, as in the security log. */
const LIST_DECISIONS = statement<DecisionRow>(
  'list_access_decisions_of_user',
  `select e.id, e.at, e.change, coalesce(a.name, '') as admin_name, e.reason
     from identity.audit_events e
     left join identity.admins a on e.actor_kind = 'admin' and a.id = e.actor_id
    where e.subject_id = (select $1::uuid) and e.action in ('talent_access.requested', 'talent_access.changed')
    order by e.id desc
    limit 50`,
  { indexes: ['audit_events_decision_idx'] },
);

/** The first pending request behind this user's place in the queue, or else the oldest of another user. */
const FIND_NEXT = statement<PendingRequestRow>(
  'find_next_access_request',
  `select ${PENDING_REQUEST_COLUMNS}
     from ((select 1 as round, n.id
              from identity.users n
             where n.talent_access_state = 'pending'
               and (n.access_requested_at, n.id) > (
                     select s.access_requested_at, s.id from identity.users s
                      where s.id = $1 and s.talent_access_state = 'pending')
             order by n.access_requested_at, n.id limit 1)
           union all
           (select 2, n.id
              from identity.users n
             where n.talent_access_state = 'pending' and n.id <> $1
             order by n.access_requested_at, n.id limit 1)
           order by round limit 1) found
     join identity.users u on u.id = found.id`,
  { indexes: ['users_pending_idx'] },
);

/** What staff need to decide on a user's talent access. */
export const getAccessReview: Handler<'AdministrationService.GetAccessReview'> = async (context, { id }) => {
  const { read } = context;
  const [[request], profile, decisions, next, counts] = await Promise.all([
    read.query(FIND_REQUEST, [id]),
    findProfile(read, id),
    read.query(LIST_DECISIONS, [id]),
    read.query(FIND_NEXT, [id]),
    read.query(COUNT_PENDING, []),
  ]);
  if (request === undefined) return context.refuse('not_found');
  const review: AccessReview = {
    ...(profile === null ? {} : { profile }),
    ...(request.requested_at === null ? {} : { requested_at: request.requested_at.toISOString() }),
    decisions: decisions.map(presentDecision),
    ...(next[0] === undefined ? {} : { next: presentPendingRequest(next[0]) }),
    ...onlyRow(counts, 'the count'),
  };
  return review;
};

async function findProfile(read: Queryable, userId: string): Promise<ReviewedProfile | null> {
  const [row] = await read.query(FIND_PROFILE, [userId]);
  return row === undefined ? null : { ...row, updated_at: row.updated_at.toISOString() };
}

function presentDecision({ change, at, ...row }: DecisionRow): AccessDecision {
  const { before, after } = parseAuditChange(change);
  type State = AccessDecision['from'];
  return { ...row, at: at.toISOString(), from: before as State, to: after as State };
}

import { newestFirst, type Queryable, statement } from '@gatehouse/boundary';
import type { AuditEvent } from '@gatehouse/contract';

/** An event with the names of what it is about. */
export interface AuditEventRow extends Omit<AuditEvent, 'at'> {
  readonly at: Date;
}

/** Ids grow with time: bounds on the id let the index find a time. */
export interface AuditBounds {
  readonly beforeId: string;
  readonly fromId: string;
  readonly from: string;
  readonly before: string;
}

/** Events by one of some actors or about one of some subjects; and of these, by this actor and about this subject. */
export interface PartyFilter {
  readonly by: readonly string[];
  readonly about: readonly string[];
  readonly actorId: string | null;
  readonly subjectId: string | null;
}

/** Their order. Where a page begins is one of the bounds, because days bound the ids, too. */
export const NEWEST_EVENTS = newestFirst('e.id');

const COLUMNS =
  'e.id, e.at, e.actor_kind, e.actor_id, e.action, e.subject_kind, e.subject_id, e.reason, e.change';
const WITHIN_BOUNDS = 'e.id < $1 and e.id >= $2 and e.at >= $3::timestamptz and e.at < $4::timestamptz';
const NEWEST = `${NEWEST_EVENTS.orderBy} limit $5`;

/** The events of an inner query, with the names that staff read. An id is of one kind alone. */
const named = (events: string) => `
  select e.id, e.at, e.actor_kind, coalesce(e.actor_id::text, '') as actor_id,
         coalesce(actor_user.name, actor_admin.name, '') as actor_name,
         e.action, e.subject_kind, coalesce(e.subject_id::text, '') as subject_id,
         coalesce(subject_user.name, subject_admin.name, company.name, '') as subject_name, e.reason, e.change,
         coalesce(subject_user.id::text, '') as subject_user_id,
         coalesce(company.id::text, '') as subject_company_id, coalesce(company.name, '') as subject_company_name
    from (${events}) e
    left join identity.users actor_user on actor_user.id = e.actor_id
    left join identity.admins actor_admin on actor_admin.id = e.actor_id
    left join identity.admins subject_admin on subject_admin.id = e.subject_id
    left join employer.org_memberships m on m.id = e.subject_id
    left join employer.job_posts j on j.id = e.subject_id
    left join employer.invitations i on i.id = e.subject_id
    left join identity.users subject_user
      on subject_user.id = case when e.subject_kind = 'user' then e.subject_id else m.user_id end
    left join employer.companies company
      on company.id = case when e.subject_kind = 'company' then e.subject_id
                           else coalesce(m.company_id, j.company_id, i.company_id) end
   ${NEWEST_EVENTS.orderBy}`;

const LIST_ALL = statement<AuditEventRow>(
  'list_audit_events',
  named(`select ${COLUMNS} from identity.audit_events e where ${WITHIN_BOUNDS} ${NEWEST}`),
  { indexes: ['audit_events_pkey'] },
);

/**
 * The newest of each action, as a range in the index's own order: a generic plan for `action = $6` reads the primary key from
 * its end, and the whole trail for a rare action.
 */
const LIST_OF_ACTIONS = statement<AuditEventRow>(
  'list_audit_events_of_actions',
  named(
    `select ${COLUMNS} from unnest($6::text[]) as wanted (name) cross join lateral (
       select ${COLUMNS} from identity.audit_events e
        where e.action >= wanted.name and e.action <= wanted.name and ${WITHIN_BOUNDS}
        order by e.action, e.id desc limit $5
     ) e ${NEWEST}`,
  ),
  { indexes: ['audit_events_action_idx'] },
);

/** The newest events of each id in an array, by one index. */
const ofEach = (ids: string, column: 'actor_id' | 'subject_id') => `
  select ${COLUMNS} from unnest(${ids}::uuid[]) as party (id) cross join lateral (
    select ${COLUMNS} from identity.audit_events e
     where e.${column} = party.id and ${WITHIN_BOUNDS} and ($6::text[] is null or e.action = any ($6))
       and ($9::uuid is null or e.actor_id = $9) and ($10::uuid is null or e.subject_id = $10)
     ${NEWEST}
  ) e`;

const LIST_OF_PARTY = statement<AuditEventRow>(
  'list_audit_events_of_party',
  named(
    `select ${COLUMNS} from (${ofEach('$7', 'actor_id')} union ${ofEach('$8', 'subject_id')}) e ${NEWEST}`,
  ),
  { indexes: ['audit_events_actor_id_idx', 'audit_events_subject_id_idx'] },
);

/** At most `count` events, newest first; each combination of filters has a statement with an index of its own. */
export function findAuditEvents(
  read: Queryable,
  {
    bounds: { beforeId, fromId, from, before },
    actions,
    party,
    count,
  }: {
    readonly bounds: AuditBounds;
    /** Null: all. */
    readonly actions: readonly string[] | null;
    readonly party: PartyFilter | null;
    readonly count: number;
  },
): Promise<AuditEventRow[]> {
  const bounds = [beforeId, fromId, from, before, count];
  if (party !== null) {
    const { by, about, actorId, subjectId } = party;
    return read.query(LIST_OF_PARTY, [...bounds, actions, by, about, actorId, subjectId]);
  }
  if (actions !== null) return read.query(LIST_OF_ACTIONS, [...bounds, actions]);
  return read.query(LIST_ALL, bounds);
}

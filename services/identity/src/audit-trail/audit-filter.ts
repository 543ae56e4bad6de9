import { FIRST_ID, LAST_ID, type Queryable, refuse, statement } from '@gatehouse/boundary';
import type { CreateAuditExportRequest } from '@gatehouse/contract';
import { ACTIONS_BUT_SESSIONS, ALL_BUT_SESSIONS } from '@gatehouse/contract/audit-action';
import { type AuditBounds, type AuditEventRow, findAuditEvents, type PartyFilter } from './find-events.ts';

/** The filters that the list and the export of the audit trail share. */
export type AuditFilter = CreateAuditExportRequest;

/**
 * A company has many memberships and job posts; the events of the first 500 and of the newest 200 are found. The contract and the
 * pages state these numbers. One more of each says that there are others.
 */
const FIND_PARTS = statement<{ id: string; is_beyond_limit: boolean }>(
  'find_parts_of_audit_party',
  `(select m.id, false as is_beyond_limit from employer.org_memberships m where m.user_id = $1)
   union all
   (select m.id, row_number() over (order by m.id) > 500 from employer.org_memberships m
     where m.company_id = $1 order by m.id limit 501)
   union all
   (select j.id, row_number() over (order by j.id desc) > 200 from employer.job_posts j
     where j.company_id = $1 order by j.id desc limit 201)`,
  {
    indexes: ['org_memberships_user_id_key', 'org_memberships_company_id_idx', 'job_posts_company_id_id_idx'],
  },
);

/** Events of the audit trail. */
export interface FilteredEvents {
  readonly events: readonly AuditEventRow[];
  /** Whether events of further memberships or job posts of the party were left out. */
  readonly areOthersLeftOut: boolean;
}

/**
 * At most `count` events that match all filters, newest first.
 * @param before the id after which the page begins; null: the newest events.
 * @throws {Refusal} input_invalid for a day that does not exist.
 */
export async function findFilteredEvents(
  read: Queryable,
  filter: AuditFilter,
  { before, count }: { readonly before: string | null; readonly count: number },
): Promise<FilteredEvents> {
  const bounds = boundsOf(filter, before);
  const parts = filter.party_id === '' ? [] : await read.query(FIND_PARTS, [filter.party_id]);
  const found = parts.filter((part) => !part.is_beyond_limit);
  const party = partyFilterOf(
    filter,
    found.map(({ id }) => id),
  );
  return {
    events: await findAuditEvents(read, { bounds, actions: actionsOf(filter), party, count }),
    areOthersLeftOut: found.length < parts.length,
  };
}

function actionsOf({ action }: AuditFilter): readonly string[] | null {
  if (action === '') return null;
  return action === ALL_BUT_SESSIONS ? ACTIONS_BUT_SESSIONS : [action];
}

function partyFilterOf(
  { actor_id, subject_id, party_id }: AuditFilter,
  partIds: readonly string[],
): PartyFilter | null {
  if (actor_id === '' && subject_id === '' && party_id === '') return null;
  const [actorId, subjectId] = [actor_id || null, subject_id || null];
  if (party_id === '') {
    const [by, about] = actorId === null ? [[], [subject_id]] : [[actorId], []];
    return { by, about, actorId, subjectId };
  }
  return { by: [party_id], about: [party_id, ...partIds], actorId, subjectId };
}

const DAY_MILLIS = 86_400_000;

/** An event is written within this time after its transaction has begun, from which its `at` is. */
const MAX_TRANSACTION_MILLIS = 3_600_000;

function boundsOf({ from, to }: AuditFilter, before: string | null): AuditBounds {
  const [first, last] = [dayOf('from', from), dayOf('to', to)];
  if (first !== null && last !== null && last < first) {
    refuseDay('to', 'The last day is before the first day.');
  }
  const end = last === null ? null : last + DAY_MILLIS;
  const beforeEnd = end === null ? LAST_ID : firstIdAt(end + MAX_TRANSACTION_MILLIS);
  return {
    beforeId: before === null || before > beforeEnd ? beforeEnd : before,
    fromId: first === null ? FIRST_ID : firstIdAt(first),
    from: first === null ? '-infinity' : new Date(first).toISOString(),
    before: end === null ? 'infinity' : new Date(end).toISOString(),
  };
}

/** No UUIDv7 of this millisecond or of a later one is smaller. */
function firstIdAt(millis: number): string {
  const hex = millis.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** PostgreSQL and JavaScript write later years in different ways. */
const MAX_DAY_MILLIS = Date.UTC(9998, 11, 31);

/** Milliseconds at the beginning of a day in UTC; null: no day. */
function dayOf(field: 'from' | 'to', day: string): number | null {
  if (day === '') return null;
  const millis = Date.parse(`${day}T00:00:00Z`);
  const exists = millis >= 0 && millis <= MAX_DAY_MILLIS && new Date(millis).toISOString().startsWith(day);
  return exists ? millis : refuseDay(field, 'Enter a day that exists, from 1970 on, as YYYY-MM-DD.');
}

function refuseDay(field: 'from' | 'to', message: string): never {
  return refuse('input_invalid', {
    detail: `Invalid: ${field}.`,
    errors: [{ field, code: 'date', message }],
  });
}

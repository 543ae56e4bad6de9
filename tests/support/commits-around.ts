import type { AuditAction } from '@gatehouse/contract';
import type { TestDatabase } from '@gatehouse/testkit';
import { waitFor } from './wait-for.ts';

/** The writes that a revocation ends. */
export interface EndedWrites {
  readonly actorIds: readonly string[];
  /** Their audit actions. */
  readonly actions: readonly AuditAction[];
}

/**
 * Counts the audited writes that PostgreSQL committed before and after the newest revocation of one kind. The order is that of the
 * commits (the setting `track_commit_timestamp`), not that in which the test learned of them: a write of the moment between the
 * revocation and its answer comes after it.
 * @param revocation the audit action of its transaction.
 * @throws {Error} when there is none.
 */
export async function commitsAround(
  database: Pick<TestDatabase, 'query'>,
  revocation: AuditAction,
  { actorIds, actions }: EndedWrites,
): Promise<{ readonly before: number; readonly after: number }> {
  const [row] = await database.query<{ is_known: boolean; before: number; after: number }>(
    `with revocation as (
       select max(pg_xact_commit_timestamp(r.xmin)) as committed_at from identity.audit_events r where r.action = $1)
     select r.committed_at is not null as is_known,
            count(e.id) filter (where pg_xact_commit_timestamp(e.xmin) <= r.committed_at)::int as before,
            count(e.id) filter (where pg_xact_commit_timestamp(e.xmin) > r.committed_at)::int as after
       from revocation r
       left join identity.audit_events e on e.actor_id = any($2) and e.action = any($3)
      group by r.committed_at`,
    [revocation, actorIds, actions],
  );
  if (row?.is_known !== true) throw new Error(`no ${revocation} is in the audit trail`);
  return { before: row.before, after: row.after };
}

/** Resolves once there is one of the writes, so that a revocation has something to end. */
export function oneIsWritten(
  database: Pick<TestDatabase, 'query'>,
  { actorIds, actions }: EndedWrites,
): Promise<true> {
  return waitFor(async () => {
    const found = await database.query(
      'select from identity.audit_events where actor_id = any($1) and action = any($2) limit 1',
      [actorIds, actions],
    );
    return found.length > 0 ? true : undefined;
  });
}

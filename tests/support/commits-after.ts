import type { AuditAction } from '@gatehouse/contract';
import type { TestDatabase } from '@gatehouse/testkit';

/** The writes that a revocation ends. */
export interface EndedWrites {
  readonly actorIds: readonly string[];
  /** Their audit actions. */
  readonly actions: readonly AuditAction[];
}

/**
 * Counts writes that PostgreSQL committed after the newest revocation of one kind. The order is that of the commits (the setting
 * `track_commit_timestamp`), not that in which the test learned of them: a write of the moment between the revocation and its answer
 * counts.
 * @param revocation the audit action of its transaction.
 * @throws {Error} when there is none.
 */
export async function commitsAfter(
  database: Pick<TestDatabase, 'query'>,
  revocation: AuditAction,
  { actorIds, actions }: EndedWrites,
): Promise<number> {
  const [row] = await database.query<{ revoked_at: Date | null; writes: number }>(
    `with revocation as (
       select max(pg_xact_commit_timestamp(r.xmin)) as committed_at from identity.audit_events r where r.action = $1)
     select r.committed_at as revoked_at, count(e.id)::int as writes
       from revocation r
       left join identity.audit_events e on e.actor_id = any($2) and e.action = any($3)
                                        and pg_xact_commit_timestamp(e.xmin) > r.committed_at
      group by r.committed_at`,
    [revocation, actorIds, actions],
  );
  if (row === undefined || row.revoked_at === null) throw new Error(`no ${revocation} is in the audit trail`);
  return row.writes;
}

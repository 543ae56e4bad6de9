import type { Endpoint } from '@gatehouse/contract';
import type { VersionCheck } from '../context.ts';
import { refuse } from '../refusal.ts';
import type { Queryable } from '../statement.ts';
import { findLastChange, type LastChange, matchesVersion } from '../version.ts';

/** The check of the version that the request names in `If-Match`, in one transaction. */
export interface RunningVersionCheck extends VersionCheck {
  /** @throws {Error} when the handler has not compared the version: such a transaction must not be committed. */
  requireCompared(): void;
}

/**
 * Compares the version of the request with that of the locked row; the handler calls it before its first write.
 * @param ifMatch the request's header, which the boundary has required.
 */
export function versionCheck(
  { id }: Endpoint,
  ifMatch: string | undefined,
  tx: Queryable,
): RunningVersionCheck {
  let isCompared = false;
  return {
    requireVersion: async (current, history, present) => {
      if (ifMatch === undefined) throw new Error(`${id} compares a version that the request does not name`);
      isCompared = true;
      if (matchesVersion(ifMatch, current)) return;
      const change = history !== null && 'subjectId' in history ? await findLastChange(tx, history) : history;
      refuse('edit_conflict', {
        detail: 'Nothing was saved. Compare your version with the current one.',
        conflict: {
          etag: current.etag,
          current: { ...(present === undefined ? current : await present()) },
          changed_by: authorOf(change),
          ...(change === null ? {} : { changed_at: change.at.toISOString() }),
        },
      });
    },
    requireCompared: () => {
      if (!isCompared) throw new Error(`${id} has not compared the version of the request`);
    },
  };
}

function authorOf(change: LastChange | null): string {
  if (change === null) return '';
  return change.actor_name ?? (change.actor_kind === 'admin' ? 'Gatehouse staff' : '');
}

import type { IdentitySystem } from '@gatehouse/contract';
import type { Logger } from '@gatehouse/runtime';
import type { Pool } from 'pg';
import type { RequestTrace } from '../http/request-trace.ts';
import { runTransaction } from '../transaction/transaction.ts';

const QUIET_MILLIS = 60_000;
const MOST_REMEMBERED = 1000;

/**
 * Writes an audit event when a request carries two different live sessions: somebody may have planted a cookie. The
 * same sessions are told of once a minute, and no answer waits for it.
 */
export class AmbiguousSessionReport {
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #toldAt = new Map<string, number>();

  constructor(pool: Pool, log: Logger) {
    this.#pool = pool;
    this.#log = log;
  }

  tell(system: IdentitySystem, sessionIds: readonly string[], trace: RequestTrace): void {
    const key = [...sessionIds].sort().join();
    const now = Date.now();
    if (now - (this.#toldAt.get(key) ?? 0) < QUIET_MILLIS) return;
    if (this.#toldAt.size >= MOST_REMEMBERED) this.#toldAt.clear();
    this.#toldAt.set(key, now);
    this.#write(system, sessionIds, trace).catch((error: unknown) => {
      this.#toldAt.delete(key);
      this.#log.error({ err: error }, 'could not write the audit event of ambiguous sessions');
    });
  }

  async #write(system: IdentitySystem, sessionIds: readonly string[], trace: RequestTrace): Promise<void> {
    await runTransaction(this.#pool, trace, async (_client, transactionFor) => {
      const tx = transactionFor({ kind: 'system', id: null });
      for (const subject_id of sessionIds) {
        const subject_kind = `${system}_session` as const;
        await tx.audit({ action: `${subject_kind}.found_ambiguous`, subject_kind, subject_id });
      }
    });
  }
}

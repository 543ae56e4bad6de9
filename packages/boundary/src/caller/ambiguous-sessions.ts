import type { IdentitySystem } from '@gatehouse/contract';
import type { Logger } from '@gatehouse/runtime';
import type { Pool } from 'pg';
import { runTransaction, type TransactionOrigin } from '../transaction/transaction.ts';

const REPORT_INTERVAL_MILLIS = 60_000;
const MAX_REMEMBERED = 1000;

/**
 * Writes an audit event when a request carries two different live sessions: an attacker may have planted a cookie. The
 * same sessions are reported once a minute, and no response waits for it.
 */
export class AmbiguousSessionReport {
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #reportedAt = new Map<string, number>();

  constructor(pool: Pool, log: Logger) {
    this.#pool = pool;
    this.#log = log;
  }

  report(system: IdentitySystem, sessionIds: readonly string[], origin: TransactionOrigin): void {
    const key = [...sessionIds].sort().join();
    const now = Date.now();
    if (now - (this.#reportedAt.get(key) ?? 0) < REPORT_INTERVAL_MILLIS) return;
    if (this.#reportedAt.size >= MAX_REMEMBERED) this.#reportedAt.clear();
    this.#reportedAt.set(key, now);
    this.#write(system, sessionIds, origin).catch((error: unknown) => {
      this.#reportedAt.delete(key);
      this.#log.error({ err: error }, 'could not write the audit event of ambiguous sessions');
    });
  }

  async #write(
    system: IdentitySystem,
    sessionIds: readonly string[],
    { span, traceId }: TransactionOrigin,
  ): Promise<void> {
    // Without the client: the event is written even when it disconnects.
    await runTransaction(this.#pool, { span, traceId }, async (_connection, transactionFor) => {
      const tx = transactionFor({ kind: 'system', id: null, sessionId: null });
      for (const subject_id of sessionIds) {
        const subject_kind = `${system}_session` as const;
        await tx.audit({ action: `${subject_kind}.found_ambiguous`, subject_kind, subject_id });
      }
    });
  }
}

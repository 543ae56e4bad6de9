import type { IdentitySystem } from '@gatehouse/contract';
import type { Logger } from '@gatehouse/runtime';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { runTransaction, type TransactionOrigin } from '../transaction/transaction.ts';

const REPORT_INTERVAL_MILLIS = 60_000;
const MAX_REMEMBERED = 10_000;

/**
 * Writes an audit event for each of two or more live sessions that one request carries: an attacker may have planted a cookie.
 * A session is reported once a minute, whichever others are beside it, and one request at a time; what comes meanwhile is
 * reported with the browser's next request. So no number of requests takes more than one connection (G6). No response waits.
 */
export class AmbiguousSessionReport {
  readonly #pool: Pool;
  readonly #log: Logger;
  /** By session id. */
  readonly #reported = new LRUCache<string, true>({
    max: MAX_REMEMBERED,
    ttl: REPORT_INTERVAL_MILLIS,
    perf: Date,
  });
  #isWriting = false;

  constructor(pool: Pool, log: Logger) {
    this.#pool = pool;
    this.#log = log;
  }

  report(system: IdentitySystem, sessionIds: readonly string[], origin: TransactionOrigin): void {
    const due = sessionIds.filter((id) => !this.#reported.has(id));
    if (due.length === 0 || this.#isWriting) return;
    for (const id of due) this.#reported.set(id, true);
    this.#isWriting = true;
    this.#write(system, due, origin)
      .catch((error: unknown) => {
        for (const id of due) this.#reported.delete(id);
        this.#log.error({ err: error }, 'could not write the audit event of ambiguous sessions');
      })
      .finally(() => {
        this.#isWriting = false;
      });
  }

  async #write(
    system: IdentitySystem,
    sessionIds: readonly string[],
    { span, traceId }: TransactionOrigin,
  ): Promise<void> {
    // Without the client: the event is written even when it disconnects.
    await runTransaction(
      this.#pool,
      { span, traceId },
      {
        open: async () => undefined,
        work: async (_opened, transactionFor) => {
          const tx = transactionFor({ kind: 'system', id: null, sessionId: null });
          const subject_kind = `${system}_session` as const;
          await tx.auditEach({ action: `${subject_kind}.found_ambiguous`, subject_kind }, sessionIds);
        },
      },
    );
  }
}

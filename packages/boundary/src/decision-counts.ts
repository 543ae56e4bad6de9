import { type Logger, observeCounter } from '@gatehouse/runtime';
import type { Pool } from 'pg';
import { statement } from './statement.ts';

const COUNT_DECISIONS = statement<object>(
  'count_access_decisions',
  'select identity.count_access_decisions($1, $2)',
);

const FLUSH_MILLIS = 10_000;

interface DecisionCount {
  readonly rule: string;
  readonly decision: string;
  total: number;
  /** The part of `total` that the database has. */
  flushed: number;
}

/**
 * Counts the boundary's decisions once, for the metrics and for the staff's start page. The database receives the counts
 * every ten seconds, so no request waits for it; those of an outage are flushed later. No decision depends on them.
 */
export class DecisionCounts {
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  readonly #counts = new Map<string, DecisionCount>();

  /** Create it after the telemetry SDK has started, or the metric is never exported. */
  constructor(pool: Pool, log: Logger) {
    this.#pool = pool;
    this.#log = log;
    this.#timer = setInterval(() => void this.#flush(), FLUSH_MILLIS);
    this.#timer.unref();
    observeCounter('@gatehouse/boundary', 'gatehouse.access.decisions', (observe) => {
      for (const { rule, decision, total } of this.#counts.values()) {
        observe(total, { 'access.rule': rule, 'access.decision': decision });
      }
    });
  }

  /**
   * @param rule the name of the endpoint's rule.
   * @param decision `allowed`, the code of a refusal, `error` or `client_disconnected`.
   */
  add(rule: string, decision: string): void {
    const key = `${rule} ${decision}`;
    const count = this.#counts.get(key);
    if (count === undefined) this.#counts.set(key, { rule, decision, total: 1, flushed: 0 });
    else count.total += 1;
  }

  /** Flushes the remaining counts. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#flush();
  }

  async #flush(): Promise<void> {
    const due = [...this.#counts.values()]
      // Nothing was decided for a client that has disconnected.
      .filter(({ decision, total, flushed }) => total > flushed && decision !== 'client_disconnected')
      .map((count) => ({ count, added: count.total - count.flushed }));
    if (due.length === 0) return;
    const byDecision = new Map<string, number>();
    for (const { count, added } of due) {
      count.flushed += added;
      byDecision.set(count.decision, (byDecision.get(count.decision) ?? 0) + added);
    }
    try {
      await this.#pool.query({
        ...COUNT_DECISIONS,
        values: [[...byDecision.keys()], [...byDecision.values()]],
      });
    } catch (error) {
      for (const { count, added } of due) count.flushed -= added;
      this.#log.warn({ err: error }, 'could not write the counts of decisions');
    }
  }
}

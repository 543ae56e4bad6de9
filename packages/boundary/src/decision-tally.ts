import type { Logger } from '@gatehouse/runtime';
import type { Pool } from 'pg';

const COUNT_DECISIONS = {
  name: 'count_access_decisions',
  text: 'select identity.count_access_decisions($1, $2)',
};

const FLUSH_MILLIS = 10_000;

/**
 * Counts how often the boundary decided what, for the staff's first page. Counts are added to the database every few
 * seconds, off every request's path; those of an outage are kept until it is over. Nothing decides by them.
 */
export class DecisionTally {
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  #counts = new Map<string, number>();

  constructor(pool: Pool, log: Logger) {
    this.#pool = pool;
    this.#log = log;
    this.#timer = setInterval(() => void this.#flush(), FLUSH_MILLIS);
    this.#timer.unref();
  }

  /** @param decision `allowed`, or the code of a refusal. */
  count(decision: string): void {
    this.#counts.set(decision, (this.#counts.get(decision) ?? 0) + 1);
  }

  /** Writes what has not been written yet. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#flush();
  }

  async #flush(): Promise<void> {
    if (this.#counts.size === 0) return;
    const counts = this.#counts;
    this.#counts = new Map();
    try {
      await this.#pool.query({ ...COUNT_DECISIONS, values: [[...counts.keys()], [...counts.values()]] });
    } catch (error) {
      this.#log.warn({ err: error }, 'could not write the counts of decisions');
      for (const [decision, count] of counts) {
        this.#counts.set(decision, (this.#counts.get(decision) ?? 0) + count);
      }
    }
  }
}

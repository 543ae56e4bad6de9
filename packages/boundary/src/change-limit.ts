import { observedCounters } from '@gatehouse/runtime';
import { refuse } from './refusal.ts';

/**
 * Limits the changes of one account in an hour, each of which is an audit event (G6). It counts in this process: what a request changes
 * is known under the lock of its row, which then waits for no other store.
 */
export class ChangeLimit {
  readonly #perAccount: number;
  readonly #counters: ReturnType<typeof observedCounters>;

  constructor({ ACCOUNT_CHANGES, THROTTLE_KEYS }: { ACCOUNT_CHANGES: number; THROTTLE_KEYS: number }) {
    this.#perAccount = ACCOUNT_CHANGES;
    const windowMillis = 60 * 60 * 1000;
    this.#counters = observedCounters('change:account', { windowMillis, maxKeys: THROTTLE_KEYS });
  }

  /** Counts a change of the caller's, in its transaction. @throws {Refusal} rate_limited, which undoes it, when there were too many. */
  count({ facts }: { readonly facts: { readonly identities_user: { readonly id: string } } }): void {
    const { count, millisLeft } = this.#counters.add(facts.identities_user.id);
    if (count <= this.#perAccount) return;
    refuse('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(millisLeft / 1000)) });
  }
}

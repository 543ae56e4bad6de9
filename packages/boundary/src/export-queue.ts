import { KeyedConcurrencyLimit } from '@gatehouse/runtime';
import type { ClientContext } from './context.ts';
import { refuse } from './refusal.ts';

const ONE_PER_ACCOUNT = { maxRunning: 1, maxWaiting: 0 } as const;

/** Exports of one process: each holds its whole file in memory. */
const PER_PROCESS = { maxRunning: 2, maxWaiting: 16 } as const;

const PROCESS = 'process';

/**
 * Runs the exports of a process: one per account, a few at once, others in order. An export is a POST that reads a lot before
 * its transaction, so neither the limit of reads nor the queue of writes bounds it (G6). The account has another one once its
 * client has taken the file, which is in memory until then.
 */
export class ExportQueue {
  readonly #accounts = new KeyedConcurrencyLimit(ONE_PER_ACCOUNT);
  readonly #process = new KeyedConcurrencyLimit(PER_PROCESS);

  /**
   * @param work one export from its first read to its answer.
   * @throws {Refusal} rate_limited while the account has another export or too many exports wait.
   * @throws {ClientDisconnected} when the client disconnected while the export waited.
   */
  async run<T>(
    {
      accountId,
      client,
    }: { accountId: string; client: Pick<ClientContext, 'throwIfDisconnected' | 'whenAnswered'> },
    work: () => Promise<T>,
  ): Promise<T> {
    if (!this.#accounts.tryAcquire(accountId)) {
      refuse('rate_limited', {
        detail: 'Another export of yours is running. Try again once it is done.',
        retryAfterSeconds: 2,
      });
    }
    const release = () => this.#accounts.release(accountId);
    try {
      const file = await this.#runInTurn(client, work);
      void client.whenAnswered().then(release);
      return file;
    } catch (error) {
      release();
      throw error;
    }
  }

  async #runInTurn<T>(client: Pick<ClientContext, 'throwIfDisconnected'>, work: () => Promise<T>) {
    const running = this.#process.run(PROCESS, () => {
      client.throwIfDisconnected();
      return work();
    });
    if (running === null) {
      refuse('rate_limited', {
        detail: 'Too many exports are running. Try again in a few seconds.',
        retryAfterSeconds: 5,
      });
    }
    return running;
  }
}

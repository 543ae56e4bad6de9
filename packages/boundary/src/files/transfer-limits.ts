import { ConcurrencyLimit, clientNetworks, KeyedConcurrencyLimit } from '@gatehouse/runtime';
import { refuse } from '../refusal.ts';

/** Whose transfer it is. */
export interface TransferClient {
  /** Of an account, or what else names the client. */
  readonly accountId: string;
  /** The client's network address. */
  readonly address: string;
}

/** How many transfers run at the same time. */
interface TransferBounds {
  /** For the refusals. */
  readonly what: 'uploads' | 'downloads';
  readonly perAccount: number;
  /** Fewer than of the process: several accounts of one person leave places to others. */
  readonly perNetwork: number;
  readonly inProcess: number;
}

const RETRY_SECONDS = 5;

/** Limits the transfers of an account, of a network and of the process, which hold memory while their clients take their time (G6). */
export class TransferLimits {
  readonly #what: TransferBounds['what'];
  readonly #ofAccount: KeyedConcurrencyLimit;
  readonly #ofNetwork: KeyedConcurrencyLimit;
  readonly #ofAll: ConcurrencyLimit;

  constructor({ what, perAccount, perNetwork, inProcess }: TransferBounds) {
    this.#what = what;
    this.#ofAccount = new KeyedConcurrencyLimit({ maxRunning: perAccount, maxWaiting: 0 });
    this.#ofNetwork = new KeyedConcurrencyLimit({ maxRunning: perNetwork, maxWaiting: 0 });
    this.#ofAll = new ConcurrencyLimit(inProcess);
  }

  /** @throws {Refusal} rate_limited for the account and the network, dependency_unavailable for the process. */
  async run<Result>(
    { accountId, address }: TransferClient,
    transfer: () => Promise<Result>,
  ): Promise<Result> {
    const network = clientNetworks(address).wide;
    if (!this.#ofAccount.tryAcquire(accountId)) this.#refuse('rate_limited', `of your ${this.#what}`);
    try {
      if (!this.#ofNetwork.tryAcquire(network)) {
        this.#refuse('rate_limited', `${this.#what} from your network`);
      }
      try {
        if (!this.#ofAll.tryAcquire()) this.#refuse('dependency_unavailable', this.#what);
        try {
          return await transfer();
        } finally {
          this.#ofAll.release();
        }
      } finally {
        this.#ofNetwork.release(network);
      }
    } finally {
      this.#ofAccount.release(accountId);
    }
  }

  #refuse(code: 'rate_limited' | 'dependency_unavailable', which: string): never {
    refuse(code, {
      detail: `Too many ${which} are running. Try again in a few seconds.`,
      retryAfterSeconds: RETRY_SECONDS,
    });
  }
}

import type { OutgoingHttpHeaders } from 'node:http';
import { ConcurrencyLimit, KeyedConcurrencyLimit } from '@gatehouse/runtime';
import { accountIdOf, type Caller } from '../caller/caller.ts';
import type { Exchange } from '../http/exchange.ts';
import { refuse } from '../refusal.ts';
import type { Service } from '../service.ts';
import type { FileChunks } from './upload.ts';

/** A file as a handler answers with it. */
export interface FileAnswer {
  /** The name under which browsers save it, unless the contract has one (`attachment`). */
  readonly name: string;
  /** In bytes: the sum of the chunks. */
  readonly size: number;
  readonly chunks: FileChunks;
}

/** Each download holds up to four chunks for as long as its client takes. */
const MAX_PER_ACCOUNT = 4;
const MAX_IN_PROCESS = 64;

/** Limits the downloads of an account and of the process (G6). */
export class DownloadLimits {
  readonly #perAccount = new KeyedConcurrencyLimit({ maxRunning: MAX_PER_ACCOUNT, maxWaiting: 0 });
  readonly #all = new ConcurrencyLimit(MAX_IN_PROCESS);

  /** @throws {Refusal} rate_limited for the account, dependency_unavailable for the process. */
  async run(account: string, download: () => Promise<void>): Promise<void> {
    if (!this.#perAccount.tryAcquire(account)) {
      refuse('rate_limited', {
        detail: 'Too many of your downloads are running. Try again once one is done.',
        retryAfterSeconds: 2,
      });
    }
    try {
      if (!this.#all.tryAcquire()) {
        refuse('dependency_unavailable', {
          detail: 'Too many downloads are running. Try again in a few seconds.',
          retryAfterSeconds: 5,
        });
      }
      try {
        await download();
      } finally {
        this.#all.release();
      }
    } finally {
      this.#perAccount.release(account);
    }
  }
}

/**
 * Answers with a file, chunk by chunk as the client takes them, without a slot of the process or a database connection
 * meanwhile.
 * @param decide repeats the decision of the request; called before each chunk, once it has been read.
 * @throws {Refusal} as `DownloadLimits`.
 */
export async function sendFile(
  exchange: Exchange,
  {
    file,
    headers,
    caller,
  }: { readonly file: FileAnswer; readonly headers: OutgoingHttpHeaders; readonly caller: Caller },
  decide: () => Promise<void>,
  { downloads, work }: Pick<Service, 'downloads' | 'work'>,
): Promise<void> {
  const account = accountIdOf(caller.facts) ?? exchange.clientAddress;
  const decided = { ...file, chunks: decidedChunks(file.chunks, decide) };
  await downloads.run(account, () => work.releaseWhile(() => exchange.sendFile(decided, headers)));
}

/** A client that takes its time gets nothing more once it may not have it any more (G1). */
async function* decidedChunks(chunks: FileChunks, decide: () => Promise<void>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    // After the read, which may have taken seconds where a store of documents has the chunk.
    await decide();
    yield chunk;
  }
}

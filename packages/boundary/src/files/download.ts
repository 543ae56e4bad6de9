import type { Endpoint } from '@gatehouse/contract';
import { accountIdOf, type Caller } from '../caller/caller.ts';
import type { Exchange } from '../http/exchange.ts';
import { refuse } from '../refusal.ts';
import type { Service } from '../service.ts';
import type { FileChunks } from './upload.ts';

/** A file as a handler answers with it. */
export interface FileAnswer {
  /** The name under which browsers save it. */
  readonly name: string;
  /** In bytes: the sum of the chunks. */
  readonly size: number;
  readonly chunks: FileChunks;
}

/** Downloads of one account in one process: each holds a chunk for as long as its client takes. */
export const DOWNLOADS_PER_ACCOUNT = { maxRunning: 4, maxWaiting: 0 } as const;

/**
 * Answers with a file, chunk by chunk as the client takes them, without a slot of the process or a database connection
 * meanwhile.
 * @throws {Refusal} rate_limited while the account has too many downloads.
 */
export async function sendFile(
  exchange: Exchange,
  { status, download }: Pick<Endpoint, 'status'> & { readonly download: string },
  { file, caller }: { readonly file: FileAnswer; readonly caller: Caller },
  { downloads, work }: Pick<Service, 'downloads' | 'work'>,
): Promise<void> {
  const key = accountIdOf(caller.facts) ?? exchange.clientAddress;
  if (!downloads.tryAcquire(key)) {
    refuse('rate_limited', {
      detail: 'Too many of your downloads are running. Try again once one is done.',
      retryAfterSeconds: 2,
    });
  }
  try {
    await work.releaseWhile(() => exchange.sendFile(status, file, download));
  } finally {
    downloads.release(key);
  }
}

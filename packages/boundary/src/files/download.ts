import type { OutgoingHttpHeaders } from 'node:http';
import { accountIdOf, type Caller } from '../caller/caller.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Service } from '../service.ts';
import type { FileAnswer } from './file-answer.ts';
import type { FileChunks } from './upload.ts';

/** Each download holds up to four chunks for as long as its client takes. */
export const DOWNLOAD_LIMITS = { what: 'downloads', perAccount: 4, perNetwork: 16, inProcess: 64 } as const;

/**
 * Answers with a file, chunk by chunk as the client takes them, without a slot of the process or a database connection
 * meanwhile.
 * @param decide repeats the decision of the request; called before each chunk, once it has been read.
 * @throws {Refusal} as `TransferLimits`.
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
  const address = exchange.clientAddress;
  const client = { accountId: accountIdOf(caller.facts) ?? address, address };
  const decided = { ...file, chunks: decidedChunks(file.chunks, decide) };
  await downloads.run(client, () => work.releaseWhile(() => exchange.sendFile(decided, headers)));
}

/** A client that takes its time gets nothing more once it may not have it any more (G1). */
async function* decidedChunks(chunks: FileChunks, decide: () => Promise<void>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    // After the read, which may have taken seconds where a store of documents has the chunk.
    await decide();
    yield chunk;
  }
}

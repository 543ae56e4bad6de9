import { within } from '@gatehouse/runtime/within';
import { request } from 'undici';
import type { HttpAnswer } from './api-answer.ts';

/** What a `fetch` would follow. */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Sends a GET over the shared connections of this process: no redirect is followed, and no header is sent but those given.
 * @param timeoutMillis for the whole exchange, from the wait for a connection to the end of the body.
 * @throws {Error} without a whole answer in time, and for a redirect.
 */
export async function getFromServer(
  address: string,
  { headers, timeoutMillis }: { headers: Record<string, string>; timeoutMillis: number },
): Promise<HttpAnswer> {
  // undici rejects a request that waits for a connection only once it has one.
  return within(
    timeoutMillis,
    (signal) => read(address, headers, signal),
    () => new Error(`no whole answer within ${timeoutMillis} ms`),
  );
}

async function read(
  address: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const { statusCode: status, body } = await request(address, { headers, signal });
  const text = await body.text();
  if (REDIRECTS.has(status)) throw new Error(`unexpected redirect: ${status}`);
  return { ok: status >= 200 && status < 300, status, text: () => text };
}

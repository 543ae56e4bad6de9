import { writeReadableStreamToWritable } from '@react-router/node';
import type { Request as ServerRequest, Response as ServerResponse } from 'express';

/**
 * A request as the router gets it: what it asks for, and for a method that writes where it comes from. A page renders by the
 * address and the session alone (W7), and no page takes a write: the API does (B5).
 * @param origin scheme and host of the site, as it is configured.
 */
export function toRequest(
  { method, originalUrl, headers }: Pick<ServerRequest, 'method' | 'originalUrl' | 'headers'>,
  origin: string,
  signal: AbortSignal,
): Request {
  const isRead = method === 'GET' || method === 'HEAD';
  const from = isRead ? undefined : headers.origin;
  return new Request(`${origin}${originalUrl}`, {
    method,
    signal,
    ...(from === undefined ? {} : { headers: { origin: from } }),
  });
}

/**
 * Sends what the router answers.
 * @param document the whole body, where the answer does not carry it itself.
 */
export async function sendAnswer(
  response: ServerResponse,
  answer: Response,
  document: Buffer | null,
): Promise<void> {
  if (isClosed(response)) {
    await answer.body?.cancel();
    return;
  }
  response.status(answer.status);
  for (const [name, value] of answer.headers) response.appendHeader(name, value);
  if (document !== null) response.end(document);
  else if (answer.body === null) response.end();
  else await sendStream(response, answer.body);
}

async function sendStream(response: ServerResponse, body: ReadableStream<Uint8Array>): Promise<void> {
  try {
    await writeReadableStreamToWritable(body, response);
  } catch (error) {
    // Whoever asked has left.
    if (!isClosed(response)) throw error;
  }
}

function isClosed(response: ServerResponse): boolean {
  return response.destroyed || response.writableEnded;
}

import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { TestSystem } from '@gatehouse/testkit';

/** A download whose client has taken nothing of the body yet. */
export interface SlowDownload {
  readonly status: number | undefined;
  /** Takes the rest. @returns how many bytes arrive; fewer than announced: it was cut off. */
  rest(): Promise<number>;
  stop(): void;
}

/** Begins a download through the ingress. @param path below the API's base path. */
export async function slowDownload(
  { local: { port, publicHost } }: TestSystem,
  { cookie }: { readonly cookie: string },
  path: string,
): Promise<SlowDownload> {
  const request = httpRequest({
    host: '127.0.0.1',
    port,
    path: `/api${path}`,
    headers: { host: publicHost, cookie },
  });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve).on('error', reject).end();
  });
  response.pause();
  return {
    status: response.statusCode,
    rest: async () => {
      let size = 0;
      try {
        for await (const chunk of response) size += chunk.length;
      } catch {
        // The connection was closed.
      }
      return size;
    },
    stop: () => request.destroy(),
  };
}

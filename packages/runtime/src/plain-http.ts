import type { IncomingMessage } from 'node:http';

/** The part of an Express request that says how the client came. */
type ForwardedRequest = Pick<IncomingMessage, 'headers' | 'socket'> & {
  readonly app: { get(name: string): unknown };
};

/**
 * Whether a trusted proxy says that the client used plain http (K8). Without its header nothing is known: probes and calls
 * within the cluster have none.
 */
export function isByPlainHttp({ headers, socket, app }: ForwardedRequest): boolean {
  const header = headers['x-forwarded-proto'];
  if (header === undefined) return false;
  const isTrusted = app.get('trust proxy fn') as (address: string | undefined, hop: number) => boolean;
  // Of several proxies the first one has met the client.
  const [scheme = ''] = String(header).split(',', 1);
  return scheme.trim().toLowerCase() === 'http' && isTrusted(socket.remoteAddress, 0);
}

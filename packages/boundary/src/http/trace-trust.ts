import type { IncomingMessage } from 'node:http';
import { type HostNames, namesHost } from './host-names.ts';

/** Decides whose `traceparent` a service continues. */
export interface TraceTrust {
  readonly hostNames: HostNames;
  /** Whether the ingress sets `traceparent` itself (`TRUST_TRACEPARENT`). */
  readonly ingressSetsTraceparent: boolean;
  /** Whether an address is trusted as the hop before us, as `TRUST_PROXY` says. */
  readonly trustsPeer: (address: string) => boolean;
}

type Request = Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'url'> & {
  readonly socket: Pick<IncomingMessage['socket'], 'remoteAddress'>;
};

/**
 * Whether a trusted part set the request's `traceparent`: always where the ingress does, otherwise only on the web tier's
 * internal reads. Those come from a trusted peer to an internal host name, without a forwarding header. An ingress always
 * sets one, and routes by the outer host names, so no client's request looks like an internal read. Pure. F19.
 */
export function trustsTraceparent(request: Request, trust: TraceTrust): boolean {
  if (trust.ingressSetsTraceparent) return true;
  const { headers, socket } = request;
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
  const { user, admin } = trust.hostNames;
  if (namesHost(request, user) || namesHost(request, admin)) return false;
  return trust.trustsPeer(socket.remoteAddress ?? '');
}

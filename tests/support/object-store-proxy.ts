import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { findFreePort } from '@gatehouse/local-system';
import { meetingPlace } from '@gatehouse/testkit';

/** An HTTP proxy in front of a store that injects what stores do. */
export interface ObjectStoreProxy {
  /** As services find it: `127.0.0.1:1234`. */
  readonly host: string;
  /** `hold` keeps each request that arrives, until the mode is another one; `refuse` closes its connection; `fail` answers 500. */
  mode: 'forward' | 'hold' | 'refuse' | 'fail';
  /** Requests that are held. */
  held(): number;
  stop(): void;
}

/** Forwards to a host with a port. */
export async function startObjectStoreProxy(target: string): Promise<ObjectStoreProxy> {
  const { listenOn, name } = meetingPlace();
  const port = await findFreePort();
  const waiting: (() => void)[] = [];
  let current: ObjectStoreProxy['mode'] = 'forward';
  const server = createServer((incoming, outgoing) => {
    const go = () => {
      if (current === 'hold') waiting.push(go);
      else if (current === 'refuse') incoming.socket.destroy();
      else if (current === 'fail') outgoing.writeHead(500).end();
      else forward(incoming, outgoing, target);
    };
    go();
  });
  await new Promise<void>((resolve) => server.listen(port, listenOn, resolve));
  return {
    host: `${name}:${port}`,
    get mode() {
      return current;
    },
    set mode(mode) {
      current = mode;
      for (const go of waiting.splice(0)) go();
    },
    held: () => waiting.length,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** With the client's Host header, which is signed. */
function forward(incoming: IncomingMessage, outgoing: ServerResponse, target: string): void {
  const { method, url, headers } = incoming;
  const [host, port] = target.split(':');
  const upstream = request({ host, port, method, path: url, headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
  });
  upstream.on('error', () => outgoing.destroy());
  outgoing.on('error', () => upstream.destroy());
  incoming.pipe(upstream);
}

import { type ApiService, byService } from '@gatehouse/contract';
import { type ApiClient, createInstanceClient, type RunningPart, type TestSystem } from '@gatehouse/testkit';

/** One write of a flood, of the service it goes to. */
export interface FloodWrite {
  readonly service: ApiService;
  readonly method: 'PATCH' | 'PUT' | 'POST';
  readonly path: string;
  readonly body?: (count: number) => object;
  /** Instead of `body`. */
  readonly file?: (count: number) => { readonly mediaType: string; readonly bytes: Buffer };
}

/** Who writes: read before each request, so that a new session is used once there is one. */
export interface Writer {
  cookie: string;
  /** As the ingress says it; absent: this machine's. */
  readonly address?: string;
}

/** Connections that write without a pause until `stop`. */
export interface WriteFlood {
  /** How often each status was answered. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Resolves when every connection has had an answer to a request that it sent after this call. @throws if one fails. */
  everyConnectionAnswered(): Promise<void>;
  /** Resolves when at least so many writes have been done since the flood began. */
  hasWritten(count: number): Promise<void>;
  stop(): Promise<void>;
}

const WRITTEN = new Set([200, 201, 204]);

/**
 * Starts `connections` that each send one write after the other, straight to the instances of the services in turn.
 * @param writers take turns among the connections.
 */
export function startWriteFlood(
  { local }: TestSystem,
  {
    connections,
    writers,
    writes,
  }: { connections: number; writers: readonly Writer[]; writes: readonly FloodWrite[] },
): WriteFlood {
  const clientOf = (part: RunningPart) => createInstanceClient(part, local.publicHost);
  const clients = byService((name) => local.services[name].map(clientOf));
  const statuses = new Map<number, number>();
  const answered = Array.from({ length: connections }, () => 0);
  const listeners = new Set<() => void>();
  let written = 0;
  let isRunning = true;

  const run = async (connection: number) => {
    const writer = writers[connection % writers.length] as Writer;
    for (let count = 0; isRunning; count += 1) {
      const { service, method, path, body, file } = writes[
        (connection + count) % writes.length
      ] as FloodWrite;
      const instances = clients[service];
      const client = instances[(connection + count) % instances.length] as ApiClient;
      const number = connection * 1_000_000 + count;
      const upload = file?.(number);
      const { status } = await client.request(`/api${path}`, {
        method,
        cookie: writer.cookie,
        ...(body === undefined ? {} : { body: body(number) }),
        ...(upload === undefined ? {} : { rawBody: upload.bytes }),
        headers: {
          ...(upload === undefined ? {} : { 'content-type': upload.mediaType }),
          ...(writer.address === undefined ? {} : { 'x-forwarded-for': writer.address }),
        },
      });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (WRITTEN.has(status)) written += 1;
      answered[connection] = (answered[connection] ?? 0) + 1;
      for (const listener of listeners) listener();
    }
  };
  const running = answered.map((_, connection) => run(connection));

  // A connection that fails ends every wait: it would never answer again.
  const ended = Promise.all(running).then(() => {
    throw new Error('the flood was stopped');
  });
  ended.catch(() => undefined);

  const until = (isTrue: () => boolean) => {
    const reached = new Promise<void>((resolve) => {
      const listener = () => {
        if (!isTrue()) return;
        listeners.delete(listener);
        resolve();
      };
      listeners.add(listener);
      listener();
    });
    return Promise.race([reached, ended]);
  };

  return {
    statuses,
    everyConnectionAnswered: () => {
      // Two more answers: the first may be of a request that was under way.
      const before = [...answered];
      return until(() => answered.every((count, connection) => count >= (before[connection] ?? 0) + 2));
    },
    hasWritten: (count) => {
      const goal = written + count;
      return until(() => written >= goal);
    },
    stop: async () => {
      isRunning = false;
      await Promise.all(running);
      for (const client of Object.values(clients).flat()) client.close();
    },
  };
}

import { waitFor } from '#support/wait-for.ts';
import { kubectl } from './cluster.ts';
import { startNodePod } from './node-pod.ts';

/**
 * What the load has counted so far, of reads and of writes: answers by status, `200` or `503 dependency_unavailable`, and
 * `error` where no answer came.
 */
export interface LoadCounts {
  readonly reads: Readonly<Record<string, number>>;
  readonly writes: Readonly<Record<string, number>>;
  /** Reads of what the same user had just written: by any pod, `fresh` with that value, `stale` with another. */
  readonly written: Readonly<Record<string, number>>;
}

/** Users who read and write from inside the cluster without a pause. */
export interface Load {
  counts(): Promise<LoadCounts>;
  /** Ends it. Returns what it has counted. */
  stop(): Promise<LoadCounts>;
}

/** Where the requests go. */
export interface LoadTarget {
  /** `http://gate-gatehouse-identity` or `https://traefik.ingress` */
  readonly origin: string;
  /** The `Host` header. */
  readonly host: string;
}

/** Runs in a pod: each connection sends one request after the other, and the counts are printed four times a second. */
function sendRequests(origin: string, host: string, cookies: readonly string[], pauseMillis: number): void {
  const url = new URL(origin);
  const http = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http');
  const agent = new http.Agent({
    keepAlive: true,
    timeout: 30_000,
    rejectUnauthorized: false,
    servername: host,
  });
  const counts: Record<string, Record<string, number>> = { reads: {}, writes: {}, written: {} };
  const count = (kind: string, what: string) => {
    const counted = counts[kind] ?? {};
    counted[what] = (counted[what] ?? 0) + 1;
  };
  let isOver = false;
  const send = (method: 'GET' | 'PATCH', path: string, cookie: string, body = '') =>
    new Promise<{ status: string; text: string }>((resolve) => {
      const end = (status: string, text = '') => {
        count(method === 'GET' ? 'reads' : 'writes', status);
        resolve({ status, text });
      };
      const headers = {
        host,
        cookie,
        origin: `https://${host}`,
        'sec-fetch-site': 'same-origin',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': host,
        ...(body === ''
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      };
      const sending = http.request(
        { agent, host: url.hostname, port: url.port, method, path: `/api${path}`, headers, timeout: 30_000 },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (part) => {
            text += part;
          });
          answer.once('end', () => {
            const status = String(answer.statusCode);
            // The problem's code, or what an ingress says.
            const [, reason = text] = /"code":"(\w+)"/.exec(text) ?? [];
            end(status === '200' ? status : `${status} ${reason.slice(0, 60)}`, text);
          });
          answer.once('error', () => end('error'));
        },
      );
      sending.once('timeout', () => sending.destroy(new Error('timeout')));
      sending.once('error', (error) => {
        console.error(String(error));
        end('error');
      });
      sending.end(body);
    });
  const one = async (cookie: string, isWriter: boolean) => {
    for (let n = 0; !isOver; n += 1) {
      const name = `Name ${n}`;
      const written = isWriter
        ? await send('PATCH', '/identities/users/current', cookie, JSON.stringify({ name }))
        : undefined;
      const read = await send('GET', '/identities/user_sessions/current', cookie);
      if (written?.status === '200' && read.status === '200')
        count('written', JSON.parse(read.text).identities_user.name === name ? 'fresh' : 'stale');
      await new Promise((resolve) => setTimeout(resolve, pauseMillis));
    }
  };
  const all = Promise.all(cookies.map((cookie, index) => one(cookie, index % 3 === 0)));
  const print = () => console.log(JSON.stringify({ ...counts, isOver }));
  const printing = setInterval(print, 250);
  process.once('SIGTERM', async () => {
    isOver = true;
    await all;
    clearInterval(printing);
    print();
  });
}

/**
 * Starts a pod that sends requests.
 * @param image any of the system's images: they contain Node.
 * @param pauseMillis of each user between two requests.
 */
export async function startLoad({
  namespace,
  name,
  image,
  target: { origin, host },
  cookies,
  pauseMillis,
}: {
  namespace: string;
  name: string;
  image: string;
  target: LoadTarget;
  cookies: readonly string[];
  pauseMillis: number;
}): Promise<Load> {
  const values = [origin, host, cookies, pauseMillis].map((value) => JSON.stringify(value)).join(', ');
  // The tests' compiler has removed its types.
  const script = `(${sendRequests.toString()})(${values})`;
  await startNodePod({ namespace, name, image, script });
  await kubectl('--namespace', namespace, 'wait', '--for=condition=Ready', `pod/${name}`, '--timeout=120s');
  const last = async (): Promise<(LoadCounts & { isOver: boolean }) | undefined> => {
    const lines = (await kubectl('--namespace', namespace, 'logs', name, '--tail=20')).split('\n');
    const line = lines.findLast((text) => text.startsWith('{'));
    return line === undefined ? undefined : JSON.parse(line);
  };
  return {
    counts: () => waitFor(last),
    stop: async () => {
      // Process 1 of a pod gets no signal by default: the script has a handler.
      await kubectl('--namespace', namespace, 'exec', name, '--', 'node', '-e', 'process.kill(1, "SIGTERM")');
      const counts = await waitFor(async () => {
        const found = await last();
        return found?.isOver === true ? found : undefined;
      });
      await kubectl('--namespace', namespace, 'delete', 'pod', name, '--grace-period=1');
      return counts;
    },
  };
}

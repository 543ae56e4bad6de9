import { Agent, request } from 'node:http';

/** Where requests go, and how they look. */
export interface Target {
  readonly port: number;
  readonly path: string;
  /** Headers of the nth request. */
  readonly headers: (n: number) => Readonly<Record<string, string>>;
  /** JSON of the nth request, which is then a POST that makes something. */
  readonly body?: (n: number) => string;
}

/** The answer to one request, to be looked at before anything is measured. */
export function answerOf({ port, path, headers }: Target): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, headers: headers(0) }, (answer) => {
      let body = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk) => {
        body += chunk;
      });
      answer.on('error', reject);
      answer.on('end', () => resolve(body));
    });
    asked.on('error', reject);
    asked.end();
  });
}

/** What a load has seen. */
export interface LoadResult {
  readonly seconds: number;
  /** Milliseconds of each answer, sorted. */
  readonly latencies: readonly number[];
}

/**
 * Sends the nth request; answers with the milliseconds until the answer's end.
 * @throws {Error} for any answer but the expected one: what is measured must be the thing itself.
 */
export function exchange({ port, path, headers, body }: Target, agent: Agent, n: number): Promise<number> {
  const [method, expected] = body === undefined ? ['GET', 200] : ['POST', 201];
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const asked = request({ host: '127.0.0.1', port, path, agent, method, headers: headers(n) }, (answer) => {
      answer.resume();
      answer.on('error', reject);
      answer.on('end', () => {
        if (answer.statusCode === expected) resolve(performance.now() - startedAt);
        else reject(new Error(`${path} answers ${answer.statusCode}`));
      });
    });
    asked.on('error', reject);
    asked.end(body?.(n));
  });
}

/** Sends requests without a pause over so many connections. @throws {Error} as `exchange`. */
export async function load(
  target: Target,
  { requests, connections }: { requests: number; connections: number },
): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latencies: number[] = [];
  let sent = 0;
  const startedAt = performance.now();
  const connection = async () => {
    while (sent < requests) {
      sent += 1;
      latencies.push(await exchange(target, agent, sent));
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  const seconds = (performance.now() - startedAt) / 1000;
  agent.destroy();
  return { seconds, latencies: latencies.toSorted((left, right) => left - right) };
}

/** The value below which a share of sorted values lies. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The middle value. */
export function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((left, right) => left - right),
    0.5,
  );
}

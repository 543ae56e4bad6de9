import { Agent, request } from 'node:http';

/** Where requests go, and how they look. */
export interface Target {
  readonly port: number;
  readonly path: string;
  /** Headers of the nth request. */
  readonly headers: (n: number) => Readonly<Record<string, string>>;
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
 * Sends requests without a pause over so many connections.
 * @throws {Error} for any answer but 200: what is measured must be the thing itself.
 */
export async function load(
  { port, path, headers }: Target,
  { requests, connections }: { requests: number; connections: number },
): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latencies: number[] = [];
  let sent = 0;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const startedAt = performance.now();
      const asked = request({ host: '127.0.0.1', port, path, agent, headers: headers(sent) }, (answer) => {
        answer.resume();
        answer.on('error', reject);
        answer.on('end', () => {
          if (answer.statusCode !== 200) return reject(new Error(`${path} answers ${answer.statusCode}`));
          latencies.push(performance.now() - startedAt);
          resolve();
        });
      });
      asked.on('error', reject);
      asked.end();
    });
  const startedAt = performance.now();
  const connection = async () => {
    while (sent < requests) {
      sent += 1;
      await one();
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

import { type Dispatcher, Pool, request } from 'undici';

/** The target and content of requests. */
export interface Target {
  readonly port: number;
  /** Of all requests, or of the nth one. */
  readonly path: string | ((n: number) => string);
  /** Headers of the nth request. */
  readonly headers: (n: number) => Readonly<Record<string, string>>;
  /** JSON of the nth request, which is then a POST. */
  readonly body?: (n: number) => string;
}

/** The response to one request, to check it before the measurement. */
export async function answerOf({ port, headers, ...target }: Target): Promise<string> {
  const { body } = await request(`http://127.0.0.1:${port}${pathOf(target, 0)}`, { headers: headers(0) });
  return body.text();
}

function pathOf({ path }: Pick<Target, 'path'>, n: number): string {
  return typeof path === 'string' ? path : path(n);
}

/** The result of a load. */
export interface LoadResult {
  readonly seconds: number;
  /** Milliseconds of each response, sorted. */
  readonly latencies: readonly number[];
}

/**
 * A pool of connections to a target. undici uses half the CPU time of `node:http`'s client, and the load generator's CPU
 * time is missing for the measured processes.
 */
export function connectionsTo({ port }: Target, maxConnections: number): Pool {
  return new Pool(`http://127.0.0.1:${port}`, { connections: maxConnections });
}

/**
 * Sends the nth request. @returns the milliseconds until the response's end, including the wait for a connection.
 * @throws {Error} for any response except the expected one: a refusal would be cheap.
 */
export function exchange(target: Target, connections: Pool, n: number): Promise<number> {
  const { headers, body } = target;
  const path = pathOf(target, n);
  const text = body?.(n);
  const [method, expected] = text === undefined ? (['GET', 200] as const) : (['POST', 201] as const);
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    let status = 0;
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => undefined,
      onResponseStart: (_controller, statusCode) => {
        status = statusCode;
      },
      onResponseData: () => undefined,
      onResponseEnd: () => {
        if (status === expected) resolve(performance.now() - startedAt);
        else reject(new Error(`${path} answers ${status}`));
      },
      onResponseError: (_controller, error) => reject(error),
    };
    connections.dispatch({ path, method, headers: headers(n), body: text ?? null }, handler);
  });
}

/** Sends requests without pauses over these connections. @throws {Error} like `exchange`. */
export async function load(
  target: Target,
  { requests, connections }: { requests: number; connections: number },
): Promise<LoadResult> {
  const pool = connectionsTo(target, connections);
  const latencies: number[] = [];
  let sent = 0;
  const startedAt = performance.now();
  const connection = async () => {
    while (sent < requests) {
      sent += 1;
      latencies.push(await exchange(target, pool, sent));
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  const seconds = (performance.now() - startedAt) / 1000;
  await pool.close();
  return { seconds, latencies: latencies.toSorted((left, right) => left - right) };
}

/** The value below which this share of sorted values lies. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The median. */
export function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((left, right) => left - right),
    0.5,
  );
}

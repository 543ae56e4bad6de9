import { type Dispatcher, Pool, request } from 'undici';

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
export async function answerOf({ port, path, headers }: Target): Promise<string> {
  const { body } = await request(`http://127.0.0.1:${port}${path}`, { headers: headers(0) });
  return body.text();
}

/** What a load has seen. */
export interface LoadResult {
  readonly seconds: number;
  /** Milliseconds of each answer, sorted. */
  readonly latencies: readonly number[];
}

/**
 * Connections to a target, no more than so many. undici takes half the processor time of `node:http`'s client, and what the
 * load takes is missing to those who are measured.
 */
export function connectionsTo({ port }: Target, most: number): Pool {
  return new Pool(`http://127.0.0.1:${port}`, { connections: most });
}

/**
 * Sends the nth request; answers with the milliseconds until the answer's end, with those of waiting for a connection.
 * @throws {Error} for any answer but the expected one: what is measured must be the thing itself.
 */
export function exchange({ path, headers, body }: Target, connections: Pool, n: number): Promise<number> {
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

/** Sends requests without a pause over so many connections. @throws {Error} as `exchange`. */
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

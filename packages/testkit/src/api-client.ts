import http, { type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';

/** What came back. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The same as it came, for images. */
  readonly bytes: Buffer;
  /** The parsed JSON; null when there is no body or it is no JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at any shape, and an absent field fails its expectation.
  readonly body: any;
}

/** How one request differs from an ordinary one of the host's own page. */
export interface ApiRequest {
  readonly method?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is. */
  readonly rawBody?: string | Buffer;
  /** Null removes a header that the client sends by itself. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly cookie?: string;
}

/** The methods of changes that can conflict. */
const CHANGES: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE']);

/** How long an answer may take, and a connection be idle. */
const LONGEST_WAIT_MILLIS = 30_000;

/** Speaks HTTP to one port under a chosen host name. */
export interface ApiClient {
  request(path: string, options?: ApiRequest): Promise<ApiAnswer>;
  close(): void;
}

/**
 * Requests look like those of the host's own page (`Sec-Fetch-Site: same-origin`) unless told otherwise. A change applies to
 * whatever version there is (`If-Match: *`) unless the test names one.
 */
export function createApiClient({
  port,
  host,
  scheme = 'http',
}: {
  port: number;
  host: string;
  /** With `https`, any certificate is accepted. */
  scheme?: 'http' | 'https';
}): ApiClient {
  const { Agent, request: sendRequest } = scheme === 'https' ? https : http;
  // With a limit of its own, Node also closes idle connections a second before the server does (`Keep-Alive: timeout=…`).
  const agent = new Agent({ keepAlive: true, timeout: LONGEST_WAIT_MILLIS, rejectUnauthorized: false });
  return {
    request: (path, { method = 'GET', body, rawBody, headers = {}, cookie } = {}) =>
      new Promise((resolve, reject) => {
        const payload = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
        const all: Record<string, string | readonly string[] | null> = {
          host,
          'sec-fetch-site': 'same-origin',
          ...(CHANGES.has(method) ? { 'if-match': '*' } : {}),
          ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
          ...(payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) }),
          ...(cookie === undefined ? {} : { cookie }),
          ...headers,
        };
        const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
        const request = sendRequest(
          {
            host: '127.0.0.1',
            port,
            path,
            method,
            agent,
            headers: sent as Record<string, string>,
          },
          (response) => {
            const chunks: Buffer[] = [];
            response.on('data', (chunk: Buffer) => chunks.push(chunk));
            response.on('error', reject);
            response.on('end', () => {
              const bytes = Buffer.concat(chunks);
              const text = bytes.toString();
              const isJson = response.headers['content-type']?.includes('json') === true && text !== '';
              resolve({
                status: response.statusCode ?? 0,
                headers: response.headers,
                text,
                bytes,
                body: isJson ? JSON.parse(text) : null,
              });
            });
          },
        );
        request.on('timeout', () => request.destroy(new Error(`${method} ${path} took longer than 30 s`)));
        request.on('error', (cause) => {
          const where = request.reusedSocket ? 'on a reused connection' : 'on a new connection';
          reject(new Error(`${method} ${path}, ${where}: ${cause.message}`, { cause }));
        });
        request.end(payload);
      }),
    close: () => agent.destroy(),
  };
}

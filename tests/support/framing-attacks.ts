/** One way to make two readers of a connection disagree on where a request ends. */
export interface FramingAttack {
  readonly name: string;
  /** The bytes of the attacker, with a request hidden where a confused reader takes it for one of its own. */
  readonly bytes: (hosts: { readonly host: string; readonly path: string }, hidden: string) => string;
  /** The hidden request is an ordinary next one of the attacker's, who gets its answer. */
  readonly isPipelined?: boolean;
}

const head = (method: string, path: string, headers: readonly string[]) =>
  `${method} ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`;
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`;

/** A request whose body is the hidden request, framed by its length; `more` is what shall make a proxy forget that. */
const withLength = (name: string, more: readonly string[], method = 'GET'): FramingAttack => ({
  name,
  bytes: ({ host, path }, hidden) =>
    head(method, path, [`Host: ${host}`, ...more, `Content-Length: ${Buffer.byteLength(hidden)}`]) + hidden,
});

/** The same, framed by chunks. */
const withChunks = (name: string, more: readonly string[], method = 'GET'): FramingAttack => ({
  name,
  bytes: ({ host, path }, hidden) =>
    head(method, path, [`Host: ${host}`, ...more, 'Transfer-Encoding: chunked']) + chunk(hidden),
});

/** Two framings, of which a reader believes one. */
const withBoth = (
  name: string,
  headers: (length: number) => readonly string[],
  prefix = '',
): FramingAttack => ({
  name,
  bytes: ({ host, path }, hidden) =>
    head('POST', path, [`Host: ${host}`, ...headers(Buffer.byteLength(prefix + hidden))]) + prefix + hidden,
});

const NO_CHUNKS = '0\r\n\r\n';

/** Attacks of which none may give one client's answer to another (F5; RFC 9112, 11.2). */
export const framingAttacks: readonly FramingAttack[] = [
  withLength('Connection: content-length', ['Connection: content-length']),
  withLength('Connection: keep-alive, Content-Length', ['Connection: keep-alive, Content-Length']),
  withLength('Connection: content-length on a POST', ['Connection: content-length'], 'POST'),
  withLength('Connection: content-length on a HEAD', ['Connection: content-length'], 'HEAD'),
  withLength('Connection: host', ['Connection: host']),
  withLength('Connection: host, content-length', ['Connection: host, content-length']),
  withChunks('Connection: transfer-encoding', ['Connection: transfer-encoding']),
  withChunks('Connection: transfer-encoding on a POST', ['Connection: transfer-encoding'], 'POST'),
  withChunks('Connection: close, transfer-encoding', ['Connection: close, transfer-encoding']),
  withLength('a body on a GET', []),
  withChunks('chunks on a GET', []),
  withLength('a body on a DELETE', ['X-CSRF-Guard: 1'], 'DELETE'),
  withLength('a body on an OPTIONS', [], 'OPTIONS'),
  withLength('a body that waits for 100', ['Expect: 100-continue']),
  withLength('an upgrade with a body', [
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABk',
  ]),
  withBoth('chunks and a length', (n) => ['Transfer-Encoding: chunked', `Content-Length: ${n}`], NO_CHUNKS),
  withBoth('a length and chunks', (n) => [`Content-Length: ${n}`, 'Transfer-Encoding: chunked'], NO_CHUNKS),
  withBoth(
    'chunks in another case and a length',
    (n) => ['transfer-ENCODING: Chunked', `Content-Length: ${n}`],
    NO_CHUNKS,
  ),
  withBoth('a length 0 and the real one', (n) => ['Content-Length: 0', `Content-Length: ${n}`]),
  withBoth('the real length and 0', (n) => [`Content-Length: ${n}`, 'Content-Length: 0']),
  withBoth('a folded length', () => ['Content-Length:\r\n 0']),
  withBoth('a folded coding', (n) => [`Content-Length: ${n}`, 'Transfer-Encoding:\r\n chunked'], NO_CHUNKS),
  withBoth('a header folded over a length', (n) => ['X-A: b\r\n Content-Length: 0', `Content-Length: ${n}`]),
  withBoth('a length behind a bare line feed', (n) => [`X-A: b\nContent-Length: 0`, `Content-Length: ${n}`]),
  {
    name: 'a target in absolute form',
    isPipelined: true,
    bytes: ({ host }, hidden) => head('GET', 'http://other.example/', [`Host: ${host}`]) + hidden,
  },
  {
    name: 'a target in absolute form, with a body',
    bytes: ({ host }, hidden) =>
      head('GET', 'http://other.example/', [
        `Host: ${host}`,
        'Connection: content-length',
        `Content-Length: ${Buffer.byteLength(hidden)}`,
      ]) + hidden,
  },
  {
    name: 'a request line behind one of HTTP/1.0 that keeps the connection',
    bytes: ({ host, path }, hidden) =>
      `GET ${path} HTTP/1.0\r\nHost: ${host}\r\nConnection: keep-alive, content-length\r\nContent-Length: ${Buffer.byteLength(hidden)}\r\n\r\n${hidden}`,
  },
];

import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import {
  makePerson,
  startTestSystem,
  systemKind,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordFinding } from '#support/assurance.ts';
import { openConnection, type RawConnection } from '#support/raw-connection.ts';

/** Less than the default, so that a flood exceeds it. */
const REQUESTS_AT_ONCE = 200;
const MINUTES = 60_000;

let system: TestSystem;
let person: TestPerson;
let ports: Record<'identity' | 'talent' | 'web' | 'ingress', number>;
beforeAll(async () => {
  system = await startTestSystem({
    withWeb: true,
    instances: 1,
    environment: {
      REQUESTS_AT_ONCE: String(REQUESTS_AT_ONCE),
      DATABASE_CONNECTIONS: '2',
      LOG_LEVEL: 'fatal',
    },
  });
  person = await makePerson(system.database, { talent: 'active' });
  const portOf = (part: 'identity' | 'talent' | 'web') =>
    Number(new URL(system.local.services[part][0]?.url ?? '').port);
  ports = {
    identity: portOf('identity'),
    talent: portOf('talent'),
    web: portOf('web'),
    ingress: system.local.port,
  };
}, 3 * MINUTES);
afterAll(() => system.stop());

const head = (line: string, headers: readonly string[] = []) =>
  [`${line} HTTP/1.1`, `Host: ${system.local.publicHost}`, ...headers, '', ''].join('\r\n');
const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

/** One request on a connection of its own; a connection that breaks is no answer. */
function ask(port: number, path: string, cookie = '', agent?: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        host: '127.0.0.1',
        port,
        path,
        agent: agent ?? false,
        timeout: MINUTES,
        headers: { host: system.local.publicHost, ...(cookie === '' ? {} : { cookie }) },
      },
      (answer) => {
        answer
          .resume()
          .once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }));
        answer.once('error', reject);
      },
    );
    request.once('timeout', () => request.destroy(new Error(`${path} has no answer within a minute`)));
    request.once('error', reject);
    request.end();
  });
}

/** Requests of other clients in the meantime. */
const ordinary = (): readonly (readonly [number, string, string])[] => [
  [ports.talent, '/api/talent/job_posts?limit=1', ''],
  [ports.identity, '/api/identities/user_sessions/current', person.cookie],
  [ports.web, '/login', ''],
  [ports.web, '/livez', ''],
  [ports.ingress, '/api/identities/user_sessions/current', person.cookie],
  [ports.ingress, '/talent/profile', person.cookie],
];

async function expectOrdinaryService(): Promise<void> {
  for (const [port, path, cookie] of ordinary()) {
    const startedAt = performance.now();
    const { status } = await ask(port, path, cookie);
    expect([path, status]).toEqual([path, 200]);
    expect(performance.now() - startedAt).toBeLessThan(30_000);
  }
}

describe('clients that take their time', () => {
  test(
    'E4: hundreds of them delay no other client, and each is disconnected after its limit, with 408 where possible',
    async () => {
      const everywhere = [ports.identity, ports.web, ports.ingress];
      const unfinishedHeads = everywhere.flatMap((port) =>
        many(100, () => openConnection(port, head('GET /livez').slice(0, -2))),
      );
      const silent = everywhere.flatMap((port) => many(50, () => openConnection(port)));
      // More of them than requests may be worked on at once: who waits for a client holds no place.
      const bodies = many(REQUESTS_AT_ONCE + 100, () =>
        openConnection(
          ports.identity,
          head('POST /api/identities/user_sessions', [
            'Sec-Fetch-Site: same-origin',
            'Content-Type: application/json',
            'Content-Length: 1000',
          ]),
        ),
      );
      const pages = [
        [ports.talent, '/api/talent/job_posts?limit=100'],
        [ports.web, '/jobs'],
      ] as const;
      const notReading = pages.flatMap(([port, path]) =>
        many(5, () => ({ ...openConnection(port), request: head(`GET ${path}`) })),
      );
      for (const { socket } of notReading) socket.pause();
      const drip = setInterval(() => {
        for (const { socket } of unfinishedHeads) if (socket.writable) socket.write('x');
        for (const { socket } of bodies) if (socket.writable) socket.write(' ');
        for (const { socket, request } of notReading) if (socket.writable) socket.write(request.repeat(4));
      }, 1000);
      try {
        const cut = Promise.all([...unfinishedHeads, ...silent, ...bodies].map(({ ended }) => ended));
        const isCut = { yet: false };
        void cut.then(() => {
          isCut.yet = true;
        });
        while (!isCut.yet) {
          await expectOrdinaryService();
          await delay(250);
        }
      } finally {
        clearInterval(drip);
      }
      const firstWords = (connections: readonly RawConnection[]) => [
        ...new Set(connections.map(({ received }) => received().slice(0, 12))),
      ];
      const [toParts, toIngress] = [unfinishedHeads.slice(0, 200), unfinishedHeads.slice(200)];
      toParts.push(...silent.slice(0, 100), ...bodies);
      toIngress.push(...silent.slice(100));
      expect(firstWords(toParts)).toEqual(['HTTP/1.1 408']);
      // nginx closes a connection without a complete head and says nothing.
      expect(firstWords(toIngress)).toEqual([systemKind() === 'containers' ? '' : 'HTTP/1.1 408']);
      for (const { received } of [...unfinishedHeads.slice(0, 100), ...bodies]) {
        expect(received()).toContain('application/problem+json');
        expect(received()).toContain('"code":"request_timeout"');
      }
      for (const { socket } of notReading) socket.destroy();
      await expectOrdinaryService();
      recordFinding('Slow clients and floods', {
        tried: 'unfinished heads, silent connections, trickled bodies, unread answers, all at once',
        counted: {
          connections: toParts.length + toIngress.length + notReading.length,
          'cut with 408': toParts.length,
          'other people’s requests not served': 0,
        },
      });
    },
    5 * MINUTES,
  );
});

describe('a flood', () => {
  test.each([
    ['a page of the catalogue', 3000, () => [ports.talent, '/api/talent/job_posts?limit=20', ''] as const],
    [
      'the session',
      3000,
      () => [ports.identity, '/api/identities/user_sessions/current', person.cookie] as const,
    ],
    [
      'the session, by the ingress',
      1000,
      () => [ports.ingress, '/api/identities/user_sessions/current', person.cookie] as const,
    ],
    ['documents', 1500, () => [ports.web, '/jobs', person.cookie] as const],
  ])(
    'E4 A2: %s asked for %d times at once: 200, or 429 or 503 with Retry-After, and nothing else',
    async (name, count, target) => {
      const [port, path, cookie] = target();
      const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
      try {
        const flood = Promise.all(many(count, () => ask(port, path, cookie, agent)));
        const probes = ['/livez', '/readyz'].map((probe) =>
          ask(ports[port === ports.web ? 'web' : 'talent'], probe),
        );
        for (const { status } of await Promise.all(probes)) expect(status).toBe(200);
        const answers = await flood;
        const by = Map.groupBy(answers, ({ status }) => status);
        expect([...by.keys()].filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
        expect(by.get(200)?.length ?? 0).toBeGreaterThan(0);
        // 429 where one person asks for more at once than is theirs (G6), 503 where all together do.
        for (const { headers } of [...(by.get(429) ?? []), ...(by.get(503) ?? [])]) {
          expect(Number(headers['retry-after'])).toBeGreaterThan(0);
          expect(headers['set-cookie']).toBeUndefined();
        }
      } finally {
        agent.destroy();
      }
      await expectOrdinaryService();
      recordFinding('Slow clients and floods', {
        tried: `${name}, from all clients at once`,
        counted: { requests: count, 'answers other than 200 and 503 with Retry-After': 0 },
      });
    },
    5 * MINUTES,
  );
});

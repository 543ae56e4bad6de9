import { findFreePort, type LocalSystem, startLocalSystem } from '@gatehouse/local-system';
import {
  type ApiClient,
  buildWeb,
  createApiClient,
  createTestDatabase,
  makePerson,
  type TestDatabase,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordFinding } from '#support/assurance.ts';
import { type FaultProxy, startFaultProxy } from '#support/fault-proxy.ts';
import { waitFor } from '#support/wait-for.ts';

const REQUESTS_PER_SECOND = 1000;
const REQUESTS = 300;

let database: TestDatabase;
let proxy: FaultProxy;
let local: LocalSystem;
let client: ApiClient;
let cookie: string;
let output: string[] = [];

beforeAll(async () => {
  await buildWeb();
  database = await createTestDatabase();
  proxy = await startFaultProxy(new URL(database.ownerUrl));
  const port = await findFreePort();
  local = await startLocalSystem({
    port,
    withWeb: true,
    environment: { LOG_LEVEL: 'info' },
    roleUrl: (role) => proxy.urlThrough(database.roleUrl(role)),
    onOutput: (line) => output.push(line.slice(line.indexOf('{'))),
  });
  client = createApiClient({ port, host: local.publicHost });
  const membership = { role: 'owner', status: 'active' } as const;
  cookie = (await makePerson(database, { talent: 'active', membership })).cookie;
});
afterAll(async () => {
  client.close();
  proxy.mode = 'forward';
  await local.stop();
  proxy.stop();
  await database.stop();
});

interface Line {
  readonly time: string;
  readonly service: string;
  readonly level: string;
  readonly msg: string;
  readonly status?: number;
  readonly count?: number;
  readonly err?: { readonly stack?: string; readonly code?: string };
}

const lines = () => output.map((text): Line => JSON.parse(text));
const isRequest = ({ msg }: Line) => msg === 'request';
const bytesOf = (text: string) => Buffer.byteLength(text) + 1;
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Asks so many times, and resolves once each request has its line in the log. */
async function ask(paths: readonly string[], times: number, atOnce = 10): Promise<void> {
  const before = lines().filter(isRequest).length;
  for (let asked = 0; asked < times; asked += atOnce) {
    const some = Array.from({ length: atOnce }, (_, index) => paths[(asked + index) % paths.length] ?? '');
    await Promise.all(some.map((path) => client.request(path, { cookie })));
  }
  await waitFor(() => (lines().filter(isRequest).length >= before + times ? true : undefined));
}

/** Bytes a second at the rate of the rule: a line for each request, and each kind's longest line once. */
function bytesPerSecond(): number {
  const ofRequests = output.filter((text) => isRequest(JSON.parse(text)));
  const others = Map.groupBy(
    output.filter((text) => !isRequest(JSON.parse(text))),
    kindOf,
  );
  const perRequest = sum(ofRequests.map(bytesOf)) / ofRequests.length;
  const longest = [...others.values()].map((texts) => Math.max(...texts.map(bytesOf)));
  return REQUESTS_PER_SECOND * perRequest + sum(longest);
}

function kindOf(text: string): string {
  const { service, msg, err }: Line = JSON.parse(text);
  return `${service} ${msg} ${err?.code} ${/^ +at .*$/m.exec(err?.stack ?? '')?.[0]}`;
}

const failed = () => lines().filter((line) => isRequest(line) && (line.status ?? 0) >= 500).length;

/** How many failed requests are covered by lines that say why. */
const covered = () => sum(lines().map(({ msg, count = 0 }) => (REASONS.has(msg) ? count : 0)));
const REASONS = new Set(['request failed', 'API read failed']);

const API = [
  '/api/identities/user_sessions/current',
  '/api/employer/job_posts',
  '/api/talent/profiles/current',
  '/api/talent/job_posts',
];
const DOCUMENTS = ['/talent/profile', '/employer', '/account'];

describe('the log of an outage', () => {
  test.each([
    ['the services', 'that refuses connections', API, 'refuse', 10],
    ['the web tier', 'that refuses connections', DOCUMENTS, 'refuse', 10],
    // Each request waits for seconds.
    ['the services', 'that does not answer', API, 'silent', 100],
    ['the web tier', 'that does not answer', DOCUMENTS, 'silent', 100],
  ] as const)(
    'F23: calculated for 1,000 requests per second, %s with a database %s write less than twice the bytes of normal traffic, and lose no failure',
    async (parts, how, paths, fault, atOnce) => {
      // The outage before may still be noticed by work in the background.
      await waitFor(async () => {
        output = [];
        await ask(paths, REQUESTS);
        return lines().every(isRequest) ? true : undefined;
      });
      const normal = bytesPerSecond();

      output = [];
      proxy.mode = fault;
      if (fault === 'refuse') proxy.dropConnections();
      await ask(paths, REQUESTS, atOnce);
      const inOutage = bytesPerSecond();
      expect(inOutage / normal).toBeLessThan(2);
      await waitFor(() => (failed() >= REQUESTS && covered() === failed() ? true : undefined));
      proxy.mode = 'forward';
      proxy.dropConnections();
      await waitFor(async () =>
        (await client.request(API[0] ?? '', { cookie })).status === 200 ? true : undefined,
      );

      // A stack is in no request's own line, and in one line per kind and second.
      expect(lines().filter((line) => isRequest(line) && line.err !== undefined)).toEqual([]);
      const kinds = Map.groupBy(
        output.filter((text) => !isRequest(JSON.parse(text))),
        kindOf,
      );
      for (const [kind, texts] of kinds) {
        const times = texts.map((text) => Date.parse(JSON.parse(text).time));
        const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
        expect([kind, gaps.filter((gap) => gap < 950)]).toEqual([kind, []]);
      }
      recordFinding('Outage under load', {
        tried: `F23: the log of ${parts} with a database ${how}, calculated for 1,000 requests per second`,
        counted: {
          requests: REQUESTS,
          'bytes per second': Math.round(inOutage),
          'bytes per second in normal traffic': Math.round(normal),
          'failures without a reason': 0,
        },
      });
    },
    120_000,
  );
});

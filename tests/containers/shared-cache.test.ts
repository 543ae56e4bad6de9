import { type ApiClient, createApiClient, makePerson, nginxImage } from '@gatehouse/testkit';
import { type Gatehouse, startGatehouse } from '@gatehouse/testkit/containers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { GenericContainer, type StartedTestContainer, Wait } from 'testcontainers';
import { recordFinding } from '#support/assurance.ts';

const PEOPLE = 12;
const ROUNDS = 4;

/** Stores what the headers allow, as nginx reads them; without such headers, for ten minutes. */
const configuration = (host: string, upstream: string) => `
proxy_cache_path /tmp/cache keys_zone=shared:10m;
server {
  listen 80 default_server;
  location / {
    proxy_pass ${upstream};
    proxy_set_header Host ${host};
    proxy_cache shared;
    proxy_cache_key "$request_method$request_uri";
    proxy_cache_valid any 10m;
    add_header X-Cache $upstream_cache_status always;
  }
}
`;

interface Person {
  readonly cookie: string;
  /** A text on each of this user's pages, and in their data. */
  readonly mark: string;
}

let gatehouse: Gatehouse;
let cache: StartedTestContainer;
let database: pg.Pool;
let client: ApiClient;
const people: Person[] = [];

beforeAll(async () => {
  gatehouse = await startGatehouse();
  const { host } = new URL(gatehouse.publicUrl);
  cache = await new GenericContainer(nginxImage())
    .withCopyContentToContainer([
      { content: configuration(host, gatehouse.insideUrl), target: '/etc/nginx/conf.d/default.conf' },
    ])
    .withNetworkMode(gatehouse.network)
    .withExposedPorts(80)
    .withWaitStrategy(Wait.forHttp('/livez', 80).forStatusCode(200))
    .start();
  client = createApiClient({ port: cache.getMappedPort(80), host });
  database = new pg.Pool({ connectionString: gatehouse.databaseUrl(), max: 2 });
  for (let n = 0; n < PEOPLE; n += 1) {
    const { cookie, userId } = await makePerson(owner, {
      talent: 'active',
    });
    const mark = `Marked-${userId.slice(0, 8)}-${n}`;
    await owner.query('update identity.users set name = $1 where id = $2', [mark, userId]);
    people.push({ cookie, mark });
  }
}, 240_000);
let answers = 0;
afterAll(async () => {
  recordFinding('Caches', {
    tried: `nginx’ shared cache in front of the system, ${PATHS.length} paths, including cache deception`,
    counted: { people: PEOPLE, answers, 'bytes of one user in the page of another': 0 },
  });
  client.close();
  await database.end();
  await cache.stop();
  await gatehouse.stop();
});

/** Queries as the owner, in the shape that the testkit expects. */
const owner = {
  query: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
    (await database.query<Row>(text, [...values])).rows,
};

const ask = (path: string, cookie?: string) =>
  client.request(path, {
    headers: { accept: 'text/html', 'sec-fetch-site': null },
    ...(cookie === undefined ? {} : { cookie }),
  });

/** All marks in a response: body and headers. */
const marksIn = (answer: { text: string; headers: object }) => [
  ...new Set(`${answer.text}${JSON.stringify(answer.headers)}`.match(/Marked-[0-9a-f]{8}-\d+/g) ?? []),
];

const PATHS = [
  '/',
  '/jobs',
  '/talent',
  '/talent/profile',
  '/account',
  '/employer',
  '/login',
  '/no/such/page',
  '/_root.data',
  '/talent.data',
  '/talent/profile.data',
  '/account.data?_routes=root',
  // Paths that can make a cache treat a page as a file.
  '/talent/profile/x.css',
  '/talent/profile;.css',
  '/talent/profile%2fx.css',
  '/talent%2fprofile',
  '/account/a.js',
  '/account%00.png',
  '/assets/..%2ftalent',
  '//talent/profile',
  '/api/identities/user_sessions/current',
  '/api/identities/user_sessions/current/x.css',
];

describe('C2: a shared cache in front of the system', () => {
  test('stores pages that are the same for all visitors', async () => {
    await ask('/jobs');
    const again = await ask('/jobs');
    expect(again.headers['x-cache']).toBe('HIT');
    expect(again.text).toContain('Sign in');
  });

  test.each(PATHS)('never serves one user’s page to another at %s', async (path) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const visitors: (Person | null)[] = [...people, null, null];
      // Each round in another order, all concurrently.
      const order = visitors.map((_, index) => visitors[(index * 5 + round) % visitors.length] ?? null);
      const pages = await Promise.all(order.map((person) => ask(path, person?.cookie)));
      answers += pages.length;
      pages.forEach((answer, index) => {
        const { mark } = order[index] ?? { mark: null };
        expect(marksIn(answer).filter((found) => found !== mark)).toEqual([]);
        if (mark !== null) expect(answer.headers['x-cache']).not.toBe('HIT');
      });
    }
  });

  test('serves a signed-in user their own page although a visitor’s is stored', async () => {
    await ask('/jobs');
    expect((await ask('/jobs')).headers['x-cache']).toBe('HIT');
    for (const { cookie, mark } of people) expect(marksIn(await ask('/jobs', cookie))).toEqual([mark]);
    expect(marksIn(await ask('/jobs'))).toEqual([]);
  });
});

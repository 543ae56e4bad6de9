import { type ApiAnswer, type ApiClient, createInstanceClient } from '@gatehouse/testkit';
import { type Gatehouse, type PartInstance, startGatehouse } from '@gatehouse/testkit/containers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { recordFinding } from '#support/assurance.ts';
import { waitFor } from '#support/wait-for.ts';

let gatehouse: Gatehouse;
let talent: string;
let owner: string;

beforeAll(async () => {
  gatehouse = await startGatehouse({ instances: 2 });
  [talent, owner] = await Promise.all([
    gatehouse.signIn('talent@demo.test'),
    gatehouse.signIn('owner@demo.test'),
  ]);
}, 240_000);
afterAll(() => gatehouse.stop());

const SESSION = '/api/identities/user_sessions/current';
const AT_ONCE = 8;
/** Rounds in which an instance is stopped under load. */
const TERMINATIONS = Number(process.env['TERMINATIONS'] ?? 1);
const CHAPTER = 'Faults of containers';

const readSession = (client: ApiClient) => client.request(SESSION, { cookie: talent });
const write = (client: ApiClient) =>
  client.request('/api/employer/job_posts', {
    method: 'POST',
    cookie: owner,
    body: { title: 'Written under load', kind: 'contract' },
  });

/** Sends requests concurrently and without pause during `work`. @returns the count of each status, 0 for no response. */
async function underLoad(
  ask: () => Promise<ApiAnswer>,
  happening: () => Promise<unknown>,
): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>();
  let isOver = false;
  const one = async () => {
    while (!isOver) {
      const status = await ask().then(
        (answer) => answer.status,
        () => 0,
      );
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
  };
  const load = Array.from({ length: AT_ONCE }, one);
  await waitFor(() => ([...counts.values()].some((count) => count > 50) ? true : undefined));
  await happening().finally(() => {
    isOver = true;
  });
  await Promise.all(load);
  return counts;
}

const statusesOf = (counts: ReadonlyMap<number, number>) => [...counts.keys()].toSorted((a, b) => a - b);

const sumOf = (counts: ReadonlyMap<number, number>) =>
  [...counts.values()].reduce((sum, one) => sum + one, 0);

const clientOf = (part: PartInstance) => createInstanceClient(part, new URL(gatehouse.publicUrl).host);

async function untilServed(ask: () => Promise<ApiAnswer>, limitMillis: number): Promise<number> {
  const startedAt = Date.now();
  for (;;) {
    const { status } = await ask();
    const tookMillis = Date.now() - startedAt;
    if (status === 200 || tookMillis > limitMillis) return tookMillis;
  }
}

/** Keeps the load running for a while after a stop: by reads, because an account has a limit of writes at once. */
async function keepReading(): Promise<void> {
  for (let n = 0; n < 200; n += 1) await readSession(gatehouse.publicHost);
}

/** The start of a process is not part of the time until requests are served again. */
const isReady = ({ url }: PartInstance) =>
  waitFor(async () => {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1000) }).catch(() => null);
    return answer?.status === 200 ? true : undefined;
  });
const acceptsConnections = () =>
  waitFor(async () => {
    const client = new Client({ connectionString: gatehouse.databaseUrl(), connectionTimeoutMillis: 1000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      return undefined;
    }
  });

const instance = (part: keyof Gatehouse['instances'], index: number): PartInstance => {
  const found = gatehouse.instances[part][index];
  if (found === undefined) throw new Error(`no ${part} ${index}`);
  return found;
};

describe('an instance that stops', () => {
  test('killed under load: the other one fails no request, and the ingress retries reads there', async () => {
    const [killed, other] = [instance('identity', 0), instance('identity', 1)];
    const client = clientOf(other);
    let through: ReadonlyMap<number, number> = new Map();
    const direct = await underLoad(
      () => readSession(client),
      async () => {
        through = await underLoad(
          () => readSession(gatehouse.publicHost),
          async () => {
            await killed.kill();
            await keepReading();
          },
        );
      },
    );
    client.close();
    expect(statusesOf(direct)).toEqual([200]);
    expect(statusesOf(through)).toEqual([200]);
    recordFinding(CHAPTER, {
      tried: 'an instance is killed under load',
      counted: {
        'requests at the other instance': sumOf(direct),
        'requests at the ingress': sumOf(through),
        'of them failed': 0,
      },
    });
    await killed.startAgain();
  });

  test(
    'stopped by SIGTERM under load: reads and writes all succeed, it exits with 0, and accepts no connection afterwards',
    async () => {
      const leaving = instance('employer', 0);
      const counted = { reads: 0, writes: 0 };
      for (let round = 0; round < TERMINATIONS; round += 1) {
        let ending = { exitCode: -1, tookMillis: 0 };
        const reads = underLoad(
          () => gatehouse.publicHost.request('/api/employer/job_posts', { cookie: owner }),
          async () => {
            ending = await leaving.terminate();
            await keepReading();
          },
        );
        const writes = underLoad(
          () => write(gatehouse.publicHost),
          async () => void (await reads),
        );
        expect(statusesOf(await reads)).toEqual([200]);
        expect(statusesOf(await writes)).toEqual([201]);
        expect(ending.exitCode).toBe(0);
        expect(ending.tookMillis).toBeLessThan(14_000);
        await expect(fetch(leaving.url)).rejects.toThrow();
        counted.reads += sumOf(await reads);
        counted.writes += sumOf(await writes);
        await leaving.startAgain();
        await isReady(leaving);
      }
      recordFinding(CHAPTER, {
        tried: 'an instance is stopped by SIGTERM under load',
        counted: { rounds: TERMINATIONS, ...counted, 'of them failed': 0 },
      });
    },
    TERMINATIONS * 60_000,
  );
});

describe('a PostgreSQL outage', () => {
  const faults = {
    'is paused': [() => gatehouse.postgres.pause(), () => gatehouse.postgres.unpause()],
    'is disconnected from the network': [
      () => gatehouse.postgres.cutOff(),
      () => gatehouse.postgres.reconnect(),
    ],
    'is stopped and started again': [
      () => gatehouse.postgres.terminate(),
      () => gatehouse.postgres.startAgain(),
    ],
    'is killed and started again': [() => gatehouse.postgres.kill(), () => gatehouse.postgres.startAgain()],
  } as const;

  const askEverything = () =>
    Promise.all([
      readSession(gatehouse.publicHost),
      write(gatehouse.publicHost),
      gatehouse.publicHost.request('/api/talent/profiles/current', { cookie: talent }),
      gatehouse.publicHost.request('/talent', { cookie: talent }),
      gatehouse.publicHost.request(SESSION, { cookie: talent, method: 'DELETE' }),
    ]);

  test.each(Object.keys(faults) as (keyof typeof faults)[])(
    'E4 A2: it %s: 503 with Retry-After and never a 401, full service within 5 s afterwards, the same session',
    async (name) => {
      const [begin, end] = faults[name];
      await begin();
      const answers = await askEverything().finally(end);
      for (const answer of answers) {
        expect(answer.status).toBe(503);
        expect(answer.headers['set-cookie']).toBeUndefined();
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      }
      if (name.endsWith('started again')) await acceptsConnections();
      const readJobs = () => gatehouse.publicHost.request('/api/employer/job_posts', { cookie: owner });
      const backAfter: number[] = [];
      for (const ask of [() => readSession(gatehouse.publicHost), readJobs]) {
        backAfter.push(await untilServed(ask, 15_000));
      }
      expect(Math.max(...backAfter)).toBeLessThan(5000);
      expect((await readSession(gatehouse.publicHost)).status).toBe(200);
      recordFinding(CHAPTER, {
        tried: `PostgreSQL ${name}`,
        counted: {
          'answers 503': answers.length,
          'answers 401': 0,
          'milliseconds to full service': Math.max(...backAfter),
        },
      });
    },
  );
});

describe('a Redis outage', () => {
  test('sign-in and sessions continue, and Redis counts again afterwards', async () => {
    await gatehouse.redis.kill();
    expect((await readSession(gatehouse.publicHost)).status).toBe(200);
    const cookie = await gatehouse.signIn('newcomer@demo.test');
    expect((await gatehouse.publicHost.request(SESSION, { cookie })).status).toBe(200);
    await gatehouse.redis.startAgain();
    expect((await readSession(gatehouse.publicHost)).status).toBe(200);
    recordFinding(CHAPTER, {
      tried: 'Redis is killed and started again',
      counted: { 'sessions read': 3, 'sign-ins': 1, 'of them refused': 0 },
    });
  });
});

describe('an outage of identity while the web tier renders', () => {
  test('E1: an error page, no user is signed out, and pages work again without a restart', async () => {
    const both = [instance('identity', 0), instance('identity', 1)];
    const open = (path: string, cookie?: string) =>
      gatehouse.publicHost.request(path, {
        headers: { accept: 'text/html' },
        ...(cookie === undefined ? {} : { cookie }),
      });
    const backAfter: number[] = [];
    for (const fault of ['pause', 'kill'] as const) {
      await Promise.all(both.map((one) => one[fault]()));
      const pages = await Promise.all([open('/talent', talent), open('/')]).finally(() =>
        Promise.all(both.map((one) => (fault === 'pause' ? one.unpause() : one.startAgain()))),
      );
      await Promise.all(both.map(isReady));
      const [page, front] = pages;
      expect(page.status).toBeGreaterThanOrEqual(500);
      expect(page.headers['content-type']).toContain('text/html');
      expect(page.headers['set-cookie']).toBeUndefined();
      expect(page.headers.location).toBeUndefined();
      // A visitor without a cookie does not need identity.
      expect(front.status).toBe(200);
      backAfter.push(await untilServed(() => open('/talent', talent), 15_000));
      expect(backAfter.at(-1)).toBeLessThan(5000);
    }
    recordFinding(CHAPTER, {
      tried: 'identity hangs, and identity is killed, while the web tier renders',
      counted: {
        'pages that signed a user out': 0,
        'milliseconds to full service': Math.max(...backAfter),
      },
    });
  });
});

import { once } from 'node:events';
import { type ClientRequest, request as httpRequest } from 'node:http';
import { makePerson, startTestSystem, type TestPerson, type TestSystem } from '@gatehouse/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
let owner: TestPerson;
let others: readonly TestPerson[];
let blocker: pg.Client;
const lines: string[] = [];
beforeAll(async () => {
  system = await startTestSystem({
    instances: 1,
    environment: { LOG_LEVEL: 'info' },
    onOutput: (line) => lines.push(line),
  });
  const makeOwner = () => makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  owner = await makeOwner();
  others = await Promise.all(Array.from({ length: 18 }, makeOwner));
  blocker = new pg.Client({ connectionString: system.database.ownerUrl });
  await blocker.connect();
});
afterAll(async () => {
  await blocker.end();
  await system.stop();
});
afterEach(() => blocker.query('rollback'));

const serviceUrl = () => system.local.services.employer[0]?.url ?? '';

/** Sends a write on a connection of its own, without waiting for the answer. */
function post(title: string, { cookie }: TestPerson = owner): ClientRequest {
  const body = JSON.stringify({ title, kind: 'contract' });
  const request = httpRequest(`${serviceUrl()}/api/employer/job_posts`, {
    method: 'POST',
    agent: false,
    headers: {
      host: system.local.publicHost,
      cookie,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
  });
  request.on('error', () => undefined);
  request.on('response', (answer) => answer.resume());
  request.end(body);
  return request;
}

const many = (count: number, title: string) =>
  Array.from({ length: count }, (_, index) => post(`${title} ${index}`));

/** The service that answers this has received what was sent before. */
async function afterWhatWasSent(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await (await fetch(`${serviceUrl()}/livez`)).text();
}

/** Waits until the service has received requests. */
async function areSent(requests: readonly ClientRequest[]): Promise<void> {
  await Promise.all(requests.map(async (one) => one.writableFinished || (await once(one, 'finish'))));
  await afterWhatWasSent();
}

/** Closes the connections of requests, and waits until the service has learned of it. */
async function areClosed(requests: readonly ClientRequest[]): Promise<void> {
  await Promise.all(
    requests.map(async (one) => {
      const closed = new Promise((resolve) => one.once('close', resolve));
      one.destroy();
      await closed;
    }),
  );
  await afterWhatWasSent();
}

const waitForLocks = (count: number) =>
  waitFor(async () => {
    const waiting = await system.database.query(
      "select 1 from pg_stat_activity where usename = 'employer_service' and wait_event_type = 'Lock' and datname = current_database()",
    );
    return waiting.length >= count ? true : undefined;
  });

const written = async (title: string) =>
  (await system.database.query('select 1 from employer.job_posts where title like $1', [`${title}%`])).length;
const goneLines = () => lines.filter((line) => line.includes('"decision":"client_disconnected"'));

const countRequests = () => lines.filter((line) => line.includes('"msg":"request"')).length;

/** Less than what a write waits for a lock (`lock_timeout`). */
const MAX_HOLD_MILLIS = 2000;

/**
 * Holds up writes by a lock, and waits until all of them have ended.
 * @param during sends requests of titles with the given number, and returns how many it has sent.
 * @returns the number of the first hold that was short enough: on a busy machine one may last longer than a write waits.
 * @throws {Error} if none of five was.
 */
async function whileLocked(lock: string, during: (round: number) => Promise<number>): Promise<number> {
  for (let round = 0; round < 5; round += 1) {
    lines.length = 0;
    await blocker.query(`begin; lock table ${lock} in access exclusive mode`);
    const startedAt = performance.now();
    const sent = await during(round);
    await blocker.query('rollback');
    const millis = performance.now() - startedAt;
    await waitFor(() => (countRequests() >= sent ? true : undefined));
    if (millis < MAX_HOLD_MILLIS) return round;
  }
  throw new Error('each lock was held for longer than a write waits for one');
}

describe('work whose caller has gone is dropped', () => {
  test('E4: while it waits for the shared query: no query, no write, no refusal', async () => {
    const staying: ClientRequest[] = [];
    const round = await whileLocked('identity.user_sessions', async (round) => {
      // Two shared queries are under way, and wait.
      staying.push(post(`Held ${round}`));
      await waitForLocks(1);
      staying.push(post(`Held ${round}`));
      await waitForLocks(2);
      const gone = many(40, `Gone ${round}`);
      staying.push(post(`Staying ${round}`));
      await areSent([...gone, ...staying]);
      await areClosed(gone);
      return 43;
    });
    const wrote = [await written(`Staying ${round}`), await written(`Held ${round}`)];
    expect([...wrote, await written(`Gone ${round}`)]).toEqual([1, 2, 0]);
    expect(goneLines()).toHaveLength(40);
    expect(goneLines().every((line) => line.includes('"status":499'))).toBe(true);
    for (const one of staying) one.destroy();
  });

  test('while it waits for a connection: what has not begun does not begin, what has begun ends', async () => {
    const round = await whileLocked('employer.job_posts', async (round) => {
      const begun = others.slice(0, 6).map((person) => post(`Begun ${round}`, person));
      await waitForLocks(6);
      // Of others, who wait for a connection, and of one whose write runs, which the next ones wait for.
      const gone = others.slice(6).map((person) => post(`Late ${round}`, person));
      for (let index = 0; index < 8; index += 1) gone.push(post(`Late ${round}`, others[0]));
      await areSent(gone);
      await areClosed([...begun, ...gone]);
      return 26;
    });
    expect([await written(`Begun ${round}`), await written(`Late ${round}`)]).toEqual([6, 0]);
  });
});

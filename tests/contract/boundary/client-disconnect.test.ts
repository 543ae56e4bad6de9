import { type ClientRequest, request as httpRequest } from 'node:http';
import { makePerson, startTestSystem, type TestPerson, type TestSystem } from '@gatehouse/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
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
beforeEach(() => {
  lines.length = 0;
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

const waitForLocks = (count: number) =>
  waitFor(async () => {
    const waiting = await system.database.query(
      "select 1 from pg_stat_activity where usename = 'employer_service' and wait_event_type = 'Lock' and datname = current_database()",
    );
    return waiting.length >= count ? true : undefined;
  });

const written = async (title: string) =>
  (await system.database.query('select 1 from employer.job_posts where title like $1', [`${title} %`]))
    .length;
const goneLines = () => lines.filter((line) => line.includes('"decision":"client_disconnected"'));

describe('work whose caller has gone is dropped', () => {
  test('E4: while it waits for the shared query: no query, no write, no refusal', async () => {
    await blocker.query('begin');
    await blocker.query('lock table identity.user_sessions in access exclusive mode');
    // Two shared queries are under way, and wait.
    const first = post('Held 0');
    await waitForLocks(1);
    const second = post('Held 1');
    await waitForLocks(2);
    const gone = many(40, 'Gone');
    const staying = post('Staying 0');
    await afterWhatWasSent();
    for (const one of gone) one.destroy();
    await afterWhatWasSent();
    await blocker.query('rollback');
    for (const [title, count] of [
      ['Staying', 1],
      ['Held', 2],
    ] as const) {
      await waitFor(async () => ((await written(title)) === count ? true : undefined));
    }
    await waitFor(() => (goneLines().length === 40 ? true : undefined));
    expect(goneLines().every((line) => line.includes('"status":499'))).toBe(true);
    expect(await written('Gone')).toBe(0);
    for (const one of [first, second, staying]) one.destroy();
  });

  test('while it waits for a connection: what has not begun does not begin, what has begun ends', async () => {
    await blocker.query('begin');
    await blocker.query('lock table employer.job_posts in access exclusive mode');
    const begun = others.slice(0, 6).map((person, index) => post(`Begun ${index}`, person));
    await waitForLocks(6);
    // Of others, who wait for a connection, and of one whose write runs, which the next ones wait for.
    const gone = others.slice(6).map((person, index) => post(`Late ${index}`, person));
    for (let index = 12; index < 20; index += 1) gone.push(post(`Late ${index}`, others[0]));
    await afterWhatWasSent();
    for (const one of [...begun, ...gone]) one.destroy();
    await afterWhatWasSent();
    await blocker.query('rollback');
    await waitFor(() =>
      lines.filter((line) => line.includes('"msg":"request"')).length >= 26 ? true : undefined,
    );
    expect(await written('Late')).toBe(0);
    expect(await written('Begun')).toBe(6);
  });
});

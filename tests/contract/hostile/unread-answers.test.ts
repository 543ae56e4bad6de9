import { setTimeout as delay } from 'node:timers/promises';
import { makePerson, startTestSystem, type TestPerson, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openConnection } from '#support/raw-connection.ts';
import { waitFor } from '#support/wait-for.ts';

const PATH = '/api/employer/job_posts?limit=100';
/** A hundred descriptions of 80 kB: two answers are within the 16 MiB. */
const ANSWER_BYTES = 8_000_000;

let system: TestSystem;
let owner: TestPerson;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', apis: ['employer'], instances: 1 });
  owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  await system.database.query(
    `insert into employer.job_posts (company_id, title, kind, description)
     select $1, 'Bell founder', 'full_time', repeat('🔔', 20000) from generate_series(1, 100)`,
    [owner.companyId],
  );
});
afterAll(() => system.stop());

test('G6: of the answers that one account does not read the oldest are cut off, and who reads gets all', async () => {
  const port = Number(new URL(system.local.services.employer[0]?.url ?? '').port);
  const head = [`GET ${PATH} HTTP/1.1`, `Host: ${system.local.publicHost}`, `Cookie: ${owner.cookie}`];
  const request = [...head, '', ''].join('\r\n');
  const connections = Array.from({ length: 6 }, () => openConnection(port, request));
  for (const { socket } of connections) socket.pause();
  const open = () => connections.filter(({ socket }) => !socket.destroyed);
  await waitFor(async () => {
    // The kernel takes the first answers, how many depends on the machine. A write tells a client that it was cut off.
    for (const { socket } of open()) socket.write(request);
    await delay(500);
    return open().length <= 2 ? true : undefined;
  }, 60_000);
  const other = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  expect((await system.publicHost.request(PATH, { cookie: other.cookie })).status).toBe(200);
  // Answers that are still being made may cut off one attempt.
  const text = await waitFor(async () => {
    const read = await system.publicHost.request(PATH, { cookie: owner.cookie }).catch(() => undefined);
    return read?.text;
  });
  expect(text.length).toBeGreaterThan(ANSWER_BYTES / 2);
  for (const { socket } of connections) socket.destroy();
});

test('G6: of the bodies whose end one account holds back the oldest are cut off, and who sends all is answered', async () => {
  const port = Number(new URL(system.local.services.employer[0]?.url ?? '').port);
  const head = (length: number) =>
    [
      'POST /api/employer/job_posts HTTP/1.1',
      `Host: ${system.local.publicHost}`,
      `Cookie: ${owner.cookie}`,
      'X-CSRF-Guard: 1',
      'Content-Type: application/json',
      `Content-Length: ${length}`,
    ].join('\r\n');
  const held = `${head(250_000)}\r\n\r\n${' '.repeat(200_000)}`;
  const connections = Array.from({ length: 40 }, () => openConnection(port, held));
  const open = () => connections.filter(({ socket }) => !socket.destroyed);
  // 4 MiB of 8.
  await waitFor(() => Promise.resolve(open().length <= 20 ? true : undefined), 60_000);
  const draft = { title: 'Bell founder', location: '', kind: 'contract', description: '' };
  const created = await system.publicHost.request('/api/employer/job_posts', {
    method: 'POST',
    cookie: owner.cookie,
    body: draft,
  });
  expect(created.status).toBe(201);
  // What has arrived is released.
  for (const { socket } of open()) socket.write(' '.repeat(50_000));
  for (const { received } of open()) await waitFor(async () => (received() === '' ? undefined : true));
  expect(open().length).toBeGreaterThan(10);
  for (const { received, socket } of connections) {
    expect(received()).toMatch(/^(HTTP\/1\.1 400|$)/);
    socket.destroy();
  }
});

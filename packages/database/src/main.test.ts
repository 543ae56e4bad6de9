import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const NO_SERVER = 'postgres://owner:hidden@127.0.0.1:1/gatehouse';

/** Runs the program of the migration Job. */
async function run(args: readonly string[], environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: environment,
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const [code] = await once(child, 'close');
  return { code, stderr };
}

test('K5: a database that does not respond ends the program with 75, so that only this is tried again', async () => {
  const { code, stderr } = await run(['migrate'], { DATABASE_URL: NO_SERVER });
  expect(code).toBe(75);
  expect(stderr).toMatch(/^migrate: no connection to 127\.0\.0\.1:1\/gatehouse as owner: .*ECONNREFUSED/);
});

test('K5: a wrong configuration ends it with 1', async () => {
  const { code, stderr } = await run(['migrate'], { DATABASE_URL: 'mysql://other' });
  expect(code).toBe(1);
  expect(stderr).toContain('DATABASE_URL');
  expect((await run([], {})).code).toBe(1);
});

test('K5: it tries again for DATABASE_WAIT_SECONDS', async () => {
  // Accepts and closes, as a proxy without its database does.
  let attempts = 0;
  const server = createServer((socket) => {
    attempts += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { code } = await run(['migrate'], {
    DATABASE_URL: `postgres://owner:hidden@127.0.0.1:${port}/gatehouse`,
    DATABASE_WAIT_SECONDS: '3',
  });
  server.close();
  expect(code).toBe(75);
  expect(attempts).toBeGreaterThan(1);
});

import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createPool, isDatabaseUnavailable, PasswordFile, type PoolOptions } from './database.ts';

/** Why connections to a server fail that answers the first message of each with `answer`: that of a pool, until it has ended. */
async function failuresOf(
  answer: string,
  { parameters = '', ...options }: Partial<PoolOptions> & { parameters?: string },
): Promise<readonly unknown[]> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(answer, 'latin1'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const pool = createPool({
    url: `postgres://service@127.0.0.1:${port}/gatehouse${parameters}`,
    applicationName: 'connection-failures-test',
    maxConnections: 1,
    onIdleError: () => undefined,
    ...options,
  });
  const reasonOf = (failing: Promise<unknown>) => failing.catch((reason: unknown) => reason);
  const reasons = await Promise.all([reasonOf(pool.connect()), reasonOf(pool.query('select 1'))]);
  await pool.end();
  server.close();
  return [...reasons, await reasonOf(pool.connect())];
}

/** PostgreSQL's request for a password in clear text. */
const ASK_FOR_PASSWORD = 'R\0\0\0\x08\0\0\0\x03';

describe('E4: whatever prevents a connection means that the database is unavailable', () => {
  test.each([
    ['cannot start a process for it', 'E', /error establishing an SSL connection/],
    ['does not support TLS', 'N', /does not support SSL/],
  ])('a server that %s', async (_what, answer, message) => {
    const failures = await failuresOf(answer, { parameters: '?sslmode=verify-full' });
    expect(failures[0]).toMatchObject({ message: expect.stringMatching(message) });
    expect(failures.map(isDatabaseUnavailable)).toEqual([true, true, true]);
  });

  test('a server that does not answer in time, while other requests wait for the connection', async () => {
    const failures = await failuresOf('', { connectionTimeoutMillis: 50 });
    expect(failures).toMatchObject([
      { message: expect.stringContaining('connection timeout') },
      { message: expect.stringContaining('timeout exceeded') },
      { message: expect.stringContaining('after calling end') },
    ]);
    expect(failures.map(isDatabaseUnavailable)).toEqual([true, true, true]);
  });

  test('a password file that is empty', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-password-'));
    const path = join(folder, 'password');
    await writeFile(path, '');
    const failures = await failuresOf(ASK_FOR_PASSWORD, { passwordFile: new PasswordFile(path) });
    expect(failures[0]).toMatchObject({ message: `${path} is empty` });
    expect(failures.map(isDatabaseUnavailable)).toEqual([true, true, true]);
    await rm(folder, { recursive: true });
  });
});

test('E4: an error of the service itself is no unavailable database, even if it says the same', () => {
  const errors = [
    new TypeError('is not a function'),
    new Error('There was an error establishing an SSL connection'),
    Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
    Object.assign(new Error('syntax error'), { code: '42601' }),
    'no error',
    null,
  ];
  expect(errors.filter(isDatabaseUnavailable)).toEqual([]);
});

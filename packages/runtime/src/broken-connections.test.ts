import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type pg from 'pg';
import { createPool, isDatabaseUnavailable } from './database.ts';

/** PostgreSQL's answer to the first message: no password is needed, and it is ready. It answers nothing else. */
const READY = 'R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I';

let folder: string;
let authority: string;
let server: Server;
let pool: pg.Pool;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-connections-'));
  authority = join(folder, 'ca.crt');
  await writeFile(authority, '');
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(READY, 'latin1'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  pool = createPool({
    // Its file is read all the same.
    url: `postgres://service@127.0.0.1:${port}/gatehouse?sslmode=disable&sslrootcert=${authority}`,
    applicationName: 'broken-connections-test',
    maxConnections: 1,
    onIdleError: () => undefined,
  });
});
afterEach(async () => {
  await pool.end();
  server.close();
  await rm(folder, { recursive: true });
});

const reasonOf = (failing: Promise<unknown>) => failing.catch((reason: unknown) => reason);

test('E4: a file of the connection that cannot be read fails those that wait, and not the process', async () => {
  const client = await pool.connect();
  const waiting = [1, 2, 3].map(() => reasonOf(pool.connect()));
  await rm(authority);
  await mkdir(authority);
  client.release(true);
  for (const error of [
    ...(await Promise.all(waiting)),
    await reasonOf(pool.connect()),
    await reasonOf(pool.query('select 1')),
  ]) {
    expect(error).toMatchObject({ code: 'EISDIR' });
    expect(isDatabaseUnavailable(error)).toBe(true);
  }
  expect(pool.totalCount).toBe(0);
});

test('E4: whatever breaks a connection in the middle of a query means that the database is unavailable', async () => {
  const client = await pool.connect();
  const query = reasonOf(client.query('select 1'));
  const broken = Object.assign(new Error('bad record mac'), { code: 'ERR_SSL_BAD_RECORD_TYPE' });
  (client as pg.PoolClient & pg.Client).connection.stream.destroy(broken);
  const error = await query;
  client.release(broken);
  expect(error).toBe(broken);
  expect(isDatabaseUnavailable(error)).toBe(true);
});

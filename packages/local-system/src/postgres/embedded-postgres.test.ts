import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

let folder: string;
let dataDir: string;
beforeAll(async () => {
  // 0700, as a temporary folder is: only its owner can enter it.
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-embedded-'));
  dataDir = join(folder, 'postgres');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const settings = { fsync: 'off' };

/** Runs the server for as long as `use` takes. */
async function withServer<T>(use: (server: EmbeddedPostgres) => Promise<T>): Promise<T> {
  const server = await startEmbeddedPostgres({
    dataDir,
    password: 'right',
    port: await freePort(),
    settings,
  });
  try {
    return await use(server);
  } finally {
    await server.stop();
  }
}

async function query(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

async function listen(port = 0): Promise<{ server: Server; port: number }> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { server, port: address.port };
}

async function freePort(): Promise<number> {
  const { server, port } = await listen();
  server.close();
  await once(server, 'close');
  return port;
}

describe('the embedded PostgreSQL', () => {
  test('is a real PostgreSQL 18 on the loopback that keeps its data between runs', async () => {
    await withServer(async ({ url }) => {
      const { rows } = await query(url, "select current_setting('server_version_num')::int / 10000 as major");
      expect(rows).toEqual([{ major: 18 }]);
      expect((await query(url, 'show listen_addresses')).rows).toEqual([{ listen_addresses: '127.0.0.1' }]);
      await query(url, 'create table kept as select 42 as answer');
    });
    await withServer(async ({ url }) => {
      expect((await query(url, 'select answer from kept')).rows).toEqual([{ answer: 42 }]);
    });
  });

  test('passes over a postmaster.pid whose number now belongs to another process', async () => {
    await writeFile(join(dataDir, 'postmaster.pid'), `${process.pid}\n${dataDir}\n`);
    await withServer(({ url }) => query(url, 'select 1'));
  });

  test('recovers what was committed before its server was killed', async () => {
    const server = await startEmbeddedPostgres({ dataDir, password: 'right', port: await freePort() });
    await query(server.url, 'create table committed as select 7 as answer');
    const pid = Number((await readFile(join(dataDir, 'postmaster.pid'), 'utf8')).split('\n')[0]);
    process.kill(pid, 'SIGKILL');
    expect(await server.failed).toMatch(/^PostgreSQL ended unexpectedly \(SIGKILL\)/);
    await server.stop();
    await withServer(async ({ url }) => {
      expect((await query(url, 'select answer from committed')).rows).toEqual([{ answer: 7 }]);
    });
  });

  test('says that another run uses the folder, and leaves that one alone', async () => {
    await withServer(async ({ url }) => {
      await expect(
        startEmbeddedPostgres({ dataDir, password: 'right', port: await freePort() }),
      ).rejects.toThrow(/is in use by another run/);
      await query(url, 'select 1');
    });
  });

  test('says what is wrong: the password, the port, the folder', async () => {
    const port = await freePort();
    await expect(startEmbeddedPostgres({ dataDir, password: 'wrong', port })).rejects.toThrow(
      /was made with another password/,
    );
    const taken = await listen();
    await expect(startEmbeddedPostgres({ dataDir, password: 'right', port: taken.port })).rejects.toThrow(
      /Address already in use/,
    );
    taken.server.close();
    const other = join(folder, 'letters');
    await mkdir(other);
    await writeFile(join(other, 'a-letter'), 'dear');
    await expect(startEmbeddedPostgres({ dataDir: other, password: 'right', port })).rejects.toThrow(
      /is not empty and no PostgreSQL data/,
    );
    expect(await readdir(other)).toEqual(['a-letter']);
  });
});

import { chown, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, startLocalSystem } from '@gatehouse/local-system';
import { createPool } from '@gatehouse/runtime/database';
import { createApiClient } from '@gatehouse/testkit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type pg from 'pg';
import selfsigned from 'selfsigned';
import { type OwnPostgres, startOwnPostgres } from '#support/own-postgres.ts';
import { waitFor } from '#support/wait-for.ts';

const ROLE = 'identity_service';

/** A certificate that is its own authority. */
const makeCertificate = (name: string) =>
  selfsigned.generate([{ name: 'commonName', value: name }], {
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  });

let postgres: OwnPostgres;
let folder: string;
let dataDir: string;
beforeAll(async () => {
  postgres = await startOwnPostgres();
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-certificates-'));
  const [row] = await postgres.query<{ data_directory: string }>('show data_directory');
  dataDir = row?.data_directory ?? '';
});
afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true });
});

/** As the kubelet does: a reader finds the old content or the new one. */
async function write(name: string, content: string): Promise<void> {
  await writeFile(join(folder, `${name}.next`), content);
  await rename(join(folder, `${name}.next`), join(folder, name));
}

/** Writes a file of the server, which reads its key only if no other user can. */
async function writeForServer(name: string, content: string): Promise<void> {
  const { uid, gid } = await stat(dataDir);
  await writeFile(join(dataDir, name), content, { mode: 0o600 });
  await chown(join(dataDir, name), uid, gid);
}

/** Gives the server a certificate, and the authority of the clients' certificates. */
async function serve({ cert, private: key }: { cert: string; private: string }, clientCert: string) {
  await writeForServer('server.crt', cert);
  await writeForServer('server.key', key);
  await writeForServer('clients.crt', clientCert);
  await postgres.query('select pg_reload_conf()');
}

const connect = async (pool: pg.Pool) => {
  const client = await pool.connect();
  const { rows } = await client.query<{ serial: string }>(
    'select client_serial::text as serial from pg_stat_ssl where pid = pg_backend_pid()',
  );
  client.release(true);
  return rows[0]?.serial;
};
const failureOf = (pool: pg.Pool) =>
  connect(pool).then(
    () => undefined,
    (error: Error & { code?: string }) => error.code,
  );

test('K1: every new connection reads the certificate of the authority and that of the client: their rotation needs no restart', async () => {
  const servers = [await makeCertificate('first server'), await makeCertificate('second server')] as const;
  const clients = [await makeCertificate(ROLE), await makeCertificate(ROLE)] as const;
  await serve(servers[0], clients[0].cert);
  await postgres.query("alter system set ssl_ca_file = 'clients.crt'");
  await postgres.query('alter system set ssl = on');
  await write('ca.crt', servers[0].cert);
  await write('tls.crt', clients[0].cert);
  await write('tls.key', clients[0].private);
  const url = new URL(postgres.roleUrl(ROLE));
  for (const [setting, file] of Object.entries({
    sslrootcert: 'ca.crt',
    sslcert: 'tls.crt',
    sslkey: 'tls.key',
  }))
    url.searchParams.set(setting, join(folder, file));
  url.searchParams.set('sslmode', 'verify-full');
  await postgres.query('select pg_reload_conf()');
  const pool = createPool({
    url: url.href,
    applicationName: 'certificates-test',
    maxConnections: 1,
    onIdleError: () => undefined,
  });
  const first = await waitFor(() => connect(pool).catch(() => undefined));

  // The authorities of both servers, then the server's new certificate, then the new authority alone.
  await write('ca.crt', `${servers[0].cert}\n${servers[1].cert}`);
  expect(await connect(pool)).toBe(first);
  await write('tls.crt', clients[1].cert);
  await write('tls.key', clients[1].private);
  await serve(servers[1], clients[1].cert);
  const second = await waitFor(async () => {
    const serial = await connect(pool).catch(() => undefined);
    return serial === first ? undefined : serial;
  });
  expect(second).not.toBe(first);
  await write('ca.crt', servers[1].cert);
  expect(await connect(pool)).toBe(second);

  // The file is what counts.
  await write('ca.crt', servers[0].cert);
  expect(await failureOf(pool)).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
  await pool.end();
});

test('E4: a service that meets a server of an unknown authority answers 503, not 500, until it knows the authority', async () => {
  const server = await makeCertificate('server');
  await serve(server, server.cert);
  await postgres.query('alter system set ssl = on');
  await postgres.query('select pg_reload_conf()');
  await write('authority.crt', server.cert);
  const local = await startLocalSystem({
    port: await findFreePort(),
    withWeb: false,
    apis: ['identity'],
    environment: { LOG_LEVEL: 'fatal' },
    roleUrl: (role) =>
      `${postgres.roleUrl(role)}?sslmode=verify-full&sslrootcert=${join(folder, 'authority.crt')}`,
  });
  const client = createApiClient({ port: local.port, host: local.publicHost });
  const cookie = `app_session_id=${'A'.repeat(43)}`;
  const readSession = () => client.request('/api/identities/user_sessions/current', { cookie });
  const knowsNoSession = async () => ((await readSession()).status === 401 ? true : undefined);
  const endConnections = () =>
    postgres.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [ROLE]);
  try {
    await waitFor(knowsNoSession);
    await write('authority.crt', (await makeCertificate('other server')).cert);
    await waitFor(async () => ((await endConnections()).length === 0 ? true : undefined));
    for (let request = 0; request < 3; request += 1) {
      expect(await readSession()).toMatchObject({
        status: 503,
        headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
        body: { code: 'dependency_unavailable' },
      });
    }
    await write('authority.crt', server.cert);
    await waitFor(knowsNoSession);
  } finally {
    client.close();
    await local.stop();
  }
});

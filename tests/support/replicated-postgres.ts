import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseRole, migrate, provisionRoles, withOwner } from '@gatehouse/database';
import { findFreePort } from '@gatehouse/local-system';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@gatehouse/local-system/postgres';
import { copyRunningServer, writeFileOfServer } from './base-backup.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { promoteStandby, type ReplicatedServers, type Replication, setReplication } from './replication.ts';
import { processesOf, signalProcess } from './server-processes.ts';

/** A primary and a standby of one test file's own, behind one address. */
export interface ReplicatedPostgres extends ReplicatedServers {
  /** By the address that leads to the primary. */
  roleUrl(role: DatabaseRole): string;
  stop(): Promise<void>;
}

interface Server {
  readonly dataDir: string;
  readonly url: string;
  readonly postgres: EmbeddedPostgres;
}

const DATABASE = 'gatehouse';
const STANDBY = 'standby';
/** Crashes of the machine do not happen here; what was acknowledged survives those of the processes. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', max_connections: '200', wal_level: 'replica' };

/** Starts both, migrated, without any row. */
export async function startReplicatedPostgres(replication: Replication): Promise<ReplicatedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-replicated-'));
  const password = randomBytes(18).toString('hex');
  let count = 0;
  const start = async (dataDir: string, settings = {}): Promise<Server> => {
    const port = await findFreePort();
    const postgres = await startEmbeddedPostgres({
      dataDir,
      password,
      port,
      settings: { ...SETTINGS, ...settings },
    });
    return { dataDir, url: `postgres://postgres:${password}@127.0.0.1:${port}/${DATABASE}`, postgres };
  };
  const newFolder = () => {
    count += 1;
    return join(folder, `server-${count}`);
  };
  let primary = await start(newFolder());
  let standby: Server | null = null;
  await withOwner(primary.postgres.url, async (client) => {
    await client.query(`create database ${DATABASE}`);
  });
  await migrate(primary.url);
  await provisionRoles(primary.url, () => password);
  const address = await startFaultProxy(new URL(primary.url));
  const link = await startFaultProxy(new URL(primary.url));

  const copyPrimary = async (): Promise<Server> => {
    const dataDir = newFolder();
    await copyRunningServer(primary, dataDir);
    await writeFileOfServer(join(dataDir, 'standby.signal'), '');
    link.mode = 'forward';
    link.leadTo(new URL(primary.url));
    const conninfo = `host=127.0.0.1 port=${link.port} user=postgres password=${password} application_name=${STANDBY}`;
    return start(dataDir, { primary_conninfo: conninfo });
  };
  const addStandby: ReplicatedPostgres['addStandby'] = async (kind) => {
    standby ??= await copyPrimary();
    await setReplication(primary.url, STANDBY, kind);
  };
  await addStandby(replication);
  return {
    roleUrl: (role) => {
      const url = new URL(address.urlThrough(primary.url));
      url.username = role;
      return url.href;
    },
    query: (text, values = []) =>
      withOwner(primary.url, async (client) => (await client.query(text, [...values])).rows),
    silenceStandby: async () => {
      link.mode = 'silent';
    },
    killPrimary: async () => {
      for (const pid of await processesOf(primary)) signalProcess(pid, 'SIGKILL');
      await primary.postgres.failed;
      await rm(primary.dataDir, { recursive: true, force: true });
    },
    promote: async () => {
      if (standby === null) throw new Error('there is no standby');
      primary = standby;
      standby = null;
      await promoteStandby(primary.url);
      address.leadTo(new URL(primary.url));
    },
    addStandby,
    stop: async () => {
      address.stop();
      link.stop();
      await standby?.postgres.stop();
      await primary.postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

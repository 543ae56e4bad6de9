import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { withOwner } from '@gatehouse/database';
import { postgresImage } from '@gatehouse/testkit';
import { duringBackup } from '#support/base-backup.ts';
import { promoteStandby, type ReplicatedServers, setReplication } from '#support/replication.ts';
import { waitFor } from '#support/wait-for.ts';
import { apply, forwardPort, get, kubectl, type PortForward } from './cluster.ts';

const MANIFEST = new URL('replicated-pods.yaml', import.meta.url);
const PODS = ['postgres-0', 'postgres-1'] as const;
/** Of a pod that runs, on a busy cluster. */
const START_MILLIS = 120_000;

/** A primary and a standby in pods, behind the Service `postgres`. */
export interface ReplicatedPods extends ReplicatedServers {
  /** Stops what leads to them from outside. */
  disconnect(): void;
}

interface Server {
  readonly pod: (typeof PODS)[number];
  /** As the superuser, who owns the database. */
  readonly url: string;
  readonly forward: PortForward;
}

/** Starts the primary, and the pod of its standby. The namespace has the Secret of `deploy/helm/ci-prerequisites.yaml`. */
export async function startReplicatedPods(namespace: string): Promise<ReplicatedPods> {
  const inNamespace = (...args: string[]) => kubectl('-n', namespace, ...args);
  const untilRunning = (pod: string) =>
    waitFor(async () => {
      const { items } = await get('pods', '-n', namespace, '--field-selector', `metadata.name=${pod}`);
      return items[0]?.status.containerStatuses?.[0].state.running === undefined ? undefined : true;
    }, START_MILLIS);
  /** Returns once the server of a pod takes connections. */
  const connect = async (pod: Server['pod']): Promise<Server> => {
    await inNamespace('wait', '--for=condition=Ready', `pod/${pod}`, `--timeout=${START_MILLIS / 1000}s`);
    const forward = await forwardPort(namespace, `pod/${pod}`, 5432);
    const url = `postgres://gatehouse_owner:owner-for-tests@127.0.0.1:${forward.port}/gatehouse`;
    return { pod, url, forward };
  };
  /** What the Service follows. */
  const label = ({ pod }: Server) => inNamespace('label', 'pod', pod, 'role=primary');

  const manifest = await readFile(MANIFEST, 'utf8');
  await apply(manifest.replace('image: postgres:18', `image: ${postgresImage()}`), '--namespace', namespace);
  await untilRunning(PODS[0]);
  await inNamespace('exec', PODS[0], '--', 'touch', '/tmp/first');
  let primary = await connect(PODS[0]);
  let standby: Server | null = null;
  await label(primary);

  const query: ReplicatedServers['query'] = (text, values = []) =>
    withOwner(primary.url, async (client) => (await client.query(text, [...values])).rows);
  /** Runs a shell command beside the primary, at once: `kubectl exec` would start later than all revocations end. */
  const runBesidePrimary = (command: string) =>
    query(`copy (select 1) to program 'cat > /dev/null; ${command}'`);
  const copyPrimary = async (): Promise<Server> => {
    const pod = primary.pod === PODS[0] ? PODS[1] : PODS[0];
    await untilRunning(pod);
    const backupLabel = await duringBackup(primary.url, () => copyFiles(namespace, primary.pod, pod));
    const start = 'printf "%s" "$0" > "$PGDATA/backup_label" && touch "$PGDATA/standby.signal"';
    await inNamespace('exec', pod, '--', 'bash', '-c', start, backupLabel);
    return connect(pod);
  };
  return {
    query,
    silenceStandby: async () => {
      const senders = await query<{ pid: number }>('select pid from pg_stat_replication');
      if (senders.length !== 1) throw new Error(`${senders.length} standbys receive`);
      for (const { pid } of senders) await runBesidePrimary(`kill -STOP ${pid}`);
    },
    killPrimary: async () => {
      const [killed] = await Promise.allSettled([runBesidePrimary('kill -KILL -1')]);
      if (killed.status === 'fulfilled') throw new Error('the primary survived');
      primary.forward.stop();
      // Its disk goes with it, and its successor of the same name does not get the label.
      await inNamespace('delete', 'pod', primary.pod, '--grace-period=0', '--force');
    },
    promote: async () => {
      if (standby === null) throw new Error('there is no standby');
      primary = standby;
      standby = null;
      await promoteStandby(primary.url);
      await label(primary);
    },
    addStandby: async (kind) => {
      standby ??= await copyPrimary();
      await setReplication(primary.url, standby.pod, kind);
    },
    disconnect: () => {
      primary.forward.stop();
      standby?.forward.stop();
    },
  };
}

/** Copies the files of a running server into the pod of another one, without the log, which that one receives. */
async function copyFiles(namespace: string, from: string, to: string): Promise<void> {
  const kubectlExec = `${process.env['KUBECTL'] ?? 'kubectl'} -n ${namespace} exec`;
  const left = ['postmaster.*', 'pg_wal/*', 'pg_replslot/*'].map((path) => `--exclude='./${path}'`).join(' ');
  // 1: a file has changed meanwhile.
  const read = `cd "$PGDATA" && tar ${left} --create . || [ $? = 1 ]`;
  const write = 'mkdir -p "$PGDATA" && tar --directory "$PGDATA" --extract';
  await promisify(execFile)('bash', [
    '-c',
    `set -o pipefail; ${kubectlExec} ${from} -- bash -c "$0" | ${kubectlExec} -i ${to} -- bash -c "$1"`,
    read,
    write,
  ]);
}

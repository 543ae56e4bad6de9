import { availableParallelism } from 'node:os';
import pg from 'pg';
import { KNEE, type LoadLevels } from './load-levels.ts';
import { type BehindIngress, measureBehindIngress } from './support/behind-ingress.ts';
import type { BenchDatabase } from './support/bench-database.ts';
import { costAt, predictedRate } from './support/capacity-model.ts';
import type { Cost } from './support/costs.ts';
import { markdownTable } from './support/markdown-table.ts';
import { measureTouches, type TouchCost } from './support/session-touches.ts';
import { startShipped } from './support/shipped.ts';

const SESSIONS = 100_000_000;
const REQUESTS_PER_SECOND = 50_000;
/** Four are more than two cores can run: the rate no longer rises, and the model must say so. */
const INSTANCES = [1, 2, 4];
/** PostgreSQL gets twice its busy cores: for vacuum, backups, and the first minute after a failover. */
const DATABASE_HEADROOM = 2;
/** Connections of one process: the resolver's, `DATABASE_CONNECTIONS` for reads and for writes, and the reserved ones. */
const CONNECTIONS = 3 + 6 + 6 + 3;

/** Results of the other measurements. */
export interface Measured {
  readonly loadLevels: LoadLevels;
  readonly employerRead: Cost;
  readonly signInMicros: number;
  readonly residentMiB: number;
}

/** Computes the required capacity from the measured costs, and compares the model with some instances behind the local ingress. */
export async function capacitySection(
  database: BenchDatabase,
  { rounds, collectorPort }: { rounds: number; collectorPort: number },
  measured: Measured,
): Promise<string> {
  const options = { rounds, collectorPort };
  const identity = await startShipped('identity', collectorPort, {
    DATABASE_URL: database.roleUrl('identity_service'),
  });
  const touch = await measureTouches(identity, database, rounds).finally(identity.stop);
  const bytes = await bytesPerSession(database.ownerUrl);
  const behindIngress: BehindIngress[] = [];
  for (const instances of INSTANCES)
    behindIngress.push(await measureBehindIngress(database, { ...options, instances }));
  return `## Capacity

${describeCosts(measured, touch)}

### ${REQUESTS_PER_SECOND.toLocaleString('en')} requests a second, ${SESSIONS.toLocaleString('en')} sessions

${describeNeeds(measured, touch, bytes)}

### The model and ${INSTANCES.join(', ')} instances

${describeCheck(measured.loadLevels, behindIngress)}`;
}

function describeCosts({ loadLevels, employerRead, signInMicros }: Measured, touch: TouchCost): string {
  const { knee } = loadLevels;
  const read = costAt(loadLevels.levels, knee.perSecond);
  const perCore = (micros: number) => Math.round(1e6 / micros).toLocaleString('en');
  const row = (name: string, { server, database }: Cost) => [
    ...[name, server.toFixed(0), database.toFixed(0), perCore(server), perCore(database)],
  ];
  return `What one core handles, computed from the costs above:

${markdownTable(
  [
    '',
    'service, µs',
    'PostgreSQL, µs',
    'per second and core of the service',
    'per second and core of PostgreSQL',
  ],
  [
    row('session read at the knee', read),
    row('employer read, 32 connections', employerRead),
    row('first read of a session in a minute: the write of its last use, in addition to the read', touch),
  ],
)}

A process uses one core; a sign-in takes ${(signInMicros / 1000).toFixed(0)} ms on any, so a core handles ${perCore(signInMicros)} sign-ins per second. A process writes the last use of one session
at a time: ${Math.round(touch.perSecond).toLocaleString('en')} per second here, ${Math.round(touch.walBytes)} bytes of WAL each. The knee, the last step of
the fixed rates before the p50 is more than ${KNEE} times that of the lightest, is at ${knee.share * 100} %: ${Math.round(knee.perSecond).toLocaleString('en')} requests per second, ${Math.round(knee.server * 100)} % of the
service's core. The load generator and PostgreSQL share the machine, so with its own cores a process reaches its knee later.`;
}

function describeNeeds(
  { loadLevels, employerRead, residentMiB }: Measured,
  touch: TouchCost,
  bytes: { row: number; tokenIndex: number },
): string {
  const { knee } = loadLevels;
  const perSecond = REQUESTS_PER_SECOND / 1e6;
  const column = ({ server, database }: Cost) => {
    const instances = Math.ceil((perSecond * server) / knee.server);
    const busy = perSecond * database;
    return {
      instances,
      memory: (instances * residentMiB) / 1024,
      connections: instances * CONNECTIONS,
      busy,
      cores: Math.ceil(DATABASE_HEADROOM * busy),
      coresWithTouches: Math.ceil(DATABASE_HEADROOM * perSecond * (database + touch.database)),
    };
  };
  const columns = [column(costAt(loadLevels.levels, knee.perSecond)), column(employerRead)];
  const row = (name: string, of: (needs: ReturnType<typeof column>) => string | number) => [
    name,
    ...columns.map(of),
  ];
  const gibibytes = (each: number) => Math.round((each * SESSIONS) / 2 ** 30);
  return `${markdownTable(
    ['', 'session reads only', 'employer reads only'],
    [
      row('processes at the knee, one core each', ({ instances }) => instances),
      row('their memory, GiB', ({ memory }) => memory.toFixed(1)),
      row('their connections to PostgreSQL', ({ connections }) => connections),
      row('busy cores of PostgreSQL', ({ busy }) => busy.toFixed(1)),
      row(`cores of PostgreSQL, ${DATABASE_HEADROOM} × busy`, ({ cores }) => cores),
      row('the same, if each request is its session’s first in a minute', (needs) => needs.coresWithTouches),
    ],
  )}

Real traffic is between the columns. The facts are read on the primary, because a replica may lag: one PostgreSQL must handle them,
and its cores limit the whole system. ${SESSIONS.toLocaleString('en')} sessions are ${gibibytes(bytes.row)} GiB with their indexes (${Math.round(bytes.row)} bytes each); ${gibibytes(bytes.tokenIndex)} GiB of it is the index on
tokens, which belongs in memory. If each request is its session's first in a minute, PostgreSQL also writes ${Math.round((REQUESTS_PER_SECOND * touch.walBytes) / 2 ** 20)} MiB of
WAL per second, and ${Math.ceil(REQUESTS_PER_SECOND / touch.perSecond)} processes are needed to write the last use of sessions.`;
}

function describeCheck({ levels }: LoadLevels, measured: readonly BehindIngress[]): string {
  const [one] = measured;
  if (one === undefined) throw new Error('no measured instance');
  const cores = availableParallelism();
  const around = { ingress: one.ingress, load: one.load };
  const row = (real: BehindIngress) => {
    const { instances } = real;
    const rate = predictedRate(levels, { instances, cores, around });
    const cost = costAt(levels, rate / instances);
    return [
      ...[instances, rate.toFixed(0), real.perSecond.toFixed(0), (real.perSecond / rate).toFixed(2)],
      ...[cost.server.toFixed(0), real.server.toFixed(0), cost.database.toFixed(0), real.database.toFixed(0)],
    ];
  };
  return `Processes of identity behind the local ingress, 64 connections without pauses, on this machine's ${cores} cores. The model uses a
process's cost at its rate from the fixed rates above, and the ingress's and the load generator's from the run with one instance (${one.ingress.toFixed(0)} and ${one.load.toFixed(0)} µs per
request); the rate is limited by the first that is exhausted: all cores, the ingress's thread, the load generator's, or the instances'.

${markdownTable(
  [
    ...['instances', 'requests per second: model', 'measured', 'measured / model'],
    ...['identity, µs: model', 'measured', 'PostgreSQL, µs: model', 'measured'],
  ],
  measured.map(row),
)}

The local ingress is for development; a cluster has its own ingress, which is not part of the numbers above.`;
}

/** Bytes per session: with all indexes, and of the index on tokens. */
async function bytesPerSession(ownerUrl: string): Promise<{ row: number; tokenIndex: number }> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ row: number; index: number }>(
    `select pg_total_relation_size('identity.user_sessions')::float8 / count(*) as row,
            pg_relation_size('identity.user_sessions_token_hash_key')::float8 / count(*) as index
       from identity.user_sessions`,
  );
  await client.end();
  const [sizes] = rows;
  if (sizes === undefined) throw new Error('PostgreSQL returned no size of the sessions');
  return { row: sizes.row, tokenIndex: sizes.index };
}

import type { ApiService } from '@gatehouse/contract';
import { findFreePort, startLocalSystem } from '@gatehouse/local-system';
import { announcedServer } from './announced-server.ts';
import { type ApiClient, createApiClient } from './api-client.ts';
import { buildWeb } from './build-web.ts';
import type { RunningSystem } from './running-system.ts';
import { systemKind } from './system-kind.ts';
import { createTestDatabase, type Seed, type TestDatabase } from './test-database.ts';

/** The system on a database of its own, with a client for each host. */
export interface TestSystem {
  readonly database: TestDatabase;
  readonly local: RunningSystem;
  readonly publicHost: ApiClient;
  readonly teamHost: ApiClient;
  stop(): Promise<void>;
}

/** How a test's system differs from an ordinary one. */
interface TestSystemOptions {
  /** `demo`: with the demo people, companies and job posts; `none`: empty. */
  readonly seed?: Seed;
  /** Whether the web tier runs, too; it is built when its sources are newer than its build. */
  readonly withWeb?: boolean;
  /** The services to start, of processes alone; all unless told. */
  readonly apis?: readonly ApiService[];
  /** How many of each part, among which the ingress takes turns; one process, or two containers, unless told. */
  readonly instances?: number;
  /** The keys of the second factors, as `SECRETS_KEY` takes them; a random one unless told. Of processes alone. */
  readonly secretsKey?: string;
  /** For every part, beside what the system itself decides. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Gets each line that a part writes. */
  readonly onOutput?: (line: string) => void;
}

/** Tests wait for mail and for what changes leave behind. */
const SOON = { BACKGROUND_POLL_SECONDS: '0.2' };

/** Starts the system behind the local ingress on a fresh database, as `GATEHOUSE_SYSTEM` says. */
export async function startTestSystem({
  seed = 'demo',
  environment,
  ...options
}: TestSystemOptions = {}): Promise<TestSystem> {
  const database = await createTestDatabase({ seed });
  const start = systemKind() === 'containers' ? startContainers : startProcesses;
  const local = await start(database, { ...options, environment: { ...SOON, ...environment } }).catch(
    async (error: unknown) => {
      await database.stop();
      throw error;
    },
  );
  const publicHost = createApiClient({ port: local.port, host: local.publicHost });
  const teamHost = createApiClient({ port: local.port, host: local.teamHost });
  return {
    database,
    local,
    publicHost,
    teamHost,
    stop: async () => {
      publicHost.close();
      teamHost.close();
      await local.stop();
      await database.stop();
    },
  };
}

async function startProcesses(
  { roleUrl }: TestDatabase,
  { withWeb = false, ...options }: TestSystemOptions,
): Promise<RunningSystem> {
  if (withWeb) await buildWeb();
  const local = await startLocalSystem({ port: await findFreePort(), roleUrl, withWeb, ...options });
  return { ...local, mails: async () => local.mailbox.mails };
}

/** Its modules are loaded on demand: `testcontainers` would cost each test file on processes a second. */
async function startContainers(
  { roleUrl }: TestDatabase,
  { withWeb = false, instances = 2, ...options }: TestSystemOptions,
): Promise<RunningSystem> {
  const { network } = announcedServer();
  if (network === undefined)
    throw new Error('the database server of the tests is on no network of containers');
  const [{ insideNetwork }, { startContainerSystem }] = await Promise.all([
    import('./containers/backing-services.ts'),
    import('./containers/container-system.ts'),
  ]);
  return startContainerSystem({
    network,
    roleUrl: (role) => insideNetwork(roleUrl(role)),
    withWeb,
    instances,
    ...options,
  });
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@gatehouse/embedded-postgres';
import { PostgreSqlContainer } from '@testcontainers/postgresql';
import { getContainerRuntimeClient } from 'testcontainers';

/** A PostgreSQL server for tests; what it holds is gone afterwards. */
export interface DatabaseServer {
  /** As superuser. */
  readonly url: string;
  readonly kind: 'container' | 'embedded';
  stop(): Promise<void>;
}

const PASSWORD = 'for-tests-only';

/** Nothing here has to survive a crash of the machine. */
const UNSAFE_AND_FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '400',
};

/**
 * A container (of `POSTGRES_IMAGE`, default `postgres:18`) where a Docker engine answers, the embedded server elsewhere.
 * The log says which.
 */
export async function startDatabaseServer(): Promise<DatabaseServer> {
  const server = (await dockerAnswers()) ? await startContainer() : await startEmbedded();
  console.log(`tests run on a real PostgreSQL: ${server.kind}`);
  return server;
}

/** No engine is known absence; a failure of a container that an engine has started is not, and is thrown. */
async function dockerAnswers(): Promise<boolean> {
  try {
    await getContainerRuntimeClient();
    return true;
  } catch (error) {
    console.log(`no Docker engine answers (${error instanceof Error ? error.message : error})`);
    return false;
  }
}

async function startContainer(): Promise<DatabaseServer> {
  const container = await new PostgreSqlContainer(process.env['POSTGRES_IMAGE'] ?? 'postgres:18')
    .withDatabase('postgres')
    .withUsername('postgres')
    .withPassword(PASSWORD)
    .withCommand([
      'postgres',
      ...Object.entries(UNSAFE_AND_FAST).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ])
    .start();
  return {
    url: container.getConnectionUri(),
    kind: 'container',
    stop: async () => {
      await container.stop();
    },
  };
}

async function startEmbedded(): Promise<DatabaseServer> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-test-'));
  const server = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    password: PASSWORD,
    settings: UNSAFE_AND_FAST,
  });
  return {
    url: server.url,
    kind: 'embedded',
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

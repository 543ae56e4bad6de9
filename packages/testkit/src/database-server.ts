import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@gatehouse/local-system';
import { startEmbeddedPostgres } from '@gatehouse/local-system/postgres';
import { getContainerRuntimeClient } from 'testcontainers';
import { directUrl } from './containers/direct-url.ts';
import { postgresImage } from './containers/images.ts';
import { startPostgresContainer } from './containers/postgres-container.ts';
import { NON_DURABLE_SETTINGS } from './non-durable-settings.ts';

/** A PostgreSQL server for tests; what it holds is gone afterwards. */
export interface DatabaseServer {
  /** As superuser. */
  readonly url: string;
  readonly kind: 'container' | 'embedded';
  /** The network of containers on which it can be reached, too. */
  readonly network?: string;
  /** `host:port` of a pooler through which the services' roles connect. */
  readonly pooler?: string;
  stop(): Promise<void>;
}

/** A secret even here: the superuser of a server that root has started could read what root can. */
const PASSWORD = randomBytes(18).toString('base64url');

/**
 * A container (of `POSTGRES_IMAGE`, default `postgres:18`) where a Docker engine answers, the embedded server elsewhere.
 * Both are the real thing; the log says which. For an engine that cannot run the image (no registry, no room), it logs a warning.
 */
export async function startDatabaseServer(): Promise<DatabaseServer> {
  const startedAt = Date.now();
  const server = (await dockerAnswers()) ? await startContainer().catch(startInstead) : await startEmbedded();
  console.log(`tests run on a real PostgreSQL: ${server.kind}, up in ${Date.now() - startedAt} ms`);
  return server;
}

/** No engine is known absence, whatever the reason: it logs it, and its caller uses the embedded server. */
async function dockerAnswers(): Promise<boolean> {
  try {
    await getContainerRuntimeClient();
    return true;
  } catch (error) {
    console.log(`no Docker engine answers (${describe(error)})`);
    return false;
  }
}

function startInstead(error: unknown): Promise<DatabaseServer> {
  console.warn(
    `THE DOCKER ENGINE DOES NOT RUN ${postgresImage()}, the embedded server serves instead: ${describe(error)}`,
  );
  return startEmbedded();
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function startContainer(): Promise<DatabaseServer> {
  const postgres = await startPostgresContainer({ database: 'postgres' });
  return {
    url: await directUrl(postgres),
    kind: 'container',
    stop: async () => {
      await postgres.container.stop();
    },
  };
}

async function startEmbedded(): Promise<DatabaseServer> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-test-'));
  const server = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    password: PASSWORD,
    port: await findFreePort(),
    settings: NON_DURABLE_SETTINGS,
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

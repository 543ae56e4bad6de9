import { randomBytes } from 'node:crypto';
import { GenericContainer, type StartedNetwork, type StartedTestContainer, Wait } from 'testcontainers';
import { nonDurableCommand } from '../non-durable-settings.ts';
import { postgresImage } from './images.ts';

/** PostgreSQL in a container. */
export interface PostgresContainer {
  /** As superuser, from this machine. */
  readonly url: string;
  readonly container: StartedTestContainer;
}

/** PostgreSQL's name in a network. */
export const POSTGRES_ALIAS = 'postgres';

const PORT = 5432;

/**
 * Starts PostgreSQL from `POSTGRES_IMAGE`. It has no health check: the engine kills one that takes too long on a busy machine,
 * and PostgreSQL, as the container's first process, takes the end of an orphan for a crash and restarts.
 * @throws {Error} where no engine answers or it cannot run the image.
 */
export async function startPostgresContainer({
  database,
  network,
}: {
  database: string;
  network?: StartedNetwork;
}): Promise<PostgresContainer> {
  const password = randomBytes(18).toString('base64url');
  const container = new GenericContainer(postgresImage())
    .withEnvironment({ POSTGRES_DB: database, POSTGRES_USER: 'postgres', POSTGRES_PASSWORD: password })
    .withCommand(nonDurableCommand())
    .withExposedPorts(PORT)
    // Twice: the image first starts a server that makes the database.
    .withWaitStrategy(
      Wait.forAll([
        Wait.forLogMessage(/database system is ready to accept connections/, 2),
        Wait.forListeningPorts(),
      ]),
    )
    .withStartupTimeout(120_000);
  if (network !== undefined) container.withNetwork(network).withNetworkAliases(POSTGRES_ALIAS);
  const started = await container.start();
  return {
    url: `postgres://postgres:${password}@${started.getHost()}:${started.getMappedPort(PORT)}/${database}`,
    container: started,
  };
}

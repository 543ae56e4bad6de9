import { randomBytes } from 'node:crypto';
import { PostgreSqlContainer, type StartedPostgreSqlContainer } from '@testcontainers/postgresql';
import { Network, type StartedNetwork } from 'testcontainers';
import { nonDurableCommand } from '../non-durable-settings.ts';
import { postgresImage } from './images.ts';

/** A network of its own, and PostgreSQL on it. */
export interface BackingServices {
  readonly network: StartedNetwork;
  readonly postgres: StartedPostgreSqlContainer;
  stop(): Promise<void>;
}

/** PostgreSQL's name in the network. */
export const POSTGRES_ALIAS = 'postgres';

/** Starts PostgreSQL on a network of its own. @throws {Error} where no engine answers or it cannot run the image. */
export async function startBackingServices({ database = 'postgres' } = {}): Promise<BackingServices> {
  const network = await new Network().start();
  const postgres = await new PostgreSqlContainer(postgresImage())
    .withDatabase(database)
    .withUsername('postgres')
    .withPassword(randomBytes(18).toString('base64url'))
    .withCommand(nonDurableCommand())
    .withNetwork(network)
    .withNetworkAliases(POSTGRES_ALIAS)
    .start()
    .catch(async (error: unknown) => {
      await network.stop();
      throw error;
    });
  return {
    network,
    postgres,
    stop: async () => {
      await postgres.stop();
      await network.stop();
    },
  };
}

/** The same database as the parts see it from inside the network. */
export function insideNetwork(url: string): string {
  const inside = new URL(url);
  inside.hostname = POSTGRES_ALIAS;
  inside.port = '5432';
  return inside.href;
}

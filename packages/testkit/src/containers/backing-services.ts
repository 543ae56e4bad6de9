import { Network, type StartedNetwork } from 'testcontainers';
import { POSTGRES_ALIAS, type PostgresContainer, startPostgresContainer } from './postgres-container.ts';

/** A network of its own, and PostgreSQL on it. */
export interface BackingServices {
  readonly network: StartedNetwork;
  readonly postgres: PostgresContainer;
  stop(): Promise<void>;
}

/** Starts PostgreSQL on a network of its own. @throws {Error} where no engine answers or it cannot run the image. */
export async function startBackingServices({ database = 'postgres' } = {}): Promise<BackingServices> {
  const network = await new Network().start();
  const postgres = await startPostgresContainer({ database, network }).catch(async (error: unknown) => {
    await network.stop();
    throw error;
  });
  return {
    network,
    postgres,
    stop: async () => {
      await postgres.container.stop();
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

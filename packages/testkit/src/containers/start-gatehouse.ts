import { DATABASE_ROLES, type DatabaseRole, urlOfRole } from '@gatehouse/database';
import type { ReceivedMail } from '@gatehouse/mailbox';
import { GenericContainer, Wait } from 'testcontainers';
import { type ApiClient, createApiClient } from '../api-client.ts';
import type { PartName } from '../running-system.ts';
import { signIn } from '../sign-in.ts';
import { insideNetwork, startBackingServices } from './backing-services.ts';
import { startContainerSystem } from './container-system.ts';
import { imageOf } from './images.ts';
import { type PartInstance, partInstance } from './part-instance.ts';
import { POSTGRES_ALIAS } from './postgres-container.ts';

/** The whole system in containers of the built images. */
export interface Gatehouse {
  /** Through the ingress, for example `http://localhost:32801`. */
  readonly publicUrl: string;
  /** Through the ingress, for example `http://team.localhost:32801`. */
  readonly teamUrl: string;
  /** Speaks HTTP to the public host. */
  readonly publicHost: ApiClient;
  /** Speaks HTTP to the team host. */
  readonly teamHost: ApiClient;
  /** The containers of each part, with their own addresses and what can befall them. */
  readonly instances: Readonly<Record<PartName, readonly PartInstance[]>>;
  /** The network that everything is on, for a container of the test's own. */
  readonly network: string;
  /** The ingress as containers on that network find it. */
  readonly insideUrl: string;
  readonly postgres: PartInstance;
  readonly redis: PartInstance;
  /** PostgreSQL as the owner of the database; the port is another one after the container was started again. */
  databaseUrl(): string;
  /** Signs a demo user in; gives the `Cookie` header. */
  signIn(email: string): Promise<string>;
  /** The mails that have been sent, newest first. */
  mails(): Promise<readonly ReceivedMail[]>;
  /** Stops and removes everything. */
  stop(): Promise<void>;
}

/** How the system differs from an ordinary one. */
export interface GatehouseOptions {
  /** Containers of each part; 1. */
  readonly instances?: number;
  /** Whether the web tier runs; true. */
  readonly withWeb?: boolean;
  /** For every part, beside what the system itself decides: the variables of docs/configuration.md. */
  readonly environment?: Readonly<Record<string, string>>;
}

const DATABASE = 'gatehouse';

const passwordOf = (role: DatabaseRole) => `${role}-for-tests`;

/**
 * Starts PostgreSQL, Redis, migrations with the demo data, the services, the web tier and the ingress.
 * @throws {Error} where no engine answers, or naming the image that is not there or does not start.
 */
export async function startGatehouse({
  instances = 1,
  withWeb = true,
  environment = {},
}: GatehouseOptions = {}): Promise<Gatehouse> {
  const backing = await startBackingServices({ database: DATABASE });
  const network = backing.network.getName();
  try {
    const ownerUrl = backing.postgres.url;
    await prepareDatabase(network, insideNetwork(ownerUrl));
    const roleUrl = (role: DatabaseRole) => urlOfRole(insideNetwork(ownerUrl), role, passwordOf(role));
    const system = await startContainerSystem({ network, roleUrl, withWeb, instances, environment });
    const { port, mails, redis } = system;
    const publicHost = createApiClient({ port, host: system.publicHost });
    const teamHost = createApiClient({ port, host: system.teamHost });
    const postgres = partInstance({
      name: 'postgres',
      container: backing.postgres.container,
      port: 5432,
      network,
      aliases: [POSTGRES_ALIAS],
    });
    return {
      publicUrl: `http://${system.publicHost}`,
      teamUrl: `http://${system.teamHost}`,
      publicHost,
      teamHost,
      instances: system.services,
      network,
      insideUrl: system.insideUrl,
      postgres,
      redis,
      databaseUrl: () => {
        const url = new URL(ownerUrl);
        url.port = new URL(postgres.url).port;
        return url.href;
      },
      signIn: (email) => signIn(publicHost, email),
      mails,
      stop: async () => {
        publicHost.close();
        teamHost.close();
        await system.stop();
        await backing.stop();
      },
    };
  } catch (error) {
    await backing.stop();
    throw error;
  }
}

/** Runs the images of migrations and demo data to their ends. */
async function prepareDatabase(network: string, ownerUrl: string): Promise<void> {
  await runToEnd(
    new GenericContainer(imageOf('migrations')).withCommand(['migrate', 'provision-roles']).withEnvironment({
      DATABASE_URL: ownerUrl,
      ...Object.fromEntries(
        DATABASE_ROLES.map((role) => [`${role.toUpperCase()}_PASSWORD`, passwordOf(role)]),
      ),
    }),
    network,
  );
  const DEMO_DATABASE = new URL(ownerUrl).pathname.slice(1);
  await runToEnd(
    new GenericContainer(imageOf('demo-data')).withEnvironment({ DATABASE_URL: ownerUrl, DEMO_DATABASE }),
    network,
  );
}

async function runToEnd(container: GenericContainer, network: string): Promise<void> {
  const started = await container.withNetworkMode(network).withWaitStrategy(Wait.forOneShotStartup()).start();
  await started.stop();
}

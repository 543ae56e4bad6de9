import { randomBytes } from 'node:crypto';
import { API_SERVICES, byAddressVariable } from '@gatehouse/contract';
import type { ServiceRole } from '@gatehouse/database';
import { allOrReason, findFreePort, startEach } from '@gatehouse/local-system';
import type { ReceivedMail } from '@gatehouse/mailbox';
import { GenericContainer, type StartedTestContainer, Wait } from 'testcontainers';
import type { PartName, RunningSystem } from '../running-system.ts';
import type { ImageName } from './images.ts';
import { redisImage } from './images.ts';
import { ingressContainer } from './ingress-container.ts';
import { PART_PORT, PartContainer } from './part-container.ts';
import { type PartInstance, partInstance } from './part-instance.ts';

/** The system as containers of the built images. */
export interface ContainerSystem extends RunningSystem {
  readonly services: Readonly<Record<PartName, readonly PartInstance[]>>;
  readonly redis: PartInstance;
  /** The ingress as other containers on the network find it. */
  readonly insideUrl: string;
}

const REDIS_PORT = 6379;
const SMTP_PORT = 1025;

/**
 * Starts Redis, the services, the web tier, the mailbox and the ingress on a network where PostgreSQL is.
 * @param network its name.
 * @param roleUrl PostgreSQL as a service's role, seen from inside the network; migrated.
 * @param withWeb whether the web tier runs, too.
 * @param instances how many containers of each part.
 * @param environment for every part, beside what the system itself decides.
 * @param onOutput gets each line that a part writes, with its name in front.
 * @throws {Error} naming the image that does not start; what had been started is stopped.
 */
export async function startContainerSystem({
  network,
  roleUrl,
  withWeb,
  instances,
  environment = {},
  onOutput,
}: {
  network: string;
  roleUrl: (role: ServiceRole) => string;
  withWeb: boolean;
  instances: number;
  environment?: Readonly<Record<string, string>>;
  onOutput?: (line: string) => void;
}): Promise<ContainerSystem> {
  const port = await findFreePort();
  const publicHost = `localhost:${port}`;
  const teamHost = `team.localhost:${port}`;
  // Several systems may share a network: each has names of its own.
  const id = randomBytes(4).toString('hex');
  const aliasOf = (part: ImageName | 'redis' | 'ingress') => `${part}-${id}`;
  const urlOf = (part: ImageName | 'ingress') => `http://${aliasOf(part)}:${PART_PORT}`;
  const hosts = { PUBLIC_HOST: publicHost, TEAM_HOST: teamHost, API_BASE_PATH: '/api' };
  const common = { ...hosts, PUBLIC_SCHEME: 'http', TRUST_PROXY: 'uniquelocal', LOG_LEVEL: 'warn' };
  const running: StartedTestContainer[] = [];
  const start = async (
    container: GenericContainer,
    name: ImageName | 'redis' | 'ingress',
    inside: number,
  ) => {
    const aliases = [aliasOf(name)];
    const started = await container
      .withNetworkMode(network)
      .withNetworkAliases(...aliases)
      .start();
    running.push(started);
    return partInstance({ name, container: started, port: inside, network, aliases });
  };
  const stop = async () => void (await Promise.all(running.splice(0).map((container) => container.stop())));

  const ownOf = (part: PartName): Readonly<Record<string, string>> => {
    if (part === 'web') return byAddressVariable(urlOf);
    return { DATABASE_URL: roleUrl(`${part}_service`), ...(part === 'identity' ? identityOwn : {}) };
  };
  const identityOwn = {
    REDIS_URL: `redis://${aliasOf('redis')}:${REDIS_PORT}`,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    SMTP_URL: `smtp://${aliasOf('mailbox')}:${SMTP_PORT}`,
  };
  const startPart = async (part: PartName) => {
    const own = ownOf(part);
    return allOrReason(
      Array.from({ length: instances }, () => {
        const container = new PartContainer(part, onOutput).listening('/readyz');
        return start(container.withEnvironment({ ...common, ...own, ...environment }), part, PART_PORT);
      }),
    );
  };

  try {
    const redis = await start(
      new GenericContainer(redisImage())
        .withExposedPorts(REDIS_PORT)
        .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/)),
      'redis',
      REDIS_PORT,
    );
    const services = await startEach([...API_SERVICES, 'web'] as const, async (part: PartName) =>
      part === 'web' && !withWeb ? [] : startPart(part),
    );
    const mailbox = new PartContainer('mailbox', onOutput).listening('/livez');
    await start(
      mailbox.withEnvironment({ PUBLIC_HOST: publicHost, TEAM_HOST: teamHost }),
      'mailbox',
      PART_PORT,
    );
    const nameOf = (part: string) => (part === 'web' && !withWeb ? null : `${part}-${id}`);
    await start(ingressContainer(port, nameOf), 'ingress', PART_PORT);
    const mails = () => receivedMails(`http://${publicHost}`);
    const insideUrl = urlOf('ingress');
    return { port, publicHost, teamHost, services, redis, insideUrl, mails, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function receivedMails(ingressUrl: string): Promise<readonly ReceivedMail[]> {
  const answer = await fetch(`${ingressUrl}/_dev/mail`, { headers: { Accept: 'application/json' } });
  return (await answer.json()) as ReceivedMail[];
}

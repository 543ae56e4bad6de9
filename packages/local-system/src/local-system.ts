import type { ServiceRole } from '@gatehouse/database';
import { type Serving, serve } from '@gatehouse/runtime';
import { type ChildService, startChildService } from './child-service.ts';
import { createIngress } from './ingress.ts';
import { type Mailbox, startMailbox } from './mailbox.ts';

/** The whole system on one machine: processes as in production, one local ingress before them. */
export interface LocalSystem {
  readonly port: number;
  /** `localhost:8080` */
  readonly publicHost: string;
  /** `team.localhost:8080` */
  readonly teamHost: string;
  readonly mailbox: Mailbox;
  readonly services: Readonly<Record<ServiceName, readonly ChildService[]>>;
  /** Resolves with a sentence when a part ends without having been stopped. */
  readonly failed: Promise<string>;
  stop(): Promise<void>;
}

type ServiceName = 'identity' | 'employer' | 'talent' | 'web';

const API_BASE_PATH = '/api';
const API_SERVICES = ['identity', 'employer', 'talent'] as const;

/**
 * Starts mailbox, services, web tier and ingress on the loopback; resolves when everything answers.
 * @param port of the ingress.
 * @param roleUrl PostgreSQL as a service's role, migrated.
 * @param instances how many processes of each service.
 * @param environment for every process, beside what the system itself decides.
 * @throws {Error} naming the part that does not start; what had been started is stopped.
 */
export async function startLocalSystem({
  port,
  roleUrl,
  withWeb,
  instances = 1,
  environment = {},
  onOutput = () => undefined,
}: {
  port: number;
  roleUrl: (role: ServiceRole) => string;
  withWeb: boolean;
  instances?: number;
  environment?: Readonly<Record<string, string>>;
  onOutput?: (line: string) => void;
}): Promise<LocalSystem> {
  const publicHost = `localhost:${port}`;
  const teamHost = `team.localhost:${port}`;
  const running: { stop(): Promise<void> }[] = [];
  const stopAll = async () => {
    for (const part of running.splice(0).reverse()) await part.stop();
  };
  try {
    const mailbox = await startMailbox();
    running.push(mailbox);
    const common = {
      API_BASE_PATH,
      PUBLIC_HOST: publicHost,
      TEAM_HOST: teamHost,
      PUBLIC_SCHEME: 'http',
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'warn',
      ...environment,
    };
    const start = async (
      name: ServiceName,
      entry: string,
      own: Readonly<Record<string, string>>,
      count: number,
    ) => {
      const started = await Promise.all(
        Array.from({ length: count }, async () => {
          const service = await startChildService({
            name,
            entry,
            environment: { ...common, ...own },
            onOutput,
          });
          running.push(service);
          return service;
        }),
      );
      return started;
    };
    const [identity, employer, talent] = await Promise.all(
      API_SERVICES.map((name) =>
        start(
          name,
          `services/${name}/src/main.ts`,
          { DATABASE_URL: roleUrl(`${name}_service`), SMTP_URL: mailbox.url },
          instances,
        ),
      ),
    );
    if (identity === undefined || employer === undefined || talent === undefined)
      throw new Error('unreachable');
    const urlOf = (services: readonly ChildService[]) => services[0]?.url ?? '';
    const urls = { IDENTITY_URL: urlOf(identity), EMPLOYER_URL: urlOf(employer), TALENT_URL: urlOf(talent) };
    const web = withWeb ? await start('web', 'services/web/server/main.ts', urls, instances) : [];
    const services = { identity, employer, talent, web };
    const ingress = await startIngress({ port, publicHost, teamHost, services, mailbox });
    running.push(ingress);
    let isStopping = false;
    const failed = Promise.race(
      Object.values(services)
        .flat()
        .map(async ({ name, ended }) => {
          const how = await ended;
          return isStopping ? new Promise<never>(() => undefined) : `${name} ended unexpectedly (${how})`;
        }),
    );
    const stop = async () => {
      isStopping = true;
      await stopAll();
    };
    return { port, publicHost, teamHost, mailbox, services, failed, stop };
  } catch (error) {
    await stopAll();
    throw error;
  }
}

function startIngress({
  port,
  publicHost,
  teamHost,
  services,
  mailbox,
}: Pick<LocalSystem, 'port' | 'publicHost' | 'teamHost' | 'services' | 'mailbox'>): Promise<Serving> {
  const urlsOf = (name: ServiceName) => services[name].map(({ url }) => url);
  const ingress = createIngress({
    publicHost,
    teamHost,
    apiBasePath: API_BASE_PATH,
    upstreams: {
      identity: urlsOf('identity'),
      employer: urlsOf('employer'),
      talent: urlsOf('talent'),
      web: urlsOf('web'),
    },
  });
  return serve(
    (request, response) => {
      const isMailbox = request.url === '/_dev/mail' && request.headers.host === publicHost;
      if (isMailbox) mailbox.listener(request, response);
      else ingress(request, response);
    },
    { port, host: '127.0.0.1' },
  );
}

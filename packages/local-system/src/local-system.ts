import { randomBytes } from 'node:crypto';
import { API_SERVICES, type ApiService, byAddressVariable, byService } from '@gatehouse/contract';
import type { ServiceRole } from '@gatehouse/database';
import { type Mailbox, startMailbox, withMailbox } from '@gatehouse/mailbox';
import { serve } from '@gatehouse/runtime';
import { type ChildService, startChildService } from './child-service.ts';
import { createIngress, createIngressAgent } from './ingress.ts';
import { startEach } from './start-each.ts';

/** The whole system on one machine: processes as in production, one local ingress before them. */
export interface LocalSystem {
  readonly port: number;
  /** `localhost:8080` */
  readonly publicHost: string;
  /** `team.localhost:8080` */
  readonly teamHost: string;
  readonly mailbox: Mailbox;
  readonly services: Readonly<Record<ServiceName, readonly ChildService[]>>;
  /** Resolves with a sentence when a part ends without having been stopped by `stop`. */
  readonly failed: Promise<string>;
  /** Stops everything in order: the ingress first, the mailbox last. */
  stop(): Promise<void>;
}

type ServiceName = ApiService | 'web';

const API_BASE_PATH = '/api';

/**
 * Starts mailbox, services, web tier and ingress on the loopback; resolves when everything answers.
 * @param port of the ingress.
 * @param roleUrl PostgreSQL as a service's role, migrated.
 * @param withWeb whether the web tier runs, too; it must have been built.
 * @param apis the services to start; the web tier needs all.
 * @param instances how many processes of each part.
 * @param secretsKey of identity, 32 bytes in base64: the same as before where the database has second factors from before.
 * @param environment for every process, beside what the system itself decides.
 * @param onOutput receives each line that a part writes, after its name.
 * @throws {Error} naming the part that does not start; what had been started is stopped.
 */
export async function startLocalSystem({
  port,
  roleUrl,
  withWeb,
  apis = API_SERVICES,
  instances = 1,
  secretsKey = randomBytes(32).toString('base64'),
  environment = {},
  onOutput = () => undefined,
}: {
  port: number;
  roleUrl: (role: ServiceRole) => string;
  withWeb: boolean;
  apis?: readonly ApiService[];
  instances?: number;
  secretsKey?: string;
  environment?: Readonly<Record<string, string>>;
  onOutput?: (line: string) => void;
}): Promise<LocalSystem> {
  const publicHost = `localhost:${port}`;
  const teamHost = `team.localhost:${port}`;
  const running: { stop(): Promise<void> }[] = [];
  const stopAll = async () => {
    for (const part of running.splice(0).reverse()) await part.stop();
  };
  const common = {
    API_BASE_PATH,
    PUBLIC_HOST: publicHost,
    TEAM_HOST: teamHost,
    PUBLIC_SCHEME: 'http',
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'warn',
    ...environment,
  };
  const start = async (name: ServiceName, entry: string, own: Readonly<Record<string, string>>) => {
    const starting = Array.from({ length: instances }, () =>
      startChildService({ name, entry, environment: { ...common, ...own }, onOutput }),
    );
    const settled = await Promise.allSettled(starting);
    const started = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    running.push({ stop: async () => void (await Promise.all(started.map((service) => service.stop()))) });
    for (const result of settled) if (result.status === 'rejected') throw result.reason;
    return started;
  };
  try {
    const mailbox = await startMailbox();
    running.push(mailbox);
    const ownOf = (name: ApiService) =>
      name === 'identity' ? { SMTP_URL: mailbox.url, SECRETS_KEY: secretsKey } : {};
    const started = await startEach(API_SERVICES, async (name) => {
      if (!apis.includes(name)) return [];
      const own = { DATABASE_URL: roleUrl(`${name}_service`), ...ownOf(name) };
      return start(name, `services/${name}/src/main.ts`, own);
    });
    const web = withWeb
      ? await start(
          'web',
          'services/web/server/main.ts',
          byAddressVariable((name) => urlOf(started[name])),
        )
      : [];
    const services = { ...started, web };
    const agent = createIngressAgent();
    const ingress = createIngress({
      agent,
      publicHost,
      teamHost,
      apiBasePath: API_BASE_PATH,
      upstreams: { ...byService((name) => urlsOf(started[name])), web: urlsOf(web) },
    });
    const serving = await serve(withMailbox(mailbox, [publicHost, teamHost], ingress), {
      port,
      host: '127.0.0.1',
    });
    running.push({ stop: () => serving.stop(INGRESS_LIMITS).finally(() => agent.destroy()) });
    let isStopping = false;
    const failed = new Promise<string>((resolve) => {
      for (const { name, ended } of Object.values(services).flat())
        void ended.then((how) => {
          if (!isStopping) resolve(`${name} ended unexpectedly (${how})`);
        });
    });
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

/** A browser's idle connections do not delay the stop. */
const INGRESS_LIMITS = { graceMillis: 3000, lingerMillis: 0 };

function urlsOf(services: readonly ChildService[]): readonly string[] {
  return services.map(({ url }) => url);
}

/** The instance that the web tier reads from. */
function urlOf([service]: readonly ChildService[]): string {
  if (service === undefined) throw new Error('at least one instance of each service is needed');
  return service.url;
}

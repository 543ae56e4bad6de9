import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import type { ServiceRole } from '@gatehouse/database';
import { type Mailbox, startMailbox, withMailbox } from '@gatehouse/mailbox';
import { serve } from '@gatehouse/runtime';
import { type ChildService, startChildService } from './child-service.ts';
import { createIngress } from './ingress.ts';

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

type ApiName = 'identity' | 'employer' | 'talent';
type ServiceName = ApiName | 'web';

const API_BASE_PATH = '/api';

/**
 * Starts mailbox, services, web tier and ingress on the loopback; resolves when everything answers.
 * @param port of the ingress.
 * @param roleUrl PostgreSQL as a service's role, migrated.
 * @param withWeb whether the web tier runs, too; it must have been built.
 * @param apis the services to start; the web tier needs all three.
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
  apis = ['identity', 'employer', 'talent'],
  instances = 1,
  secretsKey = randomBytes(32).toString('base64'),
  environment = {},
  onOutput = () => undefined,
}: {
  port: number;
  roleUrl: (role: ServiceRole) => string;
  withWeb: boolean;
  apis?: readonly ApiName[];
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
  const startApi = async (name: ApiName, own: Readonly<Record<string, string>> = {}) =>
    apis.includes(name)
      ? start(name, `services/${name}/src/main.ts`, { DATABASE_URL: roleUrl(`${name}_service`), ...own })
      : [];
  try {
    const mailbox = await startMailbox();
    running.push(mailbox);
    const [identity, employer, talent] = await allOrReason([
      startApi('identity', { SMTP_URL: mailbox.url, SECRETS_KEY: secretsKey }),
      startApi('employer'),
      startApi('talent'),
    ]);
    const web = withWeb
      ? await start('web', 'services/web/server/main.ts', {
          IDENTITY_URL: urlOf(identity),
          EMPLOYER_URL: urlOf(employer),
          TALENT_URL: urlOf(talent),
        })
      : [];
    const services = { identity, employer, talent, web };
    const agent = new Agent({ keepAlive: true });
    const ingress = createIngress({
      agent,
      publicHost,
      teamHost,
      apiBasePath: API_BASE_PATH,
      upstreams: {
        identity: urlsOf(identity),
        employer: urlsOf(employer),
        talent: urlsOf(talent),
        web: urlsOf(web),
      },
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

/** Like `Promise.all`, but waits for every one also when one fails, so that nothing starts behind the caller's back. */
async function allOrReason<T extends readonly unknown[]>(
  promises: {
    [K in keyof T]: Promise<T[K]>;
  },
): Promise<T> {
  await Promise.allSettled(promises);
  return Promise.all(promises) as unknown as Promise<T>;
}

function urlsOf(services: readonly ChildService[]): readonly string[] {
  return services.map(({ url }) => url);
}

/** The instance that the web tier reads from. */
function urlOf([service]: readonly ChildService[]): string {
  if (service === undefined) throw new Error('at least one instance of each service is needed');
  return service.url;
}

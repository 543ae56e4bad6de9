/** Replaces the local system's `child-service.ts`: the services run in this process, where mutants can be enabled. */
import { type RunningService, startService } from '@gatehouse/boundary';
import { API_SERVICES, type ApiService, contracts } from '@gatehouse/contract';
import { parseConfiguration } from '@gatehouse/runtime';
import { findFreePort } from '#packages/local-system/src/free-port.ts';
import { CREATE_SERVICE, SERVICE_CONFIGURATIONS } from '#support/service-modules.ts';

/** Tests run again and again from one address. A test of these limits sets its own. */
const UNLIMITED = {
  SIGN_IN_FAILURES_PER_ADDRESS: '1000000',
  SIGN_UPS_PER_ADDRESS: '1000000',
  PASSKEY_CHALLENGES_PER_ADDRESS: '1000000',
  PASSWORD_RESETS: '1000000',
  EMAIL_CHANGES: '1000000',
  ABUSE_REPORTS: '1000000',
  ACCOUNT_CHANGES: '1000000',
  SEARCHES_PER_ADDRESS: '1000000',
  PUBLIC_READS_PER_ADDRESS: '1000000',
};

type Environment = Readonly<Record<string, string>>;

/** Like the `main.ts` of each service. */
function start(name: ApiService, environment: Environment): Promise<RunningService> {
  const configuration = parseConfiguration(environment, SERVICE_CONFIGURATIONS[name]);
  return startService({
    name,
    configuration,
    environment,
    contract: contracts[name],
    parts: (parts) => CREATE_SERVICE[name](configuration, parts),
  });
}

/** @throws {Error} for a part that cannot run here: the web tier is a separate build. */
export async function startChildService({ name, environment }: { name: string; environment: Environment }) {
  const api = API_SERVICES.find((one) => one === name);
  if (api === undefined) throw new Error(`${name} does not run in the process of its tests`);
  const service = await start(api, {
    HOST: '127.0.0.1',
    ...UNLIMITED,
    ...environment,
    LOG_LEVEL: 'fatal',
    PORT: String(await findFreePort()),
  });
  await service.ready;
  return {
    name,
    url: `http://127.0.0.1:${service.port}`,
    child: { exitCode: null },
    ended: new Promise<never>(() => undefined),
    // In the background: a test's remaining requests may take time, and no later test uses this service.
    stop: async () => void service.stop().catch(() => undefined),
  };
}

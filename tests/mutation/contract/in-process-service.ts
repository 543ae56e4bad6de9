/** Replaces the local system's `child-service.ts`: the services run in this process, where mutants can be enabled. */
import { type RunningService, startService } from '@gatehouse/boundary';
import { API_SERVICES, type ApiService, contracts } from '@gatehouse/contract';
import { parseConfiguration } from '@gatehouse/runtime';
import { findFreePort } from '#packages/local-system/src/free-port.ts';
import { CREATE_SERVICE, SERVICE_CONFIGURATIONS } from '#support/service-modules.ts';

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

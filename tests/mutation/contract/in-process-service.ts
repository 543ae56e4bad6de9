/** Replaces the local system's `child-service.ts`: the services run in this process, where mutants can be enabled. */
import { startService } from '@gatehouse/boundary';
import { employerContract, identityContract, talentContract } from '@gatehouse/contract';
import { parseConfiguration } from '@gatehouse/runtime';
import { findFreePort } from '#packages/local-system/src/free-port.ts';
import { employerConfiguration } from '#services/employer/src/configuration.ts';
import { createEmployer } from '#services/employer/src/employer.ts';
import { identityConfiguration } from '#services/identity/src/configuration.ts';
import { createIdentity } from '#services/identity/src/identity.ts';
import { talentConfiguration } from '#services/talent/src/configuration.ts';
import { createTalent } from '#services/talent/src/talent.ts';

type Environment = Readonly<Record<string, string>>;

/** Like the `main.ts` of each service. */
const STARTS = {
  identity: (environment: Environment) => {
    const configuration = parseConfiguration(environment, identityConfiguration);
    return startService({
      name: 'identity',
      configuration,
      environment,
      contract: identityContract,
      parts: (parts) => createIdentity(configuration, parts),
    });
  },
  employer: (environment: Environment) => {
    const configuration = parseConfiguration(environment, employerConfiguration);
    return startService({
      name: 'employer',
      configuration,
      environment,
      contract: employerContract,
      parts: () => createEmployer(configuration),
    });
  },
  talent: (environment: Environment) => {
    const configuration = parseConfiguration(environment, talentConfiguration);
    return startService({
      name: 'talent',
      configuration,
      environment,
      contract: talentContract,
      parts: (parts) => createTalent(configuration, parts),
    });
  },
};

/** @throws {Error} for a part that cannot run here: the web tier is a separate build. */
export async function startChildService({ name, environment }: { name: string; environment: Environment }) {
  const start = (STARTS as Record<string, (typeof STARTS)['talent']>)[name];
  if (start === undefined) throw new Error(`${name} does not run in the process of its tests`);
  const service = await start({
    HOST: '127.0.0.1',
    ...environment,
    LOG_LEVEL: 'fatal',
    PORT: String(await findFreePort()),
  });
  return {
    name,
    url: `http://127.0.0.1:${service.port}`,
    child: { exitCode: null },
    ended: new Promise<never>(() => undefined),
    // In the background: a test's remaining requests may take time, and no later test uses this service.
    stop: async () => void service.stop().catch(() => undefined),
  };
}

import { startChildService } from '@gatehouse/local-system';
import { buildWeb } from './build-web.ts';
import type { StoppablePart } from './running-system.ts';
import { systemKind } from './system-kind.ts';

/**
 * Starts the web tier alone, for what it does with an API of the test's own.
 * @param environment all that it gets, beside its address.
 */
export async function startWebTier(environment: Readonly<Record<string, string>>): Promise<StoppablePart> {
  if (systemKind() === 'containers') {
    const { PART_PORT, PartContainer } = await import('./containers/part-container.ts');
    const container = await new PartContainer('web')
      .listening('/readyz')
      .withEnvironment(environment)
      .start();
    return {
      name: 'web',
      url: `http://127.0.0.1:${container.getMappedPort(PART_PORT)}`,
      stop: async () => void (await container.stop()),
    };
  }
  await buildWeb();
  const entry = 'services/web/server/main.ts';
  return startChildService({ name: 'web', entry, environment, onOutput: () => undefined });
}

/** Each API service's parts, found by its name: `talentConfiguration` and `createTalent` of `services/talent/src`. */
import type { ServiceParts, serviceConfiguration, startService } from '@gatehouse/boundary';
import { API_SERVICES, type ApiService } from '@gatehouse/contract';
import type { parseConfiguration } from '@gatehouse/runtime';

/** The variables that every service reads; each adds its own. */
type Specs = typeof serviceConfiguration;

type CreateService = (
  configuration: ReturnType<typeof parseConfiguration<Specs>>,
  parts: ServiceParts,
) => ReturnType<Parameters<typeof startService>[0]['parts']>;

async function exportsOf<Part>(
  fileOf: (name: ApiService) => string,
  exportOf: (name: ApiService) => string,
): Promise<Readonly<Record<ApiService, Part>>> {
  const found = API_SERVICES.map(async (name) => {
    const module = await import(`#services/${name}/src/${fileOf(name)}.ts`);
    if (module[exportOf(name)] === undefined) throw new Error(`services/${name} has no ${exportOf(name)}`);
    return [name, module[exportOf(name)]] as const;
  });
  return Object.fromEntries(await Promise.all(found)) as Record<ApiService, Part>;
}

/** The environment variables of each service. */
export const SERVICE_CONFIGURATIONS = await exportsOf<Specs>(
  () => 'configuration',
  (name) => `${name}Configuration`,
);

/** Creates the handlers of each service, and what runs beside them. */
export const CREATE_SERVICE = await exportsOf<CreateService>(
  (name) => name,
  (name) => `create${name.charAt(0).toUpperCase()}${name.slice(1)}`,
);

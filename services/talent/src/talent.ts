import type { ServiceParts } from '@gatehouse/boundary';
import type { parseConfiguration } from '@gatehouse/runtime';
import type { talentConfiguration } from './configuration.ts';
import { createTalentHandlers } from './handlers.ts';
import { JobSearch } from './job-posts/job-search.ts';

/** The talent service's endpoints, with connections of their own for searches. */
export function createTalent(
  configuration: ReturnType<typeof parseConfiguration<typeof talentConfiguration>>,
  { pool }: Pick<ServiceParts, 'pool'>,
): { handlers: ReturnType<typeof createTalentHandlers> } {
  const { SEARCH_CONNECTIONS, SEARCH_MILLIS, SEARCHES_PER_ADDRESS, THROTTLE_KEYS } = configuration;
  const search = new JobSearch({
    pool: pool('search', {
      maxConnections: SEARCH_CONNECTIONS,
      readOnly: true,
      statementTimeoutMillis: SEARCH_MILLIS,
    }),
    perAddress: SEARCHES_PER_ADDRESS,
    maxKeys: THROTTLE_KEYS,
  });
  return { handlers: createTalentHandlers(search) };
}

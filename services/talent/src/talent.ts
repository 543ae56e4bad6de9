import type { ServiceHandlers, ServiceParts } from '@gatehouse/boundary';
import type { parseConfiguration } from '@gatehouse/runtime';
import { talentApplicationHandlers } from './applications/handlers.ts';
import { publicCompanyHandlers } from './companies.ts';
import type { talentConfiguration } from './configuration.ts';
import { cvHandlers } from './cvs/handlers.ts';
import { createPublicJobPostHandlers } from './job-posts/handlers.ts';
import { JobSearch } from './job-posts/job-search.ts';
import { profileHandlers } from './profiles.ts';
import { savedJobPostHandlers } from './saved-job-posts/handlers.ts';

/** The talent service's endpoints, with database connections of their own for searches. */
export function createTalent(
  configuration: ReturnType<typeof parseConfiguration<typeof talentConfiguration>>,
  { pool }: Pick<ServiceParts, 'pool'>,
): { handlers: ServiceHandlers<'talent'> } {
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
  return {
    handlers: {
      ...createPublicJobPostHandlers({ search }),
      ...publicCompanyHandlers,
      ...profileHandlers,
      ...cvHandlers,
      ...talentApplicationHandlers,
      ...savedJobPostHandlers,
    },
  };
}

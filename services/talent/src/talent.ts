import { ChangeLimit, type ServiceHandlers, type ServiceParts } from '@gatehouse/boundary';
import { openDocumentStore } from '@gatehouse/documents';
import type { parseConfiguration } from '@gatehouse/runtime';
import { talentApplicationHandlers } from './applications/handlers.ts';
import { publicCompanyHandlers } from './companies.ts';
import type { talentConfiguration } from './configuration.ts';
import { createCvHandlers } from './cvs/handlers.ts';
import { talentInterviewHandlers } from './interviews.ts';
import { createPublicJobPostHandlers } from './job-posts/handlers.ts';
import { JobSearch } from './job-posts/job-search.ts';
import { talentMessageHandlers } from './messages.ts';
import { createProfileHandlers } from './profiles.ts';
import { savedJobPostHandlers } from './saved-job-posts.ts';
import { savedSearchHandlers } from './saved-searches/handlers.ts';
import { startSearchMailer } from './saved-searches/search-mailer.ts';

/** The talent service's endpoints, with database connections of their own for searches, and the mail about saved searches. */
export function createTalent(
  configuration: ReturnType<typeof parseConfiguration<typeof talentConfiguration>>,
  { log, pool, writePool }: Pick<ServiceParts, 'log' | 'pool' | 'writePool'>,
): { handlers: ServiceHandlers<'talent'>; stop: () => Promise<void> } {
  const { SEARCH_CONNECTIONS, SEARCH_MILLIS, SEARCHES_PER_ADDRESS, THROTTLE_KEYS, DOCUMENTS_URL } =
    configuration;
  const documents = DOCUMENTS_URL === undefined ? null : openDocumentStore(DOCUMENTS_URL, log);
  const search = new JobSearch({
    pool: pool('search', {
      maxConnections: SEARCH_CONNECTIONS,
      readOnly: true,
      statementTimeoutMillis: SEARCH_MILLIS,
    }),
    statementTimeoutMillis: SEARCH_MILLIS,
    perAddress: SEARCHES_PER_ADDRESS,
    maxKeys: THROTTLE_KEYS,
  });
  const mailer = startSearchMailer({
    pool: writePool,
    searchPool: pool('search-mail', {
      maxConnections: 1,
      readOnly: true,
      statementTimeoutMillis: SEARCH_MILLIS,
    }),
    searchMillis: SEARCH_MILLIS,
    origin: `${configuration.PUBLIC_SCHEME}://${configuration.PUBLIC_HOST}`,
    log,
    pollMillis: 1000 * configuration.BACKGROUND_POLL_SECONDS,
  });
  return {
    handlers: {
      ...createPublicJobPostHandlers({ search }),
      ...publicCompanyHandlers,
      ...createProfileHandlers({ changesOfAccount: new ChangeLimit(configuration) }),
      ...createCvHandlers({ documents }),
      ...talentApplicationHandlers,
      ...talentInterviewHandlers,
      ...talentMessageHandlers,
      ...savedJobPostHandlers,
      ...savedSearchHandlers,
    },
    stop: async () => {
      documents?.close();
      await mailer.stop();
    },
  };
}

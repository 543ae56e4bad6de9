import { serviceConfiguration } from '@gatehouse/boundary';
import { documentsUrl } from '@gatehouse/documents';
import { validators } from '@gatehouse/runtime';

const { num } = validators;

/** The environment variables of the talent service, beside those of every service. */
export const talentConfiguration = {
  ...serviceConfiguration,
  DOCUMENTS_URL: documentsUrl,
  SEARCH_CONNECTIONS: num({
    default: 1,
    desc: 'Connections that only searches of the job catalogue use: of all instances together fewer than the database has cores, so that other requests find one.',
  }),
  SEARCH_MILLIS: num({
    default: 1000,
    desc: 'Timeout of one search in milliseconds; beyond it 503 with Retry-After.',
  }),
  SEARCHES_PER_ADDRESS: num({
    default: 120,
    desc: 'Searches of the job catalogue from one address in a minute.',
  }),
};

import { serviceConfiguration } from '@gatehouse/boundary';
import { validators } from '@gatehouse/runtime';

const { num } = validators;

/** The environment variables of the talent service, beside those of every service. */
export const talentConfiguration = {
  ...serviceConfiguration,
  SEARCH_CONNECTIONS: num({
    default: 2,
    desc: 'Connections for searches of the job catalogue, and for nothing else.',
  }),
  SEARCH_MILLIS: num({
    default: 1000,
    desc: 'Milliseconds that one search may take; 503 with Retry-After beyond that.',
  }),
  SEARCHES_PER_ADDRESS: num({
    default: 120,
    desc: 'Searches of the job catalogue from one address in a minute.',
  }),
};

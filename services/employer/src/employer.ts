import type { parseConfiguration } from '@gatehouse/runtime';
import type { employerConfiguration } from './configuration.ts';
import { createEmployerHandlers } from './handlers.ts';

/** The employer service's endpoints. */
export function createEmployer({
  PUBLIC_SCHEME,
  PUBLIC_HOST,
  PUBLISHED_JOB_POSTS_PER_COMPANY,
}: ReturnType<typeof parseConfiguration<typeof employerConfiguration>>): {
  handlers: ReturnType<typeof createEmployerHandlers>;
} {
  return {
    handlers: createEmployerHandlers({
      publicOrigin: `${PUBLIC_SCHEME}://${PUBLIC_HOST}`,
      maxPublished: PUBLISHED_JOB_POSTS_PER_COMPANY,
    }),
  };
}

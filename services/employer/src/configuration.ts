import { serviceConfiguration } from '@gatehouse/boundary';
import { validators } from '@gatehouse/runtime';

const { num } = validators;

/** The environment variables of the employer service, beside those of every service. */
export const employerConfiguration = {
  ...serviceConfiguration,
  PUBLISHED_JOB_POSTS_PER_COMPANY: num({
    default: 500,
    desc: 'Job posts that a company may have published at the same time.',
  }),
};

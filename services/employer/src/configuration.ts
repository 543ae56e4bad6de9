import { serviceConfiguration } from '@gatehouse/boundary';
import { documentsUrl } from '@gatehouse/documents';
import { validators } from '@gatehouse/runtime';

const { bool, num } = validators;

/** The environment variables of the employer service, beside those of every service. */
export const employerConfiguration = {
  ...serviceConfiguration,
  DOCUMENTS_URL: documentsUrl,
  COMPANY_REVIEW: bool({
    default: false,
    desc: 'Whether job posts of companies that are created from now on are public only once staff have approved the company.',
  }),
  PUBLISHED_JOB_POSTS_PER_COMPANY: num({
    default: 500,
    desc: 'Job posts that a company may have published at the same time.',
  }),
};

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
    desc: 'Whether job posts of companies that are created from now on are public only once staff have approved the company, and whether approved companies that change name, website or logo come to the staff again, who review the change while it is public.',
  }),
  SEARCH_CONNECTIONS: num({
    default: 1,
    desc: "Connections that only searches of companies' applications and job posts use: of all instances together fewer than the database has cores, so that other requests find one.",
  }),
  SEARCH_MILLIS: num({
    default: 3000,
    desc: 'Timeout of each statement of a search in milliseconds; beyond it 503 with Retry-After.',
  }),
  PUBLISHED_JOB_POSTS_PER_COMPANY: num({
    default: 500,
    desc: 'Job posts that a company may have published at the same time.',
  }),
  DRAFT_JOB_POSTS_PER_COMPANY: num({
    default: 1000,
    desc: 'Drafts of job posts that a company may have at the same time.',
  }),
  JOB_POSTS_PER_COMPANY: num({
    default: 20_000,
    desc: 'Job posts that a company may have in all states. Closed ones stay, so this is as many as it may ever publish.',
  }),
};

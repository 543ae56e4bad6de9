import { API_SERVICES } from '@gatehouse/contract';
import type { MutationGroup } from '../groups.ts';

const contract = (...names: string[]) => names.map((name) => `tests/contract/${name}.test.ts`);

/** Each is small enough to run after a change of its files. */
const CHOSEN: readonly MutationGroup[] = [
  {
    name: 'employer-applications',
    files: ['services/employer/src/applications/**/*.ts'],
    tests: contract(
      'access/access-locks',
      'resources/applications',
      'resources/application-board',
      'resources/application-moves',
      'resources/application-evaluations',
      'resources/company-applications',
      'resources/application-export',
      'resources/offer-answers',
      'resources/own-application',
      'resources/screening-questions',
      'resources/cvs',
      'resources/versions',
      'boundary/list-pages',
      'access/foreign-ids',
    ),
  },
  {
    name: 'employer-notes',
    files: ['services/employer/src/application-notes.ts'],
    tests: contract(
      'resources/application-notes',
      'access/access-locks',
      'boundary/list-pages',
      'access/foreign-ids',
    ),
  },
  {
    name: 'employer-evaluations',
    files: ['services/employer/src/application-evaluations/**/*.ts'],
    tests: contract(
      'resources/application-evaluations',
      'resources/versions',
      'boundary/list-pages',
      'access/access-locks',
      'access/foreign-ids',
    ),
  },
  {
    name: 'conversations',
    files: [
      'services/employer/src/{interviews,message-templates}/**/*.ts',
      'services/{employer,talent}/src/messages.ts',
      'services/talent/src/interviews.ts',
      'packages/boundary/src/{calendar,interviews,messages}.ts',
    ],
    tests: contract(
      'resources/messages',
      'resources/interviews',
      'resources/message-templates',
      'resources/versions',
      'boundary/list-pages',
      'access/foreign-ids',
    ),
  },
  {
    name: 'employer-job-posts',
    files: ['services/employer/src/job-posts/**/*.ts'],
    tests: contract(
      'resources/job-posts',
      'resources/screening-questions',
      'resources/versions',
      'resources/employer-and-talent',
      'access/access-locks',
      'boundary/requests',
      'boundary/list-pages',
      'access/foreign-ids',
    ),
  },
  {
    name: 'employer-members',
    files: [
      'services/employer/src/{companies,invitations,org-memberships}/**/*.ts',
      'services/employer/src/employer.ts',
    ],
    tests: contract(
      'access/access-locks',
      'access/invitations',
      'access/joining',
      'access/joining-races',
      'access/granted-access',
      'access/org-memberships',
      'staff/staff-accounts',
      'resources/employer-and-talent',
      'resources/versions',
      'resources/company-applications',
      'boundary/requests',
      'boundary/list-pages',
      'access/foreign-ids',
    ),
  },
  {
    name: 'company-logos',
    files: ['services/employer/src/company-logos/**/*.ts', 'packages/boundary/src/files/image.ts'],
    tests: contract(
      'resources/company-logos',
      'staff/removed-logos',
      'resources/versions',
      'access/foreign-ids',
    ),
  },
  {
    name: 'talent-applications',
    files: ['services/talent/src/applications/**/*.ts'],
    tests: contract(
      'access/access-locks',
      'resources/applications',
      'resources/offer-answers',
      'resources/own-application',
      'resources/screening-questions',
      'resources/cvs',
      'resources/talent-answers',
      'resources/employer-and-talent',
      'boundary/list-pages',
      'access/foreign-ids',
    ),
  },
  {
    name: 'talent-search',
    files: ['services/talent/src/job-posts/**/*.ts', 'services/talent/src/companies.ts'],
    tests: contract(
      'resources/job-search',
      'resources/job-filters',
      'resources/catalogue-limits',
      'resources/talent-answers',
      'resources/employer-and-talent',
      'boundary/requests',
      'boundary/list-pages',
      'access/foreign-ids',
    ),
  },
  {
    name: 'talent-own',
    files: [
      'services/talent/src/{cvs,saved-job-posts,saved-searches}/**/*.ts',
      'services/talent/src/{profiles,career}.ts',
      'services/talent/src/talent.ts',
    ],
    tests: contract(
      'resources/careers',
      'resources/cvs',
      'resources/saved-job-posts',
      'resources/saved-searches',
      'resources/mail-unsubscriptions',
      'resources/talent-answers',
      'resources/employer-and-talent',
      'resources/versions',
      'access/access-locks',
      'boundary/requests',
      'boundary/list-pages',
      'access/foreign-ids',
    ),
  },
  {
    name: 'sessions',
    files: ['services/identity/src/user-sessions/**/*.ts'],
    tests: contract(
      'sessions/sign-in',
      'sessions/sign-up',
      'sessions/identity',
      'sessions/reported-sessions',
      'sessions/new-browsers',
      'sessions/security-log',
      'sessions/passkeys',
      'sessions/credential-races',
      'access/access-locks',
      'access/foreign-ids',
    ),
  },
  {
    name: 'users',
    files: ['services/identity/src/{users,passwords,email-changes,invitation-lookups}/**/*.ts'],
    tests: contract(
      'sessions/sign-up',
      'sessions/passwords',
      'sessions/sign-in',
      'sessions/identity',
      'sessions/email-change',
      'sessions/credential-races',
      'sessions/passkey-sign-up',
      'access/access-locks',
      'access/invitations',
      'access/joining',
      'resources/mail-attacks',
      'access/foreign-ids',
    ),
  },
  {
    name: 'passkeys',
    files: ['services/identity/src/passkeys/**/*.ts'],
    tests: contract(
      'sessions/passkeys',
      'sessions/passkey-sign-up',
      'sessions/staff-passkeys',
      'sessions/passwords',
      'sessions/email-change',
      'access/access-locks',
      'access/foreign-ids',
    ),
  },
  {
    name: 'own-data',
    files: [
      'services/identity/src/data-exports/**/*.ts',
      'services/identity/src/{account-deletions,security-events}.ts',
    ],
    tests: contract(
      'resources/data-exports',
      'resources/account-deletions',
      'sessions/security-log',
      'sessions/sign-in',
      'access/foreign-ids',
    ),
  },
  {
    name: 'notifications',
    files: ['services/identity/src/notification-mail/**/*.ts', 'services/identity/src/notifications.ts'],
    tests: contract(
      'resources/notifications',
      'resources/notification-mail',
      'resources/notification-settings',
      'resources/mail-unsubscriptions',
      'access/foreign-ids',
    ),
  },
  {
    name: 'moderation',
    files: ['services/identity/src/{moderation,abuse-reports}/**/*.ts'],
    tests: contract(
      'boundary/list-pages',
      'resources/versions',
      'staff/hidden-job-posts',
      'staff/abuse-reports',
      'staff/company-reviews',
      'staff/removed-logos',
    ),
  },
  {
    name: 'statistics',
    files: ['services/identity/src/statistics/**/*.ts'],
    tests: contract('staff/statistics'),
  },
  {
    name: 'administration',
    files: [
      'services/identity/src/{administration,audit-trail,access-reviews}/**/*.ts',
      'services/identity/src/retention-progress.ts',
    ],
    tests: contract(
      'boundary/list-pages',
      'access/access-locks',
      'sessions/identity',
      'staff/audit-trail',
      'staff/access-reviews',
      'staff/disabled-companies',
      'staff/staff-accounts',
      'access/granted-access',
      'sessions/sign-in',
      'access/foreign-ids',
    ),
  },
  {
    name: 'staff',
    files: [
      'services/identity/src/{admin-passkeys,admin-sessions,admin-enrolments,second-factor,staff-accounts}/**/*.ts',
    ],
    tests: contract(
      'sessions/second-factor',
      'sessions/staff-passkeys',
      'sessions/identity',
      'staff/staff-accounts',
      'access/access-locks',
      'sessions/sign-in',
      'boundary/list-pages',
      'access/foreign-ids',
    ),
  },
  {
    name: 'throttle',
    files: ['services/identity/src/throttle/**/*.ts'],
    tests: contract(
      'sessions/throttles',
      'sessions/sign-in',
      'sessions/sign-up',
      'sessions/passwords',
      'sessions/second-factor',
    ),
  },
  {
    name: 'transaction',
    files: [
      'packages/boundary/src/{cursor,page,statement,traced-query,mail-queue,caller/ambiguous-sessions}.ts',
      'packages/boundary/src/transaction/{guarded-transaction,transaction}.ts',
    ],
    tests: contract(
      'boundary/list-pages',
      'access/access-locks',
      'resources/employer-and-talent',
      'resources/applications',
      'boundary/client-disconnect',
      'boundary/requests',
      'access/foreign-ids',
    ),
  },
];

/** A service that no group above divides: `resources/NAME` checks it. */
const WHOLE_SERVICES = API_SERVICES.filter(
  (name) => !CHOSEN.some(({ files }) => files.some((file) => file.startsWith(`services/${name}/`))),
).map((name) => ({
  name,
  files: [`services/${name}/src/**/*.ts`],
  tests: contract(`resources/${name}`, 'access/foreign-ids'),
}));

/**
 * The handlers, their SQL, and the code below them, checked by the contract tests on a real PostgreSQL. A mutant runs those
 * of its group's tests that reach it, the shortest first, until one fails.
 */
export const CONTRACT_GROUPS: readonly MutationGroup[] = [...CHOSEN, ...WHOLE_SERVICES];

/** Start code, types and tests: no request can reach a change there. */
export const NOT_MUTATED = ['**/main.ts', '**/*.test.ts', '**/*.d.ts', '**/configuration.ts', '**/index.ts'];

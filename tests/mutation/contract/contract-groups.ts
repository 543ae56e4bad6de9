import { API_SERVICES } from '@gatehouse/contract';
import type { MutationGroup } from '../groups.ts';

const contract = (...names: string[]) => names.map((name) => `tests/contract/${name}.test.ts`);

const CHOSEN: readonly MutationGroup[] = [
  {
    name: 'employer',
    files: ['services/employer/src/**/*.ts'],
    tests: contract(
      'boundary/list-pages',
      'staff/staff-accounts',
      'access/access-locks',
      'access/invitations',
      'access/joining',
      'access/joining-races',
      'access/granted-access',
      'access/org-memberships',
      'resources/employer-and-talent',
      'resources/job-posts',
      'resources/versions',
      'resources/applications',
      'resources/company-applications',
      'resources/application-notes',
      'resources/application-export',
      'resources/offer-answers',
      'boundary/requests',
      'access/foreign-ids',
    ),
  },
  {
    name: 'talent',
    files: ['services/talent/src/**/*.ts'],
    tests: contract(
      'boundary/list-pages',
      'access/access-locks',
      'resources/talent-answers',
      'resources/employer-and-talent',
      'resources/job-search',
      'resources/job-filters',
      'resources/cvs',
      'resources/catalogue-limits',
      'resources/versions',
      'resources/applications',
      'resources/offer-answers',
      'boundary/requests',
      'access/foreign-ids',
    ),
  },
  {
    name: 'users',
    files: [
      'services/identity/src/{users,user-sessions,passwords,passkeys,email-changes,invitation-lookups,data-exports,notification-mail}/**/*.ts',
      'services/identity/src/account-deletions.ts',
      'services/identity/src/security-events.ts',
      'services/identity/src/notifications.ts',
    ],
    tests: contract(
      'access/access-locks',
      'resources/notifications',
      'resources/notification-mail',
      'resources/notification-settings',
      'resources/mail-unsubscriptions',
      'sessions/sign-in',
      'sessions/sign-up',
      'sessions/passwords',
      'sessions/credential-races',
      'sessions/passkeys',
      'sessions/passkey-sign-up',
      'sessions/identity',
      'access/invitations',
      'access/joining',
      'access/foreign-ids',
      'resources/mail-attacks',
      'resources/data-exports',
      'resources/account-deletions',
      'sessions/email-change',
      'sessions/security-log',
      'sessions/reported-sessions',
      'sessions/new-browsers',
    ),
  },
  {
    name: 'administration',
    files: [
      'services/identity/src/{administration,audit-trail,access-reviews,admin-passkeys,admin-sessions,admin-enrolments,second-factor,staff-accounts}/**/*.ts',
      'services/identity/src/retention-progress.ts',
    ],
    tests: contract(
      'boundary/list-pages',
      'access/access-locks',
      'sessions/identity',
      'sessions/second-factor',
      'sessions/staff-passkeys',
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

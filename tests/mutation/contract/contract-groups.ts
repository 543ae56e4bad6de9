import type { MutationGroup } from '../groups.ts';

const contract = (...names: string[]) => names.map((name) => `tests/contract/${name}.test.ts`);

/**
 * The handlers, their SQL, and what they stand on. Their judges are the contract tests, on a real PostgreSQL. A mutant is
 * tried with those of its group's tests that reach it, the shortest first, until one fails.
 */
export const CONTRACT_GROUPS: readonly MutationGroup[] = [
  {
    name: 'employer',
    files: ['services/employer/src/**/*.ts'],
    tests: contract(
      'pages',
      'access-locks',
      'invitations',
      'joining',
      'joining-races',
      'granted-access',
      'org-memberships',
      'employer-and-talent',
      'applications',
      'requests',
      'foreign-ids',
    ),
  },
  {
    name: 'talent',
    files: ['services/talent/src/**/*.ts'],
    tests: contract(
      'pages',
      'access-locks',
      'talent-answers',
      'employer-and-talent',
      'applications',
      'requests',
      'foreign-ids',
    ),
  },
  {
    name: 'users',
    files: ['services/identity/src/{users,user-sessions,passwords,invitation-lookups}/**/*.ts'],
    tests: contract(
      'access-locks',
      'sign-in',
      'sign-up',
      'passwords',
      'credential-races',
      'identity',
      'invitations',
      'joining',
      'foreign-ids',
      'mail-attacks',
    ),
  },
  {
    name: 'administration',
    files: ['services/identity/src/{administration,admin-sessions,admin-enrolments,second-factor}/**/*.ts'],
    tests: contract(
      'pages',
      'access-locks',
      'identity',
      'second-factor',
      'granted-access',
      'sign-in',
      'foreign-ids',
    ),
  },
  {
    name: 'throttle',
    files: ['services/identity/src/throttle/**/*.ts'],
    tests: contract('throttles', 'sign-in', 'sign-up', 'passwords', 'second-factor'),
  },
  {
    name: 'transaction',
    files: ['packages/boundary/src/{transaction,cursor,page,statement,traced-query,ambiguous-sessions}.ts'],
    tests: contract(
      'pages',
      'access-locks',
      'employer-and-talent',
      'applications',
      'client-disconnect',
      'requests',
      'foreign-ids',
    ),
  },
];

/** Starts, types and tests: nothing there that a request could notice. */
export const NOT_MUTATED = ['**/main.ts', '**/*.test.ts', '**/*.d.ts', '**/configuration.ts', '**/index.ts'];

import { API_SERVICES } from '@gatehouse/contract';
import type { MutationGroup } from '../groups.ts';

const contract = (...names: string[]) => names.map((name) => `tests/contract/${name}.test.ts`);
const unit = (...names: string[]) => names.map((name) => `tests/unit/${name}.test.ts`);

/** Each takes minutes, so that its result is soon stored. */
const CHOSEN: readonly MutationGroup[] = [
  {
    name: 'application-lists',
    files: [
      'services/employer/src/applications/{board,export,find-applications,list-statements,list,application-row,assignment-row,rating-row}.ts',
    ],
    tests: contract(
      'resources/applications',
      'resources/application-board',
      'resources/application-evaluations',
      'resources/company-applications',
      'resources/application-export',
      'resources/screening-questions',
      'resources/offer-answers',
      'resources/cvs',
      'boundary/list-pages',
    ),
  },
  {
    name: 'application-detail',
    files: [
      'services/employer/src/applications/{application-of-other,cv-document,handlers,history,present-detail}.ts',
    ],
    tests: contract(
      'resources/applications',
      'resources/company-applications',
      'resources/own-application',
      'resources/screening-questions',
      'resources/cvs',
      'resources/offer-answers',
      'resources/application-notes',
      'resources/application-evaluations',
      'resources/messages',
      'resources/careers',
      'access/foreign-ids',
    ),
  },
  {
    name: 'stage-changes',
    files: ['services/employer/src/applications/{moves,stage-change,stage-mail,stage-notification}.ts'],
    tests: contract(
      'resources/applications',
      'resources/application-moves',
      'resources/own-application',
      'resources/company-applications',
      'resources/mail-attacks',
      'resources/notifications',
      'resources/notification-settings',
      'resources/offer-answers',
      'resources/versions',
      'access/access-locks',
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
      'resources/notification-settings',
      'boundary/list-pages',
      'access/access-locks',
      'access/foreign-ids',
    ),
  },
  {
    name: 'messages',
    files: [
      'services/employer/src/message-templates/**/*.ts',
      'services/employer/src/messages.ts',
      'services/talent/src/messages.ts',
      'packages/hiring/src/messages.ts',
    ],
    tests: contract(
      'access/team-races',
      'resources/messages',
      'resources/message-templates',
      'resources/versions',
      'resources/waiting-applications',
      'boundary/list-pages',
      'access/access-locks',
      'access/foreign-ids',
    ),
  },
  {
    name: 'interviews',
    files: [
      'services/employer/src/interviews/**/*.ts',
      'services/talent/src/interviews.ts',
      'packages/hiring/src/{calendar,interviews}.ts',
    ],
    tests: contract(
      'resources/interviews',
      'resources/versions',
      'resources/waiting-applications',
      'boundary/list-pages',
      'access/access-locks',
      'access/foreign-ids',
    ),
  },
  {
    name: 'employer-job-posts',
    files: ['services/employer/src/{background-steps,job-posts/**/*}.ts'],
    tests: contract(
      'access/starved-by-posts',
      'access/starved-by-notifications',
      'resources/job-posts',
      'resources/notifications',
      'staff/hidden-job-posts',
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
    name: 'invitations',
    files: ['services/employer/src/invitations/**/*.ts'],
    tests: contract(
      'access/invitations',
      'access/joining',
      'access/joining-races',
      'access/org-memberships',
      'access/granted-access',
      'access/access-locks',
      'boundary/list-pages',
      'resources/notifications',
      'staff/removed-logos',
      'access/foreign-ids',
    ),
  },
  {
    name: 'memberships',
    files: ['services/employer/src/org-memberships/**/*.ts'],
    tests: contract(
      'access/org-memberships',
      'access/granted-access',
      'access/team-races',
      'access/joining',
      'access/access-locks',
      'resources/versions',
      'boundary/list-pages',
      'staff/company-reviews',
      'resources/notifications',
      'access/foreign-ids',
    ),
  },
  {
    name: 'companies',
    files: ['services/employer/src/companies/**/*.ts', 'services/employer/src/employer.ts'],
    tests: [
      ...contract(
        'resources/employer-and-talent',
        'resources/company-applications',
        'resources/applications',
        'resources/job-posts',
        'resources/cvs',
        'staff/company-reviews',
        'staff/removed-logos',
        'resources/versions',
        'access/foreign-ids',
      ),
      ...unit('stopped-services'),
    ],
  },
  {
    name: 'company-logos',
    files: ['services/employer/src/company-logos/**/*.ts', 'packages/boundary/src/files/image.ts'],
    tests: [
      ...contract(
        'resources/company-logos',
        'staff/removed-logos',
        'resources/versions',
        'access/foreign-ids',
      ),
      ...unit('image-format', 'make-logo'),
    ],
  },
  {
    name: 'talent-applications',
    files: ['services/talent/src/applications/**/*.ts'],
    tests: contract(
      'access/access-locks',
      'resources/applications',
      'resources/offer-answers',
      'resources/waiting-applications',
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
    name: 'search-words',
    files: ['services/talent/src/job-posts/{asked-words,spelling,job-search}.ts'],
    tests: contract('resources/job-search', 'resources/job-filters'),
  },
  {
    name: 'search',
    files: [
      'services/talent/src/job-posts/{every-second-row,filters,find-job-posts,handlers,list-catalogue,list-job-posts,option-counts,public-job-post,search-job-posts,search-statements}.ts',
      'services/talent/src/companies.ts',
    ],
    tests: contract(
      'resources/job-search',
      'resources/job-filters',
      'resources/job-posts',
      'resources/talent-answers',
      'resources/employer-and-talent',
      'resources/company-logos',
      'staff/hidden-job-posts',
      'boundary/list-pages',
      'access/foreign-ids',
    ),
  },
  {
    name: 'cvs',
    files: ['services/talent/src/cvs/**/*.ts'],
    tests: contract('resources/cvs', 'access/access-locks', 'access/foreign-ids'),
  },
  {
    name: 'profiles',
    files: ['services/talent/src/{profiles,career,talent}.ts'],
    tests: [
      ...contract(
        'resources/careers',
        'resources/talent-answers',
        'resources/employer-and-talent',
        'resources/versions',
        'resources/cvs',
        'resources/saved-searches',
        'access/access-locks',
      ),
      ...unit('stopped-services'),
    ],
  },
  {
    name: 'saved-searches',
    files: ['services/talent/src/{saved-job-posts.ts,saved-searches/**/*.ts}'],
    tests: contract(
      'resources/saved-job-posts',
      'resources/saved-searches',
      'resources/saved-search-races',
      'resources/mail-unsubscriptions',
      'boundary/list-pages',
      'access/foreign-ids',
    ),
  },
  {
    name: 'user-sign-in',
    files: [
      'services/identity/src/user-sessions/{sign-in,passkey-sign-in,start-session,refused-sign-in,reauthenticate,describe-address,describe-device}.ts',
    ],
    tests: contract(
      'sessions/sign-in',
      'sessions/new-browsers',
      'sessions/passkeys',
      'sessions/passkey-attacks',
      'sessions/security-log',
      'sessions/session-attacks',
      'sessions/credential-races',
      'access/access-locks',
    ),
  },
  {
    name: 'user-sessions',
    files: [
      'services/identity/src/user-sessions/{handlers,present-own-session,present-user-session,presented-sessions,report-session}.ts',
    ],
    tests: contract(
      'sessions/identity',
      'sessions/sign-in',
      'sessions/reported-sessions',
      'sessions/security-log',
      'sessions/session-attacks',
      'access/access-locks',
      'boundary/list-pages',
      'access/foreign-ids',
    ),
  },
  {
    name: 'sign-up',
    files: [
      'services/identity/src/users/{added-since,confirm-email,disabled-company-notice,email,handlers,sign-up}.ts',
      'services/identity/src/invitation-lookups/**/*.ts',
    ],
    tests: contract(
      'sessions/sign-up',
      'sessions/passkey-sign-up',
      'sessions/identity',
      'access/invitations',
      'access/joining',
      'staff/disabled-companies',
      'sessions/reported-sessions',
      'sessions/email-change',
      'sessions/throttles',
      'sessions/credential-races',
      'access/access-locks',
    ),
  },
  {
    name: 'passwords',
    files: [
      'services/identity/src/users/{change-password,changed-password,reset-password,reset-token}.ts',
      'services/identity/src/passwords/**/*.ts',
    ],
    tests: contract(
      'sessions/passwords',
      'sessions/sign-up',
      'sessions/sign-in',
      'sessions/identity',
      'sessions/credential-races',
      'access/access-locks',
    ),
  },
  {
    name: 'email-changes',
    files: ['services/identity/src/email-changes/**/*.ts'],
    tests: contract('sessions/email-change', 'sessions/email-change-races', 'access/access-locks'),
  },
  {
    name: 'passkey-ceremonies',
    files: [
      'services/identity/src/passkeys/{begin-ceremony,challenges,created-passkey,options,prove-passkey,relying-party,verify}.ts',
    ],
    tests: contract(
      'sessions/passkeys',
      'sessions/passkey-sign-up',
      'sessions/staff-passkeys',
      'sessions/passkey-attacks',
    ),
  },
  {
    name: 'own-passkeys',
    files: ['services/identity/src/passkeys/{handlers,own-passkeys,present-passkey,stored-passkeys}.ts'],
    tests: contract(
      'sessions/passkeys',
      'sessions/passkey-sign-up',
      'sessions/staff-passkeys',
      'sessions/passkey-attacks',
      'sessions/passwords',
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
      'sessions/reported-sessions',
      'boundary/list-pages',
      'access/access-locks',
      'access/deletion-races',
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
      'resources/versions',
      'boundary/list-pages',
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
      'access/access-locks',
      'access/starved-by-reports',
    ),
  },
  {
    name: 'statistics',
    files: ['services/identity/src/statistics/**/*.ts'],
    tests: contract('staff/statistics'),
  },
  {
    name: 'audit-trail',
    files: ['services/identity/src/audit-trail/**/*.ts'],
    tests: contract('staff/audit-trail', 'boundary/list-pages'),
  },
  {
    name: 'access-reviews',
    files: ['services/identity/src/access-reviews/**/*.ts', 'services/identity/src/retention-progress.ts'],
    tests: contract(
      'staff/access-reviews',
      'access/granted-access',
      'sessions/identity',
      'access/access-locks',
      'boundary/list-pages',
      'resources/versions',
      'database/retention-progress',
      'access/foreign-ids',
    ),
  },
  {
    name: 'company-switch',
    files: ['services/identity/src/administration/{companies,company-mail,handlers,withdraw-invitations}.ts'],
    tests: contract(
      'staff/disabled-companies',
      'staff/company-order',
      'staff/removed-logos',
      'access/granted-access',
      'access/invitations',
      'resources/versions',
      'access/access-locks',
      'boundary/list-pages',
      'access/foreign-ids',
    ),
  },
  {
    name: 'user-administration',
    files: [
      'services/identity/src/administration/{org-membership-row,org-memberships,overview,user-row,users}.ts',
    ],
    tests: contract(
      'access/granted-access',
      'sessions/identity',
      'staff/disabled-companies',
      'sessions/sign-in',
      'access/access-locks',
      'boundary/list-pages',
      'staff/overview',
      'resources/versions',
      'resources/notifications',
      'access/foreign-ids',
    ),
  },
  {
    name: 'staff-sign-in',
    files: ['services/identity/src/{admin-passkeys.ts,admin-sessions/**/*.ts}'],
    tests: contract(
      'sessions/second-factor',
      'sessions/staff-passkeys',
      'sessions/passkey-attacks',
      'sessions/identity',
      'sessions/sign-in',
      'access/access-locks',
      'sessions/staff-sessions',
      'sessions/second-factor-attacks',
      'sessions/credential-races',
      'boundary/list-pages',
      'staff/staff-accounts',
      'access/foreign-ids',
    ),
  },
  {
    name: 'second-factors',
    files: ['services/identity/src/second-factor/**/*.ts'],
    tests: contract('sessions/second-factor', 'sessions/second-factor-attacks', 'sessions/stored-seeds'),
  },
  {
    name: 'enrolments',
    files: ['services/identity/src/admin-enrolments/**/*.ts'],
    tests: contract(
      'sessions/second-factor',
      'sessions/staff-passkeys',
      'sessions/passkey-attacks',
      'staff/staff-accounts',
      'staff/admin-invite',
      'sessions/throttles',
      'access/access-locks',
    ),
  },
  {
    name: 'staff-accounts',
    files: ['services/identity/src/staff-accounts/**/*.ts'],
    tests: contract(
      'staff/staff-accounts',
      'sessions/staff-passkeys',
      'access/access-locks',
      'boundary/list-pages',
      'resources/versions',
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
      'sessions/passkeys',
      'sessions/email-change',
      'staff/abuse-reports',
      'sessions/second-factor',
    ),
  },
  {
    name: 'lists-and-mail',
    files: [
      'packages/boundary/src/{cursor,page,statement,traced-query,mail-queue,caller/ambiguous-sessions}.ts',
    ],
    tests: contract(
      'boundary/list-pages',
      'resources/applications',
      'boundary/requests',
      'sessions/session-attacks',
      'resources/mail-attacks',
      'sessions/email-change',
      'resources/outbox',
    ),
  },
  {
    name: 'transaction',
    files: [
      'packages/boundary/src/{transaction/{guarded-transaction,transaction,write-lanes},caller/grant}.ts',
    ],
    tests: contract(
      'access/access-locks',
      'resources/employer-and-talent',
      'boundary/requests',
      'database/transactions',
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
 * The handlers, their SQL, and the code below them, checked by the contract tests on a real PostgreSQL and by the unit tests
 * beside their files. A mutant runs those tests that reach it, the shortest file first, until one fails.
 */
export const CONTRACT_GROUPS: readonly MutationGroup[] = [...CHOSEN, ...WHOLE_SERVICES];

/**
 * Start code, types and tests: no request can reach a change there. The priority of threads is tested in a process of its own,
 * where no mutant can be enabled.
 */
export const NOT_MUTATED = [
  '**/main.ts',
  '**/*.test.ts',
  '**/*.d.ts',
  '**/configuration.ts',
  '**/index.ts',
  '**/hashing-priority.ts',
];

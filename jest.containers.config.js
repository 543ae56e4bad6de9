import config from './jest.config.js';

const contract = config.projects.find(({ displayName }) => displayName === 'contract');

/**
 * The contract tests against containers of the built images (`make test-containers`), and container faults. Excluded: tests
 * that start and inspect one process; tests in `database/`, which need only the database; races and loads, whose code and
 * database are the same in both set-ups, so that containers would only measure the machine; and limits by address, because
 * nginx sets the clients' addresses there.
 */
const ONE_PROCESS = [
  'outage/database-outage',
  'outage/outage-under-load',
  'telemetry/prometheus',
  'outage/collector-outage',
];

/** nginx answers a path with a zero byte itself, and sends one with `..` to the web tier, which these systems do without. */
const PAST_NGINX = ['hostile/hostile-input'];

const RACES_AND_LOADS = [
  'access/access-locks',
  'access/granted-access',
  'access/joining',
  'access/joining-races',
  'access/org-memberships',
  'access/starved-revocations',
  'access/write-flood',
  'boundary/list-pages',
  'boundary/text-forms',
  'outage/outage-log',
  'resources/catalogue-limits',
  'resources/mail-attacks',
  'resources/outbox',
  'resources/shared-resources',
  'resources/talent-answers',
  'sessions/credential-races',
  'sessions/enrolment-races',
  'sessions/second-factor-attacks',
  'sessions/secrets-key-rotation',
  'sessions/sign-up',
  'sessions/throttles',
  'telemetry/client-traces',
];

export default {
  reporters: config.reporters,
  maxWorkers: config.maxWorkers,
  testTimeout: config.testTimeout,
  projects: [
    {
      ...contract,
      displayName: 'containers',
      testMatch: ['<rootDir>/tests/{contract,containers}/**/*.test.ts'],
      testPathIgnorePatterns: [
        '/contract/database/',
        ...[...ONE_PROCESS, ...PAST_NGINX, ...RACES_AND_LOADS].map(
          (path) => `/contract/${path}[.]test[.]ts$`,
        ),
      ],
    },
  ],
};

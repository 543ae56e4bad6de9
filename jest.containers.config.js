import config from './jest.config.js';

const contract = config.projects.find(({ displayName }) => displayName === 'contract');

/**
 * The contract suite against containers of the built images (`make test-containers`), and what can befall containers.
 * Four files start processes of their own and look into them: two cut the database off, which here is done to
 * containers, one reads metrics, one weighs a process. The others speak with the database alone.
 * Races and loads attack the code and the database, which are the same in both: on containers they would measure the
 * machine. Addresses of clients are nginx's to tell there, so that tests of limits by address run on processes.
 */
const OF_PROCESSES = ['outage', 'outage-under-load', 'prometheus', 'unknown-collector'];
const OF_THE_DATABASE = [
  'query-plans',
  'database-functions',
  'database-migrations',
  'database-roles',
  'membership-resolver',
];

const RACES_AND_LOADS = [
  'access-locks',
  'catalogue-limits',
  'client-traces',
  'credential-races',
  'enrolment-races',
  'granted-access',
  'joining',
  'joining-races',
  'mail-attacks',
  'one-writer-many-connections',
  'org-memberships',
  'outage-log',
  'outbox',
  'pages',
  'second-factor-attacks',
  'secrets-key-rotation',
  'shared-resources',
  'sign-up',
  'starved-revocations',
  'talent-answers',
  'text-forms',
  'throttles',
];

export default {
  reporters: config.reporters,
  maxWorkers: config.maxWorkers,
  testTimeout: 120_000,
  projects: [
    {
      ...contract,
      displayName: 'containers',
      testMatch: ['<rootDir>/tests/{contract,containers}/**/*.test.ts'],
      testPathIgnorePatterns: [...OF_PROCESSES, ...OF_THE_DATABASE, ...RACES_AND_LOADS].map(
        (name) => `/contract/${name}[.]test[.]ts$`,
      ),
    },
  ],
};

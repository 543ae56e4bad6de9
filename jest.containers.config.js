import config from './jest.config.js';

const contract = config.projects.find(({ displayName }) => displayName === 'contract');

/**
 * The contract suite against containers of the built images (`make test-containers`), and what can befall containers.
 * Four files start processes of their own and look into them: two cut the database off, which here is done to
 * containers, one reads metrics, one weighs a process. The others speak with the database alone.
 */
const OF_PROCESSES = ['outage', 'outage-under-load', 'prometheus', 'unknown-collector'];
const OF_THE_DATABASE = [
  'query-plans',
  'database-functions',
  'database-migrations',
  'database-roles',
  'membership-resolver',
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
      testPathIgnorePatterns: [...OF_PROCESSES, ...OF_THE_DATABASE].map(
        (name) => `/contract/${name}[.]test[.]ts$`,
      ),
    },
  ],
};

import config from './jest.config.js';

const [unit] = config.projects;

/** The tests on the cluster that `KUBECONFIG` names (`make test-cluster`). */
export default {
  reporters: config.reporters,
  maxWorkers: 1,
  testTimeout: 900_000,
  projects: [{ ...unit, displayName: 'cluster', testMatch: ['<rootDir>/tests/cluster/**/*.test.ts'] }],
};

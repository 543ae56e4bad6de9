/** One runner, four projects: pure functions, the services on a real database, a real browser, the Helm chart. */
const base = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
          target: 'es2024',
        },
        module: { type: 'es6' },
      },
    ],
  },
  transformIgnorePatterns: ['/node_modules/', '/packages/contract/generated/'],
};

const inner = '<rootDir>/{packages,services,deploy,generators}/**';

const withDatabase = {
  globalSetup: '<rootDir>/packages/testkit/src/global-setup.ts',
  globalTeardown: '<rootDir>/packages/testkit/src/global-teardown.ts',
};

export default {
  reporters: ['default', '<rootDir>/tests/support/totals-reporter.js'],
  maxWorkers: 2,
  // Long enough for a busy machine: the set-up starts a whole system.
  testTimeout: 180_000,
  // The unit tests beside them alone must cover every branch of these critical files. Merged with the coverage of whole services, V8's
  // ranges differ between runs, and some match no branch of the source.
  coverageProvider: 'v8',
  coverageReporters: [['text', { skipFull: true }], 'text-summary'],
  collectCoverageFrom: [
    'packages/access/src/*.ts',
    'packages/membership-resolver/src/*.ts',
    'packages/runtime/src/throttle/*.ts',
    'packages/boundary/src/{refusal,caller/{caller,session-cookies},http/{csrf,origins}}.ts',
    'packages/runtime/src/{concurrency-limit,keyed-concurrency-limit,held/held-bytes}.ts',
    'packages/boundary/src/{caller/read-limits,input/arriving-bodies}.ts',
    'services/web/session/{session-cookie,session-getter,should-revalidate}.ts',
    'services/web/journey/{policy,return-to,user-homes}.ts',
    'services/web/hosts/*/app/policies/*.ts',
    '!packages/access/src/facts.ts',
    '!**/*.test.ts',
  ],
  coverageThreshold: { global: { branches: 100, functions: 100 } },
  projects: [
    {
      ...base,
      displayName: 'unit',
      testMatch: [`${inner}/*.test.{ts,tsx}`, '<rootDir>/tests/unit/**/*.test.ts'],
    },
    {
      ...base,
      ...withDatabase,
      displayName: 'contract',
      testMatch: ['<rootDir>/tests/contract/**/*.test.ts'],
    },
    { ...base, ...withDatabase, displayName: 'browser', testMatch: ['<rootDir>/tests/browser/**/*.test.ts'] },
    {
      ...base,
      displayName: 'chart',
      globalSetup: '<rootDir>/tests/chart/support/announce.ts',
      testMatch: ['<rootDir>/tests/chart/**/*.test.ts'],
    },
  ],
};

/** One runner, three projects: pure decisions, the services on a real database, a real browser. */
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

const inner = '<rootDir>/{packages,services,deploy}/**';

export default {
  projects: [
    { ...base, displayName: 'unit', testMatch: [`${inner}/*.test.{ts,tsx}`] },
    { ...base, displayName: 'contract', testMatch: ['<rootDir>/tests/contract/**/*.test.ts'] },
    { ...base, displayName: 'browser', testMatch: ['<rootDir>/tests/browser/**/*.test.ts'] },
  ],
};

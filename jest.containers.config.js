import { existsSync } from 'node:fs';
import config from './jest.config.js';

const contract = config.projects.find(({ displayName }) => displayName === 'contract');

/**
 * The contract tests whose result containers can change: what nginx routes, forwards and answers, what several instances
 * share, what the images contain, and how each part starts, stops and loses its database, Redis or collector. Handlers and
 * the database are the same in processes and containers: tests of what they decide would only take time here.
 */
const ON_CONTAINERS = [
  'access/access-matrix',
  'access/invitations',
  'access/zero-staleness',
  'boundary/client-disconnect',
  'boundary/hosts',
  'boundary/requests',
  'hostile/framing-attacks',
  'hostile/request-smuggling',
  'hostile/slow-clients',
  'hostile/web-hostile',
  'outage/database-silence',
  'resources/applications',
  'sessions/identity',
  'sessions/passwords',
  'sessions/second-factor',
  'sessions/session-attacks',
  'sessions/sign-in',
  'telemetry/telemetry',
  'web/compression',
  'web/public-page-cache',
  'web/public-pages',
  'web/release-test',
  'web/web-session',
].map((name) => `tests/contract/${name}.test.ts`);

for (const path of ON_CONTAINERS) {
  if (!existsSync(new URL(path, import.meta.url)))
    throw new Error(`jest.containers.config.js: there is no ${path}`);
}

/** The container tests (`make test-containers`): these contract tests on containers of the built images, and container faults. */
export default {
  reporters: config.reporters,
  maxWorkers: config.maxWorkers,
  testTimeout: config.testTimeout,
  projects: [
    {
      ...contract,
      displayName: 'containers',
      testMatch: [
        '<rootDir>/tests/containers/**/*.test.ts',
        ...ON_CONTAINERS.map((path) => `<rootDir>/${path}`),
      ],
    },
  ],
};

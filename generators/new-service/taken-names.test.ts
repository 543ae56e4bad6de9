import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { isTaken } from './taken-names.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

test.each([
  ['a service', ['identity', 'web']],
  ['a package', ['mail', 'hiring', 'runtime', 'contract', 'boundary', 'testkit', 'release']],
  ['a schema', ['retention', 'extensions']],
  ['a stage of the Dockerfile', ['part', 'server', 'service', 'build', 'manifests']],
  ['a container of Compose', ['postgres', 'redis', 'mailbox', 'ingress', 'collector', 'jaeger']],
  ['a proto package', ['paging', 'career']],
  ['a test file', ['messages', 'applications']],
  ['a message of the contract', ['company', 'admin']],
  ['a Secret of the chart’s PostgreSQL', ['ca', 'app']],
  ['a word of SQL', ['order', 'user', 'group', 'table']],
])('what %s has as its name is taken', (_what, names) => {
  expect(names.filter((name) => !isTaken(ROOT, name))).toEqual([]);
});

test.each(['payroll', 'sourcing', 'chat'])('%s is not taken', (name) => {
  expect(isTaken(ROOT, name)).toBe(false);
});

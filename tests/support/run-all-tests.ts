/**
 * `make test`: runs every part of the tests one after the other, also after one that fails, and ends with each part's time
 * and the totals.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jestArguments } from './run-jest.ts';
import { printTotals, runPart } from './test-totals.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-tests-'));
/** A caller that runs more tests afterwards names the file. */
const totals = process.env['TEST_TOTALS'] || join(folder, 'totals.json');

/**
 * The unit tests beside the critical files of `jest.config.js`. They alone run with coverage, for which V8 takes four times the
 * processor time.
 */
const CRITICAL = [
  'packages/(access|membership-resolver)/src/',
  'packages/boundary/src/(refusal\\.|caller/|http/|input/)',
  'packages/runtime/src/(throttle/|held/|(keyed-)?concurrency-limit\\.)',
  'services/web/(session|journey)/',
  'services/web/hosts/(public|team)/app/policies/',
].join('|');

const jest = (...options: string[]) => jestArguments(['--selectProjects', ...options]);
const parts: readonly (readonly [name: string, argumentsOfNode: readonly string[]])[] = [
  ['Chromium', ['packages/testkit/src/ensure-chromium.ts']],
  ['chart tools', ['tests/chart/support/ensure-tools.ts', '--where-possible']],
  ['object store', ['tests/support/ensure-object-store.ts', '--where-possible']],
  ['unit, critical', jest('unit', '--coverage', '--testPathPatterns', CRITICAL)],
  ['unit', jest('unit', '--testPathIgnorePatterns', '/node_modules/', CRITICAL)],
  // These two wait for PostgreSQL, services and Chromium: with two workers a third of two cores is idle.
  ['contract', jest('contract', '--maxWorkers=3')],
  ['browser', jest('browser', '--maxWorkers=3')],
  ['chart', jest('chart')],
  ['containers', ['tests/support/container-tests.ts', '--where-possible']],
];

const lines: string[] = [];
for (const [name, argumentsOfNode] of parts) {
  const startedAt = performance.now();
  const status = runPart(argumentsOfNode, totals);
  const result = status === 0 ? '' : ' failed';
  lines.push(`  ${name.padEnd(14)}${format(performance.now() - startedAt)}${result}`);
  if (status !== 0) process.exitCode = 1;
}
console.log(`\n${lines.join('\n')}\n`);
printTotals(totals);
rmSync(folder, { recursive: true });

/** `12:05`, minutes and seconds. */
function format(millis: number): string {
  const seconds = Math.round(millis / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(3)}:${String(seconds % 60).padStart(2, '0')}`;
}

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';
import { readTotals, runPart } from '#support/test-totals.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-totals-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The arguments of Node.js for a part that counts, if it has totals, and ends. */
const part = (end: string, totals?: object) => {
  const write = `require('node:fs').writeFileSync(process.env.TEST_TOTALS, ${JSON.stringify(JSON.stringify(totals))});`;
  return ['--eval', `${totals === undefined ? '' : write} ${end}`];
};

describe('the totals of several parts', () => {
  test.each([
    ['passes', part('', { passed: 7, failed: 0, skipped: 1 }), 0, { passed: 7, failed: 0, skipped: 1 }],
    ['has no tests and succeeds', part(''), 0, null],
    [
      'counts its failures',
      part('process.exit(1)', { passed: 5, failed: 2, skipped: 0 }),
      1,
      { passed: 5, failed: 2, skipped: 0 },
    ],
    ['ends before it counts', part('process.exit(3)'), 3, { passed: 0, failed: 1, skipped: 0 }],
    ['is killed', part("process.kill(process.pid, 'SIGKILL')"), null, { passed: 0, failed: 1, skipped: 0 }],
    [
      'fails after its tests',
      part('process.exit(1)', { passed: 7, failed: 0, skipped: 0 }),
      1,
      { passed: 7, failed: 1, skipped: 0 },
    ],
  ])('have a part that %s', (what, argumentsOfNode, status, totals) => {
    const file = join(folder, what);
    expect(runPart(argumentsOfNode, file)).toBe(status);
    expect(readTotals(file)).toEqual(totals);
  });

  test('have each part that fails without a counted failure, beside those that counted', () => {
    const file = join(folder, 'several');
    runPart(part('process.exit(1)'), file);
    runPart(part('', { passed: 7, failed: 1, skipped: 0 }), file);
    runPart(part('process.exit(1)'), file);
    runPart(part('process.exit(1)', { passed: 9, failed: 4, skipped: 0 }), file);
    expect(readTotals(file)).toEqual({ passed: 9, failed: 4, skipped: 0 });
  });
});

describe('the last line of .ci/run', () => {
  test.each([
    ['passes', 'echo "7 passed, 0 failed"', 'exit 0', { status: 0, line: '7 passed, 0 failed' }],
    [
      'fails in its tests',
      'echo "6 passed, 1 failed"; exit 1',
      'exit 0',
      { status: 1, line: '6 passed, 1 failed' },
    ],
    [
      'fails after its tests',
      'echo "7 passed, 0 failed"',
      'exit 1',
      { status: 1, line: '7 passed, 1 failed' },
    ],
  ])('counts what %s', (_what, tests, schemathesis, expected) => {
    const root = mkdtempSync(join(folder, 'tree-'));
    const bin = join(root, 'node_modules/.bin');
    mkdirSync(bin, { recursive: true });
    cpSync(new URL('.ci/run', REPOSITORY_ROOT), join(root, '.ci/run'));
    const program = (name: string, script: string) =>
      writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    program('make', `[ "$1" = test ] || exit 0; ${tests}`);
    program('node', schemathesis);
    const { status, stdout } = spawnSync('bash', [join(root, '.ci/run')], {
      env: { PATH: `${bin}:${process.env['PATH']}`, HOME: root },
      encoding: 'utf8',
    });
    expect({ status, line: stdout.trim().split('\n').at(-1) }).toEqual(expected);
  });
});

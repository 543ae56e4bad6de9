import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-no-tools-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a command on a machine that has no Docker engine, no Go and no tools. */
function run(file: string, options: readonly string[], environment: Readonly<Record<string, string>>) {
  const { status, stderr } = spawnSync(process.execPath, [file, ...options], {
    cwd: fileURLToPath(REPOSITORY_ROOT),
    env: { PATH: folder, DOCKER: join(folder, 'docker'), XDG_CACHE_HOME: folder, ...environment },
    encoding: 'utf8',
  });
  return { status, message: /\*\*\* (THE .+?):/.exec(stderr)?.[1] };
}

describe.each([
  ['tests/support/container-tests.ts', 'THE CONTAINER TESTS ARE NOT RUN'],
  ['tests/support/lint-workflows.ts', 'THE WORKFLOWS ARE NOT LINTED'],
])('%s on a machine that lacks what it needs', (file, message) => {
  test.each([
    ['fails', [], {}, 1],
    ['succeeds with a message where it may be left out', ['--where-possible'], {}, 0],
    ['succeeds in another CI', ['--where-possible'], { CI: 'true' }, 0],
    [
      'fails on a runner of GitHub, whose result a release requires',
      ['--where-possible'],
      { CI: 'true', GITHUB_ACTIONS: 'true' },
      1,
    ],
  ])('%s', (_what, options, environment, status) => {
    expect(run(file, options, environment)).toEqual({ status, message });
  });
});

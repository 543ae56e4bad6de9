import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';
import { PUBLISHED } from '../../deploy/release/src/pack-packages.ts';

interface Job {
  readonly needs: readonly string[];
  readonly steps: readonly {
    readonly uses?: string;
    readonly run?: string;
    readonly with?: Readonly<Record<string, string>>;
  }[];
}

const { jobs } = parse(readFileSync(new URL('.github/workflows/release.yml', REPOSITORY_ROOT), 'utf8')) as {
  readonly jobs: { readonly packages: Job };
};
const { needs, steps } = jobs.packages;
const publish = steps.find(({ run }) => run?.includes('npm publish'))?.run ?? '';

/** An npm to which the versions in PUBLISHED are known; it lists what it publishes, and fails for the package BROKEN. */
const NPM = `#!/bin/sh
case $1 in
  view) case " $PUBLISHED " in *" $2 "*) echo "$VERSION" ;; *) echo 'npm error code E404' >&2; exit 1 ;; esac ;;
  publish) [ "$2" != "build/packages/gatehouse-$BROKEN-$VERSION.tgz" ] && echo "$2" >>"$LOG" ;;
esac
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-release-'));
  writeFileSync(join(folder, 'npm'), NPM, { mode: 0o755 });
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the last step as GitHub does. */
function runPublish(environment: { readonly PUBLISHED?: string; readonly BROKEN?: string }) {
  const log = join(folder, 'log');
  const { status } = spawnSync('bash', ['-e', '-c', publish], {
    cwd: folder,
    env: { PATH: `${folder}:${process.env['PATH']}`, LOG: log, VERSION: '1.2.3', ...environment },
  });
  return { status, published: existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [] };
}

describe('the packages of .github/workflows/release.yml', () => {
  const tarballs = PUBLISHED.map((name) => `build/packages/gatehouse-${name}-1.2.3.tgz`);

  test('are published after all that can be published again', () => {
    expect(needs).toEqual(expect.arrayContaining(['checks', 'images', 'chart']));
  });

  test('are the only ones that their registry is asked for', () => {
    const [setUp] = steps.filter((step) => step.with?.['registry-url'] !== undefined);
    expect(setUp?.with?.['scope']).toBe('@gatehouse');
  });

  test('are all published, each after those that it depends on', () => {
    expect(runPublish({})).toEqual({ status: 0, published: tarballs });
  });

  test('fail the job with the first that is not accepted, and a second run publishes the others', () => {
    expect(runPublish({ BROKEN: 'access' })).toEqual({ status: 1, published: tarballs.slice(0, 1) });
    rmSync(join(folder, 'log'));
    expect(runPublish({ PUBLISHED: '@gatehouse/contract@1.2.3' })).toEqual({
      status: 0,
      published: tarballs.slice(1),
    });
  });

  test('are not published a second time', () => {
    expect(runPublish({ PUBLISHED: '@gatehouse/contract@1.2.3 @gatehouse/access@1.2.3' })).toEqual({
      status: 0,
      published: [],
    });
  });
});

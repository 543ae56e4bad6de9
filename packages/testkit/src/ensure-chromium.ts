import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findChromium, HEADLESS_SHELL } from './chromium.ts';

/** Run before the browser tests: gets a Chromium where there is none, and the fast one where a package brings it. */
const isRootOnDebian = process.getuid?.() === 0 && run('apt-get', ['--version'], 'ignore');
const playwright = join(
  dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')),
  'cli.js',
);

/** The Debian package brings the libraries that Playwright's download lacks on a bare machine, so it comes first. */
const ways = [
  ...(isRootOnDebian
    ? [() => installDebianPackage(HEADLESS_SHELL), () => installDebianPackage('chromium')]
    : []),
  () => run(process.execPath, [playwright, 'install', 'chromium']),
];

const found = findChromium();
if (found === null) {
  console.error('There is no Chromium on this machine; getting one for the browser tests …');
  if (!ways.some((get) => get() && findChromium() !== null)) {
    console.error(
      'NO CHROMIUM: none that runs is here and none can be had. Install Chromium or Chrome, or set CHROMIUM_PATH.',
    );
    process.exit(1);
  }
} else if (isRootOnDebian && !process.env['CHROMIUM_PATH'] && !found.endsWith(HEADLESS_SHELL)) {
  console.error(`Getting ${HEADLESS_SHELL}, with which the browser tests end in half the time …`);
  if (!installDebianPackage(HEADLESS_SHELL)) console.error(`There is none: the tests use ${found}.`);
}

function installDebianPackage(name: string): boolean {
  const quietly = ['-y', '-qq', '-o', 'Dpkg::Use-Pty=0'];
  return (
    run('apt-get', ['update', '-qq']) &&
    run('apt-get', ['install', ...quietly, '--no-install-recommends', name])
  );
}

function run(command: string, args: readonly string[], output: 'ignore' | 'inherit' = 'inherit'): boolean {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // What a tool says goes to standard error: standard output is for the tests.
  return (
    spawnSync(command, args, {
      stdio: ['ignore', output === 'ignore' ? 'ignore' : 2, output],
      env: environment,
    }).status === 0
  );
}

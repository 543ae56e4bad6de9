import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { lockedPackages, shippedPackages } from '#support/production-packages.ts';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';

const read = (path: string) => readFileSync(new URL(path, REPOSITORY_ROOT), 'utf8');

/** Permissive licences; MPL-2.0, whose files stay as they are; and LGPL-3.0 of libvips, an unchanged library in files of its own. */
const TAKEN = [
  '(Apache-2.0 AND BSD-3-Clause)',
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 AND LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL 2.0',
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Unlicense',
];

const external = Object.entries(lockedPackages()).filter(
  ([path, { link }]) => path.includes('node_modules/') && link !== true,
);
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

describe('the lock file', () => {
  test('has a checksum for every package, and no address but the public registry’s', () => {
    expect(external.length).toBeGreaterThan(500);
    for (const [path, { integrity = '', resolved }] of external) {
      expect([path, /^sha512-/.test(integrity)]).toEqual([path, true]);
      if (resolved !== undefined)
        expect([path, resolved]).toEqual([path, expect.stringMatching(/^https:\/\/registry\.npmjs\.org\//)]);
    }
  });

  test('has no install script that package.json does not name, to be run or not', () => {
    const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> };
    const scripted = external
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([path]) => nameOf(path));
    expect([...new Set(scripted)].filter((name) => !(name in allowScripts))).toEqual([]);
    expect(Object.keys(allowScripts).filter((name) => !scripted.includes(name))).toEqual([]);
  });

  test('pins the Node that .nvmrc names', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: { node: string } };
    expect(read('.nvmrc').trim()).toBe(devDependencies.node);
  });

  test('runs no install script for an image', () => {
    expect(read('Dockerfile')).toContain('npm ci --ignore-scripts');
  });
});

describe('licences of what is shipped', () => {
  test('are known and taken', () => {
    const packages = shippedPackages();
    expect(packages.length).toBeGreaterThan(100);
    expect(packages.filter(({ license }) => !TAKEN.includes(license))).toEqual([]);
  });
});

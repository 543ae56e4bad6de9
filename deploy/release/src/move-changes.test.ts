import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { moveChanges } from './move-changes.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

let copy: string;
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'gatehouse-changes-'));
  for (const path of ['CHANGELOG.md', '.changeset/config.json', 'deploy/release/package.json']) {
    cpSync(join(ROOT, path), join(copy, path));
  }
  mkdirSync(join(copy, 'node_modules'));
  writeFileSync(
    join(copy, 'package.json'),
    '{ "name": "root", "private": true, "workspaces": ["deploy/*"] }',
  );
  writeFileSync(join(copy, 'package-lock.json'), '{ "lockfileVersion": 3 }');
});
afterEach(() => rmSync(copy, { recursive: true, force: true }));

test('the changes of a release come before those of the earlier ones, in the one changelog of the project', () => {
  const earlier = readFileSync(join(copy, 'CHANGELOG.md'), 'utf8');
  const change = '---\n"@gatehouse/release": patch\n---\n\nBells ring at noon.\n';
  writeFileSync(join(copy, '.changeset/bells.md'), change);
  const changeset = join(ROOT, 'node_modules/@changesets/cli/bin.js');
  execFileSync(process.execPath, [changeset, 'version'], { cwd: copy, stdio: 'pipe' });
  moveChanges(copy);
  const { version } = JSON.parse(readFileSync(join(copy, 'deploy/release/package.json'), 'utf8'));
  const [heading = '', released = ''] = earlier.split(/(?=^## )/m);
  const section = `## ${version}\n\n### Patch Changes\n\n- Bells ring at noon.\n\n`;
  expect(readFileSync(join(copy, 'CHANGELOG.md'), 'utf8').replace(/^- [0-9a-f]+: /m, '- ')).toBe(
    `${heading}${section}${released}`,
  );
  expect(existsSync(join(copy, 'deploy/release/CHANGELOG.md'))).toBe(false);
});

test('without a change there is no release', () => {
  writeFileSync(join(copy, 'deploy/release/CHANGELOG.md'), '# @gatehouse/release\n');
  expect(() => moveChanges(copy)).toThrow('has no release');
});

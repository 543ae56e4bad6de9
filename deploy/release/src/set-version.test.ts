import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { releaseVersion, setVersion } from './set-version.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FILES = '{package.json,{packages,services,deploy}/*/package.json,deploy/helm/gatehouse/Chart.yaml}';
const files = globSync(FILES, { cwd: ROOT });

let copy: string;
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'gatehouse-version-'));
  for (const path of files) cpSync(join(ROOT, path), join(copy, path));
});
afterEach(() => rmSync(copy, { recursive: true, force: true }));

const versionsOf = (root: string) =>
  files.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/^ *"?(?:app)?[vV]ersion"?: "?([^",\n]+)/gm)].map(
      ([, version]) => version,
    ),
  );

describe('the version of a release', () => {
  test('is the same everywhere in this tree', () => {
    expect(new Set(versionsOf(ROOT))).toEqual(new Set([releaseVersion(ROOT)]));
    expect(versionsOf(ROOT).length).toBe(files.length + 1);
  });

  test('is written to every manifest and to the chart', () => {
    setVersion(copy, '9.8.7');
    expect(new Set(versionsOf(copy))).toEqual(new Set(['9.8.7']));
  });
});

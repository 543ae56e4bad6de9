/**
 * Writes the version of `@gatehouse/release`, which `changeset version` incremented, to the workspaces' manifests and the
 * chart. All parts of a release have the same version.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CHART = 'deploy/helm/gatehouse/Chart.yaml';
const MANIFESTS = 'package.json,{packages,services,deploy}/*/package.json';

/** @throws {Error} if a manifest has no version. */
export function setVersion(root: string, version: string): void {
  for (const path of globSync(`{${MANIFESTS}}`, { cwd: root })) {
    replaceIn(join(root, path), [[/("version": ")[^"]+(")/, `$1${version}$2`]]);
  }
  replaceIn(join(root, CHART), [
    [/^(version: ).+$/m, `$1${version}`],
    [/^(appVersion: ).+$/m, `$1${version}`],
  ]);
}

/** The version of the next release, set by `changeset version`. */
export function releaseVersion(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'deploy/release/package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

function replaceIn(path: string, replacements: readonly (readonly [RegExp, string])[]): void {
  const text = readFileSync(path, 'utf8');
  const replaced = replacements.reduce((before, [pattern, replacement]) => {
    if (!pattern.test(before)) throw new Error(`${path} has no ${pattern}`);
    return before.replace(pattern, replacement);
  }, text);
  if (replaced !== text) writeFileSync(path, replaced);
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  setVersion(root, releaseVersion(root));
}

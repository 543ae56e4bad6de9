import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';

const ROOT = fileURLToPath(REPOSITORY_ROOT);
const read = (path: string) => readFileSync(new URL(path, REPOSITORY_ROOT), 'utf8');

const workspaces = globSync('{packages,services}/*/package.json', { cwd: ROOT }).map((path) =>
  path.replace('/package.json', ''),
);

/** An import of a package: with its name, and whether only types are imported. */
const IMPORT = /^(?:import|export) (type )?(?:[^'"]*? from )?'((?:@[^/']+\/)?[^./#'][^/']*)[^']*';/gm;

/** The names of the packages that the shipped code of a workspace imports, with what they are imported for. */
function importsOf(workspace: string): ReadonlyMap<string, 'types' | 'values'> {
  const found = new Map<string, 'types' | 'values'>();
  const files = globSync(`${workspace}/**/*.{ts,tsx}`, {
    cwd: ROOT,
    exclude: (path) =>
      /node_modules|[.]test[.]|\/build|\/generated|[.]react-router|\/scripts|[.]config[.]|\broutes[.]ts$/.test(
        path,
      ),
  });
  for (const file of files) {
    for (const [, type, name = ''] of read(file).matchAll(IMPORT)) {
      if (isBuiltin(name)) continue;
      if (type === undefined) found.set(name, 'values');
      else if (!found.has(name)) found.set(name, 'types');
    }
  }
  return found;
}

describe('each workspace declares what it imports, and so its image has it', () => {
  test.each(workspaces)('%s', (workspace) => {
    const {
      name: own,
      dependencies = {},
      devDependencies = {},
    } = JSON.parse(read(`${workspace}/package.json`));
    const undeclared = [...importsOf(workspace)].filter(([name, kind]) => {
      if (name === own || name in dependencies) return false;
      return kind === 'values' || !(name in devDependencies || `@types/${name}` in devDependencies);
    });
    expect(undeclared).toEqual([]);
  });
});

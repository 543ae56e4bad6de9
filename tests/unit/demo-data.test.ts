import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { API_SERVICES } from '@gatehouse/contract';
import { describe, expect, test } from '@jest/globals';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';

const ROOT = fileURLToPath(REPOSITORY_ROOT);
const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');

/** Runs the program of a package. */
function run(name: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    execFile(
      process.execPath,
      [`${ROOT}packages/${name}/src/main.ts`, ...args],
      { env },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), output: `${stdout}${stderr}` }),
    );
  });
}

/** The folders of a workspace and of all workspaces that it needs, as npm installs them for an image. */
function workspacesOf(folder: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(folder)) return found;
  found.add(folder);
  const { dependencies = {} } = JSON.parse(read(`${folder}/package.json`));
  for (const name of Object.keys(dependencies))
    if (name.startsWith('@gatehouse/')) workspacesOf(name.replace('@gatehouse/', 'packages/'), found);
  return found;
}

const DATABASE_URL = 'postgres://owner@127.0.0.1:1/gatehouse';

describe('F21: demo data and production', () => {
  test('F21: the program of the migrations image seeds nothing', async () => {
    const { code, output } = await run('database', ['seed-demo'], { DATABASE_URL });
    expect(code).toBe(1);
    expect(output).toBe('Say one or more of: migrate, provision-roles, retention, sweep-documents\n');
  });

  test('F21: no image of production holds it, and the chart names it in the quick try only, which has a database of its own', () => {
    const targets = read('Dockerfile').split(/^FROM /m);
    const withDemo = targets.filter((target) => target.includes('/image/demo-data/'));
    expect(withDemo.map((target) => target.split('\n')[0])).toEqual(['part AS demo-data']);
    for (const workspace of [...API_SERVICES, 'web'].map((name) => `services/${name}`))
      expect(workspacesOf(workspace)).not.toContain('packages/demo-data');
    expect(workspacesOf('packages/database')).not.toContain('packages/demo-data');
    for (const path of globSync('deploy/helm/gatehouse/**/*', { cwd: ROOT, withFileTypes: true })) {
      // tests/chart/options.test.ts: only `quickstart` renders these files, and it takes no other database.
      const isOfQuickTry = path.parentPath.endsWith('/quickstart') || path.name.startsWith('README.md');
      if (path.isFile() && !isOfQuickTry)
        expect(readFileSync(`${path.parentPath}/${path.name}`, 'utf8')).not.toMatch(/demo-data/);
    }
  });

  test.each([
    ['is missing', {}, 'DEMO_DATABASE: is missing'],
    [
      'names another one',
      { DEMO_DATABASE: 'demo' },
      'DEMO_DATABASE names demo, and DATABASE_URL names gatehouse',
    ],
  ])('F21: no connection is opened where DEMO_DATABASE %s', async (_how, environment, words) => {
    const { code, output } = await run('demo-data', [], { DATABASE_URL, ...environment });
    expect(code).toBe(1);
    expect(output).toContain(words);
    expect(output).not.toContain('no connection');
  });
});

import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';

const ROOT = fileURLToPath(REPOSITORY_ROOT);
const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');

/** Runs a program of packages/database. */
function run(program: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    execFile(
      process.execPath,
      [`${ROOT}packages/database/src/${program}`, ...args],
      { env },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), output: `${stdout}${stderr}` }),
    );
  });
}

const DATABASE_URL = 'postgres://owner@127.0.0.1:1/gatehouse';

describe('F21: demo data and production', () => {
  test('F21: the program of the migrations image seeds nothing', async () => {
    const { code, output } = await run('main.ts', ['seed-demo'], { DATABASE_URL });
    expect(code).toBe(1);
    expect(output).toBe('Say one or more of: migrate, provision-roles\n');
  });

  test('F21: nothing that an image of production holds needs the demo, which is left out of all of them', () => {
    const programs = globSync('{services,packages}/*/src/**/*.ts', { cwd: ROOT }).filter(
      (path) => !/\.test\.ts$|packages\/(database\/src\/demo|testkit|contract\/generated)/.test(path),
    );
    expect(programs.length).toBeGreaterThan(100);
    expect(
      programs.filter((path) => /from '(\.\/demo\/|@gatehouse\/database\/demo)/.test(read(path))),
    ).toEqual([]);
    expect(read('deploy/images/assemble.ts')).toContain("'packages/database': ['src/demo']");
    const targets = read('Dockerfile').split(/^FROM /m);
    const withDemo = targets.filter((target) => target.includes('src/demo'));
    expect(withDemo.map((target) => target.split('\n')[0])).toEqual(['migrations AS demo-data']);
    for (const path of globSync('deploy/helm/gatehouse/**/*', { cwd: ROOT, withFileTypes: true })) {
      if (path.isFile())
        expect(readFileSync(`${path.parentPath}/${path.name}`, 'utf8')).not.toMatch(/seed-demo|demo-data/);
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
    const { code, output } = await run('demo/main.ts', [], { DATABASE_URL, ...environment });
    expect(code).toBe(1);
    expect(output).toContain(words);
    expect(output).not.toContain('no connection');
  });
});

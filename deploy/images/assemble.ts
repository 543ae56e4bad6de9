/**
 * `assemble.ts FOLDER`: collects the content of each image in `FOLDER/PART/dependencies` (npm packages) and
 * `FOLDER/PART/sources` (this project's sources). It copies only what npm lists as the part's production dependencies.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, lstatSync, mkdirSync, readlinkSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { IMAGES } from './images.ts';

/** The shipped folders of a workspace: the web tier's pages are in its build. */
const SHIPPED: Readonly<Record<string, readonly string[]>> = {
  'services/web': ['package.json', 'server', 'cache', 'session', 'build'],
};

const root = process.cwd();
const target = process.argv[2];
if (target === undefined) throw new Error('usage: assemble.ts FOLDER');

for (const [part, workspace] of Object.entries(IMAGES)) {
  const sources = join(target, part, 'sources');
  const dependencies = join(target, part, 'dependencies');
  cpSync('package.json', join(sources, 'package.json'));
  for (const path of productionPaths(workspace)) {
    if (lstatSync(path).isSymbolicLink()) {
      link(path, join(dependencies, path));
      copyWorkspace(relative(root, realpathSync(path)), sources);
    } else cpSync(path, join(dependencies, path), { recursive: true, verbatimSymlinks: true });
  }
}

/** The paths below `node_modules` that npm lists for the workspace in production. */
function productionPaths(workspace: string): readonly string[] {
  const listed = execFileSync(
    'npm',
    ['ls', '--all', '--omit=dev', '--omit=peer', '--parseable', '--workspace', workspace],
    { encoding: 'utf8' },
  );
  const paths = listed.split('\n').map((path) => relative(root, path));
  return paths.filter((path) => /(^|\/)node_modules\//.test(path) && !isForTypesOnly(path));
}

/** Optional peers of the build: no process loads a compiler or types. */
function isForTypesOnly(path: string): boolean {
  return /^node_modules\/(@types\/|@typescript\/|typescript$)/.test(path);
}

function link(path: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  symlinkSync(readlinkSync(path), to);
}

function copyWorkspace(workspace: string, sources: string): void {
  for (const entry of SHIPPED[workspace] ?? ['.']) {
    cpSync(join(workspace, entry), join(sources, workspace, entry), { recursive: true });
  }
  rmSync(join(sources, workspace, 'node_modules'), { recursive: true, force: true });
}

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A copy of the working tree. */
export interface TemporaryCopy {
  readonly path: string;
  remove(): void;
}

/**
 * Copies the working tree, as it is and without what Git ignores, into a temporary folder: mutants are written into the
 * sources, and a run that is cut off must leave none behind. The packages of others are linked; our own are linked
 * within the copy, so that one of them that imports another one sees its mutants.
 */
export function copyWorkingTree(root: string): TemporaryCopy {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-mutation-')));
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const path of listed.split('\0').filter(Boolean)) {
    cpSync(join(root, path), join(copy, path), { recursive: true });
  }
  linkPackages(join(root, 'node_modules'), join(copy, 'node_modules'));
  return { path: copy, remove: () => rmSync(copy, { recursive: true, force: true }) };
}

function linkPackages(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const target = join(to, entry.name);
    if (entry.name === '@gatehouse')
      cpSync(join(from, entry.name), target, { recursive: true, verbatimSymlinks: true });
    else symlinkSync(join(from, entry.name), target);
  }
}

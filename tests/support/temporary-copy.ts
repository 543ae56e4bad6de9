import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A copy of the working tree. */
export interface TemporaryCopy {
  readonly path: string;
  remove(): void;
}

/**
 * Copies the working tree, without ignored files, into a temporary folder: what changes the sources for a test must leave no
 * change behind when it is interrupted. Third-party packages are linked; Gatehouse's own are linked within the copy, so that a
 * package that imports another one uses the changed one.
 */
export function copyWorkingTree(root: string): TemporaryCopy {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-copy-')));
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const path of listed.split('\0').filter(Boolean)) {
    // Git still lists a file that was deleted and not staged.
    if (existsSync(join(root, path))) cpSync(join(root, path), join(copy, path), { recursive: true });
  }
  for (const folder of globSync('{node_modules,{packages,services,deploy}/*/node_modules}', { cwd: root }))
    linkPackages(join(root, folder), join(copy, folder));
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

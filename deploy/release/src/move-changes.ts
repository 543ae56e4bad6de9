/** Moves the changes of the next release, which `changeset version` wrote beside its package, to the changelog of the project. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @throws {Error} if `changeset version` wrote no changes: there is nothing to release. */
export function moveChanges(root: string): void {
  const written = join(root, 'deploy/release/CHANGELOG.md');
  const changelog = join(root, 'CHANGELOG.md');
  const changes = fromFirstRelease(readFileSync(written, 'utf8'), written);
  const earlier = readFileSync(changelog, 'utf8');
  const released = fromFirstRelease(earlier, changelog);
  const heading = earlier.slice(0, -released.length);
  writeFileSync(changelog, `${heading}${changes.trimEnd()}\n\n${released}`);
  rmSync(written);
}

function fromFirstRelease(text: string, path: string): string {
  const start = text.search(/^## /m);
  if (start === -1) throw new Error(`${path} has no release`);
  return text.slice(start);
}

if (import.meta.main) moveChanges(fileURLToPath(new URL('../../..', import.meta.url)));

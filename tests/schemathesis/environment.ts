import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';

const REQUIREMENTS = fileURLToPath(new URL('requirements.txt', import.meta.url));
const CACHE = fileURLToPath(new URL('node_modules/.cache/schemathesis', REPOSITORY_ROOT));

/**
 * The pinned Schemathesis in its own Python environment, created if it does not exist; each set of pins has its own.
 * @returns its program, or what is missing on this machine.
 */
export function ensureSchemathesis(): { readonly program: string } | { readonly obstacle: string } {
  const pins = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 12);
  const folder = `${CACHE}/${pins}`;
  const program = `${folder}/bin/schemathesis`;
  // Written last: an interrupted installation does not have it.
  const sign = `${folder}/installed`;
  if (existsSync(sign)) return { program };
  rmSync(folder, { recursive: true, force: true });
  if (!run('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']))
    return { obstacle: 'there is no Python 3.11 or newer (python3)' };
  if (!run('python3', ['-m', 'venv', folder])) return { obstacle: 'python3 cannot create a venv' };
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps'];
  if (!run(`${folder}/bin/python`, [...install, '--requirement', REQUIREMENTS]))
    return { obstacle: 'pip cannot install tests/schemathesis/requirements.txt' };
  writeFileSync(sign, '');
  return { program };
}

function run(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}

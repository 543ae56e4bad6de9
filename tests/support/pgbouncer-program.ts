import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/** The first release that prepares statements in transaction mode. */
const LEAST = [1, 21] as const;

/** What is built where the machine has none: Debian's copy of the release, checked by its hash. */
const RELEASE = '1.24.1';
const SOURCE = `http://deb.debian.org/debian/pool/main/p/pgbouncer/pgbouncer_${RELEASE}.orig.tar.gz`;
const SOURCE_SHA256 = 'da72a3aba13072876d055a3e58dd4aba4a5de4ed6148e73033185245598fd3e0';
const BUILD_PACKAGES = ['build-essential', 'libevent-dev', 'libssl-dev', 'pkg-config'];

const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'gatehouse');
const BUILT = join(cache, `pgbouncer-${RELEASE}`);

/**
 * PgBouncer's program: the one that `PGBOUNCER` names, the machine's, or one built from source, which takes a minute once
 * and needs a C compiler, or root on Debian.
 * @throws {Error} that says what is missing.
 */
export async function ensurePgBouncer(): Promise<string> {
  const named = process.env['PGBOUNCER'];
  if (named !== undefined && named !== '') return named;
  const found = ['pgbouncer', '/usr/sbin/pgbouncer', BUILT].find(isRecent);
  if (found !== undefined) return found;
  console.error(`Building PgBouncer ${RELEASE} …`);
  await build();
  return BUILT;
}

function isRecent(program: string): boolean {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  if (status !== 0 || major === undefined) return false;
  return Number(major) > LEAST[0] || (Number(major) === LEAST[0] && Number(minor) >= LEAST[1]);
}

async function build(): Promise<void> {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...BUILD_PACKAGES]);
  }
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-pgbouncer-'));
  try {
    const answer = await fetch(SOURCE);
    if (!answer.ok) throw new Error(`${SOURCE} responds ${answer.status}`);
    const archive = Buffer.from(await answer.arrayBuffer());
    const hash = createHash('sha256').update(archive).digest('hex');
    if (hash !== SOURCE_SHA256) throw new Error(`${SOURCE} has the hash ${hash}, not ${SOURCE_SHA256}`);
    await writeFile(join(folder, 'source.tar.gz'), archive);
    run('tar', ['xzf', 'source.tar.gz', '--strip-components=1'], folder);
    run('./configure', ['--quiet', '--without-cares'], folder);
    run('make', ['--silent'], folder);
    await mkdir(cache, { recursive: true });
    await copyFile(join(folder, 'pgbouncer'), BUILT);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @throws {Error} when the command fails. Its output goes to standard error. */
function run(command: string, args: readonly string[], cwd?: string): void {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 2, 2], env: environment });
  if (status !== 0) throw new Error(`PgBouncer cannot be built: \`${command} ${args.join(' ')}\` failed`);
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const WEB = join(ROOT, 'services/web');
const STAMP = join(WEB, 'build/.built');

/** What a build is made from. */
const SOURCES = ['services/web', 'packages/contract/generated', 'packages/contract/src', 'package-lock.json'];
const NOT_SOURCES = new Set(['build', 'node_modules', '.react-router']);

/**
 * Builds both hosts of the web tier when a source is newer than the last build.
 * @param onStart is called when a build is needed, which takes a while.
 * @throws {Error} with the build's own last words.
 */
export async function ensureWebBuild(onStart: () => void = () => undefined): Promise<void> {
  const builtAt = existsSync(STAMP) ? (await stat(STAMP)).mtimeMs : 0;
  const changes = await Promise.all(SOURCES.map((path) => newestChange(join(ROOT, path))));
  if (Math.max(...changes) <= builtAt) return;
  onStart();
  const startedAt = new Date();
  const child = spawn('npm', ['run', 'build', '-w', 'services/web'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  const listen = (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-8000);
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const abandon = () => child.kill();
  process.once('exit', abandon);
  const [code] = await once(child, 'close');
  process.off('exit', abandon);
  if (code !== 0) throw new Error(`The web tier does not build:\n${words}`);
  await writeFile(STAMP, '');
  await utimes(STAMP, startedAt, startedAt);
}

async function newestChange(path: string): Promise<number> {
  const found = await stat(path);
  if (!found.isDirectory()) return found.mtimeMs;
  const entries = (await readdir(path)).filter((name) => !NOT_SOURCES.has(name));
  return Math.max(0, ...(await Promise.all(entries.map((name) => newestChange(join(path, name))))));
}

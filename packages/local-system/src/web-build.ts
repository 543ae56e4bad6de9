import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findSources, isBuiltFrom, stampBuild } from './source-stamp.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const WEB = join(ROOT, 'services/web');
const STAMP = join(WEB, 'build/.built');

/** What a build is made from. */
const SOURCES = ['services/web', 'packages/contract/generated', 'packages/contract/src', 'package-lock.json'];
const NOT_SOURCES = new Set(['build', 'node_modules', '.react-router']);

/**
 * Builds both hosts of the web tier when a source has changed since the last build.
 * @param onStart is called when a build is needed, which takes a while.
 * @throws {Error} with the build's own last words.
 */
export async function ensureWebBuild(onStart: () => void = () => undefined): Promise<void> {
  const sources = await findSources(ROOT, SOURCES, NOT_SOURCES);
  if (await isBuiltFrom(sources, STAMP)) return;
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
  await stampBuild(sources, STAMP, startedAt);
}

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

/** In a process of its own: a thread keeps its priority. */
const PROGRAM = `
  import { readdirSync, readFileSync } from 'node:fs';
  import { getPriority } from 'node:os';
  import { hash } from '@node-rs/argon2';
  import { lowerHashingPriority } from './hashing-priority.ts';
  const usual = getPriority(process.pid);
  await lowerHashingPriority();
  await hash('any');
  const threads = readdirSync('/proc/self/task').map((id) => ({
    name: readFileSync('/proc/self/task/' + id + '/comm', 'utf8').trim(),
    lowered: getPriority(Number(id)) - usual,
  }));
  console.log(JSON.stringify(threads));
`;

test('the threads that hash passwords have a lower priority, and no other thread has', async () => {
  await expect(loweredThreads()).resolves.toEqual(process.platform === 'linux' ? ['libuv-worker'] : []);
});

/** Names of the threads that are below the process's priority. */
async function loweredThreads(): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module-typescript', '--eval', PROGRAM],
    { cwd: fileURLToPath(new URL('.', import.meta.url)) },
  );
  const threads = JSON.parse(stdout) as { name: string; lowered: number }[];
  return [...new Set(threads.filter(({ lowered }) => lowered > 0).map(({ name }) => name))];
}

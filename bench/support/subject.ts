import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@gatehouse/local-system';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A measured server, in its own process. */
export interface Subject {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Starts a server and waits until it listens. Its output goes through a pipe, like a container's, and is discarded.
 * @param entry path of its main module below the project's root.
 * @throws {Error} with its last output if it does not listen within 30 seconds.
 */
export async function startSubject(
  entry: string,
  environment: Readonly<Record<string, string>>,
): Promise<Subject> {
  const port = await findFreePort();
  const child: ChildProcess = spawn(process.execPath, [entry], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...environment, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  child.stdout?.resume();
  child.stderr?.on('data', (chunk) => {
    words = `${words}${chunk}`.slice(-2000);
  });
  const deadline = Date.now() + 30_000;
  for (;;) {
    const isThere = await fetch(`http://127.0.0.1:${port}/livez`).then(
      async (answer) => (await answer.arrayBuffer()).byteLength >= 0,
      () => false,
    );
    if (isThere) break;
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`${entry} does not start: ${words}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    port,
    pid: child.pid ?? 0,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

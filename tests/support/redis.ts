import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { findFreePort } from '@gatehouse/local-system';
import { waitFor } from './wait-for.ts';

/** A Redis server of one test file's own, in memory only. */
export interface TestRedis {
  readonly url: string;
  /** Ends it at once; ends nothing the second time. */
  stop(): Promise<void>;
}

/** The program: what `REDIS_SERVER` names, or `redis-server` of the PATH. */
const PROGRAM = process.env['REDIS_SERVER'] ?? 'redis-server';

/** Whether the program is on this machine; says loudly when it is not. */
export function hasRedis(): boolean {
  if (spawnSync(PROGRAM, ['--version'], { stdio: 'ignore' }).status === 0) return true;
  console.error(
    `\n*** TESTS ON REDIS ARE SKIPPED: no ${PROGRAM} on this machine (apt-get install redis-server). ***\n`,
  );
  return false;
}

/** Starts it; resolves when it takes connections. */
export async function startRedis(): Promise<TestRedis> {
  const port = await findFreePort();
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn(PROGRAM, options, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  await waitFor(async () => ((await answers(port)) ? true : undefined));
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

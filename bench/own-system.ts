import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@gatehouse/local-system';

const MAIN = fileURLToPath(new URL('../packages/local-system/src/dev/main.ts', import.meta.url));

/** Addresses of a running system's hosts. */
export interface OwnSystem {
  /** `http://localhost:40123` */
  readonly publicUrl: string;
  readonly teamUrl: string;
}

/**
 * Runs the whole system as `make dev` does, on a free port and with fresh demo data, for as long as `use` takes.
 * @throws {Error} with the last lines of the system's output if it does not start.
 */
export async function withOwnSystem<T>(use: (system: OwnSystem) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-'));
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, PORT: String(await findFreePort()), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    return await use(await readiness(child.stdout));
  } finally {
    child.kill('SIGINT');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function readiness(output: NodeJS.ReadableStream): Promise<OwnSystem> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: output })) {
    const [, publicUrl, teamUrl] = /^gatehouse is ready: (\S+) \(public\), (\S+) \(team\)/.exec(line) ?? [];
    if (publicUrl !== undefined && teamUrl !== undefined) {
      // The rest of its output is read so that the pipe does not fill.
      output.resume();
      return { publicUrl, teamUrl };
    }
    lines.push(line);
  }
  throw new Error(`the system did not start:\n${lines.slice(-20).join('\n')}`);
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from './free-port.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const READY_TIMEOUT_MILLIS = 30_000;
const STOP_TIMEOUT_MILLIS = 15_000;

/** A part of the system that runs as a process of its own, from its sources. */
export interface ChildService {
  readonly name: string;
  readonly url: string;
  readonly child: ChildProcess;
  /** Resolves with the exit code or the signal when the process has ended, for whatever reason. */
  readonly ended: Promise<number | string>;
  /** SIGTERM, then, after a grace period, SIGKILL. */
  stop(): Promise<void>;
}

/**
 * Starts a part and waits until it says that it is ready.
 * @param entry path of its main module below the project's root.
 * @param environment all that it gets, beside `PATH`, `PORT` and `HOST`.
 * @throws {Error} with its last words when it ends or is not ready in time.
 */
export async function startChildService({
  name,
  entry,
  environment,
  onOutput,
}: {
  name: string;
  entry: string;
  environment: Readonly<Record<string, string>>;
  onOutput: (line: string) => void;
}): Promise<ChildService> {
  const port = await findFreePort();
  const child = spawn(process.execPath, [entry], {
    cwd: ROOT,
    // Its own process group: Ctrl-C reaches the caller alone, who then stops the parts in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', HOST: '127.0.0.1', ...environment, PORT: String(port) },
  });
  const lastLines: string[] = [];
  const listen = (chunk: Buffer) => {
    for (const line of chunk.toString().split('\n').filter(Boolean)) {
      lastLines.push(line);
      if (lastLines.length > 40) lastLines.shift();
      onOutput(`${name.padEnd(8)} ${line}`);
    }
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  const url = `http://127.0.0.1:${port}`;
  const service: ChildService = { name, url, child, ended, stop: () => stop(child, ended) };
  try {
    await untilReady(service, lastLines);
  } catch (error) {
    await service.stop();
    throw error;
  }
  return service;
}

async function untilReady({ name, url, child }: ChildService, lastLines: readonly string[]): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MILLIS;
  while (!(await isReady(url))) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`${name} ended with ${child.exitCode ?? child.signalCode}:\n${lastLines.join('\n')}`);
    }
    if (Date.now() > deadline) throw new Error(`${name} is not ready in time:\n${lastLines.join('\n')}`);
    await delay(30);
  }
}

/** A refused connection means "not yet"; the caller's deadline decides. */
async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1000) });
    return response.ok;
  } catch {
    return false;
  }
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MILLIS);
  await ended;
  clearTimeout(force);
}

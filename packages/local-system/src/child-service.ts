import { type ChildProcess, spawn } from 'node:child_process';
import { get } from 'node:http';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from './free-port.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const END_WITH_STARTER = new URL('./end-with-starter.ts', import.meta.url).href;
/** Node keeps compiled modules here, without types, so that a later start costs half the processor time. */
const COMPILE_CACHE = fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url));
const READY_TIMEOUT_MILLIS = 60_000;
const STOP_TIMEOUT_MILLIS = 30_000;
const LINES_KEPT = 40;

/** A part of the system that runs as a process of its own, from its sources. */
export interface ChildService {
  readonly name: string;
  readonly url: string;
  readonly child: ChildProcess;
  /** Resolves when the process has ended, for whatever reason: with its exit code, the signal, or why it did not start. */
  readonly ended: Promise<number | string>;
  /** SIGTERM, then, after a grace period, SIGKILL. */
  stop(): Promise<void>;
}

/**
 * Starts a part and waits until it says that it is ready.
 * @param entry path of its main module below the project's root.
 * @param environment all that it gets, beside `PATH`, `PORT` and `HOST`.
 * @param onOutput gets each line that it writes, with its name in front.
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
  const child = spawn(process.execPath, ['--import', END_WITH_STARTER, entry], {
    cwd: ROOT,
    // Its own process group: Ctrl-C reaches the caller alone, who then stops the parts in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      HOST: '127.0.0.1',
      ...environment,
      PORT: String(port),
    },
  });
  const lastLines: string[] = [];
  const listen = (stream: Readable | null) => {
    if (stream === null) return;
    createInterface({ input: stream }).on('line', (line) => {
      lastLines.push(line);
      if (lastLines.length > LINES_KEPT) lastLines.shift();
      onOutput(`${name.padEnd(8)} ${line}`);
    });
  };
  listen(child.stdout);
  listen(child.stderr);
  const end: { how: number | string | null } = { how: null };
  const ended = new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  void ended.then((how) => {
    end.how = how;
  });
  const stop = async () => {
    if (end.how !== null) return;
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MILLIS);
    await ended;
    clearTimeout(force);
  };
  const service: ChildService = { name, url: `http://127.0.0.1:${port}`, child, ended, stop };
  const deadline = Date.now() + READY_TIMEOUT_MILLIS;
  while (!(await isReady(service.url))) {
    const lastWords = lastLines.join('\n');
    if (end.how !== null) throw new Error(`${name} does not start (${end.how}):\n${lastWords}`);
    if (Date.now() > deadline) {
      await stop();
      throw new Error(`${name} is not ready in time:\n${lastWords}`);
    }
    await delay(30);
  }
  return service;
}

/** Asks on a connection that ends with the answer: an idle one would delay the part's end. A refusal means "not yet". */
function isReady(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(`${url}/readyz`, { agent: false, timeout: 1000 }, (response) => {
      response.resume().once('close', () => resolve(response.statusCode === 200));
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(false));
  });
}

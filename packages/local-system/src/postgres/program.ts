import { type ChildProcess, spawn } from 'node:child_process';
import type { Launcher } from './launcher.ts';

/** One of PostgreSQL's programs, running. */
export interface Program {
  readonly child: ChildProcess;
  /** Resolves when it has ended: with its exit code, the signal that ended it, or why it could not be started. */
  readonly ended: Promise<number | string>;
  /** Whether it has ended. */
  readonly hasEnded: () => boolean;
  /** The last lines that it wrote. */
  readonly lastWords: () => string;
}

const WORDS_KEPT = 4000;

/** Starts a program as the launcher says. */
export function launch({ prefix }: Launcher, program: string, args: readonly string[]): Program {
  const [command = program, ...rest] = [...prefix, program, ...args];
  const child = spawn(command, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group: Ctrl-C in a terminal reaches the caller alone, who then stops the server in order.
    detached: true,
    env: { LC_ALL: 'C' },
    // The starter's working folder may be one that the server's user cannot enter.
    cwd: '/',
  });
  let words = '';
  const listen = (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-WORDS_KEPT);
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  let hasEnded = false;
  const ended = new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  }).finally(() => {
    hasEnded = true;
  });
  return { child, ended, hasEnded: () => hasEnded, lastWords: () => words.trim() };
}

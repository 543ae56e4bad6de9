import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Order, Report } from './messages.ts';

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url));

/** A process that runs tests on mutants; replaced when it hangs or ends. */
export class WorkerProcess {
  readonly #arguments: readonly string[];
  #child: ChildProcess | null = null;

  /** @param activeMutant active from the start, for a mutant that acts while modules are loaded. */
  constructor(root: string, files: readonly string[], activeMutant?: string) {
    this.#arguments = [root, files.join(','), ...(activeMutant === undefined ? [] : [activeMutant])];
  }

  /** @returns null if the process did not answer in time, or ended. */
  async ask<Kind extends 'baseline' | 'tried'>(
    order: Order,
    limitMillis: number,
  ): Promise<Extract<Report, { kind: Kind }> | null> {
    const child = await this.#started();
    if (child === null) return null;
    const answer = nextReport(child, limitMillis);
    child.send(order);
    const report = await answer;
    if (report === null) this.stop();
    return report as Extract<Report, { kind: Kind }> | null;
  }

  stop(): void {
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }

  async #started(): Promise<ChildProcess | null> {
    if (this.#child !== null) return this.#child;
    const child = fork(WORKER, this.#arguments, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.#child = child;
    if ((await nextReport(child, 120_000)) !== null) return child;
    this.stop();
    return null;
  }
}

async function nextReport(child: ChildProcess, limitMillis: number): Promise<Report | null> {
  const ending = new AbortController();
  const options = { signal: AbortSignal.any([ending.signal, AbortSignal.timeout(limitMillis)]) };
  try {
    const [report] = await Promise.race([
      once(child, 'message', options),
      once(child, 'exit', options).then(() => [null]),
    ]);
    return report;
  } catch {
    return null;
  } finally {
    ending.abort();
  }
}

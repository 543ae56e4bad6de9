import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Order, Report } from './messages.ts';

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url));
/** A process that reports nothing for so long hangs. */
const SILENT_MILLIS = 30_000;
/** It loads all services first, which takes long on a busy machine. */
const START_MILLIS = 180_000;

/** A process that runs tests on mutants; replaced when it hangs or ends. */
export class WorkerProcess {
  readonly #arguments: readonly string[];
  #child: ChildProcess | null = null;

  /** @param activeMutant active from the start, for a mutant that acts while modules are loaded. */
  constructor(root: string, files: readonly string[], activeMutant?: string) {
    this.#arguments = [root, files.join(','), ...(activeMutant === undefined ? [] : [activeMutant])];
  }

  /** @returns null if the process hangs or ends. */
  async ask(order: Order): Promise<Report | null> {
    const child = await this.#started();
    if (child === null) return null;
    const answer = nextReport(child, SILENT_MILLIS);
    child.send(order);
    const report = await answer;
    if (report === null) this.stop();
    return report;
  }

  stop(): void {
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }

  async #started(): Promise<ChildProcess | null> {
    if (this.#child !== null) return this.#child;
    const child = fork(WORKER, this.#arguments, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.#child = child;
    if ((await nextReport(child, START_MILLIS)) !== null) return child;
    this.stop();
    return null;
  }
}

function nextReport(child: ChildProcess, silentMillis: number): Promise<Report | null> {
  const { promise, resolve } = Promise.withResolvers<Report | null>();
  const end = () => resolve(null);
  let silent = setTimeout(end, silentMillis);
  const hear = (report: Report) => {
    clearTimeout(silent);
    if (report.kind === 'alive') silent = setTimeout(end, silentMillis);
    else resolve(report);
  };
  child.on('message', hear).once('exit', end);
  return promise.finally(() => {
    clearTimeout(silent);
    child.off('message', hear).off('exit', end);
  });
}

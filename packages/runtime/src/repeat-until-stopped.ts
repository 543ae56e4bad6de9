/** A task of this process that runs again and again. */
export interface RepeatedTask {
  /** Resolves when the task is done or stopped. */
  readonly finished: Promise<void>;
  /** Ends the wait between two runs. @returns after the run under way. */
  stop(): Promise<void>;
}

/**
 * Runs a task again and again, until it is done or stopped.
 * @param run handles its own errors, and ends early once `signal` is aborted, if it takes long. Returns the milliseconds
 *   until the next run; null: the task is done.
 */
export function repeatUntilStopped(run: (signal: AbortSignal) => Promise<number | null>): RepeatedTask {
  const stopping = new AbortController();
  const { signal } = stopping;
  const repeat = async () => {
    while (!signal.aborted) {
      const waitMillis = await run(signal);
      if (waitMillis === null || signal.aborted) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMillis);
        // `stop` ends the wait.
        signal.onabort = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  const running = repeat();
  return {
    finished: running,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

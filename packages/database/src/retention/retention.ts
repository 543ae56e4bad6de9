import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@gatehouse/runtime';
import { runRetention } from './run-retention.ts';

/** A retention job that runs again and again. */
export interface Retention {
  /** Ends the batch that is running, and then the job. */
  stop(): Promise<void>;
}

/**
 * Runs the retention job now and then at an interval, until it is stopped. A run that fails is logged; the next one tries
 * again.
 * @param url PostgreSQL as the role of the retention job.
 */
export function startRetention(url: string, intervalSeconds: number, log: Logger): Retention {
  const stopping = new AbortController();
  const { signal } = stopping;
  const loop = async () => {
    while (!signal.aborted) {
      await runRetention(url, log, { isStopped: () => signal.aborted }).catch((error: unknown) =>
        log.error({ err: error }, 'retention failed'),
      );
      await delay(intervalSeconds * 1000, undefined, { signal }).catch(() => undefined);
    }
  };
  const running = loop();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

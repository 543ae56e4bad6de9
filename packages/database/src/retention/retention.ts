import { type Logger, type RepeatedTask, repeatUntilStopped } from '@gatehouse/runtime';
import { runRetention } from './run-retention.ts';

/**
 * Runs the retention job now and then at an interval, until it is stopped, which ends the batch that is running. A run that
 * fails is logged; the next one tries again.
 * @param url PostgreSQL as the role of the retention job.
 */
export function startRetention(url: string, intervalSeconds: number, log: Logger): RepeatedTask {
  return repeatUntilStopped(async (signal) => {
    await runRetention(url, log, { isStopped: () => signal.aborted }).catch((error: unknown) =>
      log.error({ err: error }, 'retention failed'),
    );
    return intervalSeconds * 1000;
  });
}

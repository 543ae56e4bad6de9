import { type DocumentStore, type Logger, type RepeatedTask, repeatUntilStopped } from '@gatehouse/runtime';
import { runRetention } from './run-retention.ts';

/**
 * Runs the retention job at once, then at an interval, until it is stopped, which ends the batch that is running. A run that
 * fails is logged; the next one tries again.
 * @param url PostgreSQL as the role of the retention job.
 * @param documents the store of documents; null: none is configured.
 */
export function startRetention(
  url: string,
  {
    intervalSeconds,
    documents,
    log,
  }: { intervalSeconds: number; documents: DocumentStore | null; log: Logger },
): RepeatedTask {
  return repeatUntilStopped(async (signal) => {
    await runRetention(url, log, { documents, isStopped: () => signal.aborted }).catch((error: unknown) =>
      log.error({ err: error }, 'retention failed'),
    );
    return intervalSeconds * 1000;
  });
}

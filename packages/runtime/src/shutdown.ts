import type { Logger } from './logger.ts';

/**
 * Runs `stop` once on SIGTERM or SIGINT, then exits: 0 when everything was closed, 1 when closing failed. A second
 * signal exits at once.
 */
export function runUntilSignal(log: Logger, stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = async (signal: NodeJS.Signals) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info({ signal }, 'stopping');
    try {
      await stop();
      process.exit(0);
    } catch (error) {
      log.error({ err: error }, 'could not stop cleanly');
      process.exit(1);
    }
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

import { constants } from 'node:os';
import type { Logger } from './logger.ts';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
type EndSignal = (typeof SIGNALS)[number];

const end = (signal: EndSignal) => process.exit(128 + constants.signals[signal]);

/**
 * Exits on SIGTERM or SIGINT with the code that a shell reports for them (143, 130), until `runUntilSignal` is called. The
 * kernel drops a signal that process 1 of a container does not handle: one that is stopped while it starts would serve
 * until it is killed, and cut the requests that it has by then.
 */
export function endOnSignal(): void {
  for (const signal of SIGNALS) process.on(signal, end);
}

/**
 * Runs `stop` once on SIGTERM or SIGINT, then exits: 0 when everything was closed, 1 when closing failed. A second
 * signal exits at once.
 */
export function runUntilSignal(log: Logger, stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = async (signal: EndSignal) => {
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
  for (const signal of SIGNALS) process.on(signal, onSignal).off(signal, end);
}

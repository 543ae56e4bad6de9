import type { Logger } from '@gatehouse/runtime';
import { within } from '@gatehouse/runtime/within';

/** With the requests, which end before, less than a pod has from its termination to its kill. */
const STOP_MILLIS = 10_000;

/**
 * Stops what runs beside the requests of a service, then its pools, and at last the telemetry, which has the spans of the
 * others. What does not end in time ends with the process: a mail, a query.
 */
export async function stopInTime({
  decisionCounts,
  own,
  pools,
  telemetry,
  log,
}: {
  readonly decisionCounts: { stop(): Promise<void> };
  readonly own: { readonly stop?: () => Promise<void> };
  readonly pools: { end(): Promise<void> };
  readonly telemetry: { stop(): Promise<void> };
  readonly log: Logger;
}): Promise<void> {
  const stopAll = async () => {
    await Promise.all([decisionCounts.stop(), own.stop?.()]);
    await pools.end();
  };
  await within(STOP_MILLIS, stopAll).catch((error: unknown) =>
    log.warn({ err: error }, 'stopped before all background work had ended'),
  );
  await telemetry.stop();
}

import { queryableOf, type ServiceParts } from '@gatehouse/boundary';
import type { IdentityConfiguration } from './configuration.ts';
import { EXPORT_MILLIS, startExportBuilder } from './data-exports/export-builder.ts';
import { OutboxDispatcher } from './mail/outbox-dispatcher.ts';
import { createMailTransport } from './mail/transport.ts';
import { startNotificationReporter } from './notification-mail/reporter.ts';
import type { UnsubscribeTokens } from './notification-mail/unsubscribe-token.ts';
import { unsubscribeLinks } from './notification-mail/unsubscriptions.ts';
import { observeRetention } from './retention-progress.ts';
import type { SeedEncryption } from './second-factor/seed-encryption.ts';
import { startSeedReencryption } from './second-factor/seed-reencryption.ts';
import { startStatisticsRecorder } from './statistics/recorder.ts';

/** Starts what runs beside the requests: mail, notifications by mail, exports, statistics, keys and the retention's metrics. */
export function startBackgroundWork(
  configuration: IdentityConfiguration,
  {
    origin,
    tokens,
    encryption,
  }: { readonly origin: string; readonly tokens: UnsubscribeTokens; readonly encryption: SeedEncryption },
  { log, pool, writePool }: ServiceParts,
): { onMailQueued: () => void; stop: () => Promise<void> } {
  const writes = queryableOf(writePool);
  const pollMillis = 1000 * configuration.BACKGROUND_POLL_SECONDS;
  const dispatcher = new OutboxDispatcher(writes, createMailTransport(configuration, log), {
    log,
    unsubscribeLinks: unsubscribeLinks(tokens, { origin, apiBasePath: configuration.API_BASE_PATH }),
    pollMillis,
  });
  dispatcher.start();
  const reporter = startNotificationReporter(writePool, { origin, log, pollMillis });
  const retention = observeRetention(writes);
  const recorder = startStatisticsRecorder(writes, log);
  const exportPool = pool('export', { maxConnections: 1, statementTimeoutMillis: EXPORT_MILLIS });
  const exportBuilder = startExportBuilder(exportPool, { origin, log, pollMillis });
  const reencryption = startSeedReencryption(writePool, encryption, log);
  return {
    onMailQueued: () => dispatcher.wake(),
    stop: async () => {
      retention.stop();
      await Promise.all(
        [reencryption, exportBuilder, reporter, recorder, dispatcher].map((part) => part.stop()),
      );
    },
  };
}

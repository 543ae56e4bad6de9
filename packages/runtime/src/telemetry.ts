import { setTimeout as delay } from 'node:timers/promises';
import { startProcessMetrics } from './process-metrics.ts';

/** How long the end of a process waits for its last export. */
const LAST_EXPORT_MILLIS = 2000;

/** A span of a shared query links to each request that it served: more than the SDK's 128 at the most. */
const MAX_LINKS = 1024;

/** A running OpenTelemetry SDK, or nothing. */
export interface Telemetry {
  /** Sends what is still queued. */
  stop(): Promise<void>;
}

/**
 * Starts OpenTelemetry when the standard `OTEL_*` variables ask for it (an OTLP endpoint or an exporter is named and
 * `OTEL_SDK_DISABLED` is not true). Otherwise nothing is loaded: the API's own no-op tracer costs next to nothing.
 */
export async function startTelemetry(service: string, environment: NodeJS.ProcessEnv): Promise<Telemetry> {
  const wanted = [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    'OTEL_TRACES_EXPORTER',
    'OTEL_METRICS_EXPORTER',
  ].some(
    (name) => environment[name] !== undefined && environment[name] !== '' && environment[name] !== 'none',
  );
  if (!wanted || environment['OTEL_SDK_DISABLED'] === 'true') return { stop: async () => undefined };
  // Loaded here alone: it brings every exporter there is.
  const { NodeSDK } = await import('@opentelemetry/sdk-node');
  const sdk = new NodeSDK({
    serviceName: environment['OTEL_SERVICE_NAME'] ?? `gatehouse-${service}`,
    ...(environment['OTEL_SPAN_LINK_COUNT_LIMIT'] ? {} : { spanLimits: { linkCountLimit: MAX_LINKS } }),
    // Logs go to standard output.
    logRecordProcessors: [],
  });
  sdk.start();
  const processMetrics = startProcessMetrics();
  return {
    stop: async () => {
      processMetrics.stop();
      // A collector that is away or hangs must not hold a process that is asked to end: what is queued is lost then.
      await Promise.race([sdk.shutdown().catch(() => undefined), delay(LAST_EXPORT_MILLIS)]);
    },
  };
}

import { setTimeout as delay } from 'node:timers/promises';
import { startProcessMetrics } from './process-metrics.ts';
import type { JsonTracing } from './tracing/start-json-tracing.ts';

/** How long the end of a process waits for its last export. */
const LAST_EXPORT_MILLIS = 2000;

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
  const serviceName = environment['OTEL_SERVICE_NAME'] ?? `gatehouse-${service}`;
  const { startJsonTracing } = await import('./tracing/start-json-tracing.ts');
  const tracing = startJsonTracing(environment, serviceName);
  const { startMetrics } = await import('./metrics/start-metrics.ts');
  const ownMetrics = tracing === null ? null : await startMetrics(environment, tracing.resource);
  const sdk = ownMetrics ?? (await startSdk(serviceName, tracing));
  const processMetrics = startProcessMetrics();
  return {
    stop: async () => {
      processMetrics.stop();
      // A collector that is away or hangs must not hold a process that is asked to end: what is queued is lost then.
      const last = Promise.all([sdk.shutdown(), tracing?.flush()]).catch(() => undefined);
      await Promise.race([last, delay(LAST_EXPORT_MILLIS)]);
    },
  };
}

/** The SDK's own set-up, which knows whatever `OTEL_*` can ask for; only without spans where we make them. */
async function startSdk(serviceName: string, tracing: JsonTracing | null) {
  const { NodeSDK } = await import('@opentelemetry/sdk-node');
  const sdk = new NodeSDK(
    tracing === null
      ? { serviceName }
      : { resource: tracing.resource, autoDetectResources: false, spanProcessors: [] },
  );
  sdk.start();
  return sdk;
}

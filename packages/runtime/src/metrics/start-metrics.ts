import { context, metrics } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import type { Resource } from '@opentelemetry/resources';
import { MeterProvider, type MetricReader, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { type MetricsSettings, metricsSettings } from './metrics-settings.ts';

/** Running metrics. */
export interface Metrics {
  /** Sends what has been counted, and ends. */
  shutdown(): Promise<void>;
}

/**
 * Registers the SDK's meter provider with the one exporter that the environment asks for, as the SDK's own set-up would,
 * but without loading the dozen exporters that it does not ask for: they are a quarter of a service's modules
 * (docs/decisions/0010). Null: the environment asks for something that only the SDK's set-up can do.
 */
export async function startMetrics(
  environment: NodeJS.ProcessEnv,
  resource: Resource,
): Promise<Metrics | null> {
  const settings = metricsSettings(environment);
  if (settings === null) return null;
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  if (settings.exporter === 'none') return { shutdown: async () => undefined };
  const provider = new MeterProvider({ resource, readers: [await readerOf(settings)] });
  metrics.setGlobalMeterProvider(provider);
  return provider;
}

async function readerOf(settings: Exclude<MetricsSettings, { exporter: 'none' }>): Promise<MetricReader> {
  if (settings.exporter === 'prometheus') {
    const { PrometheusExporter } = await import('@opentelemetry/exporter-prometheus');
    const { host, port } = settings;
    return new PrometheusExporter({ ...(host && { host }), ...(port && { port }) });
  }
  const { OTLPMetricExporter } = await import('@opentelemetry/exporter-metrics-otlp-http');
  const { exportIntervalMillis, exportTimeoutMillis } = settings;
  return new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(),
    exportIntervalMillis,
    exportTimeoutMillis,
  });
}

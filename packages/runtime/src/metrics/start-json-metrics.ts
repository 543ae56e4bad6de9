import { context, metrics } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import type { Resource } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { jsonMetricsSettings } from './json-metrics-settings.ts';

/** Running metrics. */
export interface JsonMetrics {
  /** Sends what has been counted, and ends. */
  shutdown(): Promise<void>;
}

/**
 * Registers the SDK's meter provider with the one exporter that the environment asks for, as the SDK's own set-up would,
 * but without loading the dozen exporters that it does not ask for: they are a quarter of a service’s modules
 * (docs/decisions/0010). Null: the environment asks for something that only the SDK's set-up can do.
 */
export function startJsonMetrics(environment: NodeJS.ProcessEnv, resource: Resource): JsonMetrics | null {
  const settings = jsonMetricsSettings(environment);
  if (settings === null) return null;
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const { isExported, exportIntervalMillis, exportTimeoutMillis } = settings;
  if (!isExported) return { shutdown: async () => undefined };
  const exporter = new OTLPMetricExporter();
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis, exportTimeoutMillis });
  const provider = new MeterProvider({ resource, readers: [reader] });
  metrics.setGlobalMeterProvider(provider);
  return provider;
}

/** What the environment asks of metrics. */
export interface JsonMetricsSettings {
  /** Whether they are exported at all. */
  readonly isExported: boolean;
  readonly exportIntervalMillis: number;
  readonly exportTimeoutMillis: number;
}

/** Variables of which only the SDK's own set-up knows. */
const ONLY_THE_SDK = /^OTEL_(NODE|LOG_LEVEL)/;

/**
 * The settings of metrics that go to the OTLP endpoint as JSON. Null: something else is asked for (Prometheus, the
 * console, another protocol); metrics are then set up by the SDK.
 */
export function jsonMetricsSettings(environment: NodeJS.ProcessEnv): JsonMetricsSettings | null {
  const value = (name: string) => environment[name]?.trim() || undefined;
  const millis = (name: string, standard: number) => {
    const given = Number(value(name) ?? standard);
    return given > 0 ? given : standard;
  };
  if (Object.keys(environment).some((name) => ONLY_THE_SDK.test(name))) return null;
  const exporter = value('OTEL_METRICS_EXPORTER') ?? 'otlp';
  const protocol = value('OTEL_EXPORTER_OTLP_METRICS_PROTOCOL') ?? value('OTEL_EXPORTER_OTLP_PROTOCOL');
  if (exporter !== 'none' && (exporter !== 'otlp' || protocol !== 'http/json')) return null;
  const exportIntervalMillis = millis('OTEL_METRIC_EXPORT_INTERVAL', 60_000);
  return {
    isExported: exporter === 'otlp',
    exportIntervalMillis,
    exportTimeoutMillis: Math.min(millis('OTEL_METRIC_EXPORT_TIMEOUT', 30_000), exportIntervalMillis),
  };
}

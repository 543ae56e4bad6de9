/** What the environment asks of metrics, where one exporter is enough. */
export type MetricsSettings =
  | { readonly exporter: 'none' }
  | { readonly exporter: 'otlp'; readonly exportIntervalMillis: number; readonly exportTimeoutMillis: number }
  | { readonly exporter: 'prometheus'; readonly host: string | undefined; readonly port: number | undefined };

/** Variables of which only the SDK's own set-up knows. */
const ONLY_THE_SDK = /^OTEL_(NODE|LOG_LEVEL)/;

/**
 * The settings of metrics that go to the OTLP endpoint as JSON, or are served to Prometheus, or are not wanted. Null:
 * something else is asked for (the console, several exporters, another protocol), which is the SDK's to set up.
 */
export function metricsSettings(environment: NodeJS.ProcessEnv): MetricsSettings | null {
  if (Object.keys(environment).some((name) => ONLY_THE_SDK.test(name))) return null;
  const value = (name: string) => environment[name]?.trim() || undefined;
  const positive = (name: string) => {
    const given = Number(value(name));
    return given > 0 ? given : undefined;
  };
  const exporter = value('OTEL_METRICS_EXPORTER') ?? 'otlp';
  const protocol = value('OTEL_EXPORTER_OTLP_METRICS_PROTOCOL') ?? value('OTEL_EXPORTER_OTLP_PROTOCOL');
  if (exporter === 'none') return { exporter };
  if (exporter === 'prometheus') {
    return {
      exporter,
      host: value('OTEL_EXPORTER_PROMETHEUS_HOST'),
      port: positive('OTEL_EXPORTER_PROMETHEUS_PORT'),
    };
  }
  if (exporter !== 'otlp' || protocol !== 'http/json') return null;
  const exportIntervalMillis = positive('OTEL_METRIC_EXPORT_INTERVAL') ?? 60_000;
  const exportTimeoutMillis = positive('OTEL_METRIC_EXPORT_TIMEOUT') ?? 30_000;
  return {
    exporter,
    exportIntervalMillis,
    exportTimeoutMillis: Math.min(exportTimeoutMillis, exportIntervalMillis),
  };
}

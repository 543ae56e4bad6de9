/** The public host of what is measured. */
export const BENCH_HOST = 'bench.test';

/** The environment of a part as it is shipped: all middleware, a log line a request, 1 % of the traces, metrics. */
export function asShipped(collectorPort: number): Record<string, string> {
  return {
    PUBLIC_HOST: BENCH_HOST,
    TEAM_HOST: `team.${BENCH_HOST}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_TRACES_EXPORTER: 'otlp',
    OTEL_METRICS_EXPORTER: 'otlp',
    OTEL_LOGS_EXPORTER: 'none',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.01',
  };
}

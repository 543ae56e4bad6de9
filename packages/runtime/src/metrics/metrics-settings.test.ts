import { describe, expect, test } from '@jest/globals';
import { metricsSettings } from './metrics-settings.ts';

const JSON_PROTOCOL = { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' };

describe('metrics without the whole SDK', () => {
  test('have the standard’s settings where nothing else is said', () => {
    expect(metricsSettings(JSON_PROTOCOL)).toEqual({
      exporter: 'otlp',
      exportIntervalMillis: 60_000,
      exportTimeoutMillis: 30_000,
    });
  });

  test('read interval and timeout, which is never longer; what is no number above zero is as good as none', () => {
    const settings = (interval: string, timeout: string) =>
      metricsSettings({
        ...JSON_PROTOCOL,
        OTEL_METRIC_EXPORT_INTERVAL: interval,
        OTEL_METRIC_EXPORT_TIMEOUT: timeout,
      });
    expect(settings('500', '400')).toMatchObject({ exportIntervalMillis: 500, exportTimeoutMillis: 400 });
    expect(settings('500', 'x')).toMatchObject({ exportIntervalMillis: 500, exportTimeoutMillis: 500 });
    expect(settings('-1', '0')).toMatchObject({ exportIntervalMillis: 60_000, exportTimeoutMillis: 30_000 });
  });

  test('are served to Prometheus where the environment says, or at the standard’s address', () => {
    const OTEL_METRICS_EXPORTER = 'prometheus';
    expect(metricsSettings({ OTEL_METRICS_EXPORTER })).toEqual({ exporter: 'prometheus' });
    expect(
      metricsSettings({
        OTEL_METRICS_EXPORTER,
        OTEL_EXPORTER_PROMETHEUS_HOST: '0.0.0.0',
        OTEL_EXPORTER_PROMETHEUS_PORT: '9000',
      }),
    ).toEqual({ exporter: 'prometheus', host: '0.0.0.0', port: 9000 });
  });

  test('are not exported where the environment says so, whatever the protocol', () => {
    expect(metricsSettings({ OTEL_METRICS_EXPORTER: 'none' })).toEqual({ exporter: 'none' });
  });

  test.each([
    {},
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    { ...JSON_PROTOCOL, OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: 'http/protobuf' },
    { ...JSON_PROTOCOL, OTEL_METRICS_EXPORTER: 'console' },
    { ...JSON_PROTOCOL, OTEL_METRICS_EXPORTER: 'otlp,prometheus' },
    { ...JSON_PROTOCOL, OTEL_NODE_EXPERIMENTAL_SDK_METRICS: 'true' },
    { ...JSON_PROTOCOL, OTEL_LOG_LEVEL: 'debug' },
  ])('are left to the SDK with %j', (environment) => {
    expect(metricsSettings(environment)).toBeNull();
  });
});

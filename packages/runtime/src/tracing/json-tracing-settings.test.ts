import { describe, expect, test } from '@jest/globals';
import { jsonTracingSettings } from './json-tracing-settings.ts';

const JSON_PROTOCOL = { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' };

describe('the cheap path for spans', () => {
  test('has the standard’s settings where nothing else is said', () => {
    const settings = jsonTracingSettings(JSON_PROTOCOL);
    expect(settings).toMatchObject({
      maxQueueSize: 2048,
      maxExportBatchSize: 512,
      scheduledDelayMillis: 5000,
    });
    expect(samplerOf(settings)).toContain('ParentBased{root=AlwaysOnSampler');
  });

  test('reads the variables of queue and batches; one that is no number above zero is as good as none', () => {
    expect(
      jsonTracingSettings({
        ...JSON_PROTOCOL,
        OTEL_BSP_MAX_QUEUE_SIZE: '100',
        OTEL_BSP_MAX_EXPORT_BATCH_SIZE: 'x',
        OTEL_BSP_SCHEDULE_DELAY: '-1',
      }),
    ).toMatchObject({ maxQueueSize: 100, maxExportBatchSize: 100, scheduledDelayMillis: 5000 });
  });

  test.each([
    ['always_on', undefined, 'AlwaysOnSampler'],
    ['always_off', undefined, 'AlwaysOffSampler'],
    ['traceidratio', '0.25', 'TraceIdRatioBased{0.25}'],
    ['traceidratio', '0', 'TraceIdRatioBased{0}'],
    ['traceidratio', '1', 'AlwaysOnSampler'],
    ['parentbased_always_off', undefined, 'ParentBased{root=AlwaysOffSampler'],
    ['parentbased_traceidratio', '0.01', 'ParentBased{root=TraceIdRatioBased{0.01}'],
  ])('the sampler %s is the SDK’s own', (OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG, expected) => {
    const settings = jsonTracingSettings({ ...JSON_PROTOCOL, OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG });
    expect(samplerOf(settings).startsWith(expected)).toBe(true);
  });

  test('makes no spans where none are wanted, whatever the protocol', () => {
    expect(jsonTracingSettings({ OTEL_TRACES_EXPORTER: 'none' })).toBe('none');
  });

  test.each([
    {},
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' },
    { ...JSON_PROTOCOL, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'grpc' },
    { ...JSON_PROTOCOL, OTEL_TRACES_EXPORTER: 'console' },
    { ...JSON_PROTOCOL, OTEL_TRACES_SAMPLER: 'jaeger_remote' },
    { ...JSON_PROTOCOL, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' },
    { ...JSON_PROTOCOL, OTEL_SPAN_LINK_COUNT_LIMIT: '1' },
    { ...JSON_PROTOCOL, OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT: '10' },
    { OTEL_TRACES_EXPORTER: 'none', OTEL_NODE_RESOURCE_DETECTORS: 'none' },
    { ...JSON_PROTOCOL, OTEL_NODE_RESOURCE_DETECTORS: 'none' },
    { ...JSON_PROTOCOL, OTEL_BSP_EXPORT_TIMEOUT: '100' },
  ])('%j is left to the SDK', (environment) => {
    expect(jsonTracingSettings(environment)).toBeNull();
  });
});

function samplerOf(settings: ReturnType<typeof jsonTracingSettings>): string {
  return settings === null || settings === 'none' ? '' : String(settings.sampler);
}

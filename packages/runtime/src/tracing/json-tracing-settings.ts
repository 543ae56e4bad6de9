import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { BatchSettings } from './span-batches.ts';

/** What the environment asks of tracing. */
export interface JsonTracingSettings extends BatchSettings {
  readonly sampler: Sampler;
}

/** Variables that change what becomes of spans, and that only the SDK's own path knows. */
const ONLY_THE_SDK = /^OTEL_(SPAN|ATTRIBUTE|EVENT_ATTRIBUTE|LINK_ATTRIBUTE|NODE|BSP_EXPORT_TIMEOUT)/;

/**
 * The settings of our own path for spans, the cheap one, or that no spans are wanted. Null: something is asked of which it does not know (another
 * exporter or protocol, limits, a sampler of others); spans then go through the SDK.
 */
export function jsonTracingSettings(environment: NodeJS.ProcessEnv): JsonTracingSettings | 'none' | null {
  if (Object.keys(environment).some((name) => ONLY_THE_SDK.test(name))) return null;
  const value = (name: string) => environment[name]?.trim() || undefined;
  const exporter = value('OTEL_TRACES_EXPORTER') ?? 'otlp';
  if (exporter === 'none') return 'none';
  const protocol = value('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? value('OTEL_EXPORTER_OTLP_PROTOCOL');
  const count = (name: string, standard: number) => {
    const given = Number(value(name) ?? standard);
    return given > 0 ? Math.floor(given) : standard;
  };
  const sampler = samplerOf(
    value('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on',
    Number(value('OTEL_TRACES_SAMPLER_ARG') ?? 1),
  );
  if (exporter !== 'otlp' || protocol !== 'http/json' || sampler === null) return null;
  const maxQueueSize = count('OTEL_BSP_MAX_QUEUE_SIZE', 2048);
  return {
    sampler,
    maxQueueSize,
    maxExportBatchSize: Math.min(count('OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 512), maxQueueSize),
    scheduledDelayMillis: count('OTEL_BSP_SCHEDULE_DELAY', 5000),
  };
}

const PARENT_BASED = 'parentbased_';

function samplerOf(name: string, ratio: number): Sampler | null {
  if (name.startsWith(PARENT_BASED)) {
    const root = samplerOf(name.slice(PARENT_BASED.length), ratio);
    return root === null ? null : new ParentBasedSampler({ root });
  }
  switch (name) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      // All of them: no id need be read for that.
      if (ratio === 1) return new AlwaysOnSampler();
      return ratio >= 0 && ratio < 1 ? new TraceIdRatioBasedSampler(ratio) : null;
    default:
      return null;
  }
}

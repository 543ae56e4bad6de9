import { diag, trace } from '@opentelemetry/api';
import {
  convertLegacyHttpOptions,
  createOtlpHttpExportDelegate,
} from '@opentelemetry/otlp-exporter-base/node-http';
import type { Resource } from '@opentelemetry/resources';
import { detectResource } from './detect-resource.ts';
import { JsonTracerProvider } from './json-tracer-provider.ts';
import { jsonTracingSettings } from './json-tracing-settings.ts';
import { attributesText } from './otlp-json.ts';
import { type SendBatch, SpanBatches } from './span-batches.ts';

/** Tracing on the cheap path. */
export interface JsonTracing {
  /** What the spans, and the SDK's metrics beside them, belong to. */
  readonly resource: Resource;
  /** Sends what is queued. */
  flush(): Promise<void>;
}

/**
 * Registers a tracer provider of our own, whose spans go to the OTLP endpoint as JSON for less processor time than the
 * SDK's (docs/decisions/0010). Null: the environment asks for something that only the SDK's can do.
 */
export function startJsonTracing(environment: NodeJS.ProcessEnv, serviceName: string): JsonTracing | null {
  const settings = jsonTracingSettings(environment);
  if (settings === null) return null;
  const resource = detectResource(serviceName);
  if (settings === 'none') return { resource, flush: async () => undefined };
  const batches = new SpanBatches(settings, resourceText(resource), otlpSender());
  trace.setGlobalTracerProvider(
    new JsonTracerProvider(settings.sampler, (scope, span) => batches.add(scope, span)),
  );
  return { resource, flush: () => batches.flush() };
}

/** The SDK's own transport, with its retries and its `OTEL_EXPORTER_OTLP_*` variables. */
function otlpSender(): SendBatch {
  const transport = createOtlpHttpExportDelegate<Uint8Array, object>(
    convertLegacyHttpOptions({}, 'TRACES', 'v1/traces', { 'Content-Type': 'application/json' }),
    {
      serializeRequest: (body) => body,
      deserializeResponse: (data) => (data.length === 0 ? {} : JSON.parse(new TextDecoder().decode(data))),
    },
    'otlp_http_json_span_exporter',
    { name: 'span', countItems: () => 0 },
    undefined,
  );
  return (body) =>
    new Promise((resolve) => {
      transport.export(body, ({ error }) => {
        if (error !== undefined) diag.error('Spans could not be sent', error);
        resolve(error === undefined);
      });
    });
}

/** Some of its attributes are known only a little after the start. */
async function resourceText(resource: Resource): Promise<string> {
  await resource.waitForAsyncAttributes?.();
  return `{"attributes":${attributesText(resource.attributes)}}`;
}

import {
  type Context,
  context,
  isSpanContextValid,
  type Span,
  type SpanContext,
  SpanKind,
  type SpanOptions,
  TraceFlags,
  type Tracer,
  type TracerProvider,
  trace,
} from '@opentelemetry/api';
import { ParentBasedSampler, type Sampler, SamplingDecision } from '@opentelemetry/sdk-trace';
import { randomHex } from '../random-hex.ts';
import { RecordedSpan } from './recorded-span.ts';

const TRACE_ID_DIGITS = 32;
const SPAN_ID_DIGITS = 16;

/** Takes an ended span of a scope, as OTLP/JSON. */
export type TakeScopedSpan = (scope: string, span: string) => void;

/** Makes spans that are text once they have ended. The SDK's own sampler says which traces are kept. */
export class JsonTracerProvider implements TracerProvider {
  readonly #sampler: Sampler;
  readonly #take: TakeScopedSpan;

  constructor(sampler: Sampler, take: TakeScopedSpan) {
    this.#sampler = sampler;
    this.#take = take;
  }

  getTracer(scope: string): Tracer {
    return new JsonTracer(scope, this.#sampler, this.#take);
  }
}

class JsonTracer implements Tracer {
  readonly #sampler: Sampler;
  readonly #take: (span: string) => void;
  /** Such a sampler keeps whatever belongs to a span of ours that is kept: it need not be asked. */
  readonly #followsParent: boolean;

  constructor(scope: string, sampler: Sampler, take: TakeScopedSpan) {
    this.#sampler = sampler;
    this.#take = (span) => take(scope, span);
    this.#followsParent = sampler instanceof ParentBasedSampler;
  }

  startSpan(name: string, options: SpanOptions = {}, active: Context = context.active()): Span {
    const { kind = SpanKind.INTERNAL, attributes, links } = options;
    const parent = options.root === true ? undefined : parentIn(active);
    const spanId = randomHex(SPAN_ID_DIGITS);
    const traceId = parent?.traceId ?? randomHex(TRACE_ID_DIGITS);
    if (!(parent instanceof RecordedSpan && this.#followsParent)) {
      const around = options.root === true ? trace.deleteSpan(active) : active;
      const { decision } = this.#sampler.shouldSample(
        around,
        traceId,
        name,
        kind,
        attributes ?? {},
        links ?? [],
      );
      if (decision !== SamplingDecision.RECORD_AND_SAMPLED) {
        return trace.wrapSpanContext({ traceId, spanId, traceFlags: TraceFlags.NONE });
      }
    }
    const span = new RecordedSpan({ traceId, spanId, name, kind, parent }, this.#take);
    if (attributes !== undefined) span.setAttributes(attributes);
    return links === undefined ? span : span.addLinks(links);
  }

  /** For code of others: our own parts start a span and pass it on. */
  startActiveSpan<F extends (span: Span) => unknown>(
    name: string,
    ...rest: [F] | [SpanOptions, F] | [SpanOptions, Context, F]
  ): ReturnType<F> {
    const work = rest.at(-1) as F;
    const options = rest.length > 1 ? (rest[0] as SpanOptions) : {};
    const active = rest.length > 2 ? (rest[1] as Context) : context.active();
    const span = this.startSpan(name, options, active);
    return context.with(trace.setSpan(active, span), () => work(span) as ReturnType<F>);
  }
}

function parentIn(active: Context): SpanContext | undefined {
  const parent = trace.getSpanContext(active);
  return parent instanceof RecordedSpan || (parent !== undefined && isSpanContextValid(parent))
    ? parent
    : undefined;
}

import {
  type Attributes,
  type AttributeValue,
  type Link,
  type Span,
  type SpanContext,
  type SpanKind,
  type SpanStatus,
  SpanStatusCode,
  TraceFlags,
} from '@opentelemetry/api';
import { nanosText, nowMicros } from './clock.ts';
import { attributesText, flagsOf, linkText } from './otlp-json.ts';

/** Takes an ended span as OTLP/JSON. */
export type TakeSpan = (span: string) => void;

/** What a span begins with. */
export interface SpanStart extends Pick<SpanContext, 'traceId' | 'spanId'> {
  readonly name: string;
  readonly kind: SpanKind;
  readonly parent: SpanContext | undefined;
}

/**
 * A span that is kept. It is its own context, and becomes text at its end: the fewer objects wait for an export, the less
 * the garbage collector copies. Events and exceptions are not kept: their texts could hold secrets, and no part makes any.
 */
export class RecordedSpan implements Span, SpanContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags = TraceFlags.SAMPLED;
  readonly #kind: SpanKind;
  readonly #parent: SpanContext | undefined;
  readonly #take: TakeSpan;
  readonly #startedAt = nowMicros();
  #name: string;
  #attributes: Attributes | undefined;
  #links = '';
  #status: SpanStatus | undefined;
  #isEnded = false;

  constructor({ traceId, spanId, name, kind, parent }: SpanStart, take: TakeSpan) {
    this.traceId = traceId;
    this.spanId = spanId;
    this.#name = name;
    this.#kind = kind;
    this.#parent = parent;
    this.#take = take;
  }

  spanContext(): SpanContext {
    return this;
  }

  isRecording(): boolean {
    return !this.#isEnded;
  }

  setAttribute(key: string, value: AttributeValue): this {
    this.#attributes ??= {};
    this.#attributes[key] = value;
    return this;
  }

  setAttributes(attributes: Attributes): this {
    if (this.#attributes === undefined) this.#attributes = { ...attributes };
    else Object.assign(this.#attributes, attributes);
    return this;
  }

  addLink({ context }: Link): this {
    this.#links += this.#links === '' ? linkText(context) : `,${linkText(context)}`;
    return this;
  }

  addLinks(links: readonly Link[]): this {
    for (const link of links) this.addLink(link);
    return this;
  }

  setStatus(status: SpanStatus): this {
    if (status.code !== SpanStatusCode.UNSET) this.#status = status;
    return this;
  }

  updateName(name: string): this {
    this.#name = name;
    return this;
  }

  addEvent(): this {
    return this;
  }

  recordException(): void {}

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    const parent = this.#parent;
    let text = `{"traceId":"${this.traceId}","spanId":"${this.spanId}","flags":${flagsOf(this.traceFlags, parent)}`;
    if (parent !== undefined) text += `,"parentSpanId":"${parent.spanId}"`;
    // OTLP counts kinds from 1.
    text += `,"name":${JSON.stringify(this.#name)},"kind":${this.#kind + 1}`;
    text += `,"startTimeUnixNano":"${nanosText(this.#startedAt)}","endTimeUnixNano":"${nanosText(nowMicros())}"`;
    if (this.#attributes !== undefined) text += `,"attributes":${attributesText(this.#attributes)}`;
    if (this.#links !== '') text += `,"links":[${this.#links}]`;
    if (this.#status !== undefined) text += `,"status":${JSON.stringify(this.#status)}`;
    this.#take(`${text}}`);
  }
}

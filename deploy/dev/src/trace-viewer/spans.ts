/** A span as the viewer keeps it. */
export interface ViewedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty: nobody of ours began before it. */
  readonly parentSpanId: string;
  /** `identity`, `employer`, `talent`, `web`. */
  readonly service: string;
  readonly name: string;
  /** Milliseconds since 1970, with a fraction. */
  readonly startedAt: number;
  readonly durationMillis: number;
  readonly isError: boolean;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  /** Ids of the spans that it is linked with: a shared query and the requests that it served. */
  readonly links: readonly string[];
}

interface OtlpValue {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
}

interface OtlpAttribute {
  readonly key: string;
  readonly value: OtlpValue;
}

interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status?: { readonly code?: number };
  readonly attributes?: readonly OtlpAttribute[];
  readonly links?: readonly { readonly spanId: string }[];
}

/** The part of an OTLP/JSON trace export that the viewer reads. */
export interface OtlpTraces {
  readonly resourceSpans?: readonly {
    readonly resource?: { readonly attributes?: readonly OtlpAttribute[] };
    readonly scopeSpans?: readonly { readonly spans?: readonly OtlpSpan[] }[];
  }[];
}

const ERROR_STATUS = 2;
const NANOS_PER_MILLI = 1_000_000n;

/** The spans of an OTLP/JSON export. */
export function readSpans({ resourceSpans = [] }: OtlpTraces): readonly ViewedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans = [] }) => {
    const service = String(readAttributes(resource?.attributes)['service.name'] ?? '').replace(
      /^gatehouse-/,
      '',
    );
    return scopeSpans.flatMap(({ spans = [] }) => spans.map((span) => readSpan(span, service)));
  });
}

function readSpan(span: OtlpSpan, service: string): ViewedSpan {
  const startedAt = millisOf(span.startTimeUnixNano);
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId ?? '',
    service,
    name: span.name,
    startedAt,
    durationMillis: millisOf(span.endTimeUnixNano) - startedAt,
    isError: span.status?.code === ERROR_STATUS,
    attributes: readAttributes(span.attributes),
    links: (span.links ?? []).map(({ spanId }) => spanId),
  };
}

/** A double holds milliseconds since 1970 to about a quarter of a microsecond. */
function millisOf(nanos: string): number {
  const all = BigInt(nanos);
  return Number(all / NANOS_PER_MILLI) + Number(all % NANOS_PER_MILLI) / Number(NANOS_PER_MILLI);
}

function readAttributes(list: readonly OtlpAttribute[] = []): Record<string, string | number | boolean> {
  return Object.fromEntries(
    list.map(({ key, value }) => [
      key,
      value.stringValue ?? value.boolValue ?? value.doubleValue ?? Number(value.intValue ?? 0),
    ]),
  );
}

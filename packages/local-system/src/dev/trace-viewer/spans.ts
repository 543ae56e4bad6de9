/** A span as the viewer keeps it. */
export interface ViewedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty: a root span. */
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
  /** Traces that it links to: a page's document, or what the caller sent. */
  readonly linkedTraces: readonly string[];
}

const ERROR_STATUS = 2;
const NANOS_PER_MILLI = 1_000_000n;

/**
 * The spans of an OTLP/JSON export.
 * @throws {TypeError} when it is none, or a span of it has no ids or no times: whatever is posted is read as unknown.
 */
export function readSpans(posted: unknown): readonly ViewedSpan[] {
  return listOf(recordOf(posted)['resourceSpans']).flatMap(({ resource, scopeSpans }) => {
    const service = readAttributes(recordOf(resource ?? {})['attributes'])['service.name'] ?? '';
    const name = String(service).replace(/^gatehouse-/, '');
    return listOf(scopeSpans).flatMap(({ spans }) => listOf(spans).map((span) => readSpan(span, name)));
  });
}

type Posted = Readonly<Record<string, unknown>>;

function recordOf(value: unknown): Posted {
  if (typeof value !== 'object' || value === null) throw new TypeError('an object is expected');
  return value as Posted;
}

/** Absent: empty. */
function listOf(value: unknown): readonly Posted[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new TypeError('a list is expected');
  return value.map(recordOf);
}

function idOf(value: unknown, digits: 16 | 32): string {
  if (typeof value === 'string' && value.length === digits && /^[0-9a-f]+$/.test(value)) return value;
  throw new TypeError(`${digits} hexadecimal digits are expected`);
}

function readSpan(span: Posted, service: string): ViewedSpan {
  const startedAt = millisOf(span['startTimeUnixNano']);
  const parent = span['parentSpanId'] ?? '';
  const links = listOf(span['links']);
  return {
    traceId: idOf(span['traceId'], 32),
    spanId: idOf(span['spanId'], 16),
    parentSpanId: parent === '' ? '' : idOf(parent, 16),
    service,
    name: String(span['name']),
    startedAt,
    durationMillis: millisOf(span['endTimeUnixNano']) - startedAt,
    isError: recordOf(span['status'] ?? {})['code'] === ERROR_STATUS,
    attributes: readAttributes(span['attributes']),
    links: links.map(({ spanId }) => idOf(spanId, 16)),
    linkedTraces: links.map(({ traceId }) => idOf(traceId, 32)),
  };
}

/** A double holds milliseconds since 1970 to about a quarter of a microsecond. OTLP's field has 64 bits, which a date holds. */
function millisOf(nanos: unknown): number {
  if (typeof nanos !== 'string' || !/^\d{1,20}$/.test(nanos)) throw new TypeError('nanoseconds are expected');
  const all = BigInt.asUintN(64, BigInt(nanos));
  return Number(all / NANOS_PER_MILLI) + Number(all % NANOS_PER_MILLI) / Number(NANOS_PER_MILLI);
}

function readAttributes(list: unknown): Record<string, string | number | boolean> {
  return Object.fromEntries(listOf(list).map(({ key, value }) => [String(key), readValue(recordOf(value))]));
}

function readValue({ stringValue, boolValue, doubleValue, intValue }: Posted): string | number | boolean {
  const value = stringValue ?? boolValue ?? doubleValue ?? Number(intValue ?? 0);
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value);
}

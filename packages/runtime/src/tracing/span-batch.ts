const HEAD = '{"resourceSpans":[{"scopeSpans":[';
/** Bytes of a string's unit in UTF-8, at most. */
const BYTES_PER_UNIT = 3;

/** Ended spans as the bytes of one OTLP/JSON request: one object for the garbage collector, however many they are. */
export class SpanBatch {
  readonly bytes: Buffer;
  #used: number;
  #scope: string | null = null;
  #spans = 0;

  /** @param bytes room for the request; what stands there is overwritten. */
  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.#used = bytes.write(HEAD);
  }

  get spans(): number {
    return this.#spans;
  }

  /** False: there is no room for the span. */
  append(scope: string, span: string): boolean {
    // Spans of one scope mostly end together, so that one head serves many.
    const before = scope === this.#scope ? ',' : this.#scopeHead(scope);
    if (this.#used + (before.length + span.length) * BYTES_PER_UNIT > this.bytes.length) return false;
    this.#used += this.bytes.write(before + span, this.#used);
    this.#scope = scope;
    this.#spans += 1;
    return true;
  }

  /** The whole request, with the resource that the spans belong to. */
  close(resource: string): Uint8Array {
    const tail = Buffer.from(`]}],"resource":${resource}}]}`);
    const spans = this.bytes.subarray(0, this.#used);
    if (spans.length + tail.length > this.bytes.length) return Buffer.concat([spans, tail]);
    tail.copy(this.bytes, spans.length);
    return this.bytes.subarray(0, spans.length + tail.length);
  }

  #scopeHead(scope: string): string {
    return `${this.#scope === null ? '' : ']},'}{"scope":{"name":${JSON.stringify(scope)}},"spans":[`;
  }
}

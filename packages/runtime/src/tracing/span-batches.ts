import { diag } from '@opentelemetry/api';
import { SpanBatch } from './span-batch.ts';

/** Sends one request's body; tells whether it was taken. */
export type SendBatch = (body: Uint8Array) => Promise<boolean>;

/** As `OTEL_BSP_*` says. */
export interface BatchSettings {
  readonly maxQueueSize: number;
  readonly maxExportBatchSize: number;
  readonly scheduledDelayMillis: number;
}

/** Room in a batch, in bytes: for each span; and at least, so that the longest of them fits. */
const BYTES_PER_SPAN = 1024;
const LEAST_BYTES = 256 * 1024;

/**
 * The queue of ended spans. They are sent in batches, one after the other, once a batch is full or its first span has
 * waited long enough. A span for which there is no room is dropped: no request waits, and memory is bounded.
 */
export class SpanBatches {
  readonly #settings: BatchSettings;
  readonly #resource: Promise<string>;
  readonly #send: SendBatch;
  readonly #full: SpanBatch[] = [];
  #open: SpanBatch | null = null;
  #spare: Buffer | null = null;
  #queued = 0;
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | null = null;

  /** @param resource the resource that the spans belong to, as OTLP/JSON. */
  constructor(settings: BatchSettings, resource: Promise<string>, send: SendBatch) {
    this.#settings = settings;
    this.#resource = resource;
    this.#send = send;
  }

  /** Queues an ended span, given as OTLP/JSON, or drops it. */
  add(scope: string, span: string): void {
    if (this.#queued >= this.#settings.maxQueueSize || !this.#append(scope, span)) {
      this.#dropped += 1;
      return;
    }
    this.#queued += 1;
    if ((this.#open?.spans ?? 0) >= this.#settings.maxExportBatchSize) this.#sendOpen();
    else if (this.#sending === null) this.#schedule();
  }

  /** Sends everything that is queued. */
  async flush(): Promise<void> {
    this.#sendOpen();
    while (this.#sending !== null) await this.#sending;
  }

  #append(scope: string, span: string): boolean {
    if (this.#open?.append(scope, span) === true) return true;
    this.#sendOpen();
    this.#open = new SpanBatch(this.#takeBytes());
    return this.#open.append(scope, span);
  }

  #takeBytes(): Buffer {
    const spare = this.#spare;
    this.#spare = null;
    const size = Math.max(this.#settings.maxExportBatchSize * BYTES_PER_SPAN, LEAST_BYTES);
    return spare ?? Buffer.allocUnsafeSlow(size);
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => this.#sendOpen(), this.#settings.scheduledDelayMillis).unref();
  }

  #sendOpen(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#open !== null && this.#open.spans > 0) this.#full.push(this.#open);
    this.#open = null;
    if (this.#full.length > 0) this.#sending ??= this.#sendAll();
  }

  async #sendAll(): Promise<void> {
    const resource = await this.#resource;
    for (let batch = this.#full.shift(); batch !== undefined; batch = this.#full.shift()) {
      // Bytes that were not taken may still be on their way, and are not written again.
      if (await this.#send(batch.close(resource))) this.#spare = batch.bytes;
      this.#queued -= batch.spans;
      if (this.#dropped > 0) diag.warn(`Dropped ${this.#dropped} spans: the queue was full`);
      this.#dropped = 0;
    }
    this.#sending = null;
    if (this.#open !== null) this.#schedule();
  }
}

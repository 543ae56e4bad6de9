import { randomBytes } from 'node:crypto';

/** What differs between the responses to one shared document. */
export interface DocumentSlots {
  /** Of the Content-Security-Policy, base64. */
  readonly nonce: string;
  /** W3C header. */
  readonly traceparent: string;
}

/** Rendered in place of the slots' values. They are random for each rendering, so no page can contain them. */
export function makePlaceholders(): DocumentSlots {
  const mark = () => randomBytes(16).toString('hex');
  return { nonce: mark(), traceparent: mark() };
}

const BEFORE = { nonce: ' nonce="', traceparent: '<meta name="traceparent" content="' } as const;

/** A document, cut once at its slots: filling them searches no text, whatever a page contains. */
export class DocumentTemplate {
  /** Without the slots' values. */
  readonly bytes: number;
  readonly #parts: readonly Buffer[];
  /** The slot after each part but the last. */
  readonly #slots: readonly (keyof DocumentSlots)[];

  private constructor(parts: readonly string[], slots: readonly (keyof DocumentSlots)[]) {
    // One allocation: each short buffer of its own would keep a whole block of Node's pool alive.
    const whole = Buffer.from(parts.join(''));
    let end = 0;
    this.#parts = parts.map((part) => {
      const start = end;
      end += Buffer.byteLength(part);
      return whole.subarray(start, end);
    });
    this.#slots = slots;
    this.bytes = whole.length;
  }

  /** @returns null when a placeholder is outside its attribute, or a nonce is not a placeholder. */
  static cut(html: string, placeholders: DocumentSlots): DocumentTemplate | null {
    const pieces = html.split(new RegExp(`(${placeholders.nonce}|${placeholders.traceparent})`));
    const parts = pieces.filter((_, index) => index % 2 === 0);
    const slots = pieces
      .filter((_, index) => index % 2 === 1)
      .map((mark) => (mark === placeholders.nonce ? 'nonce' : 'traceparent'));
    const areAttributes = slots.every(
      (slot, index) => parts[index]?.endsWith(BEFORE[slot]) && parts[index + 1]?.startsWith('"'),
    );
    const nonces = slots.filter((slot) => slot === 'nonce').length;
    const isWhole =
      areAttributes &&
      nonces > 0 &&
      nonces === html.split(BEFORE.nonce).length - 1 &&
      nonces === slots.length - 1;
    return isWhole ? new DocumentTemplate(parts, slots) : null;
  }

  /** The document for one response, in UTF-8. */
  fill(values: DocumentSlots): Buffer {
    const filled = { nonce: Buffer.from(values.nonce), traceparent: Buffer.from(values.traceparent) };
    return Buffer.concat(
      this.#parts.flatMap((part, index) => {
        const slot = this.#slots[index];
        return slot === undefined ? [part] : [part, filled[slot]];
      }),
    );
  }
}

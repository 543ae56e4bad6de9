import { randomBytes } from 'node:crypto';

/** What each answer says for itself in a document that is the same for everybody. */
export interface OwnWords {
  /** Of the Content-Security-Policy, base64. */
  readonly nonce: string;
  /** W3C header. */
  readonly traceparent: string;
}

/** Stand in a rendering where the own words go. Nobody can know them: they are new for each rendering and told to nobody. */
export function makePlaceholders(): OwnWords {
  const mark = () => randomBytes(16).toString('hex');
  return { nonce: mark(), traceparent: mark() };
}

const BEFORE = { nonce: ' nonce="', traceparent: '<meta name="traceparent" content="' } as const;

/** A document, cut once where each answer's own words go: filling it looks at no text, whatever a page may say. */
export class DocumentTemplate {
  /** Without the own words. */
  readonly bytes: number;
  readonly #parts: readonly Buffer[];
  /** The words after each part but the last. */
  readonly #places: readonly (keyof OwnWords)[];

  private constructor(parts: readonly string[], places: readonly (keyof OwnWords)[]) {
    // One piece of memory of its own: short ones would each hold on to a page of those that Node hands out.
    const whole = Buffer.from(parts.join(''));
    let end = 0;
    this.#parts = parts.map((part) => {
      const start = end;
      end += Buffer.byteLength(part);
      return whole.subarray(start, end);
    });
    this.#places = places;
    this.bytes = whole.length;
  }

  /** @returns null when a placeholder is not exactly where it belongs, or a nonce is not a placeholder. */
  static cut(html: string, placeholders: OwnWords): DocumentTemplate | null {
    const pieces = html.split(new RegExp(`(${placeholders.nonce}|${placeholders.traceparent})`));
    const parts = pieces.filter((_, index) => index % 2 === 0);
    const places = pieces
      .filter((_, index) => index % 2 === 1)
      .map((mark) => (mark === placeholders.nonce ? 'nonce' : 'traceparent'));
    const areAttributes = places.every(
      (place, index) => parts[index]?.endsWith(BEFORE[place]) && parts[index + 1]?.startsWith('"'),
    );
    const nonces = places.filter((place) => place === 'nonce').length;
    const isWhole =
      areAttributes &&
      nonces > 0 &&
      nonces === html.split(BEFORE.nonce).length - 1 &&
      nonces === places.length - 1;
    return isWhole ? new DocumentTemplate(parts, places) : null;
  }

  /** The document of one answer, in UTF-8. */
  fill(words: OwnWords): Buffer {
    const own = { nonce: Buffer.from(words.nonce), traceparent: Buffer.from(words.traceparent) };
    return Buffer.concat(
      this.#parts.flatMap((part, index) => {
        const place = this.#places[index];
        return place === undefined ? [part] : [part, own[place]];
      }),
    );
  }
}

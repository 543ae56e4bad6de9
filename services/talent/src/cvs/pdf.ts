/** How far into a document its header may come, and how near to its end its last marker must be: what readers accept. */
const WINDOW_BYTES = 1024;

/** Checks while a document goes by that it is a PDF and complete. */
export class PdfCheck {
  #head = Buffer.alloc(0);
  #tail = Buffer.alloc(0);
  #size = 0;

  /** Bytes so far. */
  get size(): number {
    return this.#size;
  }

  add(chunk: Uint8Array): void {
    this.#size += chunk.length;
    if (this.#head.length < WINDOW_BYTES) {
      this.#head = Buffer.concat([this.#head, chunk]).subarray(0, WINDOW_BYTES);
    }
    this.#tail = Buffer.concat([this.#tail, chunk.subarray(-WINDOW_BYTES)]).subarray(-WINDOW_BYTES);
  }

  /** Whether the beginning is one of a PDF. Ask after the first chunk. */
  get hasHeader(): boolean {
    return /%PDF-[0-9][.][0-9]/.test(this.#head.toString('latin1'));
  }

  /** Whether the end is one of a PDF. Ask after the last chunk. */
  get hasEnd(): boolean {
    return this.#tail.includes('%%EOF');
  }
}

import type { FileChunks } from './upload.ts';

/** A file as a handler answers with it. */
export interface FileAnswer {
  /** The name under which browsers save it, unless the contract has one (`attachment`). */
  readonly name: string;
  /** In bytes: the sum of the chunks. */
  readonly size: number;
  readonly chunks: FileChunks;
}

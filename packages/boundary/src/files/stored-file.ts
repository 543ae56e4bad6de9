import type { FileInfo } from '@gatehouse/contract';
import type { Queryable, Statement } from '../statement.ts';
import type { FileAnswer } from './download.ts';
import { CHUNK_BYTES } from './upload.ts';

/** A file whose chunks are rows. */
export interface StoredFile {
  readonly id: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
}

/** What is known of an uploaded file, as statements select it. */
export interface FileRow extends Omit<FileInfo, 'uploaded_at'> {
  readonly uploaded_at: Date;
}

/** The same on the wire. */
export function presentFile({ name, size, uploaded_at }: FileRow): FileInfo {
  return { name, size, uploaded_at: uploaded_at.toISOString() };
}

/**
 * The answer with a stored file. Each chunk is a read of its own, once the client has taken those before it.
 * @param findChunk by the file's id and the chunk's position, from 0.
 */
export function storedFile(
  read: Queryable,
  findChunk: Statement<{ bytes: Uint8Array }>,
  { id, name, size }: StoredFile,
): FileAnswer {
  return { name, size, chunks: chunksOf() };

  async function* chunksOf() {
    for (let position = 0; position * CHUNK_BYTES < size; position++) {
      const [chunk] = await read.query(findChunk, [id, position]);
      if (chunk === undefined) throw new Error('the file was deleted while it was sent');
      yield chunk.bytes;
    }
  }
}

import type { FileInfo } from '@gatehouse/contract';
import { refuse } from '../refusal.ts';
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
 * @param findChunk by the chunk's position, from 0: the whole condition under which the caller may read the file, again.
 */
export function storedFile(
  { name, size }: StoredFile,
  findChunk: (position: number) => Promise<readonly { readonly bytes: Uint8Array }[]>,
): FileAnswer {
  return { name, size, chunks: chunksOf() };

  async function* chunksOf() {
    for (let position = 0; position * CHUNK_BYTES < size; position++) {
      const [chunk] = await findChunk(position);
      if (chunk === undefined) refuse('not_found', { detail: 'The file is not there any more.' });
      yield chunk.bytes;
    }
  }
}

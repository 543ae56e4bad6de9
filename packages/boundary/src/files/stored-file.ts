import type { FileInfo } from '@gatehouse/contract';
import { type DocumentPlace, type DocumentStore, DocumentStoreUnavailable } from '@gatehouse/runtime';
import { refuse } from '../refusal.ts';
import type { FileAnswer } from './file-answer.ts';
import { CHUNK_BYTES } from './upload.ts';

/** A file whose chunks are rows, or objects of the store of documents. */
export interface StoredFile {
  readonly id: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Where the store has its chunks; null: rows have them. */
  readonly store_folder: string | null;
}

/** What is known of an uploaded file, as statements select it. */
export interface FileRow extends Omit<FileInfo, 'uploaded_at'> {
  readonly uploaded_at: Date;
}

/** One chunk of a file that the caller may read; `bytes` is null if the store has them. */
export interface ChunkRow {
  readonly bytes: Uint8Array | null;
}

/** The same on the wire. */
export function presentFile({ name, size, uploaded_at }: FileRow): FileInfo {
  return { name, size, uploaded_at: uploaded_at.toISOString() };
}

/**
 * The answer with a stored file. Each chunk is a read of its own, once the client has taken those before it.
 * @param documents the store; null: none is configured.
 * @param findChunk by the chunk's position, from 0: the whole condition under which the caller may read the file, again. It is
 *   called after the store has answered, so that nothing is sent by an earlier decision (G1).
 */
export function storedFile(
  { name, size, store_folder: folder }: StoredFile,
  documents: DocumentStore | null,
  findChunk: (position: number) => Promise<readonly ChunkRow[]>,
): FileAnswer {
  return { name, size, chunks: chunksOf() };

  async function* chunksOf() {
    for (let position = 0; position * CHUNK_BYTES < size; position++) {
      const length = Math.min(CHUNK_BYTES, size - position * CHUNK_BYTES);
      const place = folder === null ? null : { folder, position };
      const stored = place === null ? null : await findObject(documents, place, length);
      const [chunk] = await findChunk(position);
      if (chunk !== undefined && place !== null && stored === null) documents?.reportLost(place);
      const bytes = chunk === undefined ? null : (stored ?? chunk.bytes);
      if (bytes === null) refuse('not_found', { detail: 'The file is not there any more.' });
      yield bytes;
    }
  }
}

/** Asks the store of documents. @throws {Refusal} dependency_unavailable, when it fails: no part of the session (E4). */
export async function askStore<T>(ask: () => T | Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof DocumentStoreUnavailable) refuseUnavailable();
    throw error;
  }
}

function findObject(
  documents: DocumentStore | null,
  place: DocumentPlace,
  size: number,
): Promise<Uint8Array | null> {
  // Configured when the file was uploaded, and not now.
  if (documents === null) refuseUnavailable();
  return askStore(() => documents.find(place, size));
}

function refuseUnavailable(): never {
  refuse('dependency_unavailable', {
    detail: 'Files are not available at the moment. Try again in a minute.',
    retryAfterSeconds: 30,
  });
}

/** Where one chunk of a document is. */
export interface DocumentPlace {
  /** A random UUID, which the row of the document holds. */
  readonly folder: string;
  /** From 0. */
  readonly position: number;
}

/**
 * An S3-compatible store of documents. It holds bytes under random names and decides nothing: PostgreSQL has the rows, and only
 * the API reads it. Ask it within no transaction: a call may take its whole timeout.
 */
export interface DocumentStore {
  /** Call it before work that ends with `put`. @throws {DocumentStoreUnavailable} while the store is not asked. */
  requireAvailable(): void;
  /** @throws {DocumentStoreUnavailable} */
  put(place: DocumentPlace, bytes: Uint8Array): Promise<void>;
  /**
   * @param size how many bytes the chunk has.
   * @returns null: there is none of that size. @throws {DocumentStoreUnavailable}
   */
  find(place: DocumentPlace, size: number): Promise<Uint8Array | null>;
  /** Logs that a chunk is missing whose row is still there. */
  reportLost(place: DocumentPlace): void;
  /** Deletes every chunk of a folder; one without chunks is no error. @throws {DocumentStoreUnavailable} */
  deleteFolder(folder: string): Promise<void>;
  /** All folders, in pages. @throws {DocumentStoreUnavailable} */
  listFolders(): AsyncIterable<readonly string[]>;
  /** Closes its connections. */
  close(): void;
}

/** The store has not answered, has refused, or is not asked because it has failed just now. */
export class DocumentStoreUnavailable extends Error {
  override readonly name = 'DocumentStoreUnavailable';
}

import type { S3Client } from '@aws-sdk/client-s3';
import { createHistogram, type DocumentPlace, type DocumentStore, type Logger } from '@gatehouse/runtime';
import type { DocumentsLocation } from './documents-url.ts';
import { GuardedCalls } from './guarded-calls.ts';

/** Calls at once of a process: as many as it has downloads, and uploads beside them. */
const MAX_RUNNING = 96;
const TIMEOUT_MILLIS = 5000;
const CONNECT_MILLIS = 2000;
const LIMITS = {
  maxRunning: MAX_RUNNING,
  timeoutMillis: TIMEOUT_MILLIS,
  maxFailures: 5,
  pauseMillis: 10_000,
};

/** What a list of S3 has at most. */
const PAGE_SIZE = 1000;

/**
 * Opens the store, and logs at once what is wrong with its address, bucket or credentials. None of this ends the process or makes
 * it unready: everything but documents works without the store.
 */
export function openDocumentStore(location: DocumentsLocation, log: Logger): DocumentStore {
  const store = new S3DocumentStore(location, log);
  void store.report();
  return store;
}

class S3DocumentStore implements DocumentStore {
  readonly #location: DocumentsLocation;
  readonly #log: Logger;
  readonly #calls: GuardedCalls;
  readonly #connection: ReturnType<typeof connect>;
  readonly #closing = new AbortController();
  readonly #duration = createHistogram('@gatehouse/documents', 'gatehouse.document_store.duration');

  constructor(location: DocumentsLocation, log: Logger) {
    this.#location = location;
    this.#log = log;
    this.#calls = new GuardedCalls(LIMITS, (error) =>
      log.warn({ reason: reasonOf(error) }, 'the store of documents failed'),
    );
    this.#connection = connect(location);
    // Each call reports it.
    this.#connection.catch(() => undefined);
  }

  requireAvailable(): void {
    this.#calls.requireAvailable();
  }

  put(place: DocumentPlace, bytes: Uint8Array): Promise<void> {
    const { encryption } = this.#location;
    return this.#call('put', async (abortSignal) => {
      const { client, sdk } = await this.#connection;
      const object = { ...this.#object(place), Body: bytes, ContentType: 'application/octet-stream' };
      const encrypted = encryption === null ? object : { ...object, ServerSideEncryption: encryption };
      await client.send(new sdk.PutObjectCommand(encrypted), { abortSignal });
    });
  }

  find(place: DocumentPlace, size: number): Promise<Uint8Array | null> {
    return this.#call('find', async (abortSignal) => {
      const { client, sdk } = await this.#connection;
      try {
        const { Body, ContentLength } = await client.send(new sdk.GetObjectCommand(this.#object(place)), {
          abortSignal,
        });
        // Before its bytes are read: another size is another object, perhaps a huge one.
        if (ContentLength === size && Body !== undefined) return await Body.transformToByteArray();
        (Body as { destroy?: () => void } | undefined)?.destroy?.();
        return null;
      } catch (error) {
        // A missing bucket has another name, and is a failure of the store.
        if (error instanceof sdk.NoSuchKey) return null;
        throw error;
      }
    });
  }

  reportLost(place: DocumentPlace): void {
    this.#log.error(place, 'the store of documents has lost a chunk that PostgreSQL has a row of');
  }

  async deleteFolder(folder: string): Promise<void> {
    for (;;) {
      const keys = await this.#call('list', async (abortSignal) => {
        const { client, sdk } = await this.#connection;
        const { Contents = [] } = await client.send(
          new sdk.ListObjectsV2Command({
            Bucket: this.#location.bucket,
            Prefix: `${this.#location.prefix}${folder}/`,
            MaxKeys: PAGE_SIZE,
          }),
          { abortSignal },
        );
        return Contents.map(({ Key }) => Key);
      });
      if (keys.length === 0) return;
      // One by one: not every store has the checksums that the deletion of several needs.
      for (const Key of keys) {
        await this.#call('delete', async (abortSignal) => {
          const { client, sdk } = await this.#connection;
          await client.send(new sdk.DeleteObjectCommand({ Bucket: this.#location.bucket, Key }), {
            abortSignal,
          });
        });
      }
    }
  }

  async *listFolders(): AsyncGenerator<readonly string[]> {
    const { bucket, prefix } = this.#location;
    let token: string | undefined;
    do {
      const page = await this.#call('list', async (abortSignal) => {
        const { client, sdk } = await this.#connection;
        const list = { Bucket: bucket, Prefix: prefix, Delimiter: '/', MaxKeys: PAGE_SIZE };
        const next = token === undefined ? list : { ...list, ContinuationToken: token };
        return client.send(new sdk.ListObjectsV2Command(next), { abortSignal });
      });
      yield (page.CommonPrefixes ?? []).map(({ Prefix = '' }) => Prefix.slice(prefix.length, -1));
      token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
  }

  /**
   * Logs what is wrong, without counting it as a failure. It reads an object that does not exist: a store that answers so, or that
   * this access key may not read it, has accepted the key. What the key may do differs between the workloads.
   */
  async report(): Promise<void> {
    try {
      const { client, sdk } = await this.#connection;
      await client.send(new sdk.GetObjectCommand(this.#object({ folder: 'none', position: 0 })), {
        abortSignal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(TIMEOUT_MILLIS)]),
      });
    } catch (error) {
      if (this.#closing.signal.aborted || isDenied(error) || nameOf(error) === 'NoSuchKey') return;
      const reason = MEANINGS[statusOf(error) ?? 0] ?? `the store does not answer (${reasonOf(error)})`;
      this.#log.error({ reason }, 'DOCUMENTS_URL does not work; uploads and downloads get 503 until it does');
    }
  }

  close(): void {
    this.#closing.abort();
    void this.#connection.then(({ client }) => client.destroy()).catch(() => undefined);
  }

  /** @throws {DocumentStoreUnavailable} as `GuardedCalls.run`. */
  async #call<T>(operation: string, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const record = (failure: object) =>
      this.#duration.record((performance.now() - startedAt) / 1000, {
        'gatehouse.document_store.operation': operation,
        ...failure,
      });
    try {
      // A read alone is denied for what is missing; a key that may not write or delete is a wrong one.
      const result = await this.#calls.run(call, (error) => operation === 'find' && isDenied(error));
      record({});
      return result;
    } catch (error) {
      record({ 'error.type': typeOf(error) });
      throw error;
    }
  }

  #object({ folder, position }: DocumentPlace) {
    return { Bucket: this.#location.bucket, Key: `${this.#location.prefix}${folder}/${position}` };
  }
}

const MEANINGS: Readonly<Record<number, string>> = {
  301: 'the bucket is in another region',
  400: 'the store refuses the request; its region may be another one',
  401: 'the store refuses the credentials',
  403: 'the store refuses the credentials',
  404: 'the bucket does not exist',
};

/** Loads the client only where a store is configured: it takes memory and time at the start. */
async function connect({ endpoint, region, accessKeyId, secretAccessKey }: DocumentsLocation) {
  const sdk = await import('@aws-sdk/client-s3');
  const client: S3Client = new sdk.S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Stores other than that of AWS need no name for each bucket then.
    forcePathStyle: true,
    maxAttempts: 2,
    // Stores other than that of AWS may not know the checksums that it adds to every request.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MILLIS,
      requestTimeout: TIMEOUT_MILLIS,
      httpAgent: { maxSockets: MAX_RUNNING },
      httpsAgent: { maxSockets: MAX_RUNNING },
    },
  });
  return { client, sdk };
}

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode;
}

function nameOf(error: unknown): string | undefined {
  return (error as { name?: string } | null)?.name;
}

/** Whether the access key may not do this; without the right to list, a store says so of an object that is missing, too. */
function isDenied(error: unknown): boolean {
  return nameOf(error) === 'AccessDenied';
}

/** The name of the store's error, or of ours for a call that was not made. */
function typeOf(error: unknown): string {
  const { name, cause } = error as Error;
  return cause instanceof Error ? cause.name : name;
}

/** For the log: the error's name and status, never its message, which may quote a request. */
function reasonOf(error: unknown): string {
  const { name, code } = error as { name?: string; code?: string };
  return [name, code, statusOf(error)].filter((part) => part !== undefined).join(' ');
}

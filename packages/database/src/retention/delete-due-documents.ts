import type { DocumentStore, Logger } from '@gatehouse/runtime';
import type pg from 'pg';

const BATCH_SIZE = 100;

/**
 * Deletes from the store what the rows of deleted CVs have left there (G11). No transaction is open while the store is asked, and
 * a row goes after its folder: what a store that fails keeps waits for the next run.
 * @param client PostgreSQL as the role of the retention job.
 * @param store null: none is configured.
 * @returns how many folders it deleted.
 */
export async function deleteDueDocuments(
  client: pg.Client,
  store: DocumentStore | null,
  log: Logger,
  isStopped: () => boolean,
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { rows } = await client.query<{ folder: string }>(
      'select retention.find_due_documents($1) as folder',
      [BATCH_SIZE],
    );
    if (rows.length === 0) return deleted;
    if (store === null) {
      log.error('deleted CVs are still in the S3-compatible store: DOCUMENTS_URL is missing');
      return deleted;
    }
    for (const { folder } of rows) {
      if (isStopped()) return deleted;
      try {
        await store.deleteFolder(folder);
      } catch (error) {
        log.error({ err: error }, 'the store of documents failed; the next run deletes what is left in it');
        return deleted;
      }
      await client.query('select retention.forget_document($1)', [folder]);
      deleted += 1;
    }
  }
}

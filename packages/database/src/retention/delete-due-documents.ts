import type { DocumentStore, Logger } from '@gatehouse/runtime';
import type pg from 'pg';

const BATCH_SIZE = 100;

/** Folders of one run that the store may fail to delete: more are a store that does not work. */
const MAX_FAILURES = 5;

/**
 * Deletes from the store what the rows of deleted CVs have left there (G11). No transaction is open while the store is asked, and
 * a row goes after its folder: what a store that fails keeps waits for the next run. A folder that fails keeps no other one.
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
  const failed = new Set<string>();
  for (;;) {
    const { rows } = await client.query<{ folder: string }>(
      'select retention.find_due_documents($1) as folder',
      [BATCH_SIZE],
    );
    const folders = rows.map(({ folder }) => folder).filter((folder) => !failed.has(folder));
    if (folders.length === 0) return deleted;
    if (store === null) {
      log.error('deleted CVs are still in the S3-compatible store: DOCUMENTS_URL is missing');
      return deleted;
    }
    for (const folder of folders) {
      if (isStopped()) return deleted;
      try {
        await store.deleteFolder(folder);
      } catch (error) {
        log.error({ err: error }, 'the store of documents failed; the next run deletes what is left in it');
        failed.add(folder);
        if (failed.size === MAX_FAILURES) return deleted;
        continue;
      }
      await client.query('select retention.forget_document($1)', [folder]);
      deleted += 1;
    }
  }
}

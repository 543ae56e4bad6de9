import type { DocumentStore } from '@gatehouse/runtime';
import pg from 'pg';
import { BOUNDED_WAITS } from '../bounded-waits.ts';

/**
 * Deletes from the store what no row of the database knows, after a backup of the database was restored: uploads that are newer
 * than it. The bucket, or the folder of it that `DOCUMENTS_URL` names, must belong to this database alone.
 * @param url PostgreSQL as the role of the retention job.
 * @returns how many folders it deleted.
 * @throws {DocumentStoreUnavailable}
 */
export async function sweepDocuments(url: string, store: DocumentStore): Promise<number> {
  const client = new pg.Client({
    ...BOUNDED_WAITS,
    connectionString: url,
    application_name: 'gatehouse-sweep-documents',
  });
  client.on('error', () => {});
  await client.connect();
  try {
    let deleted = 0;
    for await (const listed of store.listFolders()) {
      // A folder that another program has put there is not ours.
      const folders = listed.filter((folder) => UUID.test(folder));
      // A row is committed before its first object, so what is listed and has none is unknown for good.
      const { rows } = await client.query<{ folder: string }>(
        'select retention.find_unknown_documents($1) as folder',
        [folders],
      );
      for (const { folder } of rows) {
        await store.deleteFolder(folder);
        deleted += 1;
      }
    }
    return deleted;
  } finally {
    await client.end();
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

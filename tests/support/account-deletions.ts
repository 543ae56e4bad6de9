import { RETENTION_ROLE } from '@gatehouse/database/roles';
import type { DocumentStore, Logger } from '@gatehouse/runtime';
import type { TestDatabase } from '@gatehouse/testkit';
import pg from 'pg';
import { deleteDueAccounts } from '#packages/database/src/retention/delete-due-accounts.ts';
import { runRetention } from '#packages/database/src/retention/run-retention.ts';

/** Where a user requests, reads and cancels the deletion of the own account. */
export const DELETION_PATH = '/api/identities/users/current/deletion';

/** As if seven days had passed since the user requested the deletion. */
export async function letDeletionBeDue(database: Pick<TestDatabase, 'query'>, userId: string): Promise<void> {
  await database.query(
    "update identity.users set deletion_due_at = now() - interval '1 second' where id = $1 and deletion_due_at is not null",
    [userId],
  );
}

/** One run of the retention job. @returns its log lines. */
export async function runRetentionJob(
  database: Pick<TestDatabase, 'roleUrl'>,
  documents: DocumentStore | null = null,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const lines: Readonly<Record<string, unknown>>[] = [];
  const add = (line: Readonly<Record<string, unknown>>) => lines.push(line);
  await runRetention(database.roleUrl(RETENTION_ROLE), { info: add, error: add } as unknown as Logger, {
    documents,
  });
  return lines;
}

/** The part of the retention job that deletes accounts: it begins at once, so that it meets the requests beside it. */
export async function runDeletions(database: Pick<TestDatabase, 'roleUrl'>): Promise<void> {
  const client = new pg.Client({ connectionString: database.roleUrl(RETENTION_ROLE) });
  await client.connect();
  try {
    const log = { info: () => undefined, error: () => undefined } as unknown as Logger;
    await deleteDueAccounts(client, log, () => false);
  } finally {
    await client.end();
  }
}

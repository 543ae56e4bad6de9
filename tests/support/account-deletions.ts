import { RETENTION_ROLE } from '@gatehouse/database';
import type { Logger } from '@gatehouse/runtime';
import type { TestDatabase } from '@gatehouse/testkit';
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
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const lines: Readonly<Record<string, unknown>>[] = [];
  const add = (line: Readonly<Record<string, unknown>>) => lines.push(line);
  await runRetention(database.roleUrl(RETENTION_ROLE), { info: add, error: add } as unknown as Logger);
  return lines;
}

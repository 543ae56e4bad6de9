import type { DocumentStore, Logger } from '@gatehouse/runtime';
import pg from 'pg';
import { BOUNDED_WAITS } from '../bounded-waits.ts';
import { deleteDueAccounts } from './delete-due-accounts.ts';
import { deleteDueDocuments } from './delete-due-documents.ts';
import { removeDueWords } from './remove-due-words.ts';
import { inRetentionStep } from './retention-step.ts';

/** What the job removes, in this order; PERIODS of the data registry say after how long. */
export const RETENTION_KINDS = [
  'account_deletions',
  'sign_ups',
  'data_exports',
  'passkey_challenges',
  'staff_requests',
  'mail_tokens',
  'email_changes',
  'admin_enrolments',
  'invitations',
  'mail_outbox',
  'notifications',
  'abuse_reports',
  'cvs',
  'user_sessions',
  'user_browsers',
  'admin_sessions',
  'access_decision_counts',
  'audit_events',
  'search_words',
  // After all that deletes CVs, and last: the store may be slow.
  'deleted_documents',
] as const;

type RetentionKind = (typeof RETENTION_KINDS)[number];

/** Rows of a batch; each batch is a transaction of its own. */
const BATCH_SIZE = 1000;

/** Batches of one kind in one run: what is left waits for the next run, and its age is reported. */
const MAX_BATCHES = 2000;

/**
 * Removes what is due, kind by kind, in bounded batches. Safe to run again and by several callers at once: each batch takes
 * an advisory lock of its kind. A kind that fails does not keep the others; one log line for each kind.
 * @param url PostgreSQL as the role of the retention job.
 * @param documents the store of documents; null: none is configured.
 * @returns whether every kind is done.
 * @throws {Error} when the database cannot be reached.
 */
export async function runRetention(
  url: string,
  log: Logger,
  {
    documents = null,
    isStopped = () => false,
    batchSize = BATCH_SIZE,
  }: { documents?: DocumentStore | null; isStopped?: () => boolean; batchSize?: number } = {},
): Promise<boolean> {
  const client = new pg.Client({
    ...BOUNDED_WAITS,
    connectionString: url,
    application_name: 'gatehouse-retention',
  });
  // The query under way or the next one fails, too.
  client.on('error', () => {});
  await client.connect();
  try {
    const remove = (kind: RetentionKind) => {
      if (kind === 'account_deletions') return deleteDueAccounts(client, log, isStopped);
      if (kind === 'deleted_documents') return deleteDueDocuments(client, documents, log, isStopped);
      if (kind === 'search_words') return removeDueWords(client, batchSize, isStopped);
      return removeDue(client, kind, batchSize, isStopped);
    };
    let isComplete = true;
    for (const kind of RETENTION_KINDS) {
      if (isStopped()) return false;
      try {
        const steps = kind === 'audit_events' ? await stepAuditPartitions(client) : [];
        const removed = await remove(kind);
        const oldestDueAt = await inRetentionStep(client, async () => {
          const { rows } = await client.query<{ end_run: Date | null }>('select retention.end_run($1)', [
            kind,
          ]);
          return rows[0]?.end_run ?? null;
        });
        isComplete &&= oldestDueAt === null;
        log.info(
          { kind, removed, oldest_due_at: oldestDueAt, ...(steps.length > 0 ? { steps } : {}) },
          'retention',
        );
      } catch (error) {
        isComplete = false;
        log.error({ err: error, kind }, 'retention failed');
      }
    }
    return isComplete;
  } finally {
    await client.end();
  }
}

async function removeDue(
  client: pg.Client,
  kind: RetentionKind,
  batchSize: number,
  isStopped: () => boolean,
): Promise<number> {
  let removed = 0;
  for (let batch = 0; batch < MAX_BATCHES && !isStopped(); batch++) {
    const count = await inRetentionStep(client, async () => {
      const { rows } = await client.query<{ remove_due: number }>('select retention.remove_due($1, $2)', [
        kind,
        batchSize,
      ]);
      return rows[0]?.remove_due ?? 0;
    });
    if (count === 0) break;
    removed += count;
  }
  return removed;
}

/** Each step is a transaction of its own: its locks are short. */
async function stepAuditPartitions(client: pg.Client): Promise<readonly string[]> {
  const steps: string[] = [];
  for (;;) {
    const step = await inRetentionStep(client, async () => {
      const { rows } = await client.query<{ step: string | null }>(
        'select retention.step_audit_partitions() as step',
      );
      return rows[0]?.step ?? null;
    });
    if (step === null) return steps;
    steps.push(step);
  }
}

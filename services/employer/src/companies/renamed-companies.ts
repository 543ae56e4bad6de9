import { statement } from '@gatehouse/boundary';
import { type Logger, type RepeatedTask, repeatUntilStopped } from '@gatehouse/runtime';
import type { Pool } from 'pg';

const POLL_MILLIS = 2000;

/** Of one step. An edit of a post waits for a step that writes its document, and a revocation for the edit (G1). */
const STEP_MILLIS = 100;

/** So that companies which are renamed again and again leave others half of the processor time (G6). */
const PAUSE_MILLIS = 100;

const RENAME_IN_DOCUMENTS = statement<{ has_worked: boolean }>(
  'rename_in_documents',
  'select employer.rename_in_documents($1) as has_worked',
);

/**
 * Replaces the names of renamed companies in the documents of the public search, in steps. Several instances may run: each works
 * on another company.
 */
export function startDocumentRenamer(pool: Pool, log: Logger): RepeatedTask {
  return repeatUntilStopped(async () => {
    try {
      const { rows } = await pool.query({ ...RENAME_IN_DOCUMENTS, values: [STEP_MILLIS] });
      return rows[0]?.has_worked === true ? PAUSE_MILLIS : POLL_MILLIS;
    } catch (error) {
      log.warn({ err: error }, 'could not write the new names of companies into the search');
      return POLL_MILLIS;
    }
  });
}

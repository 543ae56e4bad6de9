import type { Logger } from '@gatehouse/runtime';
import type pg from 'pg';
import { closeMoreCompanies } from './close-more-companies.ts';
import { makeMails } from './deletion-mails.ts';
import { inRetentionStep, repeatRetentionStep } from './retention-step.ts';

/** Accounts of one run; what is left waits for the next run, and its age is reported. */
const MAX_ACCOUNTS = 1000;

/**
 * Deletes the accounts whose deletion is due, each in a transaction of its own (G11). Each is logged by its id;
 * one that fails keeps no other: the next run tries it again. Then what is left of companies that are being closed.
 * @param client PostgreSQL as the role of the retention job.
 * @returns how many it deleted.
 */
export async function deleteDueAccounts(
  client: pg.Client,
  log: Logger,
  isStopped: () => boolean,
): Promise<number> {
  const { rows } = await client.query<{ id: string }>('select retention.lock_due_accounts($1) as id', [
    MAX_ACCOUNTS,
  ]);
  let deleted = 0;
  for (const { id } of rows) {
    if (isStopped()) break;
    try {
      await prepare(client, id, isStopped);
      if (isStopped()) break;
      const outcome = await inRetentionStep(client, async () => {
        const done = await client.query<{ outcome: string | null }>(
          'select retention.delete_account($1, $2) as outcome',
          [id, makeMails()],
        );
        return done.rows[0]?.outcome;
      });
      if (outcome !== 'deleted') continue;
      deleted += 1;
      // After a restore, these accounts have to be deleted again.
      log.info({ user_id: id }, 'an account was deleted');
    } catch (error) {
      log.error({ err: error, user_id: id }, 'an account could not be deleted; the next run tries again');
    }
  }
  await closeMoreCompanies(client, log, isStopped);
  return deleted;
}

/** What the first transactions of a deletion do, until they return false. A revocation waits for one of them (G1). */
const STEPS = [
  {
    sql: 'select retention.close_some_with_account($1, $2) as goes_on',
    valuesOf: (id: string) => [id, makeMails()],
  },
  { sql: 'select retention.erase_some_of_account($1) as goes_on', valuesOf: (id: string) => [id] },
] as const;

/**
 * Closes the company that the account, if it is due, closes with itself, and deletes most of what a busy account has, in short
 * transactions. What is left when the job is stopped waits for the next run.
 */
async function prepare(client: pg.Client, accountId: string, isStopped: () => boolean): Promise<void> {
  for (const { sql, valuesOf } of STEPS) {
    await repeatRetentionStep(client, () => client.query(sql, valuesOf(accountId)), isStopped);
  }
}

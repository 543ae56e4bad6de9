import type { Logger } from '@gatehouse/runtime';
import type pg from 'pg';
import { makeMails } from './deletion-mails.ts';
import { repeatRetentionStep } from './retention-step.ts';

/** Companies of one run; what is left waits for the next run. */
const MAX_COMPANIES = 1000;

/**
 * Closes what is left of each company whose closing has begun, also if its last owner keeps the account. A company that fails
 * is logged by its id and keeps no other: the next run tries it again.
 * @param client PostgreSQL as the role of the retention job.
 */
export async function closeMoreCompanies(
  client: pg.Client,
  log: Logger,
  isStopped: () => boolean,
): Promise<void> {
  if (isStopped()) return;
  const { rows } = await client.query<{ id: string }>('select retention.find_closing_companies($1) as id', [
    MAX_COMPANIES,
  ]);
  for (const { id } of rows) {
    try {
      const closeMore = () =>
        client.query<{ goes_on: boolean }>('select retention.close_more_of_company($1, $2) as goes_on', [
          id,
          makeMails(),
        ]);
      await repeatRetentionStep(client, closeMore, isStopped);
    } catch (error) {
      log.error({ err: error, company_id: id }, 'a company could not be closed; the next run tries again');
    }
  }
}

import { onlyRow, type Queryable, queryableOf, queueMail, statement } from '@gatehouse/boundary';
import { type Logger, type RepeatedTask, repeatWhileWork } from '@gatehouse/runtime';
import { inTransaction } from '@gatehouse/runtime/database';
import type { Pool } from 'pg';
import { contentOf } from './content.ts';

/** How long the data of one user may take: on a connection that nothing else waits for. */
export const EXPORT_MILLIS = 60_000;

interface WaitingExport {
  readonly id: string;
  readonly user_id: string;
}

/**
 * The lock goes with the transaction: another instance makes the export of one that has died. None for an account that is
 * due to be deleted: its deletion would wait for the export.
 */
const LOCK_WAITING = statement<WaitingExport>(
  'lock_waiting_data_export',
  `select e.id, e.user_id
     from identity.data_exports e join identity.users u on u.id = e.user_id
    where e.completed_at is null and e.next_attempt_at <= now() and e.expires_at > now()
      and (u.deletion_due_at is null or u.deletion_due_at > now())
    order by e.next_attempt_at limit 1 for update of e skip locked`,
  { indexes: ['data_exports_waiting_idx'] },
);

/** `document`, for pods of the former release, which send that. */
const MAKE_DOCUMENT = statement<object>(
  'make_data_export',
  `with made as materialized (select identity.data_export_of($2) as tables)
   update identity.data_exports e
      set document = made.tables, content = ${contentOf({ completedAt: 'now()', tables: 'made.tables' })},
          completed_at = now(), expires_at = now() + interval '24 hours'
     from made where e.id = $1`,
);

/**
 * Fixes the address until the mail is queued. Only when the export is made: a change of the address would wait for it. After the
 * row of the export, as the deletion of an account locks them.
 */
const LOCK_RECIPIENT = statement<{ email: string; name: string }>(
  'lock_data_export_recipient',
  'select u.email, u.name from identity.users u where u.id = $1 for key share',
);

/** At growing intervals, an hour at most. */
const POSTPONE = statement<object>(
  'postpone_data_export',
  `update identity.data_exports e
      set attempts = e.attempts + 1,
          next_attempt_at = now() + least(interval '1 hour', interval '10 seconds' * 2 ^ least(e.attempts, 9))
    where e.id = $1 and e.completed_at is null`,
);

/**
 * Makes the exports that users have requested, one after another, and queues the mail with the link in the same
 * transaction. Several instances may run; a request waits in the database while none does.
 * @param origin scheme and host of the link.
 * @param pollMillis the pause after a run that found no request.
 */
export function startExportBuilder(
  pool: Pool,
  { origin, log, pollMillis }: { origin: string; log: Logger; pollMillis: number },
): RepeatedTask {
  return repeatWhileWork(() => makeNext(pool, origin, log), {
    pollMillis,
    onFailure: (error) => log.warn({ err: error }, 'could not read the requested data exports'),
  });
}

/** @returns whether there was one to make. */
async function makeNext(pool: Pool, origin: string, log: Logger): Promise<boolean> {
  let waiting: WaitingExport | undefined;
  const postpone = async (writes: Queryable, { id }: WaitingExport, error: unknown) => {
    log.error({ err: error, data_export_id: id }, 'a data export could not be made; it is tried again');
    await writes.query(POSTPONE, [id]);
  };
  try {
    await inTransaction(pool, async (client) => {
      const tx = queryableOf(client);
      [waiting] = await tx.query(LOCK_WAITING, []);
      if (waiting === undefined) return;
      // PgBouncer passes on no setting of the pool.
      await client.query(`savepoint making; set local statement_timeout = ${EXPORT_MILLIS}`);
      try {
        await make(tx, waiting, origin);
      } catch (error) {
        await client.query('rollback to savepoint making');
        // Before the lock goes: another instance would try at once.
        await postpone(tx, waiting, error);
      }
    });
  } catch (error) {
    if (waiting === undefined) throw error;
    // The connection has broken.
    await postpone(queryableOf(pool), waiting, error);
  }
  return waiting !== undefined;
}

async function make(tx: Queryable, { id, user_id }: WaitingExport, origin: string) {
  await tx.query(MAKE_DOCUMENT, [id, user_id]);
  const { email, name } = onlyRow(await tx.query(LOCK_RECIPIENT, [user_id]), 'the user of an export');
  const values = { name, link: '/account#your-data' } as const;
  await queueMail(tx, origin, 'data_export_ready', { to: email, values });
}

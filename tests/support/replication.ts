import { withOwner } from '@gatehouse/database';
import { waitFor } from './wait-for.ts';

/** Whether a commit waits for the standby. */
export type Replication = 'synchronous' | 'asynchronous';

/**
 * Makes the commits of a primary wait for its standby, or not, and returns when the standby replicates so.
 * @param standby its `application_name`
 */
export async function setReplication(
  primaryUrl: string,
  standby: string,
  replication: Replication,
): Promise<void> {
  const isSynchronous = replication === 'synchronous';
  const names = isSynchronous ? `"${standby}"` : '';
  await withOwner(primaryUrl, async (client) => {
    await client.query(`alter system set synchronous_standby_names = '${names}'`);
    await client.query('select pg_reload_conf()');
    await waitFor(async () => {
      const { rows } = await client.query('select state, sync_state from pg_stat_replication');
      const expected = isSynchronous ? 'sync' : 'async';
      return rows[0]?.state === 'streaming' && rows[0].sync_state === expected ? true : undefined;
    });
  });
}

/** Makes a standby the primary, and returns when it takes writes. */
export async function promoteStandby(url: string): Promise<void> {
  await withOwner(url, async (client) => {
    // The new primary has no standby yet: with the old setting no commit would end.
    await client.query("alter system set synchronous_standby_names = ''");
    await client.query('select pg_promote()');
  });
}

import { withOwner } from '@gatehouse/database';
import type { TestDatabase } from '@gatehouse/testkit';
import { waitFor } from './wait-for.ts';

/** Whether a commit waits for the standby. */
export type Replication = 'synchronous' | 'asynchronous';

/** A primary and its standby, to which anything may be done. */
export interface ReplicatedServers {
  /** Runs SQL on the primary as the owner. */
  readonly query: TestDatabase['query'];
  /** From now on the standby receives nothing, and the primary believes it to be there. */
  silenceStandby(): Promise<void>;
  /** SIGKILL for every process of the primary, whose data is then gone. */
  killPrimary(): Promise<void>;
  /** Makes the standby the primary, to which the address of both then leads. It has no standby of its own. */
  promote(): Promise<void>;
  /** Copies the primary to a standby unless there is one, and returns when it replicates as asked. */
  addStandby(replication: Replication): Promise<void>;
}

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

import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceRole } from '@gatehouse/database';
import pg from 'pg';
import { load, type Target } from './load.ts';

/** Few: the extension costs time, which is not measured here. */
const REQUESTS = 500;
const QUIET_MILLIS = 1000;
/** Statements of a service without requests in that time. */
const FEW = 20;
const TIMEOUT_MILLIS = 60_000;

/** Settings of a server whose statements can be counted. */
export const COUNTING_SETTINGS = { shared_preload_libraries: 'pg_stat_statements' };

/** Call it after the start: otherwise every statement is counted, which costs time. */
export async function countNone(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await track(client, 'none');
  await client.end();
}

/**
 * Counts the statements that one request takes, without those that a service runs beside its requests. Under load requests
 * share statements, so that one takes less than one.
 */
export async function countStatements(
  { ownerUrl, role }: { readonly ownerUrl: string; readonly role: ServiceRole },
  target: Target,
  connections: number,
): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const count = async (atLeast: number) => {
    const { rows } = await client.query<{ calls: number }>(CALLS, [role, atLeast]);
    return rows[0]?.calls ?? 0;
  };
  const startAgain = () => client.query('select pg_stat_statements_reset()');
  try {
    await client.query('create extension if not exists pg_stat_statements');
    await track(client, 'top');
    const deadline = performance.now() + TIMEOUT_MILLIS;
    // The writes of the sessions' last uses follow their reads.
    do {
      if (performance.now() > deadline) throw new Error('the service does not become quiet');
      await startAgain();
      await delay(QUIET_MILLIS);
    } while ((await count(0)) > FEW);
    await startAgain();
    await load(target, { requests: REQUESTS, connections });
    return (await count(Math.ceil(REQUESTS / connections / 2))) / REQUESTS;
  } finally {
    await track(client, 'none');
    await client.end();
  }
}

/** Of statements that ran often enough to be those of requests. */
const CALLS = `
  select coalesce(sum(s.calls), 0)::int as calls from pg_stat_statements s join pg_roles r on r.oid = s.userid
   where r.rolname = $1 and s.calls >= $2`;

async function track(client: pg.Client, which: 'top' | 'none'): Promise<void> {
  await client.query(`alter system set pg_stat_statements.track = '${which}'`);
  await client.query('select pg_reload_conf()');
}

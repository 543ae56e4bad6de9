import pg from 'pg';
import { waitFor } from './wait-for.ts';

/**
 * Runs `during` in a transaction of the database's owner, which commits afterwards: what `during` has locked makes requests wait.
 * A promise that waits for the commit has to be returned inside of an array or an object.
 */
export async function inHeldTransaction<Result>(
  ownerUrl: string,
  during: (holder: pg.Client) => Promise<Result>,
): Promise<Result> {
  const holder = new pg.Client({ connectionString: ownerUrl });
  await holder.connect();
  try {
    await holder.query('begin');
    const result = await during(holder);
    await holder.query('commit');
    return result;
  } finally {
    await holder.end();
  }
}

/** Transactions that wait for what this one holds, directly or behind each other. */
export async function countWaiting(holder: pg.Client): Promise<number> {
  const { rows } = await holder.query(
    `with recursive waiting (pid) as (
       select pg_backend_pid()
       union
       select l.pid from pg_locks l join waiting w on not l.granted and w.pid = any (pg_blocking_pids(l.pid))
     )
     select from waiting where pid <> pg_backend_pid()`,
  );
  return rows.length;
}

/** Resolves when so many transactions wait for what this one holds. */
export async function isWaitedFor(holder: pg.Client, transactions = 1): Promise<void> {
  await waitFor(async () => ((await countWaiting(holder)) >= transactions ? true : undefined));
}

/**
 * What a call returns that waits for what a transaction of the database's owner has locked.
 * @param meanwhile what that transaction does while the call waits.
 * @throws {Error} if the call does not wait.
 */
export async function afterWait<Result>(
  ownerUrl: string,
  hold: (holder: pg.Client) => Promise<unknown>,
  call: () => Promise<Result>,
  meanwhile: (holder: pg.Client) => Promise<unknown> = async () => {},
): Promise<Result> {
  const { calling } = await inHeldTransaction(ownerUrl, async (holder) => {
    await hold(holder);
    const calling = call();
    const early = calling.then(() => Promise.reject(new Error('the call did not wait')));
    await Promise.race([isWaitedFor(holder), early]);
    // The call returns after the commit.
    early.catch(() => undefined);
    await meanwhile(holder);
    return { calling };
  });
  return calling;
}

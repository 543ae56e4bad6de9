import type { ClientBase } from 'pg';
import type { SharedStatement } from './shared-query.ts';
import type { Resolved } from './user-facts.ts';

/**
 * The facts of a session inside a write's transaction, after `lockAccess`. The statement has a snapshot of its own, so the
 * facts show every revocation that has been answered. Null: the session is no longer live.
 */
export async function findLockedFacts<Facts>(
  connection: ClientBase,
  tokenHash: string,
  { name, text, parse }: SharedStatement<Resolved<Facts>>,
): Promise<Facts | null> {
  const { rows } = await connection.query<unknown[]>({
    name,
    text,
    values: [[tokenHash]],
    rowMode: 'array',
  });
  const row = rows[0];
  return row === undefined ? null : parse(row).facts;
}

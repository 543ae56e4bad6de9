import type { AdminFacts, UserFacts } from '@gatehouse/access';
import type { ClientBase } from 'pg';
import { adminFactsStatement } from './admin-facts.ts';
import type { SharedStatement } from './shared-query.ts';
import { type Resolved, userFactsStatement } from './user-facts.ts';

/**
 * The facts of a session inside a write's transaction, after `lockAccess`: read by a statement, and so a snapshot, of
 * their own, they show every revocation that has been answered. Null: no live session any more.
 */
export function findUserFacts(client: ClientBase, tokenHash: string): Promise<UserFacts | null> {
  return findFacts(client, tokenHash, userFactsStatement);
}

/** The same for an admin session. */
export function findAdminFacts(client: ClientBase, tokenHash: string): Promise<AdminFacts | null> {
  return findFacts(client, tokenHash, adminFactsStatement);
}

async function findFacts<Facts>(
  client: ClientBase,
  tokenHash: string,
  { name, text, parse }: SharedStatement<Resolved<Facts>>,
): Promise<Facts | null> {
  const { rows } = await client.query<unknown[]>({ name, text, values: [[tokenHash]], rowMode: 'array' });
  const row = rows[0];
  return row === undefined ? null : parse(row).facts;
}

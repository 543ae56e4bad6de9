import type { AdminFacts, UserFacts } from '@gatehouse/access';
import type { ClientBase } from 'pg';
import { adminFactsStatement } from './admin-facts.ts';
import type { SharedStatement } from './shared-query.ts';
import { type Resolved, userFactsStatement } from './user-facts.ts';

const LOCK_USER_ACCESS = { name: 'lock_user_access', text: 'select identity.lock_user_access($1)' };
const LOCK_ADMIN_ACCESS = { name: 'lock_admin_access', text: 'select identity.lock_admin_access($1)' };

/**
 * The facts of a session inside a write's transaction, with their rows locked `FOR SHARE`: a revocation that races the
 * write either waits for it or is seen by it. The lock comes first and the facts are read by a statement, and so a
 * snapshot, of their own.
 */
export function lockUserFacts(client: ClientBase, tokenHash: string): Promise<UserFacts | null> {
  return lockFacts(client, tokenHash, LOCK_USER_ACCESS, userFactsStatement);
}

/** The same for an admin session. */
export function lockAdminFacts(client: ClientBase, tokenHash: string): Promise<AdminFacts | null> {
  return lockFacts(client, tokenHash, LOCK_ADMIN_ACCESS, adminFactsStatement);
}

async function lockFacts<Facts>(
  client: ClientBase,
  tokenHash: string,
  lock: { name: string; text: string },
  { name, text, parse }: SharedStatement<Resolved<Facts>>,
): Promise<Facts | null> {
  await client.query({ ...lock, values: [tokenHash] });
  const { rows } = await client.query<unknown[]>({ name, text, values: [[tokenHash]], rowMode: 'array' });
  const row = rows[0];
  return row === undefined ? null : parse(row).facts;
}

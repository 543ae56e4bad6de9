import type { ClientBase } from 'pg';

/** What a lock protects: the facts of one user, company or admin. */
export type AccessLockKind = 'user' | 'company' | 'admin';

/**
 * One lock of a transaction, held until it ends. `shared`: the facts must not change meanwhile (a write). `exclusive`: the
 * transaction changes them (a revocation); it waits for running writes, and later ones wait for it. Rule G1.
 */
export interface AccessLock {
  readonly kind: AccessLockKind;
  readonly id: string;
  readonly mode: 'shared' | 'exclusive';
}

const KIND_ORDER: Readonly<Record<AccessLockKind, number>> = { user: 0, company: 1, admin: 2 };

const LOCK_ACCESS = { name: 'lock_access', text: 'select identity.lock_access($1, $2, $3)' };

/**
 * The one order in which every transaction takes its locks: users, then companies, then admins; by id; each once, in the
 * strongest mode asked for. One order for all and no upgrade: no two transactions can wait for each other.
 */
export function orderAccessLocks(locks: readonly AccessLock[]): readonly AccessLock[] {
  const strongest = new Map<string, AccessLock>();
  for (const lock of locks) {
    const id = lock.id.toLowerCase();
    const key = `${KIND_ORDER[lock.kind]}:${id}`;
    if (strongest.get(key)?.mode !== 'exclusive') strongest.set(key, { ...lock, id });
  }
  return [...strongest.keys()].sort().map((key) => strongest.get(key) as AccessLock);
}

/**
 * Takes all locks of a transaction in one ordered step. Call it once, before the transaction locks any row or reads the
 * facts, which then cannot change until it ends.
 * @throws what `pg` throws, 55P03 after `lock_timeout` included.
 */
export async function lockAccess(connection: ClientBase, locks: readonly AccessLock[]): Promise<void> {
  const ordered = orderAccessLocks(locks);
  if (ordered.length === 0) return;
  const kinds = ordered.map(({ kind }) => kind);
  const ids = ordered.map(({ id }) => id);
  const exclusive = ordered.map(({ mode }) => mode === 'exclusive');
  await connection.query({ ...LOCK_ACCESS, values: [kinds, ids, exclusive] });
}

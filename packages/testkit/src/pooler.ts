import { DATABASE_ROLES, withOwner } from '@gatehouse/database';
import { startPgBouncer } from '@gatehouse/local-system/pgbouncer';
import type { DatabaseServer } from './database-server.ts';
import { readDocumentedPooler } from './documented-pooler.ts';
import { passwordOf } from './test-database.ts';

/** What is between the services and the database server of the tests. */
export type PoolerKind = 'none' | 'pgbouncer';

/** `GATEHOUSE_POOLER`; none where it is not set. @throws {Error} when it has another value. */
export function poolerKind(): PoolerKind {
  const kind = process.env['GATEHOUSE_POOLER'] ?? 'none';
  if (kind !== 'none' && kind !== 'pgbouncer')
    throw new Error(`GATEHOUSE_POOLER is ${kind}: expected none or pgbouncer`);
  return kind;
}

/**
 * Puts PgBouncer, configured as `docs/operations.md` says, in front of a server whose service roles exist.
 * @returns the server with the pooler's address for the roles of a running system; it stops both.
 */
export async function withPooler(server: DatabaseServer): Promise<DatabaseServer> {
  const program = process.env['PGBOUNCER'];
  if (program === undefined) throw new Error('PGBOUNCER names no program: run `make test-pgbouncer`');
  const { settings, statements } = await readDocumentedPooler();
  await withOwner(server.url, (owner) => owner.query(statements));
  const { hostname, port } = new URL(server.url);
  const pooler = await startPgBouncer({
    program,
    server: { host: hostname, port: Number(port) },
    settings,
    passwords: Object.fromEntries(DATABASE_ROLES.map((role) => [role, passwordOf(role)])),
  });
  console.log(`the services reach PostgreSQL through PgBouncer on port ${pooler.port}`);
  return {
    ...server,
    pooler: `${pooler.host}:${pooler.port}`,
    stop: async () => {
      await pooler.stop();
      await server.stop();
    },
  };
}

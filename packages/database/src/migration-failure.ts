import { reasonOf } from './owner-connection.ts';

/**
 * What went wrong in a migration, and where: `0004_x.sql:12: relation "y" does not exist`. Knex puts the whole statement,
 * here the whole file, in front of what PostgreSQL said.
 */
export function migrationFailure(name: string, sql: string, cause: unknown): Error {
  const said = reasonOf(cause);
  const reason = said.startsWith(`${sql} - `) ? said.slice(sql.length + 3) : said;
  return new Error(`${name}${lineOf(sql, cause)}: ${reason}`, { cause });
}

/** PostgreSQL counts characters from 1, and says no position of what fails inside a `do` block. */
function lineOf(sql: string, cause: unknown): string {
  if (typeof cause !== 'object' || cause === null || !('position' in cause)) return '';
  const position = Number(cause.position);
  if (!Number.isInteger(position) || position < 1) return '';
  return `:${sql.slice(0, position - 1).split('\n').length}`;
}

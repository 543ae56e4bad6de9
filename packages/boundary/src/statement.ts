import type { Pool, PoolClient } from 'pg';

/**
 * One SQL statement, kept as a constant beside its one caller. PostgreSQL keeps its plan under the name; a statement
 * without a name is planned on each request.
 */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  /** Indexes that the plan must use; `query-plans.test.ts` checks it. */
  readonly indexes?: readonly string[];
  /** Never set: carries the type of a row. */
  readonly row?: Row;
}

const named = new Map<string, Statement<unknown>>();

/**
 * Names a statement and the type of its rows.
 * @param indexes that the statement cannot do without.
 * @throws {Error} for a name that another statement has: a connection keeps one plan for each name.
 */
export function statement<Row>(
  name: string,
  text: string,
  { indexes = [] }: { readonly indexes?: readonly string[] } = {},
): Statement<Row> {
  if (named.has(name)) throw new Error(`two statements have the name ${name}`);
  const made: Statement<Row> = { name, text, indexes };
  named.set(name, made);
  return made;
}

/** Every statement of the loaded modules, for the test of their plans. */
export function namedStatements(): readonly Statement<unknown>[] {
  return [...named.values()];
}

/** Something that runs statements. */
export interface Queryable {
  /** All rows. @throws what `pg` throws. */
  query<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]>;
}

/** Named statements on a connection or a pool, without spans: for work that no request started. */
export function queryableOf(connection: Pick<Pool | PoolClient, 'query'>): Queryable {
  return {
    query: async ({ name, text }, values) =>
      (await connection.query({ name, text, values: [...values] })).rows,
  };
}

/**
 * The row of a statement that always returns one, such as an insert with `returning`.
 * @throws {Error} without a row: a bug, not a refusal.
 */
export function onlyRow<Row>(rows: readonly Row[], what: string): Row {
  const [row] = rows;
  if (row === undefined) throw new Error(`${what} has no row`);
  return row;
}

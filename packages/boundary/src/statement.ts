/**
 * One SQL statement, kept as a constant beside its one caller. PostgreSQL keeps its plan under the name; a statement
 * without one would be planned anew on each request.
 */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  /** Never set: carries the type of a row. */
  readonly row?: Row;
}

/** Names a statement and the type of its rows. */
export function statement<Row>(name: string, text: string): Statement<Row> {
  return { name, text };
}

/** Something that runs statements. */
export interface Queryable {
  /** All rows. @throws what `pg` throws. */
  query<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]>;
}

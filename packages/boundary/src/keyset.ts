import type { CursorPart } from './cursor.ts';

/** Ids before and after all others. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** What `readPage` needs of an order: the types of its sort key, and the sort key of a row. */
export interface PageOrder<Row> {
  readonly types: readonly CursorPart[];
  readonly keyOf: (row: Row) => readonly (string | number | boolean)[];
}

/** The order of a paged list, stated once: what `readPage` needs of it, and the list's SQL. */
export interface Keyset<Row> extends PageOrder<Row> {
  /** SQL: `order by …`. */
  readonly orderBy: string;
  /** SQL: the condition for the rows after a sort key, whose parts are the parameters `$first`, `$first + 1` …; nulls select all rows. */
  readonly after: (firstParameter: number) => string;
}

/** A part of a sort key: its SQL, its type in a cursor, and the field of the rows that has its value; a timestamp has its `timestampKey`. */
interface KeyPart<Field extends string> {
  readonly sql: string;
  readonly type: CursorPart;
  readonly field: Field;
}

type Direction = 'asc' | 'desc';

/** By type: what PostgreSQL names it, and its first value of all in a direction; null: there is none. */
const TYPES: Readonly<
  Record<CursorPart, { readonly sqlType: string } & Readonly<Record<Direction, string | null>>>
> = {
  uuid: { sqlType: 'uuid', asc: FIRST_ID, desc: LAST_ID },
  timestamp: { sqlType: 'timestamptz', asc: '-infinity', desc: 'infinity' },
  number: { sqlType: 'float8', asc: '-infinity', desc: 'infinity' },
  text: { sqlType: 'text', asc: '', desc: null },
  boolean: { sqlType: 'boolean', asc: 'false', desc: 'true' },
};

/**
 * The order by some parts, all in one direction. Its condition compares with `coalesce`: with `$1 is null or id < $1` a statement, which
 * is planned once for all its values, reads every row above its page.
 * @throws {Error} for a part without a first value, which is text that descends, and if the last part is no id: rows with one key would
 * be repeated or left out.
 */
export function keyset<Field extends string>(
  direction: Direction,
  parts: readonly KeyPart<Field>[],
): Keyset<Readonly<Record<Field, string | number | boolean>>> {
  const extremes = parts.map(({ sql, type }) => {
    const { sqlType, [direction]: extreme } = TYPES[type];
    if (extreme === null) throw new Error(`${sql}: no ${type} is before all others (${direction})`);
    return { sqlType, extreme };
  });
  const types = parts.map(({ type }) => type);
  const suffix = direction === 'desc' ? ' desc' : '';
  const orderBy = `order by ${parts.map(({ sql }) => `${sql}${suffix}`).join(', ')}`;
  if (types.at(-1) !== 'uuid') throw new Error(`${orderBy}: the last part is no id`);
  return {
    types,
    keyOf: (row) => parts.map(({ field }) => row[field]),
    orderBy,
    after: (firstParameter) => {
      const columns = parts.map(({ sql }) => sql);
      const keys = extremes.map(
        ({ sqlType, extreme }, index) => `coalesce($${firstParameter + index}::${sqlType}, '${extreme}')`,
      );
      return `(${columns.join(', ')}) ${direction === 'desc' ? '<' : '>'} (${keys.join(', ')})`;
    },
  };
}

/** The last created first, by the SQL of an id: ids are UUIDv7. */
export const newestFirst = (sql = 'id') => keyset('desc', [{ sql, type: 'uuid', field: 'id' }]);

/** In the order of creation. */
export const oldestFirst = (sql = 'id') => keyset('asc', [{ sql, type: 'uuid', field: 'id' }]);

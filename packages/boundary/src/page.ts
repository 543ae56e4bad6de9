import { type CursorPart, decodeCursor, encodeCursor } from './cursor.ts';

/** A page of a list, as the contract's lists answer. */
export interface Page<Item> {
  readonly items: Item[];
  /** Empty: this is the last page. */
  readonly next_cursor: string;
}

/**
 * Ids before and after all others, for the key of a first page: `id < coalesce($1, LAST_ID)`. With `$1 is null or id < $1` a statement,
 * which is planned once for all its values, reads every row above its page.
 */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The sort key after which a page begins; null in each part: the first page. */
type After<Key extends readonly CursorPart[]> = { readonly [Part in keyof Key]: string | null };

/**
 * Reads one page of a list, by keyset.
 * @param request the caller's `cursor` and `limit`, as the contract's lists have them.
 * @param key what each part of the sort key looks like, in the order of the sort.
 * @param find reads at most `count` rows after a sort key, in the order of the sort.
 * @param keyOf the sort key of a row.
 * @throws {Refusal} input_invalid for a cursor that no page of this list has.
 */
export async function readPage<Row, Item, const Key extends readonly CursorPart[]>(
  { cursor, limit }: { readonly cursor: string; readonly limit: number },
  {
    key,
    find,
    present,
    keyOf,
  }: {
    key: Key;
    find: (after: After<Key>, count: number) => Promise<readonly Row[]>;
    present: (row: Row) => Item;
    keyOf: (row: Row) => readonly (string | number | boolean)[];
  },
): Promise<Page<Item>> {
  const decoded = decodeCursor(cursor, key);
  const after = key.map((_, index) => decoded[index] ?? null) as After<Key>;
  // The row beyond the page says that there is another page.
  const rows = await find(after, limit + 1);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map((row) => present(row)),
    next_cursor: last === undefined ? '' : encodeCursor(keyOf(last)),
  };
}

/**
 * The SQL of a time as a part of a sort key: ISO text in microseconds, because a `Date` has milliseconds alone, and a page that
 * begins after one would repeat or leave out rows.
 */
export const timestampKey = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

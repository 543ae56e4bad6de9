import { decodeCursor, encodeCursor } from './cursor.ts';
import type { PageOrder } from './keyset.ts';

/** A page of a list, as the contract's lists answer. */
export interface Page<Item> {
  readonly items: Item[];
  /** Empty: this is the last page. */
  readonly next_cursor: string;
}

/**
 * Reads one page of a list, by keyset.
 * @param request the caller's `cursor` and `limit`, as the contract's lists have them.
 * @param order of the rows that `find` reads.
 * @param find reads at most `count` rows after a sort key; null in each of its parts: the first ones.
 * @throws {Refusal} input_invalid for a cursor that no page of this list has.
 */
export async function readPage<Row, Item>(
  { cursor, limit }: { readonly cursor: string; readonly limit: number },
  {
    order,
    find,
    present,
  }: {
    order: PageOrder<Row>;
    find: (after: readonly (string | null)[], count: number) => Promise<readonly Row[]>;
    present: (row: Row) => Item;
  },
): Promise<Page<Item>> {
  const decoded = decodeCursor(cursor, order.types);
  const after = order.types.map((_, index) => decoded[index] ?? null);
  // The row beyond the page says that there is another page.
  const rows = await find(after, limit + 1);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map((row) => present(row)),
    next_cursor: last === undefined ? '' : encodeCursor(order.keyOf(last)),
  };
}

/**
 * The SQL of a time as a part of a sort key: ISO text in microseconds, because a `Date` has milliseconds alone, and a page that
 * begins after one would repeat or leave out rows.
 */
export const timestampKey = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

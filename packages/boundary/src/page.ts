import { encodeCursor } from './cursor.ts';

/** A page of a list, as the contract's lists answer. */
export interface Page<Item> {
  readonly items: Item[];
  /** Empty: this is the last page. */
  readonly next_cursor: string;
}

/**
 * The page that begins a query's rows. The query asks for one row more than the page shows: that row says that there is
 * another page.
 * @param limit items of a page, at least one.
 * @param keyOf the sort key of an item, in the order of the sort, for the cursor behind it.
 */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  present: (row: Row) => Item,
  keyOf: (row: Row) => readonly (string | number)[],
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map((row) => present(row)),
    next_cursor: last === undefined ? '' : encodeCursor(keyOf(last)),
  };
}

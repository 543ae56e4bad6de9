import { newestFirst, type PageOrder, readPage } from '@gatehouse/boundary';
import type { ApplicationOrder } from '@gatehouse/contract';
import type { ApplicationLine } from './application-row.ts';
import { type ListPosition, positionOf } from './find-applications.ts';
import { isByRating } from './list-statements.ts';

/** No keyset: the statements sort by the average first, and compare with the one of the cursor or of now. */
const BY_RATING: PageOrder<ApplicationLine> = {
  types: ['uuid', 'number'],
  keyOf: (row) => [row.id, positionOf(row).average],
};

/** The sort key of the newest and of the oldest first; the SQL is that of each statement. */
const BY_TIME = newestFirst();

/** Reads a page of applications in an order; a cursor of one order is invalid in the others. */
export function readListPage<Row extends ApplicationLine, Item>(
  page: { readonly cursor: string; readonly limit: number },
  order: ApplicationOrder | undefined,
  {
    find,
    present,
  }: {
    find: (after: ListPosition | null, count: number) => Promise<readonly Row[]>;
    present: (row: Row) => Item;
  },
) {
  return readPage(page, {
    order: isByRating(order) ? BY_RATING : BY_TIME,
    find: ([id = null, average = null], count) =>
      find(id === null ? null : { id, average: average === null ? null : Number(average) }, count),
    present,
  });
}

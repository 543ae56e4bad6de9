import { readPage } from '@gatehouse/boundary';
import type { ApplicationOrder } from '@gatehouse/contract';
import type { ApplicationLine } from './application-row.ts';
import { type ListPosition, positionOf } from './find-applications.ts';
import { isByRating } from './list-statements.ts';

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
  return isByRating(order ?? 'newest')
    ? readPage(page, {
        key: ['uuid', 'number'],
        find: ([id, average], count) => find(id === null ? null : { id, average: Number(average) }, count),
        present,
        keyOf: (row) => [row.id, positionOf(row).average],
      })
    : readPage(page, {
        key: ['uuid'],
        find: ([id], count) => find(id === null ? null : { id, average: null }, count),
        present,
        keyOf: (row) => [row.id],
      });
}

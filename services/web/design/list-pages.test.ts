import { describe, expect, test } from '@jest/globals';
import { type AddedPage, chain, type ListPage } from './list-pages.ts';

interface Row {
  readonly id: string;
}

/** Each letter is a row; a page's cursor is its last row. */
const page = (ids: string, isLast = false): ListPage<Row> => ({
  items: [...ids].map((id) => ({ id })),
  next_cursor: isLast ? '' : (ids.at(-1) ?? ''),
});
const added = (after: string, ids: string, isLast = false): AddedPage<Row> => ({
  list: '/rows',
  after,
  page: page(ids, isLast),
});
const rowsOf = (first: ListPage<Row>, pages: readonly AddedPage<Row>[]) =>
  [...first.items, ...chain(first, pages).flatMap(({ items }) => items)].map(({ id }) => id).join('');

describe('U18: the pages of a list', () => {
  const loaded = [added('', 'abc'), added('c', 'def'), added('f', 'gh', true)];

  test('follow each other by their cursors', () => {
    expect(rowsOf(page('abc'), loaded)).toBe('abcdefgh');
  });

  test('stay without a gap or a repetition when rows were added in front of them', () => {
    expect(rowsOf(page('xab'), loaded)).toBe('xabcdefgh');
    expect(rowsOf(page('xya'), loaded)).toBe('xyabcdefgh');
  });

  test('stay when a row in front of them, or in the middle, was removed', () => {
    expect(rowsOf(page('bcd'), loaded)).toBe('bcdefgh');
    expect(rowsOf(page('abc'), [added('c', 'efg'), ...loaded.slice(2)])).toBe('abcefgh');
  });

  test('end where the list ends, and where nothing follows', () => {
    expect(rowsOf(page('abc', true), loaded)).toBe('abc');
    expect(rowsOf(page('xyz'), loaded)).toBe('xyz');
    expect(rowsOf(page('abc'), [added('', 'abc')])).toBe('abc');
  });
});

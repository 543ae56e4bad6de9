import { describe, expect, test } from '@jest/globals';
import { decodeCursor } from './cursor.ts';
import { pageOf } from './page.ts';

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `n${index}`, at: index }));
const page = (count: number, limit: number) =>
  pageOf(
    rows(count),
    limit,
    ({ name }) => name.toUpperCase(),
    ({ name, at }) => [name, at],
  );

describe('a page', () => {
  test('leaves out the row that says that there is another page, and its cursor is behind its last item', () => {
    const { items, next_cursor } = page(4, 3);
    expect(items).toEqual(['N0', 'N1', 'N2']);
    expect(decodeCursor(next_cursor, ['text', 'number'])).toEqual(['n2', '2']);
  });

  test.each([
    [3, 3],
    [2, 3],
    [0, 3],
  ])('of %d rows at %d a page is the last', (count, limit) => {
    expect(page(count, limit)).toEqual({
      items: rows(count).map(({ name }) => name.toUpperCase()),
      next_cursor: '',
    });
  });
});

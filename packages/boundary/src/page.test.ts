import { describe, expect, test } from '@jest/globals';
import { encodeCursor } from './cursor.ts';
import type { PageOrder } from './keyset.ts';
import { readPage } from './page.ts';

const ORDER: PageOrder<{ readonly name: string; readonly at: number }> = {
  types: ['text', 'number'],
  keyOf: ({ name, at }) => [name, at],
};

/** Rows 0, 1, 2 … of a table of `count`, by the position in their key. */
function pageOfTable(count: number, { cursor = '', limit = 3 } = {}) {
  const table = Array.from({ length: count }, (_, at) => ({ name: `n${at}`, at }));
  return readPage(
    { cursor, limit },
    {
      order: ORDER,
      find: async ([, at], rows) => table.slice(Number(at ?? -1) + 1).slice(0, rows),
      present: ({ name }) => name.toUpperCase(),
    },
  );
}

describe('a page', () => {
  test('ends before the row that says that there is another page, and its cursor continues behind its last item', async () => {
    const first = await pageOfTable(4);
    expect(first).toEqual({ items: ['N0', 'N1', 'N2'], next_cursor: encodeCursor(['n2', 2]) });
    await expect(pageOfTable(4, { cursor: first.next_cursor })).resolves.toEqual({
      items: ['N3'],
      next_cursor: '',
    });
  });

  test.each([3, 2, 0])('of %d rows at three a page is the last', async (count) => {
    const { items, next_cursor } = await pageOfTable(count);
    expect(items).toHaveLength(count);
    expect(next_cursor).toBe('');
  });

  test('a cursor of another list is refused', async () => {
    await expect(pageOfTable(4, { cursor: encodeCursor(['n2']) })).rejects.toMatchObject({
      code: 'input_invalid',
    });
  });
});

import { describe, expect, test } from '@jest/globals';
import { FIRST_ID, keyset, LAST_ID, newestFirst, oldestFirst } from './keyset.ts';

const ID = '01980000-0000-7000-8000-000000000000';

describe('a keyset', () => {
  test('of several parts compares all of them as one row, with what is before all others on the first page', () => {
    const order = keyset('desc', [
      { sql: 'j.pay', type: 'number', field: 'rank' },
      { sql: 'j.published_at', type: 'timestamp', field: 'published_key' },
      { sql: 'j.id', type: 'uuid', field: 'id' },
    ]);
    expect(order.orderBy).toBe('order by j.pay desc, j.published_at desc, j.id desc');
    expect(order.after(8)).toBe(
      `(j.pay, j.published_at, j.id) < (coalesce($8::float8, 'infinity'), coalesce($9::timestamptz, 'infinity'), coalesce($10::uuid, '${LAST_ID}'))`,
    );
    expect(order.types).toEqual(['number', 'timestamp', 'uuid']);
    expect(order.keyOf({ id: ID, rank: 1.5, published_key: '2026-01-01T00:00:00.000000Z' })).toEqual([
      1.5,
      '2026-01-01T00:00:00.000000Z',
      ID,
    ]);
  });

  test('that ascends begins before the smallest value', () => {
    const order = keyset('asc', [
      { sql: 'lower(c.name)', type: 'text', field: 'name_key' },
      { sql: 'c.waits', type: 'number', field: 'waits' },
      { sql: 'c.at', type: 'timestamp', field: 'at' },
      { sql: 'c.id', type: 'uuid', field: 'id' },
    ]);
    expect(order.orderBy).toBe('order by lower(c.name), c.waits, c.at, c.id');
    expect(order.after(1)).toBe(
      `(lower(c.name), c.waits, c.at, c.id) > (coalesce($1::text, ''), coalesce($2::float8, '-infinity'), coalesce($3::timestamptz, '-infinity'), coalesce($4::uuid, '${FIRST_ID}'))`,
    );
  });

  test.each([
    ['desc', '<', 'true', LAST_ID],
    ['asc', '>', 'false', FIRST_ID],
  ] as const)(
    'by a boolean, %s, begins with the first of two values, and with all of its ids',
    (direction, sign, first, id) => {
      const order = keyset(direction, [
        { sql: 'a.starred', type: 'boolean', field: 'starred' },
        { sql: 'a.id', type: 'uuid', field: 'id' },
      ]);
      expect(order.after(1)).toBe(
        `(a.starred, a.id) ${sign} (coalesce($1::boolean, '${first}'), coalesce($2::uuid, '${id}'))`,
      );
      expect(order.keyOf({ starred: true, id: ID })).toEqual([true, ID]);
    },
  );

  test('by text that descends is refused at the start: no text is before all others', () => {
    const parts = [
      { sql: 'x.name', type: 'text', field: 'name' },
      { sql: 'x.id', type: 'uuid', field: 'id' },
    ] as const;
    expect(() => keyset('desc', parts)).toThrow('x.name: no text is before all others (desc)');
  });

  test('that does not end with an id is refused at the start: rows with one key have no order', () => {
    const parts = [{ sql: 'x.at', type: 'timestamp', field: 'at' }] as const;
    expect(() => keyset('asc', parts)).toThrow('order by x.at: the last part is no id');
  });
});

test('the orders of creation are by id', () => {
  expect(newestFirst('i.id')).toMatchObject({ orderBy: 'order by i.id desc', types: ['uuid'] });
  expect(newestFirst('i.id').after(2)).toBe(`(i.id) < (coalesce($2::uuid, '${LAST_ID}'))`);
  expect(newestFirst().orderBy).toBe('order by id desc');
  expect(oldestFirst('m.id').orderBy).toBe('order by m.id');
  expect(oldestFirst().after(2)).toBe(`(id) > (coalesce($2::uuid, '${FIRST_ID}'))`);
  expect(oldestFirst().keyOf({ id: ID })).toEqual([ID]);
});

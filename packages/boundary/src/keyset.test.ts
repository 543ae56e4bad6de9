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
    ]);
    expect(order.orderBy).toBe('order by lower(c.name), c.waits, c.at');
    expect(order.after(1)).toBe(
      "(lower(c.name), c.waits, c.at) > (coalesce($1::text, ''), coalesce($2::float8, '-infinity'), coalesce($3::timestamptz, '-infinity'))",
    );
  });

  test.each([
    ['asc', 'boolean'],
    ['desc', 'boolean'],
    ['desc', 'text'],
  ] as const)('%s by a %s is refused at the start: it has no first value', (direction, type) => {
    expect(() => keyset(direction, [{ sql: 'x.part', type, field: 'part' }])).toThrow(
      `x.part: no ${type} is before all others (${direction})`,
    );
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

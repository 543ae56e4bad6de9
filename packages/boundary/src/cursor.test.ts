import { describe, expect, test } from '@jest/globals';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { Refusal } from './refusal.ts';

const ID = '01980000-0000-7000-8000-000000000000';

function refusedWith(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error instanceof Refusal ? error.options.errors?.[0]?.field : error;
  }
  return null;
}

describe('a cursor', () => {
  test.each([
    ['timestamp', '2026-02-28T23:59:59.123456Z'],
    ['timestamp', '2024-02-29T00:00:00Z'],
    ['timestamp', '0001-01-01T00:00:00.000000Z'],
    ['number', 0.125],
    ['boolean', true],
    ['boolean', false],
    ['uuid', ID],
    ['text', 'Harbour & Pine'],
  ] as const)('holds a %s: %j', (part, value) => {
    expect(decodeCursor(encodeCursor([value]), [part])).toEqual([String(value)]);
  });

  test.each([
    ['timestamp', '2026-02-30T00:00:00.000000Z'],
    ['timestamp', '2026-02-29T00:00:00Z'],
    ['timestamp', '2026-04-31T00:00:00Z'],
    ['timestamp', '2026-13-01T00:00:00Z'],
    ['timestamp', '0000-01-01T00:00:00.000000Z'],
    ['timestamp', '2026-01-01T24:00:00Z'],
    ['timestamp', '2026-01-01T00:00:60Z'],
    ['timestamp', '2026-01-01T00:60:00Z'],
    ['timestamp', '2026-01-01T00:00:00.1234567Z'],
    ['timestamp', '2026-01-01T::::::::Z'],
    ['timestamp', '2026-01-01T00:00:00.Z'],
    ['timestamp', 'infinity'],
    ['number', '1'],
    ['number', 'NaN'],
    ['boolean', 'true'],
    ['boolean', 1],
    ['uuid', `${ID}\u0000`],
    ['uuid', '0198ABCD-0000-7000-8000-000000000000'],
    ['text', 'a\u0000b'],
    ['text', '\ud800'],
    ['text', 1],
  ] as const)('F13: is refused where its %s is %j', (part, value) => {
    expect(refusedWith(() => decodeCursor(encodeCursor([value]), [part]))).toBe('cursor');
  });

  test.each([
    ['uuid', ID],
    ['timestamp', '2026-02-28T23:59:59Z'],
    ['number', 1],
    ['boolean', true],
    ['text', 'a'],
  ] as const)('F13: is refused where its %s is in a list', (part, value) => {
    const cursor = Buffer.from(JSON.stringify([[value]])).toString('base64url');
    expect(refusedWith(() => decodeCursor(cursor, [part]))).toBe('cursor');
  });

  test.each(['=', ' ', '\n', '.'])('F13: is refused with %j at its end', (end) => {
    expect(refusedWith(() => decodeCursor(`${encodeCursor([ID])}${end}`, ['uuid']))).toBe('cursor');
  });

  test.each(['1e999', '-1e999', 'NaN', 'null', '[1]'])('F13: is refused where its number is %s', (number) => {
    const cursor = Buffer.from(`[${number}]`).toString('base64url');
    expect(refusedWith(() => decodeCursor(cursor, ['number']))).toBe('cursor');
  });
});

describe('the key of a cursor', () => {
  const id = '01900000-0000-7000-8000-000000000000';

  test('is what was encoded', () => {
    expect(decodeCursor(encodeCursor(['é, "x"', id]), ['text', 'uuid'])).toEqual(['é, "x"', id]);
    expect(decodeCursor('', ['uuid'])).toEqual([]);
  });

  test.each([
    'x',
    'e30',
    encodeCursor([]),
    encodeCursor([id, id]),
    encodeCursor([1]),
    encodeCursor(["' or 1=1"]),
    '!!!',
  ])('of another origin is refused: %s', (cursor) => {
    expect(() => decodeCursor(cursor, ['uuid'])).toThrow(expect.objectContaining({ code: 'input_invalid' }));
  });
});

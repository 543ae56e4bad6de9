import { employerContract } from '@gatehouse/contract';
import { describe, expect, test } from '@jest/globals';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { createApi } from './create-api.ts';

const options = { contract: employerContract, basePath: '/api' } as unknown as Parameters<
  typeof createApi
>[0];

describe('D6: a service does not start on a contract that it cannot serve', () => {
  test('a binding without a handler is named', () => {
    expect(() => createApi({ ...options, handlers: {} })).toThrow(
      /CompanyService\.GetCurrentCompany has no handler/,
    );
  });

  test('a handler without a binding is named', () => {
    const handlers = { 'CompanyService.DropCompany': async () => null };
    expect(() => createApi({ ...options, handlers })).toThrow(/CompanyService\.DropCompany has no binding/);
  });
});

describe('cursors', () => {
  const id = '01900000-0000-7000-8000-000000000000';

  test('come back as they went', () => {
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
  ])('what was not given out is refused: %s', (cursor) => {
    expect(() => decodeCursor(cursor, ['uuid'])).toThrow(expect.objectContaining({ code: 'input_invalid' }));
  });
});

import { contracts } from '@gatehouse/contract';
import { describe, expect, test } from '@jest/globals';
import { createApi } from './create-api.ts';

const options = { contract: contracts.employer, basePath: '/api' } as unknown as Parameters<
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

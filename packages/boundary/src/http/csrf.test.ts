import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { csrfRefusal } from './csrf.ts';

const own = 'https://www.example.test';
const allowed = new Set([own]);

describe('A3: CSRF', () => {
  test('reads are never refused', () => {
    const request = {
      method: 'GET',
      secFetchSite: 'cross-site',
      origin: 'https://evil.test',
      guard: undefined,
      isForMailClients: false,
    } as const;
    expect(csrfRefusal(request, allowed)).toBeNull();
  });

  test('an unsafe request passes by same-origin, by an allowed origin, or where neither header is by the guard, and for mail clients without it', () => {
    const optional = <T>(...values: T[]) => fc.constantFrom(undefined, ...values);
    fc.assert(
      fc.property(
        fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE'),
        optional('same-origin', 'same-site', 'cross-site', 'none'),
        optional(own, 'null', 'https://evil.test', `${own}.evil.test`, own.toUpperCase()),
        optional('1', '0', ''),
        fc.boolean(),
        (method, secFetchSite, origin, guard, isForMailClients) => {
          const refusal = csrfRefusal(
            { method, secFetchSite, origin, guard, isForMailClients } as Parameters<typeof csrfRefusal>[0],
            allowed,
          );
          const saysNothing = secFetchSite === undefined && origin === undefined;
          const passes =
            secFetchSite === 'same-origin' ||
            origin === own ||
            (saysNothing && (guard === '1' || isForMailClients));
          expect(refusal === null).toBe(passes);
          if (!passes) expect(refusal).toBe(saysNothing ? 'csrf_guard_missing' : 'csrf_origin_denied');
        },
      ),
      { numRuns: 500 },
    );
  });
});

import { describe, expect, test } from '@jest/globals';
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
    const methods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;
    const sites = [undefined, 'same-origin', 'same-site', 'cross-site', 'none'];
    const origins = [undefined, own, 'null', 'https://evil.test', `${own}.evil.test`, own.toUpperCase()];
    const requests = methods.flatMap((method) =>
      sites.flatMap((secFetchSite) =>
        origins.flatMap((origin) =>
          [undefined, '1', '0', ''].flatMap((guard) =>
            [true, false].map((isForMailClients) => ({
              method,
              secFetchSite,
              origin,
              guard,
              isForMailClients,
            })),
          ),
        ),
      ),
    );
    for (const request of requests) {
      const { secFetchSite, origin, guard, isForMailClients } = request;
      const saysNothing = secFetchSite === undefined && origin === undefined;
      const passes =
        secFetchSite === 'same-origin' ||
        origin === own ||
        (saysNothing && (guard === '1' || isForMailClients));
      const refusal = saysNothing ? 'csrf_guard_missing' : 'csrf_origin_denied';
      expect([request, csrfRefusal(request, allowed)]).toEqual([request, passes ? null : refusal]);
    }
  });
});

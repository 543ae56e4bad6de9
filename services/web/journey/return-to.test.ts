import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { loginPath, safeReturnTo, withReturnTo } from './return-to.ts';

describe('return_to', () => {
  test.each(['/', '/talent', '/jobs/1?x=y#z', '/a//b', '/caf%C3%A9?to=%2F%2Fx', `/${'a'.repeat(999)}`])(
    'takes the path %s',
    (path) => {
      expect(safeReturnTo(path)).toBe(path);
    },
  );

  test.each([
    null,
    '',
    'talent',
    '//',
    '//evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    ' /talent',
    'https://evil.test/',
    'javascript:alert(1)',
    'data:text/html,x',
    '/..//evil.test',
    '/%2f%2fevil.test',
    '/%5Cevil.test',
    '/%09/evil.test',
    '/%252fevil.test',
    '/%7F',
    '/login',
    '/login?return_to=/login',
    `/${'a'.repeat(1000)}`,
  ])('refuses %j', (path) => {
    expect(safeReturnTo(path)).toBeNull();
  });

  test('whatever it takes stays on this site', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'/\\.:@%2f5caevil?#\t\n '), maxLength: 20 }),
        (value) => {
          const path = safeReturnTo(`/${value}`);
          if (path === null) return;
          expect(new URL(path, 'https://here.test').origin).toBe('https://here.test');
          const { pathname } = new URL(path, 'https://here.test');
          expect(pathname).not.toMatch(/^\/(\/|%2f|%5c)|%0|%1/i);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('the sign-in page leads back to path and query', () => {
    expect(loginPath(new URL('https://x.test/employer/jobs?state=draft'))).toBe(
      '/login?return_to=%2Femployer%2Fjobs%3Fstate%3Ddraft',
    );
  });

  test('U14: a page leads on to a path, or to its own next page', () => {
    expect(withReturnTo('/signup', '/jobs/1?x=y')).toBe('/signup?return_to=%2Fjobs%2F1%3Fx%3Dy');
    expect(withReturnTo('/signup?done', '/jobs/1')).toBe('/signup?done&return_to=%2Fjobs%2F1');
    expect(withReturnTo('/signup', null)).toBe('/signup');
  });
});

import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  clearedSessionCookie,
  hashSessionToken,
  presentedTokenHashes,
  sessionCookie,
} from './session-cookies.ts';

const A = 'a'.repeat(43);
const B = 'b'.repeat(43);
const hash = (token: string) => `\\x${createHash('sha256').update(token).digest('hex')}`;
const hashes = (header: string | undefined, system: 'user' | 'admin' = 'user') =>
  presentedTokenHashes(header, system);

describe('S6: the tokens that a Cookie header carries', () => {
  test.each([
    ['no header', undefined, []],
    ['another cookie', 'theme=dark', []],
    ['the cookie', `app_session_id=${A}`, [hash(A)]],
    ['among others, with odd spaces', `x=1;  app_session_id=${A} ;y=2`, [hash(A)]],
    ['twice the same', `app_session_id=${A}; app_session_id=${A}`, [hash(A)]],
    ['two different ones', `app_session_id=${A}; app_session_id=${B}`, [hash(A), hash(B)]],
    ['a garbled one beside a good one', `app_session_id=%00; app_session_id=${A}`, [hash(A)]],
    ["the admin's", `team_session_id=${A}`, []],
    ['a longer name', `app_session_id_2=${A}; xapp_session_id=${A}`, []],
    ['another case', `APP_SESSION_ID=${A}`, []],
    ['quoted', `app_session_id="${A}"`, []],
    ['too short', `app_session_id=${A.slice(1)}`, []],
    ['too long', `app_session_id=${A}a`, []],
    ['empty', 'app_session_id=', []],
    ['oversized', `app_session_id=${'a'.repeat(100_000)}`, []],
  ])('%s', (_name, header, expected) => {
    expect(hashes(header)).toEqual(expected);
  });

  test('each system has its own name', () => {
    const header = `app_session_id=${A}; team_session_id=${B}`;
    expect(hashes(header, 'user')).toEqual([hash(A)]);
    expect(hashes(header, 'admin')).toEqual([hash(B)]);
  });

  test('more than eight different tokens are no session, eight still are tokens', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => `app_session_id=${String(index).padStart(43, 'x')}`).join(
        '; ',
      );
    expect(hashes(many(8))).toHaveLength(8);
    expect(hashes(many(9))).toEqual([]);
  });

  test('no header whatever makes it throw', () => {
    fc.assert(
      fc.property(fc.string(), (header) =>
        Array.isArray(presentedTokenHashes(`app_session_id=${header}`, 'user')),
      ),
    );
  });

  test('the hash is SHA-256 of the token', () => {
    expect(hashSessionToken(A)).toBe(hash(A));
  });
});

describe('the Set-Cookie values', () => {
  test('are host-only and Secure, and Secure is left out for plain http alone', () => {
    expect(sessionCookie('user', A, 60, { secure: true, domain: null })).toBe(
      `app_session_id=${A}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure`,
    );
    expect(sessionCookie('admin', A, 60, { secure: false, domain: null })).toBe(
      `team_session_id=${A}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax`,
    );
  });

  test('carry the configured domain, also when they clear', () => {
    expect(clearedSessionCookie('user', { secure: true, domain: 'example.com' })).toBe(
      'app_session_id=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure; Domain=example.com',
    );
  });
});

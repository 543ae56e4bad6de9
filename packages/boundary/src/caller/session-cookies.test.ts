import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  clearedSessionCookies,
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

  test('F18: every one of them is a token, however many come before it', () => {
    const tokens = Array.from({ length: 270 }, (_, index) => String(index).padStart(43, 'x'));
    const header = tokens.map((token) => `app_session_id=${token}`).join('; ');
    expect(header.length).toBeLessThan(16 * 1024);
    expect(hashes(header)).toEqual(tokens.map(hash));
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
  const hosts = { user: 'www.jobs.example.com', admin: 'team.example.com:8443' };

  test('are host-only and Secure, and Secure is left out for plain http alone', () => {
    expect(sessionCookie('user', A, 60, { secure: true, domain: null, hosts })).toBe(
      `app_session_id=${A}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure`,
    );
    expect(sessionCookie('admin', A, 60, { secure: false, domain: null, hosts })).toBe(
      `team_session_id=${A}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax`,
    );
    expect(sessionCookie('user', A, 60, { secure: true, domain: 'example.com', hosts })).toBe(
      `app_session_id=${A}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure; Domain=example.com`,
    );
  });

  test.each([
    ['user', null, [null, 'www.jobs.example.com', 'jobs.example.com', 'example.com']],
    ['user', 'example.com', ['example.com', null, 'www.jobs.example.com', 'jobs.example.com']],
    ['admin', null, [null, 'team.example.com', 'example.com']],
  ] as const)(
    'F18: clear the %s cookie (domain %s) and what a sibling may have set for a domain of the host',
    (system, domain, domains) => {
      const name = system === 'user' ? 'app_session_id' : 'team_session_id';
      const base = `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure`;
      expect(clearedSessionCookies(system, { secure: true, domain, hosts })).toEqual(
        domains.map((one) => (one === null ? base : `${base}; Domain=${one}`)),
      );
    },
  );

  test.each([
    ['user', 'localhost:8080'],
    ['admin', '127.0.0.1:8080'],
    ['admin', '[::1]:8080'],
  ] as const)('F18: a host without a domain clears its own cookie alone (%s, %s)', (system, host) => {
    const local = { user: host, admin: host };
    expect(clearedSessionCookies(system, { secure: false, domain: null, hosts: local })).toHaveLength(1);
  });
});

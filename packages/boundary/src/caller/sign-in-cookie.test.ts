import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { signInBrowser, signInCookie } from './sign-in-cookie.ts';

const TOKEN = 'a'.repeat(43);
const tokenHash = createHash('sha256').update(TOKEN).digest();
const BEGINS = { system: 'user', session: 'begins_user' } as const;
const STARTS = { system: 'user', session: 'starts_user' } as const;

describe('the browser of a sign-in', () => {
  test('keeps the token that it has, so that two tabs have one', () => {
    expect(signInBrowser(BEGINS, `x=1; app_sign_in_id=${TOKEN}`)).toEqual({ token: TOKEN, tokenHash });
    expect(signInBrowser(STARTS, `app_sign_in_id=x; app_sign_in_id=${TOKEN}`)).toEqual({
      token: TOKEN,
      tokenHash,
    });
  });

  test.each([
    ['no header', undefined],
    ['a malformed token', 'app_sign_in_id=%00'],
    ['the cookie of the staff', `team_sign_in_id=${TOKEN}`],
    ['a longer name', `xapp_sign_in_id=${TOKEN}`],
  ])('%s: a new token where a sign-in begins, and none where it ends', (_name, header) => {
    const begun = signInBrowser(BEGINS, header);
    expect(begun?.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(begun?.token).not.toBe(TOKEN);
    expect(signInBrowser(STARTS, header)).toBeNull();
  });

  test('each has a token of its own', () => {
    expect(signInBrowser(BEGINS, undefined)?.token).not.toBe(signInBrowser(BEGINS, undefined)?.token);
  });
});

describe('its cookie', () => {
  test('is for one host, for five minutes, and for no other site', () => {
    expect(signInCookie('user', { token: TOKEN, tokenHash }, { secure: true })).toBe(
      `app_sign_in_id=${TOKEN}; Path=/; Max-Age=300; HttpOnly; SameSite=Strict; Secure`,
    );
    expect(signInCookie('admin', { token: TOKEN, tokenHash }, { secure: false })).toBe(
      `team_sign_in_id=${TOKEN}; Path=/; Max-Age=300; HttpOnly; SameSite=Strict`,
    );
  });
});

import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { userBrowserCookie, userBrowserOf } from './user-browser-cookie.ts';

const TOKEN = 'a'.repeat(43);
const tokenHash = createHash('sha256').update(TOKEN).digest();
const STARTS = { session: 'starts_user' } as const;
const [HTTPS, HTTP] = [{ secure: true }, { secure: false }];

describe('the browser of a user who signs in', () => {
  test('keeps the token that it has', () => {
    expect(userBrowserOf(STARTS, `x=1; __Host-app_browser_id=${TOKEN}`, HTTPS)).toEqual({
      token: TOKEN,
      tokenHash,
    });
    expect(userBrowserOf(STARTS, `app_browser_id=${TOKEN}`, HTTP)).toEqual({ token: TOKEN, tokenHash });
  });

  test.each([
    ['no header', undefined],
    ['a malformed token', '__Host-app_browser_id=%00'],
    ['S6: a name that another host of the domain can set', `app_browser_id=${TOKEN}`],
  ])('%s: a new token', (_name, header) => {
    const browser = userBrowserOf(STARTS, header, HTTPS);
    expect(browser?.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(browser?.token).not.toBe(TOKEN);
  });

  test.each([null, 'ends_user', 'begins_user', 'starts_admin'] as const)(
    'W7: is not looked at where the session effect is %s',
    (session) => {
      expect(userBrowserOf({ session }, `__Host-app_browser_id=${TOKEN}`, HTTPS)).toBeNull();
    },
  );

  test('its cookie is for one host, for 400 days, and for no other site', () => {
    expect(userBrowserCookie({ token: TOKEN, tokenHash }, HTTPS)).toBe(
      `__Host-app_browser_id=${TOKEN}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure`,
    );
    expect(userBrowserCookie({ token: TOKEN, tokenHash }, HTTP)).toBe(
      `app_browser_id=${TOKEN}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict`,
    );
  });
});

import type { OutgoingHttpHeaders } from 'node:http';
import type { Endpoint } from '@gatehouse/contract';
import type { StartedSession } from '../context.ts';
import { type CookieSettings, clearedSessionCookies, sessionCookie } from './session-cookies.ts';
import { beginsSignIn } from './session-effect.ts';
import { type SignInBrowser, signInCookie } from './sign-in-cookie.ts';
import { type UserBrowser, userBrowserCookie } from './user-browser-cookie.ts';

/** The headers by which an endpoint begins a sign-in, and starts or ends a session; none for other endpoints (W7). */
export function sessionHeaders(
  endpoint: Endpoint,
  {
    started,
    browser,
    userBrowser,
  }: {
    started: StartedSession | null;
    browser: SignInBrowser | null;
    userBrowser: UserBrowser | null;
  },
  cookies: CookieSettings,
): OutgoingHttpHeaders {
  const { session, system } = endpoint;
  if (session === null) return {};
  if (beginsSignIn(endpoint)) {
    return browser === null ? {} : { 'Set-Cookie': signInCookie(system, browser, cookies) };
  }
  if (started !== null) {
    const session = sessionCookie(system, started.token, started.maxAgeSeconds, cookies);
    return {
      'Set-Cookie': userBrowser === null ? [session] : [session, userBrowserCookie(userBrowser, cookies)],
    };
  }
  return {
    'Set-Cookie': [...clearedSessionCookies(system, cookies)],
    'Clear-Site-Data': '"cache", "storage"',
  };
}

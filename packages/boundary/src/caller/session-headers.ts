import type { OutgoingHttpHeaders } from 'node:http';
import type { Endpoint } from '@gatehouse/contract';
import type { StartedSession } from '../context.ts';
import { type CookieSettings, clearedSessionCookies, sessionCookie } from './session-cookies.ts';

/** The headers by which an endpoint starts or ends a session; none for other endpoints (W7). */
export function sessionHeaders(
  { session, system }: Endpoint,
  started: StartedSession | null,
  cookies: CookieSettings,
): OutgoingHttpHeaders {
  if (session === null) return {};
  if (started !== null) {
    return { 'Set-Cookie': sessionCookie(system, started.token, started.maxAgeSeconds, cookies) };
  }
  return {
    'Set-Cookie': [...clearedSessionCookies(system, cookies)],
    'Clear-Site-Data': '"cache", "storage"',
  };
}

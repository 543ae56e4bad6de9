import { SESSION_COOKIES } from '@gatehouse/contract/session-cookies';

/** The two identity systems (B6). */
export type IdentitySystem = keyof typeof SESSION_COOKIES;

/** Whether a `Cookie` header carries a cookie of exactly this name. Its value is never looked at (W7). */
export function hasSessionCookie(cookieHeader: string | null, system: IdentitySystem): boolean {
  if (cookieHeader === null) return false;
  const name = SESSION_COOKIES[system];
  return cookieHeader.split(';').some((pair) => pair.replace(/=.*/s, '').trim() === name);
}

/** Whether a `Cookie` header carries a session cookie of either system, live or not. */
export function hasAnySessionCookie(cookieHeader: string | null): boolean {
  return hasSessionCookie(cookieHeader, 'user') || hasSessionCookie(cookieHeader, 'admin');
}

import { createHash, randomBytes } from 'node:crypto';
import type { Endpoint, IdentitySystem } from '@gatehouse/contract';
import type { CookieSettings } from './session-cookies.ts';

/** The cookies that bind the challenge of a sign-in with a passkey to the browser. They are no sessions. */
export const SIGN_IN_COOKIE_NAMES: Readonly<Record<IdentitySystem, string>> = {
  user: 'app_sign_in_id',
  admin: 'team_sign_in_id',
};

/** As long as a challenge works. */
const MAX_AGE_SECONDS = 300;

/** 32 bytes as base64url. */
const TOKEN_FORMAT = /^[A-Za-z0-9_-]{43}$/;

/** The browser in which a sign-in begins or ends. */
export interface SignInBrowser {
  /** 32 random bytes, base64url. */
  readonly token: string;
  /** SHA-256 of the token. */
  readonly hash: Buffer;
}

/**
 * The browser of a request, by its cookie. An endpoint that begins a sign-in keeps the browser's token, so that sign-in
 * pages in several tabs work, and creates one for a browser without.
 * @returns null where the endpoint begins no sign-in and the request has no token.
 */
export function signInBrowser(
  { system, session }: Pick<Endpoint, 'system' | 'session'>,
  cookieHeader: string | undefined,
): SignInBrowser | null {
  const sent = sentToken(cookieHeader ?? '', `${SIGN_IN_COOKIE_NAMES[system]}=`);
  if (sent !== null) return browserOf(sent);
  return session?.startsWith('begins_') === true ? browserOf(randomBytes(32).toString('base64url')) : null;
}

/** The `Set-Cookie` value of a sign-in that begins: for this host alone, and never sent by another site. */
export function signInCookie(
  system: IdentitySystem,
  { token }: SignInBrowser,
  { secure }: Pick<CookieSettings, 'secure'>,
): string {
  const attributes = ['Path=/', `Max-Age=${MAX_AGE_SECONDS}`, 'HttpOnly', 'SameSite=Strict'];
  return [`${SIGN_IN_COOKIE_NAMES[system]}=${token}`, ...attributes, ...(secure ? ['Secure'] : [])].join(
    '; ',
  );
}

function sentToken(cookieHeader: string, prefix: string): string | null {
  for (const pair of cookieHeader.split(';')) {
    const trimmed = pair.trim();
    if (!trimmed.startsWith(prefix)) continue;
    const token = trimmed.slice(prefix.length);
    if (TOKEN_FORMAT.test(token)) return token;
  }
  return null;
}

function browserOf(token: string): SignInBrowser {
  return { token, hash: createHash('sha256').update(token).digest() };
}

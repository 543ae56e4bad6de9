import type { Endpoint } from '@gatehouse/contract';
import { createSecretToken, hashSecretToken } from '../secret-token.ts';
import { type CookieSettings, presentedTokens, serializeCookie } from './session-cookies.ts';

/** The browser in which a user signs in. */
export interface UserBrowser {
  /** 32 random bytes, base64url. */
  readonly token: string;
  /** SHA-256 of the token. */
  readonly tokenHash: Buffer;
}

/** As long as browsers keep a cookie. */
const MAX_AGE_SECONDS = 400 * 86_400;

type Settings = Pick<CookieSettings, 'secure'>;

/** With the prefix no other host of the domain can set it; browsers accept that on https alone. */
const cookieName = ({ secure }: Settings) => (secure ? '__Host-app_browser_id' : 'app_browser_id');

/**
 * The browser of a sign-in, by its cookie, which outlasts the sessions; a new one without. It proves nothing: a sign-in from
 * a browser that its user has not used before sends the user a mail.
 * @returns null for an endpoint that starts no session of a user.
 */
export function userBrowserOf(
  { session }: Pick<Endpoint, 'session'>,
  cookieHeader: string | undefined,
  settings: Settings,
): UserBrowser | null {
  if (session !== 'starts_user') return null;
  const [token] = presentedTokens(cookieHeader, cookieName(settings));
  return token === undefined ? createSecretToken() : { token, tokenHash: hashSecretToken(token) };
}

/** The `Set-Cookie` value that keeps the browser known: for this host alone, and never sent by another site. */
export function userBrowserCookie({ token }: UserBrowser, settings: Settings): string {
  return serializeCookie({
    name: cookieName(settings),
    value: token,
    maxAgeSeconds: MAX_AGE_SECONDS,
    sameSite: 'Strict',
    secure: settings.secure,
    domain: null,
  });
}

import type { Endpoint, IdentitySystem } from '@gatehouse/contract';
import { createSecretToken, hashSecretToken } from '../secret-token.ts';
import { type CookieSettings, presentedTokens, serializeCookie } from './session-cookies.ts';
import { beginsSignIn } from './session-effect.ts';

/** The cookies that bind the challenge of a sign-in with a passkey to the browser. They are no sessions. */
const SIGN_IN_COOKIE_NAMES: Readonly<Record<IdentitySystem, string>> = {
  user: 'app_sign_in_id',
  admin: 'team_sign_in_id',
};

/** As long as a challenge works. */
const MAX_AGE_SECONDS = 300;

/** The browser in which a sign-in begins or ends. */
export interface SignInBrowser {
  /** 32 random bytes, base64url. */
  readonly token: string;
  /** SHA-256 of the token. */
  readonly tokenHash: Buffer;
}

/**
 * The browser of a request, by its cookie. An endpoint that begins a sign-in keeps the browser's token, so that sign-in
 * pages in several tabs work, and creates one for a browser without.
 * @returns null where the endpoint begins no sign-in and the request has no token.
 */
export function signInBrowser(
  endpoint: Pick<Endpoint, 'system' | 'session'>,
  cookieHeader: string | undefined,
): SignInBrowser | null {
  const [token] = presentedTokens(cookieHeader, SIGN_IN_COOKIE_NAMES[endpoint.system]);
  if (token !== undefined) return { token, tokenHash: hashSecretToken(token) };
  return beginsSignIn(endpoint) ? createSecretToken() : null;
}

/** The `Set-Cookie` value of a sign-in that begins: for this host alone, and never sent by another site. */
export function signInCookie(
  system: IdentitySystem,
  { token }: SignInBrowser,
  { secure }: Pick<CookieSettings, 'secure'>,
): string {
  return serializeCookie({
    name: SIGN_IN_COOKIE_NAMES[system],
    value: token,
    maxAgeSeconds: MAX_AGE_SECONDS,
    sameSite: 'Strict',
    secure,
    domain: null,
  });
}

import { hash } from 'node:crypto';

/** The two identity systems (B6). */
export type IdentitySystem = 'user' | 'admin';

/** The exact names of the session cookies (S6). */
export const SESSION_COOKIE_NAMES: Readonly<Record<IdentitySystem, string>> = {
  user: 'app_session_id',
  admin: 'team_session_id',
};

/** 32 bytes as base64url, nothing more and nothing less. */
const TOKEN_FORMAT = /^[A-Za-z0-9_-]{43}$/;

/** More cookies of one name than this are no browser's: no session. */
const MOST_CANDIDATES = 8;

/**
 * The SHA-256 of every different well-formed token that a `Cookie` header carries under the system's exact name.
 * Garbled and oversized values are no tokens; the database decides which of the others is a session (A1, S6).
 */
export function presentedTokenHashes(
  cookieHeader: string | undefined,
  system: IdentitySystem,
): readonly string[] {
  if (cookieHeader === undefined) return [];
  const prefix = `${SESSION_COOKIE_NAMES[system]}=`;
  const tokens = new Set<string>();
  for (const pair of cookieHeader.split(';')) {
    const trimmed = pair.trim();
    if (!trimmed.startsWith(prefix)) continue;
    const token = trimmed.slice(prefix.length);
    if (TOKEN_FORMAT.test(token)) tokens.add(token);
  }
  if (tokens.size > MOST_CANDIDATES) return [];
  return [...tokens].map(hashSessionToken);
}

/**
 * The key under which the database knows a token, as PostgreSQL writes a `bytea`: `\\x` and 64 hex digits. The token itself
 * is stored nowhere.
 */
export function hashSessionToken(token: string): string {
  return `\\x${hash('sha256', token, 'hex')}`;
}

/** How the session cookies are set, for all of a service. */
export interface CookieSettings {
  /** False only for plain-http local development. */
  readonly secure: boolean;
  /** Null: host-only. */
  readonly domain: string | null;
}

/** The `Set-Cookie` value of a session that starts. */
export function sessionCookie(
  system: IdentitySystem,
  token: string,
  maxAgeSeconds: number,
  settings: CookieSettings,
): string {
  return serialize(system, token, maxAgeSeconds, settings);
}

/** The `Set-Cookie` value that removes a session's cookie. */
export function clearedSessionCookie(system: IdentitySystem, settings: CookieSettings): string {
  return serialize(system, '', 0, settings);
}

function serialize(
  system: IdentitySystem,
  value: string,
  maxAgeSeconds: number,
  settings: CookieSettings,
): string {
  return [
    `${SESSION_COOKIE_NAMES[system]}=${value}`,
    'Path=/',
    `Max-Age=${maxAgeSeconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(settings.secure ? ['Secure'] : []),
    ...(settings.domain === null ? [] : [`Domain=${settings.domain}`]),
  ].join('; ');
}

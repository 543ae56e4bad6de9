import { hash } from 'node:crypto';
import { isIP } from 'node:net';
import { type IdentitySystem, SESSION_COOKIES } from '@gatehouse/contract';

/** 32 bytes as base64url. */
const TOKEN_FORMAT = /^[A-Za-z0-9_-]{43}$/;

/**
 * The distinct well-formed tokens that a `Cookie` header carries under exactly this name, in their order. Malformed values are
 * ignored. No token is skipped, because a sibling domain may set any number of cookies before the live one. The limit of the
 * headers bounds them (about 270).
 */
export function presentedTokens(cookieHeader: string | undefined, name: string): readonly string[] {
  const prefix = `${name}=`;
  const tokens = new Set<string>();
  for (const pair of cookieHeader?.split(';') ?? []) {
    const trimmed = pair.trim();
    if (!trimmed.startsWith(prefix)) continue;
    const token = trimmed.slice(prefix.length);
    if (TOKEN_FORMAT.test(token)) tokens.add(token);
  }
  return [...tokens];
}

/** The SHA-256 of each session token that a `Cookie` header carries; the database decides which one is a session (A1, S6). */
export function presentedTokenHashes(
  cookieHeader: string | undefined,
  system: IdentitySystem,
): readonly string[] {
  return presentedTokens(cookieHeader, SESSION_COOKIES[system]).map(hashSessionToken);
}

/**
 * A token as the database stores it, in PostgreSQL's notation of a `bytea`: `\\x` and 64 hex digits. The token itself is
 * never stored. It is text because the keys of a shared query are: the hashes of many requests are one `bytea[]`.
 */
export function hashSessionToken(token: string): string {
  return `\\x${hash('sha256', token, 'hex')}`;
}

/** How a service sets session cookies. */
export interface CookieSettings {
  /** False only for plain-http local development. */
  readonly secure: boolean;
  /** Null: host-only. */
  readonly domain: string | null;
  /** The host of each system as browsers name it, with its port where it has one. */
  readonly hosts: Readonly<Record<IdentitySystem, string>>;
}

/** The `Set-Cookie` value of a session that starts. */
export function sessionCookie(
  system: IdentitySystem,
  token: string,
  maxAgeSeconds: number,
  { secure, domain }: CookieSettings,
): string {
  return serializeSession(system, { value: token, maxAgeSeconds, secure, domain });
}

/**
 * The `Set-Cookie` values that remove a session's cookie, and cookies of the same name that a sibling domain may have set
 * for a parent domain. A browser ignores those for other domains.
 */
export function clearedSessionCookies(system: IdentitySystem, settings: CookieSettings): readonly string[] {
  const { secure, domain, hosts } = settings;
  const domains = new Set([domain, null, ...domainsOf(hosts[system])]);
  return [...domains].map((one) =>
    serializeSession(system, { value: '', maxAgeSeconds: 0, secure, domain: one }),
  );
}

/** The host and its parent domains with at least two labels; none for an address or a name of one label. */
function domainsOf(host: string): readonly string[] {
  const { hostname } = new URL(`http://${host}`);
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) return [];
  const labels = hostname.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

function serializeSession(system: IdentitySystem, cookie: Omit<Cookie, 'name' | 'sameSite'>): string {
  return serializeCookie({ name: SESSION_COOKIES[system], sameSite: 'Lax', ...cookie });
}

/** A cookie for all paths of a host that scripts cannot read. */
interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly maxAgeSeconds: number;
  readonly sameSite: 'Lax' | 'Strict';
  readonly secure: boolean;
  /** Null: host-only. */
  readonly domain: string | null;
}

/** The `Set-Cookie` value of a cookie. */
export function serializeCookie({ name, value, maxAgeSeconds, sameSite, secure, domain }: Cookie): string {
  return [
    `${name}=${value}`,
    'Path=/',
    `Max-Age=${maxAgeSeconds}`,
    'HttpOnly',
    `SameSite=${sameSite}`,
    ...(secure ? ['Secure'] : []),
    ...(domain === null ? [] : [`Domain=${domain}`]),
  ].join('; ');
}

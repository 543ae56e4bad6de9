/** Slashes, control characters and percent signs in code: no page has them, and what decodes once more sees another path. */
const ENCODED_DISGUISE = /%(?:2f|5c|25|7f|[01][0-9a-f])/i;

/**
 * The path of this site to which `return_to` leads, or null for anything else: another origin in whatever disguise
 * (`//host`, `/\host`, control characters, a scheme, any of them percent-encoded), or the sign-in page itself.
 */
export function safeReturnTo(value: string | null): string | null {
  if (value === null || value.length > 1000) return null;
  // With one slash in front and none of the disguises, a URL has nowhere to name another origin.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these from URLs, and that makes disguises.
  if (!/^\/(?![/\\])/.test(value) || /[\u0000-\u001f\u007f\\]/.test(value)) return null;
  const url = new URL(value, 'https://same-site.invalid');
  if (url.pathname.startsWith('//') || url.pathname === '/login') return null;
  if (ENCODED_DISGUISE.test(url.pathname)) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** A page that leads on to `returnTo`; null: to its own next page. */
export function withReturnTo(page: string, returnTo: string | null): string {
  return returnTo === null
    ? page
    : `${page}${page.includes('?') ? '&' : '?'}return_to=${encodeURIComponent(returnTo)}`;
}

/** The sign-in page that returns to this address. */
export function loginPath(url: Pick<URL, 'pathname' | 'search'>): string {
  return withReturnTo('/login', pathOf(url));
}

/** An address of this site, as `return_to` has it. */
export function pathOf({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string {
  return `${pathname}${search}`;
}

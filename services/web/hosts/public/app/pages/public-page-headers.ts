/** A public page is the same for all visitors without a session cookie; with one, the server overrides this (C2). */
export const PUBLIC_PAGE_HEADERS = { 'Cache-Control': 'public, max-age=0, s-maxage=30' };

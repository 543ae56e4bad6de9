import type { HttpMethod } from '@gatehouse/contract';

/** What a request says of where it comes from. */
export interface RequestOrigin {
  readonly method: HttpMethod;
  readonly secFetchSite: string | undefined;
  readonly origin: string | undefined;
  readonly guard: string | undefined;
}

/** The CSRF refusals (A3). */
export type CsrfRefusal = 'csrf_origin_denied' | 'csrf_guard_missing';

/**
 * Whether an unsafe request may come from where it says; null: it may. Browsers cannot forge `Sec-Fetch-Site` and
 * `Origin`; `same-site` is not trusted, since a sibling domain is another party. A caller that sends neither is no
 * current browser and shows with `X-CSRF-Guard: 1` that it is no cross-site form either. Pure. Rule A3.
 */
export function csrfRefusal(request: RequestOrigin, allowedOrigins: ReadonlySet<string>): CsrfRefusal | null {
  if (request.method === 'GET') return null;
  if (request.secFetchSite === 'same-origin') return null;
  if (request.origin !== undefined) return allowedOrigins.has(request.origin) ? null : 'csrf_origin_denied';
  if (request.secFetchSite !== undefined) return 'csrf_origin_denied';
  return request.guard === '1' ? null : 'csrf_guard_missing';
}

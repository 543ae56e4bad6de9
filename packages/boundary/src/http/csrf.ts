import type { HttpMethod } from '@gatehouse/contract';

/** The headers that tell where a request comes from. */
export interface RequestOrigin {
  readonly method: HttpMethod;
  readonly secFetchSite: string | undefined;
  readonly origin: string | undefined;
  readonly guard: string | undefined;
  /** Whether mail clients send it: they send none of these headers. */
  readonly isForMailClients: boolean;
}

/** The CSRF refusals (A3). */
export type CsrfRefusal = 'csrf_origin_denied' | 'csrf_guard_missing';

/**
 * Why an unsafe request is refused by its origin; null: it is allowed. A page cannot forge `Sec-Fetch-Site` or `Origin`.
 * `same-site` is not trusted, because a sibling domain is another party. A client that sends neither is not a current
 * browser, and proves with `X-CSRF-Guard: 1` that it is not a cross-site form, except to an endpoint for mail clients. Pure.
 * Rule A3.
 */
export function csrfRefusal(request: RequestOrigin, allowedOrigins: ReadonlySet<string>): CsrfRefusal | null {
  if (request.method === 'GET') return null;
  if (request.secFetchSite === 'same-origin') return null;
  if (request.origin !== undefined) return allowedOrigins.has(request.origin) ? null : 'csrf_origin_denied';
  if (request.secFetchSite !== undefined) return 'csrf_origin_denied';
  return request.guard === '1' || request.isForMailClients ? null : 'csrf_guard_missing';
}

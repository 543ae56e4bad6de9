import type { Request, Response as ServerResponse } from 'express';
import { type CacheablePage, PageCache } from '#cache/page-cache.ts';
import type { WebRequest } from '#entry/web-request.ts';
import { hasAnySessionCookie } from '#session/session-cookie.ts';
import { type DocumentSlots, DocumentTemplate, makePlaceholders } from './document-template.ts';

/** Renders an address of this host for every visitor alike. */
export type RenderAddress = (address: string, webRequest: WebRequest) => Promise<Response>;

/**
 * The one address of a public page that all requests for the same content share, with nothing that the page does not read; null: the
 * address is of no page that may be shared.
 */
export type FindPublicAddress = (address: string) => string | null;

interface PublicPage extends CacheablePage {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly template: DocumentTemplate;
}

const MAX_ADDRESS_LENGTH = 1024;
const LIMITS = { maxPages: 500, maxBytes: 16 * 2 ** 20, maxPageBytes: 2 ** 18 };

/**
 * Documents that are the same for every visitor, each rendered once for the requests of a few seconds. A rendering gets the
 * address and no header or cookie of the request, so no client can change what others get.
 */
export class PublicPages {
  readonly #cache: PageCache<PublicPage>;
  readonly #findAddress: FindPublicAddress;
  readonly #render: RenderAddress;

  constructor({
    seconds,
    findAddress,
    render,
  }: {
    seconds: number;
    findAddress: FindPublicAddress;
    render: RenderAddress;
  }) {
    this.#cache = new PageCache({ ...LIMITS, maxAgeMillis: seconds * 1000 });
    this.#findAddress = findAddress;
    this.#render = render;
  }

  /**
   * Answers a request for a public page.
   * @returns whether the page had been rendered for another request; null when nothing was sent: the request is for another
   * page, has a session cookie or credentials, or the page may not be shared.
   */
  async answer(
    request: Request,
    response: ServerResponse,
    webRequest: WebRequest,
  ): Promise<{ isReused: boolean } | null> {
    if (!isShareable(request)) return null;
    const address = this.#findAddress(request.originalUrl);
    if (address === null || address.length > MAX_ADDRESS_LENGTH) return null;
    const cached = this.#cache.get(address, () => this.#make(address, webRequest));
    const page = await cached.page;
    if (page === null) return null;
    response.status(page.status);
    for (const [name, value] of page.headers) response.setHeader(name, value);
    // The time in this cache counts towards the time that shared caches may keep the page.
    if (cached.ageMillis !== null) response.setHeader('Age', Math.ceil(cached.ageMillis / 1000));
    response.end(page.template.fill(slotValues(webRequest)));
    return { isReused: cached.ageMillis !== null };
  }

  async #make(address: string, webRequest: WebRequest): Promise<PublicPage | null> {
    const placeholders = makePlaceholders();
    const response = await this.#render(address, {
      // `sharedRequest` of the build, which the server does not import.
      ...webRequest,
      cookie: null,
      runSearch: webRequest.runSearchAtOnce,
      runSearchAtOnce: (search) => search(),
      nonce: placeholders.nonce,
      documentTraceparent: placeholders.traceparent,
    });
    const { status, headers } = response;
    // F8: a limit of the one visitor whose request is rendered.
    if (status === 429) return null;
    const reusableMillis = status === 200 ? sharedMillisOf(headers) : 0;
    if (!isPlainDocument(headers) || (status === 200 && reusableMillis === 0)) return null;
    const template = DocumentTemplate.cut(await response.text(), placeholders);
    if (template === null) return null;
    return { status, headers: [...headers], template, bytes: template.bytes, reusableMillis };
  }
}

function isShareable({ method, headers }: Request): boolean {
  return (
    method === 'GET' && headers.authorization === undefined && !hasAnySessionCookie(headers.cookie ?? null)
  );
}

function isPlainDocument(headers: Headers): boolean {
  const isHtml = headers.get('Content-Type')?.startsWith('text/html') ?? false;
  return isHtml && !headers.has('Set-Cookie') && !headers.has('Vary');
}

/** The page's own `s-maxage` in milliseconds; 0 when it may not be shared. */
function sharedMillisOf(headers: Headers): number {
  const control = headers.get('Cache-Control') ?? '';
  if (!/\bpublic\b/.test(control) || /\b(?:private|no-store|no-cache)\b/.test(control)) return 0;
  return Number(/\bs-maxage=(\d+)/.exec(control)?.[1] ?? 0) * 1000;
}

function slotValues({ nonce, documentTraceparent }: WebRequest): DocumentSlots {
  return { nonce, traceparent: documentTraceparent };
}

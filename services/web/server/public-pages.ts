import type { Request, Response as ServerResponse } from 'express';
import type { WebRequest } from '#entry/web-request.ts';
import { hasAnySessionCookie } from '#session/session-cookie.ts';
import { DocumentTemplate, makePlaceholders, type OwnWords } from './document-template.ts';
import { type CacheablePage, PageCache } from './page-cache.ts';

/** Renders an address of this host, for nobody in particular. */
export type RenderAddress = (address: string, webRequest: WebRequest) => Promise<Response>;

interface PublicPage extends CacheablePage {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly template: DocumentTemplate;
}

/** The front page, the search, and a job: a page that is added here must follow from its address and the API alone. */
const ADDRESS = /^\/(?:jobs(?:\/[\w-]+)?)?(?:\?|$)/;

const MAX_ADDRESS_LENGTH = 1024;
const LIMITS = { maxPages: 500, maxBytes: 16 * 2 ** 20, maxPageBytes: 2 ** 18 };

/**
 * The documents that are the same for everybody, rendered once for all who ask within a few seconds. A rendering knows the
 * address and nothing else of the request, no header and no cookie, so nobody can put into it what others then get.
 */
export class PublicPages {
  readonly #cache: PageCache<PublicPage>;
  readonly #render: RenderAddress;

  constructor({ seconds, render }: { seconds: number; render: RenderAddress }) {
    this.#cache = new PageCache({ ...LIMITS, maxAgeMillis: seconds * 1000 });
    this.#render = render;
  }

  /**
   * Answers a request for a public page.
   * @returns whether the page had been rendered for another request; null when nothing was answered: the request is none
   * for a public page, comes with a session or with credentials, or the page is not for everybody.
   */
  async answer(
    request: Request,
    response: ServerResponse,
    webRequest: WebRequest,
  ): Promise<{ isReused: boolean } | null> {
    if (!isForEverybody(request) || webRequest.searchWaitSeconds !== null) return null;
    const { originalUrl } = request;
    const cached = this.#cache.get(originalUrl, () => this.#make(originalUrl, webRequest));
    const page = await cached.page;
    if (page === null) return null;
    response.status(page.status);
    for (const [name, value] of page.headers) response.setHeader(name, value);
    // A shared cache keeps the page for as long as the page allows, and no longer because it was kept here.
    if (cached.ageMillis !== null) response.setHeader('Age', Math.ceil(cached.ageMillis / 1000));
    response.end(page.template.fill(ownWordsOf(webRequest)));
    return { isReused: cached.ageMillis !== null };
  }

  async #make(address: string, webRequest: WebRequest): Promise<PublicPage | null> {
    const placeholders = makePlaceholders();
    const answer = await this.#render(address, {
      ...webRequest,
      cookie: null,
      nonce: placeholders.nonce,
      documentTraceparent: placeholders.traceparent,
    });
    const { status, headers } = answer;
    const reusableMillis = status === 200 ? sharedMillisOf(headers) : 0;
    if (!isPlainDocument(headers) || (status === 200 && reusableMillis === 0)) return null;
    const template = DocumentTemplate.cut(await answer.text(), placeholders);
    if (template === null) return null;
    return { status, headers: [...headers], template, bytes: template.bytes, reusableMillis };
  }
}

function isForEverybody({ method, originalUrl, headers }: Request): boolean {
  return (
    method === 'GET' &&
    originalUrl.length <= MAX_ADDRESS_LENGTH &&
    ADDRESS.test(originalUrl) &&
    headers.authorization === undefined &&
    !hasAnySessionCookie(headers.cookie ?? null)
  );
}

function isPlainDocument(headers: Headers): boolean {
  const isHtml = headers.get('Content-Type')?.startsWith('text/html') ?? false;
  return isHtml && !headers.has('Set-Cookie') && !headers.has('Vary');
}

/** For how long the page itself lets shared caches keep it; 0 when it does not. */
function sharedMillisOf(headers: Headers): number {
  const control = headers.get('Cache-Control') ?? '';
  if (!/\bpublic\b/.test(control) || /\b(?:private|no-store|no-cache)\b/.test(control)) return 0;
  return Number(/\bs-maxage=(\d+)/.exec(control)?.[1] ?? 0) * 1000;
}

function ownWordsOf({ nonce, documentTraceparent }: WebRequest): OwnWords {
  return { nonce, traceparent: documentTraceparent };
}

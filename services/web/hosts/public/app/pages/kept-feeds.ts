import { PageCache } from '#cache/page-cache.ts';
import { sharedRequest, type WebRequest } from '#entry/web-request.ts';
import type { AtomFeed } from './atom-feed.ts';
import { problemOf, TOO_MANY_SEARCHES } from './jobs/read-public-jobs.ts';
import { PUBLIC_PAGE_HEADERS } from './public-page-headers.ts';

/** How long one feed serves every visitor: as long as other public pages by default, so that a change shows as soon. */
const MAX_AGE_MILLIS = 5000;

const MEBIBYTE = 2 ** 20;
const LIMITS = { maxPages: 500, maxBytes: 16 * MEBIBYTE, maxPageBytes: MEBIBYTE };

interface KeptFeed extends AtomFeed {
  readonly bytes: number;
  readonly reusableMillis: number;
}

/** Of this site alone, and the same for every visitor. */
const feeds = new PageCache<KeptFeed>({ ...LIMITS, maxAgeMillis: MAX_AGE_MILLIS });

/**
 * Answers a request for a feed, which is made once for all that ask for it within some seconds (F8). A reader that has it already gets
 * 304.
 * @param address of the feed, the same for all requests that get the same one.
 * @param make makes it, without the visitor's cookie; null: the visitor has too many searches at once. Others who have waited for it
 * then make their own.
 * @throws what `make` throws, for each request that has waited for it.
 */
export async function answerFeed(
  { request, webRequest, address }: { request: Request; webRequest: WebRequest; address: string },
  make: (webRequest: WebRequest) => Promise<AtomFeed | null>,
): Promise<Response> {
  const kept = feeds.get(address, async () => {
    const feed = await make(sharedRequest(webRequest));
    return feed && { ...feed, bytes: Buffer.byteLength(feed.xml), reusableMillis: MAX_AGE_MILLIS };
  });
  const feed = (await kept.page) ?? (await make({ ...webRequest, cookie: null }));
  if (feed === null) throw problemOf(TOO_MANY_SEARCHES);
  const { xml, etag } = feed;
  // The time in this cache counts towards the time that shared caches may keep the feed.
  const age = kept.ageMillis === null ? {} : { Age: String(Math.ceil(kept.ageMillis / 1000)) };
  const headers = { ...PUBLIC_PAGE_HEADERS, ...age, ETag: etag };
  const known = (request.headers.get('if-none-match') ?? '').split(/,\s*/);
  if (known.includes(etag)) return new Response(null, { status: 304, headers });
  return new Response(xml, {
    headers: { ...headers, 'Content-Type': 'application/atom+xml; charset=utf-8' },
  });
}

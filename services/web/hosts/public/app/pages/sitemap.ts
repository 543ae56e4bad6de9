import type { LoaderFunctionArgs } from 'react-router';
import { type CacheablePage, PageCache } from '#cache/page-cache.ts';
import { sharedRequest, type WebRequest, webRequestContext } from '#entry/web-request.ts';
import { lastChangeOf } from './atom-feed.ts';
import { readPublicJobs } from './jobs/read-public-jobs.ts';
import { PUBLIC_PAGE_HEADERS } from './public-page-headers.ts';

/** Search engines take up to 50 000 addresses a sitemap; this many pages of 100 are read for one. */
const MAX_PAGES = 20;

/** How long one sitemap serves every visitor: making it costs as much as twenty pages of the catalogue. */
const MAX_AGE_MILLIS = 60_000;

interface Sitemap extends CacheablePage {
  readonly xml: string;
}

/** Of this site alone, and the same for every visitor; one that fails is made again for the next. */
const sitemaps = new PageCache<Sitemap>({
  maxAgeMillis: MAX_AGE_MILLIS,
  maxPages: 1,
  maxBytes: 2 ** 22,
  maxPageBytes: 2 ** 22,
});

export async function loader({ context }: LoaderFunctionArgs): Promise<Response> {
  const webRequest = context.get(webRequestContext);
  const sitemap = await sitemaps.get('', async () => {
    const xml = await makeSitemap(sharedRequest(webRequest));
    return { xml, bytes: Buffer.byteLength(xml), reusableMillis: MAX_AGE_MILLIS };
  }).page;
  if (sitemap === null) throw new Error('a sitemap that was made is not there');
  return new Response(sitemap.xml, {
    headers: { ...PUBLIC_PAGE_HEADERS, 'Content-Type': 'application/xml' },
  });
}

async function makeSitemap(webRequest: WebRequest): Promise<string> {
  const { origin } = webRequest;
  const entries = [`<url><loc>${origin}/</loc></url>`, `<url><loc>${origin}/jobs</loc></url>`];
  const companies = new Set<string>();
  let cursor = '';
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const jobs = await readPublicJobs(webRequest, { query: '', location: '', cursor, limit: 100 });
    for (const post of jobs.items) {
      companies.add(post.company.id);
      entries.push(`<url><loc>${origin}/jobs/${post.id}</loc><lastmod>${lastChangeOf(post)}</lastmod></url>`);
    }
    cursor = jobs.next_cursor;
    if (cursor === '') break;
  }
  for (const id of companies) entries.push(`<url><loc>${origin}/companies/${id}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`;
}

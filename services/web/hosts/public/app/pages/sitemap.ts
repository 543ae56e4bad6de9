import type { LoaderFunctionArgs } from 'react-router';
import { type WebRequest, webRequestContext } from '#entry/web-request.ts';
import { lastChangeOf } from './atom-feed.ts';
import { readPublicJobs } from './jobs/read-public-jobs.ts';
import { PUBLIC_PAGE_HEADERS } from './public-page-headers.ts';

/** Search engines take up to 50 000 addresses a sitemap; this many pages of 100 are read for one. */
const MAX_PAGES = 20;

/** How long one sitemap serves every visitor: making it costs as much as twenty pages of the catalogue. */
const MAX_AGE_MILLIS = 60_000;

/** The sitemap that is made or was made last; of this site alone, and the same for every visitor. */
let latest: { readonly startedAt: number; readonly xml: Promise<string> } | null = null;

export async function loader({ context }: LoaderFunctionArgs): Promise<Response> {
  const xml = await sitemap(context.get(webRequestContext));
  return new Response(xml, { headers: { ...PUBLIC_PAGE_HEADERS, 'Content-Type': 'application/xml' } });
}

/** Made once for all that ask while it is made or is not too old; one that fails is made again for the next. */
function sitemap(webRequest: WebRequest): Promise<string> {
  const now = performance.now();
  if (latest !== null && now - latest.startedAt < MAX_AGE_MILLIS) return latest.xml;
  const making = { startedAt: now, xml: makeSitemap({ ...webRequest, cookie: null }) };
  latest = making;
  making.xml.catch(() => {
    if (latest === making) latest = null;
  });
  return making.xml;
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

import type { LoaderFunctionArgs } from 'react-router';
import { webRequestContext } from '../../../../session/web-request.ts';
import { PUBLIC_PAGE_HEADERS } from './public-page-headers.ts';
import { readPublicJobs } from './read-public-jobs.ts';

/** Search engines take up to 50 000 addresses a sitemap; this many pages of 100 are read for one. */
const MOST_PAGES = 20;

export async function loader({ context }: LoaderFunctionArgs): Promise<Response> {
  const webRequest = context.get(webRequestContext);
  const { origin } = webRequest;
  const entries = [`<url><loc>${origin}/</loc></url>`, `<url><loc>${origin}/jobs</loc></url>`];
  let cursor = '';
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const jobs = await readPublicJobs(webRequest, { query: '', location: '', cursor, limit: 100 });
    for (const { id, published_at } of jobs.items) {
      entries.push(`<url><loc>${origin}/jobs/${id}</loc><lastmod>${published_at}</lastmod></url>`);
    }
    cursor = jobs.next_cursor;
    if (cursor === '') break;
  }
  const xml = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`;
  return new Response(xml, { headers: { ...PUBLIC_PAGE_HEADERS, 'Content-Type': 'application/xml' } });
}

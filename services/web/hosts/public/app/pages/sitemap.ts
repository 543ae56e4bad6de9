import { data, type LoaderFunctionArgs } from 'react-router';
import { readApi } from '../../../../session/server-api.ts';
import { webRequestContext } from '../../../../session/web-request.ts';
import { PUBLIC_PAGE_HEADERS } from './public-page-headers.ts';

/** Search engines take up to 50 000 addresses a sitemap; this many pages of 100 are read for one. */
const MOST_PAGES = 20;

export async function loader({ context }: LoaderFunctionArgs): Promise<Response> {
  const webRequest = context.get(webRequestContext);
  const urls = [`${webRequest.origin}/`];
  let cursor = '';
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const input = { query: '', location: '', cursor, limit: 100 };
    const answer = await readApi(webRequest, 'PublicJobPostService.ListPublicJobPosts', input);
    if (!answer.ok) throw data(answer.refusal.detail, { status: 503 });
    urls.push(...answer.data.items.map(({ id }) => `${webRequest.origin}/jobs/${id}`));
    cursor = answer.data.next_cursor;
    if (cursor === '') break;
  }
  const entries = urls.map((url) => `<url><loc>${url}</loc></url>`).join('');
  const xml = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`;
  return new Response(xml, { headers: { ...PUBLIC_PAGE_HEADERS, 'Content-Type': 'application/xml' } });
}

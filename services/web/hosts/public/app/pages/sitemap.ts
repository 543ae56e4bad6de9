import type { LoaderFunctionArgs } from 'react-router';
import type { ApiRefusal } from '#api/api-answer.ts';
import { readApi } from '#api/server-api.ts';
import { type CacheablePage, PageCache } from '#cache/page-cache.ts';
import { sharedRequest, type WebRequest, webRequestContext } from '#entry/web-request.ts';
import { lastChangeOf } from './atom-feed.ts';
import { problemOf, readPublicJobs, TOO_MANY_SEARCHES } from './jobs/read-public-jobs.ts';
import { PUBLIC_PAGE_HEADERS } from './public-page-headers.ts';

/** Of the catalogue, of 100 posts each: the 2,000 posts of a file. */
const PAGES = 20;

/** How long one file serves every visitor: making it costs as much as twenty pages of the catalogue. */
const MAX_AGE_MILLIS = 60_000;

/** For so long a refusal answers every visitor: the numbering of the posts may have used up all time that it has. */
const REFUSED_MILLIS = 5000;

const MEBIBYTE = 2 ** 20;

interface SitemapFile extends CacheablePage {
  readonly xml: string;
}

/** Where the files begin, or why the API does not say it. */
interface Borders extends CacheablePage {
  readonly cursors: readonly string[];
  readonly refusal: ApiRefusal | null;
}

// Of this site alone, and the same for every visitor.
const borders = new PageCache<Borders>({
  maxAgeMillis: MAX_AGE_MILLIS,
  maxPages: 1,
  maxBytes: MEBIBYTE,
  maxPageBytes: MEBIBYTE,
});
const files = new PageCache<SitemapFile>({
  maxAgeMillis: MAX_AGE_MILLIS,
  maxPages: 100,
  maxBytes: 32 * MEBIBYTE,
  maxPageBytes: 4 * MEBIBYTE,
});

/** The index, or with `?file=` one of its files: below the root, a file may not list other parts of the site (sitemaps.org). */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const webRequest = context.get(webRequestContext);
  const asked = new URL(request.url).searchParams.getAll('file');
  const cursors = await findBorders(webRequest);
  const xml = asked.length === 0 ? indexOf(cursors, webRequest) : await findFile(cursors, asked, webRequest);
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>${xml}`, {
    headers: { ...PUBLIC_PAGE_HEADERS, 'Content-Type': 'application/xml' },
  });
}

/** The cursors of the files. @throws {Response} for the error display. */
async function findBorders(webRequest: WebRequest): Promise<readonly string[]> {
  const found = await borders.get('', async () => {
    const answer = await readApi(sharedRequest(webRequest), 'PublicJobPostService.GetSitemap', {});
    const [cursors, refusal] = answer.ok ? [answer.data.cursors, null] : [[], answer.refusal];
    const reusableMillis = answer.ok ? MAX_AGE_MILLIS : REFUSED_MILLIS;
    return { cursors, refusal, bytes: cursors.join('').length, reusableMillis };
  }).page;
  if (found === null) throw new Error('the borders of a sitemap that were read are not there');
  if (found.refusal !== null) throw problemOf(found.refusal);
  return found.cursors;
}

function indexOf(cursors: readonly string[], { origin }: WebRequest): string {
  const entries = cursors.map(
    (_, index) => `<sitemap><loc>${origin}/sitemap.xml?file=${index + 1}</loc></sitemap>`,
  );
  return `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</sitemapindex>`;
}

/**
 * Makes a file when it is the turn of the visitor's network, once for all who ask for it within a minute. Only a file of the index is
 * made: no visitor chooses what it costs (F8, G6).
 */
async function findFile(
  cursors: readonly string[],
  [name, ...more]: readonly string[],
  webRequest: WebRequest,
): Promise<string> {
  const index = cursors.findIndex((_, place) => String(place + 1) === name);
  const cursor = cursors[index];
  if (cursor === undefined || more.length > 0) throw new Response(null, { status: 404 });
  const make = () => makeFile(cursor, sharedRequest(webRequest));
  const kept = await files.get(cursor, () => webRequest.runSearchAtOnce(make)).page;
  // In its turn another request may have made it.
  const file = kept ?? (await webRequest.runSearch(() => files.get(cursor, make).page));
  if (file === null) throw problemOf(TOO_MANY_SEARCHES);
  return file.xml;
}

async function makeFile(first: string, webRequest: WebRequest): Promise<SitemapFile> {
  const { origin } = webRequest;
  // The newest posts: beside the pages that show them.
  const entries =
    first === '' ? [`<url><loc>${origin}/</loc></url>`, `<url><loc>${origin}/jobs</loc></url>`] : [];
  const companies = new Set<string>();
  let cursor = first;
  for (let page = 0; page < PAGES; page += 1) {
    const jobs = await readPublicJobs(webRequest, { query: '', location: '', cursor, limit: 100 });
    for (const post of jobs.items) {
      companies.add(post.company.id);
      entries.push(`<url><loc>${origin}/jobs/${post.id}</loc><lastmod>${lastChangeOf(post)}</lastmod></url>`);
    }
    cursor = jobs.next_cursor;
    if (cursor === '') break;
  }
  for (const id of companies) entries.push(`<url><loc>${origin}/companies/${id}</loc></url>`);
  const xml = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`;
  return { xml, bytes: Buffer.byteLength(xml), reusableMillis: MAX_AGE_MILLIS };
}

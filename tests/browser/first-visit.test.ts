import { gzipSync } from 'node:zlib';
import type { TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { newContext } from '#support/chromium.ts';
import { createPageOpener, EVERY_PAGE, type VisitedPage } from '#support/every-page.ts';
import { holdScripts } from '#support/held-scripts.ts';
import { beforeVisits, isReadBeside } from '#support/visits.ts';
import { waitFor } from '#support/wait-for.ts';
import { watchProblems } from '#support/watch-problems.ts';

/** What a page may ask of a phone before it works; an empty app is 108. */
const LIMIT_KILOBYTES = 145;

let system: TestSystem;
let browser: Browser;
let opener: Awaited<ReturnType<typeof createPageOpener>>;
beforeVisits(async (started) => {
  ({ system, browser } = started);
  opener = await createPageOpener(system, browser);
});

/** The paths that a page's document announces, and whether its data are still to come. */
async function announcedBy(visited: VisitedPage) {
  const html = await opener.documentOf(visited);
  const [, reads = '[]'] = / data-reads="([^"]*)"/.exec(html) ?? [];
  const announced: string[] = JSON.parse(reads.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
  return { announced, isSkeleton: html.includes('class="skeleton"') };
}

const pathOfApi = (address: string) => address.slice(address.indexOf('/api/') + '/api'.length);

/** A page that shows messages notes that they were read. */
const isWrite = (address: string) => address.endsWith('/messages/read');

/** The API reads among what a page has asked for, in their order. */
const readsAmong = (addresses: readonly string[]) =>
  addresses
    .filter((address) => address.includes('/api/') && !isReadBeside(address) && !isWrite(address))
    .map(pathOfApi);

/** Pages with a token that only the browser knows: their skeleton waits for it. */
const WITH_TOKEN = [
  '/join',
  '/verify-email',
  '/reset-password',
  '/enrol',
  '/confirm-email-change',
  '/undo-email-change',
  '/unsubscribe',
];

/** Gzipped sizes of scripts, by their URLs, which name the content: pages share most of them. */
const sizesOfScripts = new Map<string, Promise<number>>();

/** Notes every script that the page fetches. @returns their weight in kilobytes, gzipped, once the page is quiet. */
function weighScripts(page: Page): () => Promise<number> {
  const fetched: Promise<number>[] = [];
  page.on('response', (response) => {
    const url = response.url();
    if (!new URL(url).pathname.endsWith('.js')) return;
    const size = sizesOfScripts.get(url) ?? response.body().then((body) => gzipSync(body).byteLength);
    sizesOfScripts.set(url, size);
    fetched.push(size);
  });
  return async () => {
    const sizes = await Promise.all(fetched);
    expect(sizes.length).toBeGreaterThan(5);
    return sizes.reduce((sum, size) => sum + size, 0) / 1000;
  };
}

describe('a first visit', () => {
  test.each(EVERY_PAGE)(
    'P2 B5: $host $pattern as $who: each read starts before the page’s scripts, and is sent exactly once; the scripts weigh 145 kB at most',
    async (visited) => {
      const { announced, isSkeleton } = await announcedBy(visited);
      expect(announced.length > 0).toBe(isSkeleton && !WITH_TOKEN.includes(visited.pattern));
      const context = await opener.contextFor(visited);
      try {
        const { page, addresses, releaseScripts } = await holdScripts(await context.newPage());
        const weightOfScripts = weighScripts(page);
        await page.goto(opener.addressOf(visited), { waitUntil: 'commit' });
        await waitFor(() => readsAmong(addresses).length >= announced.length || undefined);
        expect(readsAmong(addresses).toSorted()).toEqual([...announced].toSorted());
        releaseScripts();
        await page.locator('main .skeleton').waitFor({ state: 'detached' });
        await page.waitForLoadState('networkidle');
        if (announced.length > 0) expect(readsAmong(addresses).toSorted()).toEqual([...announced].toSorted());
        expect(await weightOfScripts()).toBeLessThanOrEqual(LIMIT_KILOBYTES);
      } finally {
        await context.close();
      }
    },
  );
});

/** The priorities at which Chromium asks for a page's files, by what they are. */
async function watchPriorities(page: Page): Promise<ReadonlyMap<string, Set<string>>> {
  const priorities = new Map<string, Set<string>>();
  const session = await page.context().newCDPSession(page);
  session.on('Network.requestWillBeSent', ({ type = 'Other', request }) => {
    // Chromium gives a modulepreload no type of its own.
    const kind = new URL(request.url).pathname.endsWith('.js') ? 'Script' : type;
    priorities.set(kind, (priorities.get(kind) ?? new Set()).add(request.initialPriority));
  });
  await session.send('Network.enable');
  return priorities;
}

describe('what a first visit paints with', () => {
  test.each(
    EVERY_PAGE.filter(({ pattern }) => ['/companies/:id', '/employer/jobs', '/staff'].includes(pattern)),
  )(
    'G10: $host $pattern as $who: the style sheet and the fonts have a higher priority than every script',
    async (visited) => {
      const context = await opener.contextFor(visited);
      try {
        const page = await context.newPage();
        const priorities = await watchPriorities(page);
        await page.goto(opener.addressOf(visited), { waitUntil: 'networkidle' });
        expect(priorities.get('Stylesheet')).toEqual(new Set(['VeryHigh']));
        expect(priorities.get('Font')).toEqual(new Set(['High']));
        expect(priorities.get('Script')).toEqual(new Set(['Low']));
      } finally {
        await context.close();
      }
    },
  );
});

describe('a public page that was rendered for another visitor', () => {
  test('runs its scripts under its own policy, and takes over the document', async () => {
    const path = '/jobs?query=lantern';
    const context = await newContext(browser);
    try {
      const page = await context.newPage();
      const problems = watchProblems(page);
      // It is shared for five seconds; a busy machine may need more between both requests.
      await waitFor(async () => {
        await system.publicHost.request(path);
        const document = await page.goto(`http://${system.local.publicHost}${path}`);
        return document?.headers()['age'];
      });
      // A form that the scripts have taken over asks for data, not for a document.
      const data = page.waitForRequest((request) => new URL(request.url()).pathname === '/jobs.data');
      await page.getByLabel('What').fill('harbour');
      await page.getByRole('button', { name: 'Search' }).click();
      await data;
      await page.getByText('for “harbour”').waitFor();
      expect(problems).toEqual([]);
    } finally {
      await context.close();
    }
  });
});

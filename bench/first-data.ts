/// <reference lib="dom" />
/**
 * Measures when a user sees a page's data: with a web-tier loader, with a browser loader whose reads start with the
 * document, and with the same loader without these early reads; after an empty and a filled cache, and after a click on a
 * link. All on one system, interleaved. Writes docs/evidence/first-data.md. `node bench/first-data.ts`; BENCH_ROUNDS sets
 * the number of rounds.
 */
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type OwnSystem, withOwnSystem } from './own-system.ts';
import { signIn } from './sign-in.ts';
import { median } from './support/load.ts';
import { markdownTable } from './support/markdown-table.ts';
import { emulate, millisUntilSeen, newVisitor, startBrowser, watchFor } from './support/seen-data.ts';
import { verdict } from './support/verdict.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 15);
const SLOW = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const PERSON = 'owner@demo.test';

/** Milliseconds before reads started early, as the issue that introduced them states them. */
const BEFORE = { cold: 2100, warmEntry: 600 };

/** Long enough for a prefetch to arrive on a fast line. */
const REST_MILLIS = 500;

interface Variant {
  readonly name: string;
  readonly path: string;
  /** A text that only the page's data contain. */
  readonly text: string;
  readonly prepare: (page: Page) => Promise<void>;
}

const asShipped = async () => undefined;
const JOBS = { path: '/employer/jobs', text: 'Workshop planner' };

/** Takes the announcement from the document, before its early script runs: the browser loader then reads by itself. */
async function withoutEarlyReads(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      document.querySelector('script[data-reads]')?.removeAttribute('data-reads');
    });
    observer.observe(document, { childList: true, subtree: true });
  });
}

const ENTRY: Variant = {
  name: '`/employer` (web-tier loader)',
  path: '/employer',
  text: 'All job posts',
  prepare: asShipped,
};
const EARLY: Variant = { name: '`/employer/jobs` (early reads)', ...JOBS, prepare: asShipped };
const LATE: Variant = { name: '`/employer/jobs` without early reads', ...JOBS, prepare: withoutEarlyReads };
const VARIANTS = [ENTRY, EARLY, LATE];

/** What one variant's rounds have measured, in milliseconds. */
class Rounds {
  readonly cold: number[] = [];
  readonly warm: number[] = [];
  /** Of the last document and its first read, with a filled cache. */
  bytes: Bytes = { document: 0, read: 0 };
}

interface Bytes {
  readonly document: number;
  /** 0: the page's data is in the document. */
  readonly read: number;
}

/** Runs in the page. */
function receivedBytes(readPath: string): Bytes {
  const of = (type: string) => performance.getEntriesByType(type) as PerformanceResourceTiming[];
  const read = of('resource').find(({ name }) => new URL(name).pathname.endsWith(readPath));
  return { document: of('navigation')[0]?.transferSize ?? 0, read: read?.transferSize ?? 0 };
}

/** One visit with an empty cache, then one with the cache that it has filled. */
async function visitTwice(browser: Browser, { publicUrl }: OwnSystem, state: State, variant: Variant) {
  const context = await newVisitor(browser);
  try {
    await context.addCookies(state.cookies);
    const page = await context.newPage();
    await variant.prepare(page);
    await page.addInitScript(watchFor, variant.text);
    await emulate(page, SLOW);
    const url = `${publicUrl}${variant.path}`;
    const cold = await millisUntilSeen(page, url);
    await page.waitForLoadState('networkidle');
    const warm = await millisUntilSeen(page, url);
    await page.waitForLoadState('networkidle');
    return { cold, warm, bytes: await page.evaluate(receivedBytes, '/employer/job_posts') };
  } finally {
    await context.close();
  }
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Milliseconds from a click inside the area until its page shows data, on a fast line. */
async function millisAfterClick(page: Page, { publicUrl }: OwnSystem, restMillis: number): Promise<number> {
  await page.goto(`${publicUrl}/employer/members`);
  await page.waitForLoadState('networkidle');
  const link = page
    .getByRole('navigation', { name: 'Your company' })
    .getByRole('link', { name: 'Job posts' });
  if (restMillis > 0) {
    await link.hover();
    await page.waitForTimeout(restMillis);
  }
  await page.evaluate((text) => {
    addEventListener(
      'click',
      () => {
        const clickedAt = performance.now();
        const look = () => {
          if (document.querySelector('main')?.innerText.includes(text) === true) {
            document.documentElement.dataset['seenAtMillis'] = String(performance.now() - clickedAt);
          } else setTimeout(look, 2);
        };
        look();
      },
      { capture: true, once: true },
    );
  }, JOBS.text);
  await link.click();
  const seen = page.locator('html[data-seen-at-millis]');
  await seen.waitFor({ timeout: 15_000 });
  return Number(await seen.getAttribute('data-seen-at-millis'));
}

/** The median of the rounds' ratios: both visits of a round are seconds apart, and the machine's speed varies over time. */
function ratio(values: readonly number[], peers: readonly number[]): number {
  return median(values.map((value, round) => value / (peers[round] ?? Number.NaN)));
}

const browser = await startBrowser();
const measured = new Map(VARIANTS.map((variant) => [variant, new Rounds()]));
const clicks = { prefetched: [] as number[], cold: [] as number[] };
await withOwnSystem(async (system) => {
  const signedIn = await newVisitor(browser);
  await signIn(await signedIn.newPage(), system.publicUrl, PERSON);
  const state = await signedIn.storageState();
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [variant, rounds] of measured) {
      const { cold, warm } = rounds;
      const millis = await visitTwice(browser, system, state, variant);
      rounds.bytes = millis.bytes;
      // The first round only warms up the servers.
      if (round > 0) {
        cold.push(millis.cold);
        warm.push(millis.warm);
      }
    }
  }
  const clicking = await signedIn.newPage();
  for (let round = 0; round <= ROUNDS; round += 1) {
    const prefetched = await millisAfterClick(clicking, system, REST_MILLIS);
    const cold = await millisAfterClick(clicking, system, 0);
    if (round === 0) continue;
    clicks.prefetched.push(prefetched);
    clicks.cold.push(cold);
  }
});
await browser.close();

const roundsOf = (variant: Variant) => measured.get(variant) ?? new Rounds();
const range = (values: readonly number[]) =>
  `${Math.round(median(values))} (${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))})`;
const [entry, early, late] = [roundsOf(ENTRY), roundsOf(EARLY), roundsOf(LATE)];
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const transferMillis = ((early.bytes.document + early.bytes.read) / SLOW.downloadThroughput) * 1000;
const leastMillis = Math.round(2 * SLOW.latency + transferMillis);
const report = `# First data: when a user sees a page's data

Made by \`node bench/first-data.ts\`: document requests of a signed-in user in Chromium, ${ROUNDS} interleaved rounds, over an emulated
network (${SLOW.latency} ms for each request, ${(SLOW.downloadThroughput * 8) / 1e6} Mbit/s down), ${cpus().length} cores. Milliseconds from the start of the navigation until the document
contains the data: median (lowest–highest). Ratios are medians of the rounds' ratios.

${markdownTable(
  ['page', 'empty cache', 'filled cache'],
  VARIANTS.map((variant) => [variant.name, range(roundsOf(variant).cold), range(roundsOf(variant).warm)]),
)}

- Filled cache, \`/employer/jobs\` / \`/employer\`: ${verdict(ratio(early.warm, entry.warm), 1.2)}.
- Empty cache, \`/employer/jobs\` with / without early reads: ${verdict(ratio(early.cold, late.cold), 0.8)}.
- Empty cache, \`/employer/jobs\` / the ${BEFORE.cold} ms from which the target was set: ${verdict(median(early.cold) / BEFORE.cold, 0.8)}.
- Filled cache, \`/employer/jobs\` / the ${BEFORE.warmEntry} ms that \`/employer\` took then: ${verdict(median(early.warm) / BEFORE.warmEntry, 1.2)}.
- Filled cache, \`/employer/jobs\` with / without early reads: ${ratio(early.warm, late.warm).toFixed(2)}.

Why \`/employer/jobs\` cannot come to 1.2 times \`/employer\` on this line: its read starts with the first bytes of the document, and
therefore one round trip after the navigation. Two round trips (${2 * SLOW.latency} ms) and the transfer of the document (${kilobytes(early.bytes.document)}) and of the
read (${kilobytes(early.bytes.read)}) take at least ${leastMillis} ms, which is ${(leastMillis / median(entry.warm)).toFixed(2)} times what \`/employer\` takes; with nothing to transfer the two round trips
alone would be ${((2 * SLOW.latency) / median(entry.warm)).toFixed(2)} times. Less needs the data in the document, which rule P2 leaves to entry pages, or a read that starts before the
document, from a service worker that lives on between sessions ([decision 0022](../decisions/0022-reads-ahead-of-the-loader.md)).

Without early reads, the announcement is taken from the document before its script runs; the rest is the same.

A click from \`/employer/members\` to \`/employer/jobs\` on a fast line, milliseconds until the data is in the document: after ${REST_MILLIS} ms with
the pointer on the link ${range(clicks.prefetched)}, without that time ${range(clicks.cold)}. Target after the rest: at most 150:
${median(clicks.prefetched) <= 150 ? 'met' : '**not met**'}.
`;
await writeFile(fileURLToPath(new URL('../docs/evidence/first-data.md', import.meta.url)), report);
console.log(report);

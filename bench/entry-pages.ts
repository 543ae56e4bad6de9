/**
 * Measures when a user sees a protected page's data: with a web-tier loader (entry pages) and with the browser loader, on
 * the same system, interleaved, over an emulated mobile network. Writes docs/evidence/entry-pages.md.
 * `node bench/entry-pages.ts`.
 */
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { withOwnSystem } from './own-system.ts';
import { signIn } from './sign-in.ts';
import { median } from './support/load.ts';
import { emulate, millisUntilSeen, newVisitor, startBrowser, watchFor } from './support/seen-data.ts';

const ROUNDS = 15;
const NETWORK = { latency: 75, downloadThroughput: 200_000, uploadThroughput: 94_000 };

/** A page with a text that only its data contains. */
const PAGES = [
  {
    person: 'owner@demo.test',
    name: '/employer (web-tier loader)',
    path: '/employer',
    text: 'All job posts',
  },
  {
    person: 'owner@demo.test',
    name: '/employer/jobs (browser loader)',
    path: '/employer/jobs',
    text: 'Workshop planner',
  },
  {
    person: 'owner@demo.test',
    name: '/employer/jobs/{id} (web-tier loader)',
    path: '/employer/jobs/{id}',
    text: 'About the company',
  },
  {
    person: 'owner@demo.test',
    name: '/employer/applications (browser loader)',
    path: '/employer/applications',
    text: 'For all your job posts.',
  },
  { person: 'talent@demo.test', name: '/talent (web-tier loader)', path: '/talent', text: 'Your profile' },
  {
    person: 'talent@demo.test',
    name: '/talent/profile (browser loader)',
    path: '/talent/profile',
    text: 'Headline',
  },
] as const;

async function signedInPage(browser: Browser, base: string, person: string, text: string): Promise<Page> {
  const page = await (await newVisitor(browser)).newPage();
  await signIn(page, base, person);
  await page.addInitScript(watchFor, text);
  await emulate(page, NETWORK);
  return page;
}

const browser = await startBrowser();
/** The id of one of the demo owner's job posts, from the link in their list. */
async function ownJobId(page: Page, base: string): Promise<string> {
  await page.goto(`${base}/employer/jobs`);
  const href = await page.getByRole('rowheader').getByRole('link').first().getAttribute('href');
  return href?.split('/').at(-1) ?? '';
}

const millis = PAGES.map((): number[] => []);
await withOwnSystem(async ({ publicUrl }) => {
  const pages: Page[] = [];
  for (const { person, text } of PAGES) pages.push(await signedInPage(browser, publicUrl, person, text));
  const [owner] = pages;
  if (owner === undefined) throw new Error('unreachable');
  const id = await ownJobId(owner, publicUrl);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, { path }] of PAGES.entries()) {
      const page = pages[index];
      if (page === undefined) throw new Error('unreachable');
      millis[index]?.push(await millisUntilSeen(page, `${publicUrl}${path.replace('{id}', id)}`));
    }
  }
});
await browser.close();
const rows = PAGES.map(({ name }, index) => {
  const values = millis[index] ?? [];
  return `| \`${name.replace(' (', '` (')} | ${Math.round(median(values))} | ${Math.round(Math.min(...values))} | ${Math.round(Math.max(...values))} |`;
});
const report = `# Entry pages: when a user sees the data

Made by \`node bench/entry-pages.ts\`: document requests of a signed-in user in Chromium with a warm cache, ${ROUNDS} interleaved rounds,
over an emulated network (${NETWORK.latency} ms latency, ${(NETWORK.downloadThroughput * 8) / 1e6} Mbit/s down), ${cpus().length} cores. Milliseconds from the start of the navigation to the
first frame with the data; the spread comes from the machine and the network.

| page | median | least | most |
|---|---|---|---|
${rows.join('\n')}

\`/employer\` and \`/talent\` are the pages that users open by bookmark and after signing in, \`/employer/jobs/{id}\` by a colleague's
link: their web-tier loader saves the round trips of scripts and of the API call after them. Users reach the other protected pages by clicks from these, which use only the browser loader in
either case.
`;
await writeFile(fileURLToPath(new URL('../docs/evidence/entry-pages.md', import.meta.url)), report);
console.log(report);

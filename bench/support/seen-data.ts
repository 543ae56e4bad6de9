/// <reference lib="dom" />
import { findChromium } from '@gatehouse/testkit/chromium';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** A network as Chromium emulates it: milliseconds for each request, and bytes per second. */
export interface EmulatedNetwork {
  readonly latency: number;
  readonly downloadThroughput: number;
  readonly uploadThroughput: number;
}

/** Starts Chromium without graphics. @throws {Error} without `CHROMIUM_PATH` and without the one of `make test`. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('no Chromium: set CHROMIUM_PATH');
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic'];
  return chromium.launch({ executablePath, args });
}

/** A browser of its own; servers wait with a bot's page, so it names itself as a user's. */
export function newVisitor(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0.0.0' });
}

/** Makes every request of a page as slow as on this network. */
export async function emulate(page: Page, network: EmulatedNetwork): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...network });
}

/** For `addInitScript`: checks every 5 ms, from the document's start, whether the page has the text, and records when it has. */
export function watchFor(text: string): void {
  const look = () => {
    if (document.querySelector('main')?.innerText.includes(text) === true) {
      document.documentElement.dataset['seenAtMillis'] = String(performance.now());
    } else setTimeout(look, 5);
  };
  look();
}

/** Milliseconds from the navigation's start until the page contains the text of `watchFor`. */
export async function millisUntilSeen(page: Page, url: string): Promise<number> {
  await page.goto(url);
  const seen = page.locator('html[data-seen-at-millis]');
  await seen.waitFor({ timeout: 15_000 });
  return Number(await seen.getAttribute('data-seen-at-millis'));
}

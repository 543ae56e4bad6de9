import type { TestPerson } from '@gatehouse/testkit';
import { chromium, findChromium } from '@gatehouse/testkit/chromium';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Servers wait with a bot's page until all of it is there; a person's browser is what we test. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

/**
 * Starts the Chromium that `make test` has made sure of.
 * @param keepsPages with the back/forward cache, as people have it; Playwright switches it off by default.
 */
export async function launchChromium({ keepsPages = false } = {}): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('no Chromium: `make test` gets one, or set CHROMIUM_PATH');
  return chromium.launch({
    executablePath,
    args: FLAGS,
    ...(keepsPages ? { ignoreDefaultArgs: ['--disable-back-forward-cache'] } : {}),
  });
}

/** A phone: touch, and the width of most. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

/** A visitor's browser of their own. */
export async function newContext(
  browser: Browser,
  options: Pick<
    BrowserContextOptions,
    'javaScriptEnabled' | 'timezoneId' | 'viewport' | 'hasTouch' | 'isMobile'
  > = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    userAgent: USER_AGENT,
    viewport: { width: 1280, height: 900 },
    // On every developer's machine the same texts.
    timezoneId: 'UTC',
    ...options,
  });
  // Longer than a busy machine needs: how fast pages are is measured in `bench/`.
  context.setDefaultTimeout(30_000);
  return context;
}

/** Adds the cookie of a session to a browser, in place of the one of the same name. */
export async function giveSession(
  context: BrowserContext,
  { cookie }: Pick<TestPerson, 'cookie'>,
  url: string,
): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url }]);
}

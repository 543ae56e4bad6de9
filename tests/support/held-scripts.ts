import type { Page } from 'playwright-core';

/** A page whose scripts arrive when the test says so. */
export interface HeldPage {
  readonly page: Page;
  /** Lets the scripts arrive. */
  readonly releaseScripts: () => void;
  /** Addresses that were asked for, except static files. */
  readonly addresses: readonly string[];
}

/** Holds the page's scripts back. */
export async function holdScripts(page: Page): Promise<HeldPage> {
  const addresses: string[] = [];
  const { promise: released, resolve: releaseScripts } = Promise.withResolvers<void>();
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.startsWith('/assets/')) addresses.push(request.url());
  });
  await page.route('**/assets/**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return { page, releaseScripts, addresses };
}

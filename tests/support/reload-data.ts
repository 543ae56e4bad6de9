/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/** Lets a page load its route data again, as after a sign-in in another tab: the user of the page has done nothing. */
export function reloadData(page: Page): Promise<void> {
  return page.evaluate(() => {
    const channel = new BroadcastChannel('gatehouse-session');
    channel.postMessage('changed');
    channel.close();
  });
}

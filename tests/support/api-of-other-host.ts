import { expect } from '@jest/globals';
import type { BrowserContext } from 'playwright-core';

/** Lets sign-outs answer as where the API has another host: its `Clear-Site-Data` deletes nothing of the pages' host. */
export async function answerAsOtherHost(context: BrowserContext): Promise<void> {
  await context.route('**/api/**', async (route) => {
    const request = route.request();
    if (request.method() !== 'DELETE') return route.fallback();
    // Node.js does not resolve every name below `localhost`.
    const { host, port, pathname } = new URL(request.url());
    const response = await route.fetch({
      url: `http://127.0.0.1:${port}${pathname}`,
      headers: { ...(await request.allHeaders()), host },
    });
    const { 'clear-site-data': removed, ...headers } = response.headers();
    expect(removed).toContain('"storage"');
    await route.fulfill({ response, headers });
  });
}

/// <reference lib="dom" />
import type { TestSystem } from '@gatehouse/testkit';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { createPageOpener, EVERY_PAGE, type VisitedPage } from '#support/every-page.ts';
import { beforeVisits } from '#support/visits.ts';

let system: TestSystem;
let opener: Awaited<ReturnType<typeof createPageOpener>>;
beforeVisits(async (started) => {
  ({ system } = started);
  opener = await createPageOpener(system, started.browser);
});
afterEach(() => opener.closeNewPages());

async function open(visited: VisitedPage): Promise<Page> {
  const page = await opener.newPageFor(visited, { javaScriptEnabled: false });
  await page.goto(opener.addressOf(visited));
  return page;
}

describe('without JavaScript', () => {
  test.each(EVERY_PAGE)(
    'U1: $host $pattern as $who shows its content, or says what it needs',
    async (visited) => {
      const page = await open(visited);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const shown = await page.evaluate(() => {
        const visible = (selector: string) =>
          [...document.querySelectorAll<HTMLElement>(selector)].filter((element) =>
            element.checkVisibility(),
          );
        return {
          skeletons: visible('.skeleton').length,
          deadButtons: visible('button[type="button"]').length,
          deadFields: visible('form[method="post"] :is(input, textarea, select, button)').length,
          notices: visible('noscript .notice').length,
          parts: document.querySelectorAll('.skeleton, form[method="post"]').length,
        };
      });
      expect(shown).toEqual({
        skeletons: 0,
        deadButtons: 0,
        deadFields: 0,
        notices: shown.parts,
        parts: shown.parts,
      });
    },
  );

  test('U1: a visitor searches, turns pages and opens a job', async () => {
    const home = EVERY_PAGE.find(({ pattern }) => pattern === '/');
    if (home === undefined) throw new Error('no home page');
    const page = await open(home);
    await page.getByLabel('What').fill('engineer');
    await page.getByRole('button', { name: 'Find jobs' }).click();
    await page.waitForURL(/\/jobs\?query=engineer/);
    const job = page.locator('.job-list a').first();
    const title = (await job.textContent()) ?? '';
    await job.click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByRole('link', { name: 'All jobs' }).click();
    await page.getByRole('link', { name: 'More jobs' }).click();
    await page.waitForURL(/cursor=/);
    await page.locator('.job-list a').first().waitFor();
  });

  test.each(EVERY_PAGE)('U1: $host $pattern as $who refuses a form in our own words', async (visited) => {
    const client = visited.host === 'public' ? system.publicHost : system.teamHost;
    const { pathname } = new URL(opener.addressOf(visited));
    for (const method of ['POST', 'PUT', 'PROPFIND']) {
      const { status, text } = await client.request(pathname, { method, headers: { origin: 'null' } });
      expect(status).toBe(405);
      expect(text).toMatch(method === 'POST' ? /This form was not sent/ : /^Method not allowed\.\n$/);
      expect(text).not.toMatch(/did not provide|request method|`action`|ErrorResponse.*route/);
    }
  });
});

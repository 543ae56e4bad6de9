import { startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { axeViolations } from '#support/axe.ts';
import { launchChromium } from '#support/chromium.ts';
import { createVisits, heading } from '#support/visits.ts';

let system: TestSystem;
let browser: Browser;
let visits: ReturnType<typeof createVisits>;
beforeAll(async () => {
  [system, browser] = await Promise.all([startTestSystem({ withWeb: true }), launchChromium()]);
  visits = createVisits(system, browser);
}, 180_000);
afterEach(() => visits.close());
afterAll(async () => {
  await browser.close();
  await system.stop();
});

describe('a job post that staff hide', () => {
  test('leaves the public pages, says why to its company, and comes back when staff show it', async () => {
    const title = 'Product photographer';
    const { page, errors } = await visits.signedInAdmin('admin@demo.test', '/login?return_to=/companies');
    await page.getByRole('link', { name: 'Harbour & Pine' }).click();
    await heading(page, 'Harbour & Pine');
    await page.getByRole('link', { name: /^Published job posts: / }).click();
    await heading(page, 'Job posts');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: title }).click();
    await heading(page, title);
    const path = new URL(page.url()).pathname.replace('/job-posts/', '/jobs/');
    await page.getByText('Two days a month in our studio').waitFor();
    await page.getByRole('button', { name: `Hide ${title}` }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Message to the company').fill('It asks for unpaid work.');
    await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Ticket of 12 June.');
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Hide' }).click();
    await page.getByText('Hidden by staff').waitFor();
    await page
      .getByRole('region', { name: /^Hidden/ })
      .getByText('It asks for unpaid work.')
      .waitFor();
    expect(await axeViolations(page)).toEqual([]);

    const owner = await visits.signedIn('owner@demo.test', `/login?return_to=/employer${path}`);
    await heading(owner.page, title);
    const notice = owner.page.getByRole('region', { name: /^Hidden by Gatehouse/ });
    await notice.getByText('It asks for unpaid work.').waitFor();
    expect(await owner.page.getByText('Ticket of 12 June.').count()).toBe(0);
    for (const name of [/^Duplicate/, /^View public page/])
      expect(await owner.page.getByText(name).count()).toBe(0);
    expect(await axeViolations(owner.page)).toEqual([]);
    await owner.page.getByRole('button', { name: `Close ${title}` }).click();
    await owner.page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click();
    await owner.page.getByText(`“${title}” is closed.`).waitFor();
    expect(await owner.page.getByRole('button', { name: /^Reopen/ }).count()).toBe(0);

    await page.getByRole('button', { name: `Show again ${title}` }).click();
    await dialog.getByRole('textbox', { name: /^Reason/ }).fill('They changed it.');
    await dialog.getByRole('button', { name: 'Show again' }).click();
    await page.getByText('Closed', { exact: true }).waitFor();
    await owner.page.reload();
    await owner.page.getByRole('button', { name: `Reopen ${title}` }).click();
    await owner.page.getByText(`“${title}” is published.`).waitFor();
    expect([...errors, ...owner.errors]).toEqual([]);
  });
});

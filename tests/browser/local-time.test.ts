import { startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launchChromium, newContext } from '#support/chromium.ts';
import { createVisits, heading } from '#support/visits.ts';

let system: TestSystem;
let browser: Browser;
beforeAll(async () => {
  [system, browser] = await Promise.all([startTestSystem({ withWeb: true }), launchChromium()]);
}, 180_000);
afterAll(async () => {
  await browser.close();
  await system.stop();
});

const ZONE = 'Asia/Kolkata';
const inZone = (iso: string) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: ZONE,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(iso));

test('a document has times in UTC; once its script runs, they are in the reader’s zone', async () => {
  const visits = createVisits(system, browser);
  const context = await newContext(browser, { timezoneId: ZONE });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(visits.publicUrl('/jobs'));
  const published = page.locator('main time').first();
  const sent = await (await context.request.get(visits.publicUrl('/jobs'))).text();
  expect(sent).toMatch(/<time [^>]*title="\d+ \w+ \d{4}, \d\d:\d\d UTC"/);
  await page.locator('main time[title$="GMT+5:30"]').first().waitFor();
  const iso = (await published.getAttribute('dateTime')) ?? '';
  expect(await published.getAttribute('title')).toBe(`${inZone(iso)} GMT+5:30`);

  await page.goto(visits.publicUrl('/login?return_to=/employer/jobs'));
  await visits.fillIn(page, 'owner@demo.test');
  await heading(page, 'Job posts');
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('link', { name: 'Edit' }).first().click();
  const saved = page.locator('main time', { hasText: 'GMT+5:30' });
  await saved.waitFor();
  expect(await saved.innerText()).toBe(`${inZone((await saved.getAttribute('dateTime')) ?? '')} GMT+5:30`);
  expect(errors).toEqual([]);
  await context.close();
});

test('a reader whose browser does not know its zone sees times in UTC', async () => {
  const visits = createVisits(system, browser);
  const context = await newContext(browser);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.addInitScript(() => {
    const { prototype } = Intl.DateTimeFormat;
    const { resolvedOptions } = prototype;
    prototype.resolvedOptions = function () {
      return { ...resolvedOptions.call(this), timeZone: 'Etc/Unknown' };
    };
    const isReady = () => {
      document.documentElement.dataset['hydrated'] = 'yes';
    };
    addEventListener('gatehouse:ready', isReady, { capture: true });
  });
  await page.goto(visits.publicUrl('/jobs'));
  await page.waitForFunction(() => document.documentElement.dataset['hydrated'] === 'yes');
  expect(await page.locator('main time').first().getAttribute('title')).toMatch(/\d\d:\d\d UTC$/);
  expect(errors).toEqual([]);
  await context.close();
});

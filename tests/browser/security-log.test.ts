import { startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
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

describe('the security log', () => {
  test('is found from the account page, and names sign-ins and changes in plain words', async () => {
    const { page, errors } = await visits.signedIn('member@demo.test', '/login?return_to=/account');
    await page.getByRole('button', { name: 'Request your data' }).click();
    await page.getByText('You will get an email when the file is ready').waitFor();
    await page.getByRole('link', { name: 'security log' }).click();
    await heading(page, 'Security log');
    const rows = page.getByRole('table', { name: 'Security log' }).locator('tbody tr');
    await rows.filter({ hasText: 'Your data requested' }).getByText('Chrome on Linux').waitFor();
    await rows.filter({ hasText: 'Signed in with a password' }).getByText('This computer').first().waitFor();
    expect(errors).toEqual([]);
  });
});

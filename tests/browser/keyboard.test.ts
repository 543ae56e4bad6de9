import { startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, afterEach, beforeAll, describe, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '#support/chromium.ts';
import { createKeyboard } from '#support/keyboard.ts';
import { createVisits, heading } from '#support/visits.ts';
import { waitFor } from '#support/wait-for.ts';

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

async function signIn(page: Page, email: string, password = 'gatehouse-demo-1'): Promise<void> {
  const keyboard = createKeyboard(page);
  await heading(page, 'Sign in');
  await keyboard.type(page.getByLabel('Email address'), email);
  await keyboard.type(page.getByLabel('Password', { exact: true }), password);
  await page.keyboard.press('Enter');
}

async function linkMailedTo(email: string): Promise<string> {
  return waitFor(async () => {
    const mail = (await system.local.mails()).find(({ to }) => to === email);
    return /http\S+#token=\S+/.exec(mail?.text ?? '')?.[0];
  });
}

describe('by keyboard alone', () => {
  test('U13: a visitor signs up, confirms the address, signs in and requests talent access', async () => {
    const { page } = await visits.visit();
    const keyboard = createKeyboard(page);
    await page.goto(visits.publicUrl('/'));
    await keyboard.press(page.getByRole('link', { name: 'Sign up' }));
    await heading(page, 'Create your account');
    await keyboard.type(page.getByLabel('Name'), 'Kit Abara');
    await keyboard.type(page.getByLabel('Email address'), 'kit@abara.test');
    await keyboard.type(page.getByLabel('Password'), 'a heron on the weir');
    await keyboard.press(page.getByRole('button', { name: 'Create account' }));
    await heading(page, 'Check your email');
    await page.goto(await linkMailedTo('kit@abara.test'));
    await keyboard.press(page.getByRole('button', { name: 'Confirm email address' }));
    await heading(page, 'Email address confirmed');
    await keyboard.press(page.getByRole('main').getByRole('link', { name: 'Sign in' }));
    await signIn(page, 'kit@abara.test', 'a heron on the weir');
    await keyboard.press(page.getByRole('link', { name: 'Talent' }));
    await heading(page, 'Start your job search');
    await keyboard.press(page.getByRole('button', { name: 'Request talent access' }));
    await heading(page, 'Your job search');
  });

  test('U13: a talent finds a job, applies and withdraws', async () => {
    const { page } = await visits.visit();
    const keyboard = createKeyboard(page);
    await page.goto(visits.publicUrl('/jobs'));
    await keyboard.press(page.locator('.job-list a').first());
    await keyboard.press(page.getByRole('link', { name: 'Apply for this job' }));
    await signIn(page, 'talent@demo.test');
    await heading(page, /^Apply for /);
    await keyboard.type(page.getByLabel('Message to the company'), 'By keyboard.');
    await keyboard.press(page.getByRole('button', { name: 'Send application' }));
    await page.getByText('Application sent.').waitFor();
    await keyboard.press(page.getByRole('row').getByRole('link').first());
    await keyboard.press(page.getByRole('button', { name: /^Withdraw / }));
    await keyboard.press(page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }));
    await page.getByText('Application withdrawn.').first().waitFor();
  });

  test('U13: an owner writes a job post, publishes it and reviews an application', async () => {
    const { page } = await visits.visit();
    const keyboard = createKeyboard(page);
    await page.goto(visits.publicUrl('/login'));
    await signIn(page, 'owner@demo.test');
    await keyboard.press(page.getByRole('link', { name: 'New job post' }));
    await keyboard.type(page.getByLabel('Title'), 'Keeper of the keys');
    await keyboard.type(page.getByLabel('Location'), 'Remote');
    await keyboard.type(page.getByLabel('Description'), 'Keys, and who may have them. '.repeat(4));
    await keyboard.press(page.getByRole('button', { name: 'Save draft' }));
    await heading(page, 'Keeper of the keys');
    await keyboard.press(page.getByRole('button', { name: 'Publish Keeper of the keys' }));
    await page.getByText('“Keeper of the keys” is published.').first().waitFor();
    await keyboard.press(page.getByRole('link', { name: 'Overview' }));
    await keyboard.press(page.getByRole('main').locator('.cards a').first());
    await keyboard.press(page.getByRole('row').getByRole('link').first());
    await keyboard.press(page.getByRole('button', { name: 'Start review' }));
    await page.getByRole('heading', { level: 2, name: /Stage In review/ }).waitFor();
  });
});

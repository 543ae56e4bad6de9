import { DEMO_PASSWORD, signIn, type TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { signOut } from '#support/account.ts';
import { nextMailedToken } from '#support/mail-links.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

const card = (page: Page) => page.getByRole('region', { name: 'Email address' });
const confirmButton = (page: Page) => page.getByRole('button', { name: 'Confirm new address' });
const isLive = async (cookie: string) =>
  (await system.publicHost.request('/api/identities/user_sessions/current', { cookie })).status === 200;

async function request(page: Page, email: string): Promise<void> {
  await card(page).getByLabel('New email address').fill(email);
  await card(page).getByRole('button', { name: 'Send confirmation link' }).click();
  await card(page).getByText('Sent to the new address.').waitFor();
}

/** Leaves the page first: within it the link would change the fragment alone. */
async function openLink(page: Page, to: string, path: string): Promise<void> {
  const token = await nextMailedToken(system, to, path);
  await page.goto('about:blank');
  await page.goto(visits.publicUrl(`/${path}#token=${token}`));
}

describe('the email address', () => {
  test('G3: is changed by a button behind the link, and restored from the old address with a new password', async () => {
    const [before, after] = ['talent@demo.test', 'talent@new.test'];
    const elsewhere = await signIn(system.publicHost, before);
    const { page, asked, errors } = await visits.signedIn(before, '/account');
    await card(page).getByLabel('New email address').fill(before);
    await card(page).getByRole('button', { name: 'Send confirmation link' }).click();
    await page.getByRole('alert').getByText('This is your address already.').waitFor();
    await request(page, after);
    await card(page).getByText(before).waitFor();

    await openLink(page, after, 'confirm-email-change');
    await heading(page, 'Confirm your new email address');
    await confirmButton(page).waitFor();
    await page.waitForURL((url) => url.hash === '');
    await page.waitForLoadState('networkidle');
    expect(asked.filter((one) => one.includes('/confirm') && one.startsWith('POST'))).toEqual([]);
    await confirmButton(page).click();
    await heading(page, 'Your email address is changed');
    await page.getByText(`From now on you sign in with ${after}.`).waitFor();
    expect(await isLive(elsewhere)).toBe(false);
    await page.getByRole('link', { name: 'Go to your account' }).click();
    await card(page).getByText(after).waitFor();

    const owner = await visits.visit();
    await openLink(owner.page, before, 'undo-email-change');
    await heading(owner.page, 'Take your account back');
    await owner.page.getByLabel('New password').fill('a kettle on the sill');
    await owner.page.getByRole('button', { name: 'Undo the change and set password' }).click();
    await heading(owner.page, 'Your account is yours again');
    await owner.page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await visits.fillIn(owner.page, before, 'a kettle on the sill');
    await heading(owner.page, 'Your job search');
    await page.reload();
    await heading(page, 'Sign in');
    expect([...errors, ...owner.errors]).toEqual([]);
  });

  test('of which the link is opened while signed out: the sign-in leads back to it; a used link says so', async () => {
    const [before, after] = ['member@demo.test', 'member@new.test'];
    const { page, errors } = await visits.signedIn(before, '/account');
    await request(page, after);
    await signOut(page);
    await openLink(page, after, 'confirm-email-change');
    await page.getByText('Sign in to the account whose address you want to change.').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await visits.fillIn(page, before, DEMO_PASSWORD);
    await heading(page, 'Confirm your new email address');
    await page.getByText(`You are signed in as ${before}`).waitFor();
    await confirmButton(page).click();
    await heading(page, 'Your email address is changed');

    await openLink(page, after, 'confirm-email-change');
    await confirmButton(page).click();
    await page.getByRole('alert').getByText('This link no longer works').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'your account page' }).waitFor();
    expect(errors).toEqual([]);
  });

  test('U14: of which the link is open when its user signs out by the menu: the page stays, and another account cannot use it', async () => {
    const [before, after] = ['owner@demo.test', 'owner@new.test'];
    const { page, errors } = await visits.signedIn(before, '/account');
    await request(page, after);
    await openLink(page, after, 'confirm-email-change');
    const signInAs = async (email: string) => {
      await page.getByText('Sign in to the account whose address you want to change.').waitFor();
      await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
      await visits.fillIn(page, email);
      await page.getByText(`You are signed in as ${email}`).waitFor();
      await confirmButton(page).click();
    };
    await confirmButton(page).waitFor();
    await signOut(page);
    await signInAs('newcomer@demo.test');
    await page.getByRole('alert').getByText('This link no longer works').waitFor();
    await signOut(page);
    await signInAs(before);
    await heading(page, 'Your email address is changed');
    // The link is used: there is nothing to return to.
    await signOut(page);
    await page.waitForURL((url) => url.pathname === '/');
    expect(errors).toEqual([]);
  });
});

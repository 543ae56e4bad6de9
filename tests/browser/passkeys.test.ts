import { DEMO_PASSWORD, type TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accountButton, signOut } from '#support/account.ts';
import { EXPORT_REQUESTED } from '#support/data-export.ts';
import { nextMailedToken } from '#support/mail-links.ts';
import { addVirtualAuthenticator } from '#support/virtual-authenticator.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

const passkeys = (page: Page) => page.getByRole('region', { name: 'Passkeys' });
const makeStale = (email: string) =>
  system.database.query(
    `update identity.user_sessions set authenticated_at = now() - interval '10 minutes'
      where user_id = (select id from identity.users where email = $1)`,
    [email],
  );

async function addPasskey(page: Page): Promise<void> {
  await passkeys(page).getByRole('button', { name: 'Add a passkey' }).click();
  await passkeys(page).getByText('Passkey added.').waitFor();
}

describe('a passkey', () => {
  test('is added, renamed, and signs in by the button, to the page that the user wanted', async () => {
    const { page, errors } = await visits.signedIn('talent@demo.test', '/account');
    const authenticator = await addVirtualAuthenticator(page);
    await addPasskey(page);
    expect(await authenticator.count()).toBe(1);
    await passkeys(page).getByText('Chrome on Linux').first().waitFor();
    await passkeys(page)
      .getByText(/not used yet/)
      .waitFor();
    await passkeys(page).getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('alertdialog').getByLabel('Name').fill('My laptop');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rename' }).click();
    await passkeys(page).getByText('My laptop').first().waitFor();
    await passkeys(page).getByRole('button', { name: 'Add a passkey' }).click();
    await passkeys(page).getByText('This device already has a passkey').waitFor();

    // As in a browser without suggestions: the device would answer those before the click.
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
    await signOut(page);
    await page.goto(visits.publicUrl('/login?return_to=/account'));
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await heading(page, 'Your account');
    await passkeys(page)
      .getByText(/last used/)
      .waitFor();
    expect(errors).toEqual([]);
  });

  test('is offered with the suggestions of the email field', async () => {
    const { page, errors } = await visits.signedIn('owner@demo.test', '/account');
    await addVirtualAuthenticator(page);
    await addPasskey(page);
    await signOut(page);
    // The virtual device chooses the suggestion by itself.
    await page.goto(visits.publicUrl('/login?return_to=/account'));
    await heading(page, 'Your account');
    expect(errors).toEqual([]);
  });

  test('that was copied is refused, and the password still signs in', async () => {
    const { page } = await visits.signedIn('member@demo.test', '/account');
    const authenticator = await addVirtualAuthenticator(page);
    await addPasskey(page);
    await signOut(page);
    await page.goto(visits.publicUrl('/login?return_to=/account'));
    await heading(page, 'Your account');
    await signOut(page);
    await authenticator.goBackTo(0);
    await page.goto(visits.publicUrl('/login?return_to=/account'));
    await page.getByRole('alert').getByText('The passkey was not accepted').waitFor();
    await authenticator.setAnswers(false);
    await visits.fillIn(page, 'member@demo.test');
    await heading(page, 'Your account');
  });

  test('is removed; the device still offers it, and it is refused', async () => {
    const { page } = await visits.signedIn('suspended@demo.test', '/account');
    await addVirtualAuthenticator(page);
    await addPasskey(page);
    await passkeys(page).getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Passkey removed.').waitFor();
    await signOut(page);
    await page.goto(visits.publicUrl('/login'));
    await page.getByRole('alert').getByText('The passkey was not accepted').waitFor();
  });
});

describe('a sign-up without a password', () => {
  test('creates the passkey when the address is confirmed; it is not removed while it is the only credential', async () => {
    const email = 'keyless@made.test';
    const { page, errors } = await visits.visit();
    const authenticator = await addVirtualAuthenticator(page);
    await page.goto(visits.publicUrl('/signup'));
    await page.getByLabel('Name').fill('Kay Less');
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('button', { name: 'Use a passkey instead of a password' }).click();
    await page.getByRole('button', { name: 'Create account' }).click();
    await heading(page, 'Check your email');
    const token = await nextMailedToken(system, email, 'verify-email');
    await page.goto(visits.publicUrl(`/verify-email#token=${token}`));
    await page.getByRole('button', { name: 'Confirm email address' }).click();
    await heading(page, 'Email address confirmed');
    expect(await authenticator.count()).toBe(1);
    await page.goto(visits.publicUrl('/login?return_to=/account'));
    await heading(page, 'Your account');
    await passkeys(page).getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('alertdialog').getByText('This is your only way to sign in').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: 'Email me a link to set one' }).click();
    await page.getByText('Sent. The link expires in one hour.').waitFor();
    const reset = await nextMailedToken(system, email, 'reset-password');
    await page.goto(visits.publicUrl(`/reset-password#token=${reset}`));
    await page.getByLabel('New password').fill('a kettle on the sill');
    await page.getByRole('button', { name: 'Set password' }).click();
    await heading(page, 'Your password is set');
    expect(errors).toEqual([]);
  });
});

describe('G8: an authentication that is too old', () => {
  const dialog = (page: Page) => page.getByRole('alertdialog', { name: 'Confirm that it is you' });

  test('is asked for again above the page, by password; the change continues', async () => {
    const { page, errors } = await visits.signedIn('newcomer@demo.test', '/account');
    await addVirtualAuthenticator(page);
    await makeStale('newcomer@demo.test');
    await passkeys(page).getByRole('button', { name: 'Add a passkey' }).click();
    await dialog(page).getByLabel('Password', { exact: true }).fill('wrong');
    await dialog(page).getByRole('button', { name: 'Confirm' }).click();
    await dialog(page).getByText('The current password is wrong.').waitFor();
    await dialog(page).getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await dialog(page).getByRole('button', { name: 'Confirm' }).click();
    await passkeys(page).getByText('Passkey added.').waitFor();

    await makeStale('newcomer@demo.test');
    await passkeys(page).getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await dialog(page).getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('Passkey removed.').waitFor();
    expect(errors).toEqual([]);
  });

  test('may be left: nothing is changed, and the page says why', async () => {
    const { page } = await visits.signedIn('newcomer@demo.test', '/account');
    await makeStale('newcomer@demo.test');
    await passkeys(page).getByRole('button', { name: 'Add a passkey' }).click();
    await dialog(page).getByLabel('Password', { exact: true }).waitFor();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await passkeys(page).getByRole('alert').getByText('Confirm that it is you').waitFor();
    await accountButton(page).waitFor();
  });

  test('is not asked for when the form has the password', async () => {
    const { page } = await visits.signedIn('newcomer@demo.test', '/account');
    await makeStale('newcomer@demo.test');
    await page.getByLabel('Current password').fill(DEMO_PASSWORD);
    await page.getByLabel('New password').fill('a lantern in the fog');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed.').waitFor();
  });

  test('G11: is asked for before the own data is exported, and not before the download', async () => {
    const email = 'pending@demo.test';
    const { page, errors } = await visits.signedIn(email, '/account');
    const card = page.getByRole('region', { name: 'Your data' });
    await makeStale(email);
    await card.getByRole('button', { name: 'Request your data' }).click();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await card.getByRole('alert').getByText('Confirm that it is you').waitFor();
    await card.getByRole('button', { name: 'Request your data' }).click();
    await dialog(page).getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await dialog(page).getByRole('button', { name: 'Confirm' }).click();
    await card.getByText(EXPORT_REQUESTED).waitFor();
    await makeStale(email);
    await waitFor(async () => {
      await page.reload();
      await card.waitFor();
      return (await card.getByRole('link', { name: 'Download your data' }).count()) > 0 ? true : undefined;
    });
    const downloading = page.waitForEvent('download');
    await card.getByRole('link', { name: 'Download your data' }).click();
    expect((await downloading).suggestedFilename()).toBe('gatehouse-data.json');
    expect(errors).toEqual([]);
  });

  test('is asked for before an owner changes a role', async () => {
    const { page } = await visits.signedIn('owner@demo.test', '/employer/members');
    await heading(page, 'Members');
    await makeStale('owner@demo.test');
    await page
      .getByRole('button', { name: /^Make owner/ })
      .first()
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make owner' }).click();
    await dialog(page).getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await dialog(page).getByRole('button', { name: 'Confirm' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await page
      .getByRole('button', { name: /^Make member/ })
      .first()
      .waitFor();
  });

  test('is asked for before an owner exports the applications, and before a member leaves', async () => {
    const owner = await visits.signedIn('owner@demo.test', '/employer/applications');
    await makeStale('owner@demo.test');
    await owner.page.getByRole('button', { name: 'Export CSV' }).click();
    const downloading = owner.page.waitForEvent('download');
    await owner.page.getByRole('alertdialog').getByRole('button', { name: 'Export CSV' }).click();
    await dialog(owner.page).getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await dialog(owner.page).getByRole('button', { name: 'Confirm' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/\.csv$/);

    const { page } = await visits.signedIn('member@demo.test', '/employer/members');
    await makeStale('member@demo.test');
    await page.getByRole('button', { name: 'Leave company' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave company' }).click();
    await dialog(page).getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await dialog(page).getByRole('button', { name: 'Confirm' }).click();
    await heading(page, 'Start hiring');
  });
});

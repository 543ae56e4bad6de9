import { signIn, type TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import { EXPORT_REQUESTED } from '#support/data-export.ts';
import { nextMailedToken } from '#support/mail-links.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

describe('the security log', () => {
  test('is found from the account page, and names sign-ins and changes in plain words', async () => {
    // By the form: the session names the browser.
    const { page, errors } = await visits.signedIn('member@demo.test', '/account', 'gatehouse-demo-1');
    await page.getByRole('button', { name: 'Request your data' }).click();
    await page.getByText(EXPORT_REQUESTED).waitFor();
    await page.getByRole('link', { name: 'security log', exact: true }).click();
    await heading(page, 'Security log');
    const rows = page.getByRole('table', { name: 'Security log' }).locator('tbody tr');
    await rows.filter({ hasText: 'Your data requested' }).getByText('Chrome on Linux').waitFor();
    await rows.filter({ hasText: 'Signed in with a password' }).getByText('This computer').first().waitFor();
    expect(errors).toEqual([]);
  });
});

describe('a sign-in that was not the user’s', () => {
  test.each([
    ['/account', 'owner@demo.test'],
    ['/account/security', 'talent@demo.test'],
  ])(
    'G3: is reported on %s: every session ends, and the mail leads to a new password',
    async (path, email) => {
      const theirs = await signIn(system.publicHost, email);
      const { page, errors } = await visits.signedIn(email, `${path}`);
      await page
        .getByRole('button', { name: /^This wasn’t me/ })
        .first()
        .click();
      const dialog = page.getByRole('alertdialog', { name: 'Secure your account?' });
      await dialog.getByRole('button', { name: 'This wasn’t me' }).click();
      await heading(page, 'Check your email');
      await page.getByText('your password no longer works').waitFor();
      await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
      const current = '/api/identities/user_sessions/current';
      expect((await system.publicHost.request(current, { cookie: theirs })).status).toBe(401);
      const token = await nextMailedToken(system, email, 'reset-password');
      await page.goto('about:blank');
      await page.goto(visits.publicUrl(`/reset-password#token=${token}`));
      await page.getByLabel('New password').fill('a kettle on the sill');
      await page.getByRole('button', { name: 'Set password' }).click();
      await heading(page, 'Your password is set');
      expect(errors).toEqual([]);
    },
  );
});

import { currentOneTimeCode, makeSession, type TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import { TOTP } from 'otpauth';
import type { Locator, Page } from 'playwright-core';
import { inviteAdmin } from '#support/invite-admin.ts';
import { addVirtualAuthenticator } from '#support/virtual-authenticator.ts';
import { beforeVisits, heading, pathOf, type Visit, type Visits } from '#support/visits.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

const signInButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Sign in' });

describe('signing in with the second factor', () => {
  test('F11: the code is asked for together with the password, and a wrong one loses nothing', async () => {
    const { page } = await visits.visit();
    await page.goto(visits.teamUrl('/login?return_to=/audit'));
    await page.getByLabel('One-time code').fill('000000');
    await visits.fillIn(page, 'viewer@demo.test', 'wrong wrong');
    await page.getByRole('alert').getByText('Wrong email address or password').waitFor();
    await visits.fillIn(page, 'viewer@demo.test');
    await page.getByRole('alert').getByText('The one-time code is wrong').waitFor();
    expect(await page.getByLabel('Email address').inputValue()).toBe('viewer@demo.test');
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).not.toBe('');
    await page
      .getByLabel('One-time code')
      .fill(await currentOneTimeCode(system.database, 'viewer@demo.test'));
    await signInButton(page).click();
    await heading(page, 'Audit trail');
  });

  test('a printed link leads to password, authenticator app, recovery codes and the first sign-in', async () => {
    const link = await inviteAdmin(system, '--email', 'new@staff.test', '--name', 'Nadia Okoye');
    const { page, errors } = await visits.visit();
    await page.goto(link);
    await heading(page, 'Set up your sign-in');
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    const secret = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '');
    const totp = new TOTP({ secret });
    await page.getByLabel('Password').fill('a heron on the weir');
    await page.getByLabel('One-time code').fill('000000');
    await page.getByRole('button', { name: 'Finish setup' }).click();
    await page.getByRole('alert').getByText('The one-time code is wrong').waitFor();
    await page.getByLabel('One-time code').fill(totp.generate());
    await page.getByRole('button', { name: 'Finish setup' }).click();
    await heading(page, 'Save your recovery codes');
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    expect(await codes.count()).toBe(10);
    const recoveryCode = await codes.first().innerText();
    await page.getByRole('link', { name: 'I saved them, sign in' }).click();
    await visits.fillIn(page, 'new@staff.test', 'a heron on the weir');
    await page.getByLabel('One-time code').fill(recoveryCode);
    await signInButton(page).click();
    await heading(page, 'Overview');
    expect(errors).toEqual([]);

    const second = await visits.visit();
    await second.page.goto(link);
    await second.page.getByRole('alert').getByText('This link no longer works').waitFor();
  });
});

test('an admin sees the own sessions, and ends one that is open elsewhere', async () => {
  const { page, errors } = await visits.signedInAdmin('viewer@demo.test', '/account');
  const [own] = await system.database.query<{ admin_id: string }>(
    "select id as admin_id from identity.admins where email = 'viewer@demo.test'",
  );
  const elsewhere = await makeSession(system.database, 'admin', own?.admin_id ?? '');
  await system.database.query('update identity.admin_sessions set user_agent = $2 where id = $1', [
    elsewhere.sessionId,
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  ]);
  await page.reload();
  const sessions = page.getByRole('region', { name: 'Active sessions' });
  await sessions.getByText('This session').waitFor();
  await sessions.getByRole('button', { name: 'Sign out Firefox on Linux' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('Session ended.').waitFor();
  await sessions.getByRole('button', { name: 'Sign out Firefox on Linux' }).waitFor({ state: 'detached' });
  const path = '/api/identities/admin_sessions/current';
  expect((await system.teamHost.request(path, { cookie: elsewhere.cookie })).status).toBe(401);
  expect(errors).toEqual([]);
});

describe('what an operator does', () => {
  /** Opens the dialog that disables a company, and confirms it 15 minutes after the last code. */
  async function confirmTooLate({ page }: Visit) {
    await page.goto(visits.teamUrl('/companies'));
    await heading(page, 'Companies');
    await system.database.query(
      "update identity.admin_sessions set second_factor_at = now() - interval '15 minutes'",
    );
    await page.getByRole('button', { name: 'Disable Harbour & Pine' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Reason').fill('Papers are missing.');
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await dialog.getByRole('alert').getByText('Confirm with your second factor').waitFor();
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('Papers are missing.');
    return dialog;
  }

  /** Waits until the company is disabled, and enables it for the next test. */
  async function isDisabled(page: Page) {
    await page.getByText('Harbour & Pine is disabled.').waitFor();
    await system.database.query(
      "update employer.companies set condition = 'active' where name = 'Harbour & Pine'",
    );
  }

  const typeCode = async (dialog: Locator) =>
    dialog.getByLabel('One-time code').fill(await currentOneTimeCode(system.database, 'admin@demo.test'));

  test('after 15 minutes a change asks for a code, and keeps the reason that was typed', async () => {
    const visit = await visits.signedInAdmin('admin@demo.test', '/companies');
    const dialog = await confirmTooLate(visit);
    await typeCode(dialog);
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await isDisabled(visit.page);
    await visit.page.goto(visits.teamUrl('/audit?action=company.condition_changed'));
    await visit.page.getByText('Papers are missing.').waitFor();
    expect(visit.errors).toEqual([]);
  });

  test.each(['Enter', 'Control+Enter'])(
    'G10: after 15 minutes %s sends the code that was typed, and asks for no passkey',
    async (keys) => {
      const visit = await visits.signedInAdmin('admin@demo.test', '/companies');
      const dialog = await confirmTooLate(visit);
      await typeCode(dialog);
      await dialog.getByLabel('One-time code').press(keys);
      await isDisabled(visit.page);
      expect(visit.errors).toEqual([]);
    },
  );

  test('F15: after 15 minutes a passkey confirms a change, and the code that was typed when it did not answer', async () => {
    const visit = await visits.signedInAdmin('admin@demo.test', '/account');
    const { page } = visit;
    await addVirtualAuthenticator(page);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('Passkey added.').waitFor();
    const withPasskey = await confirmTooLate(visit);
    await withPasskey.getByRole('button', { name: 'Use a passkey' }).click();
    await isDisabled(page);

    const withCode = await confirmTooLate(visit);
    await page.evaluate(() => {
      navigator.credentials.get = () =>
        Promise.reject(new DOMException('Left by the test', 'NotAllowedError'));
    });
    await withCode.getByRole('button', { name: 'Use a passkey' }).click();
    await withCode.getByRole('alert').getByText('No passkey was used').waitFor();
    await typeCode(withCode);
    await withCode.getByLabel('One-time code').press('Enter');
    await isDisabled(page);
    expect(visit.errors).toEqual([]);
  });

  test('F15: revoking a membership and ending sessions ask for a code after 15 minutes, too', async () => {
    const { page, errors } = await visits.signedInAdmin('admin@demo.test', '/companies');
    await page.getByRole('link', { name: 'Harbour & Pine' }).click();
    await heading(page, 'Harbour & Pine');
    const makeStale = () =>
      system.database.query(
        "update identity.admin_sessions set second_factor_at = now() - interval '15 minutes'",
      );
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    const confirmWithCode = async (name: string) => {
      await dialog.getByRole('button', { name }).click();
      await dialog.getByRole('alert').getByText('Confirm with your second factor').waitFor();
      await dialog
        .getByLabel('One-time code')
        .fill(await currentOneTimeCode(system.database, 'admin@demo.test'));
      await dialog.getByRole('button', { name }).click();
    };
    await makeStale();
    await page
      .getByRole('button', { name: /^Revoke / })
      .first()
      .click();
    await dialog.getByLabel('Reason').fill('A complaint.');
    await confirmWithCode('Revoke');
    await page.getByText(/’s access is revoked\.$/).waitFor();
    await system.database.query(
      "update employer.org_memberships set status = 'active' where revoked_by = 'staff' and updated_at > now() - interval '1 minute'",
    );

    await visits.signedIn('talent@demo.test');
    const [talent] = await system.database.query<{ id: string }>(
      "select id from identity.users where email = 'talent@demo.test'",
    );
    await page.goto(visits.teamUrl(`/people/${talent?.id}`));
    await makeStale();
    await page.getByRole('button', { name: /^Sign out everywhere/ }).click();
    await confirmWithCode('Sign out everywhere');
    await page.getByText('Tilda Marsh is signed out everywhere.').waitFor();
    expect(errors).toEqual([]);
  });

  test('a filter of the users stays with a search', async () => {
    const { page } = await visits.signedInAdmin('admin@demo.test', '/people');
    await heading(page, 'Users');
    await page.getByRole('link', { name: 'Pending', exact: true }).click();
    await page.getByRole('link', { name: 'Pekka Lindqvist' }).waitFor();
    await page.getByLabel('Name or email address').fill('tilda');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('Try another name or address, or another talent access.').waitFor();
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await page.getByRole('link', { name: 'Tilda Marsh' }).waitFor();
  });

  test('the audit trail shows what one person did', async () => {
    const { page } = await visits.signedInAdmin('admin@demo.test', '/audit');
    await heading(page, 'Audit trail');
    await page.getByRole('link', { name: 'Ada Brandt' }).first().click();
    await page.waitForURL((url) => url.searchParams.get('who') !== null);
    await page.getByRole('cell', { name: 'Ada Brandt signed in as staff' }).first().waitFor();
    expect(pathOf(page)).toBe('/audit');
  });
});

describe('what a viewer sees', () => {
  test('everything, and no buttons for what only an operator may do', async () => {
    const { page } = await visits.signedInAdmin('viewer@demo.test', '/companies');
    await heading(page, 'Companies');
    expect(await page.getByRole('button', { name: /^(Disable|Enable)/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Harbour & Pine' }).click();
    await heading(page, 'Harbour & Pine');
    expect(await page.getByRole('button', { name: /^(Disable|Enable|Revoke|Restore)/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Olive Okafor' }).first().click();
    await heading(page, 'Olive Okafor');
    expect(
      await page.getByRole('button', { name: /^(Approve|Refuse|Suspend|Restore|Grant|Sign out)/ }).count(),
    ).toBe(0);
  });
});

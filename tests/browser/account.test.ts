import { readFile } from 'node:fs/promises';
import { makeSession, signIn, type TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import { EXPORT_REQUESTED } from '#support/data-export.ts';
import { errorOf } from '#support/field-error.ts';
import { mailedTokens, nextMailedToken } from '#support/mail-links.ts';
import { nextMail } from '#support/next-mail.ts';
import { beforeVisits, heading, pathOf, type Visits } from '#support/visits.ts';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

const isLive = async (cookie: string) =>
  (await system.publicHost.request('/api/identities/user_sessions/current', { cookie })).status === 200;

describe('a forgotten password', () => {
  test('U23: is reset by mail, which marks the field of a common one, and every other browser is signed out', async () => {
    const elsewhere = await signIn(system.publicHost, 'talent@demo.test');
    const { page, errors } = await visits.visit();
    await page.goto(visits.publicUrl('/login'));
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await heading(page, 'Reset your password');
    await page.getByLabel('Email address').fill('talent@demo.test');
    await page.getByRole('button', { name: 'Send link' }).click();
    await heading(page, 'Check your email');
    const mail = await nextMail(system, 'talent@demo.test', { subject: 'Reset your password' });
    const link = /http\S+\/reset-password#token=\S+/.exec(mail.text)?.[0] ?? '';
    await page.goto(link);
    await page.waitForURL((url) => url.hash === '');
    await page.getByLabel('New password').fill('password1');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('alert').getByText('too common').first().waitFor();
    expect(await errorOf(page.getByLabel('New password'))).toContain('too common');
    expect(await page.getByLabel('New password').inputValue()).toBe('password1');
    await page.getByRole('button', { name: 'Show new password' }).click();
    expect(await page.getByLabel('New password').getAttribute('type')).toBe('text');
    await page.getByLabel('New password').fill('a kettle on the sill');
    await page.getByRole('button', { name: 'Set password' }).click();
    await heading(page, 'Your password is set');
    expect(await isLive(elsewhere)).toBe(false);
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await visits.fillIn(page, 'talent@demo.test', 'a kettle on the sill');
    await heading(page, 'Your job search');
    expect(errors).toEqual([]);

    const late = await visits.visit();
    await late.page.goto(link);
    await late.page.getByLabel('New password').fill('a lantern in the fog');
    await late.page.getByRole('button', { name: 'Set password' }).click();
    await late.page.getByRole('alert').getByText('This link no longer works').waitFor();
    await late.page.getByRole('link', { name: 'Request a new link' }).click();
    await late.page.getByLabel('Email address').waitFor();
  });
});

describe('G11: your data', () => {
  test('G11: is requested on the account page, mailed as a link, and downloaded as a file', async () => {
    const email = 'member@demo.test';
    const { page, errors } = await visits.signedIn(email);
    await page.goto(visits.publicUrl('/account'));
    const card = page.getByRole('region', { name: 'Your data' });
    await card.getByRole('button', { name: 'Request your data' }).click();
    await card.getByText(EXPORT_REQUESTED).waitFor();
    const mail = await nextMail(system, email, { subject: 'Your data is ready to download' });
    await page.goto('about:blank');
    await page.goto(/http\S+\/account#your-data/.exec(mail.text)?.[0] ?? '');
    await card.waitFor();
    await waitFor(async () => ((await page.evaluate(() => window.scrollY)) > 0 ? true : undefined));
    const downloading = page.waitForEvent('download');
    await card.getByRole('link', { name: 'Download your data' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('gatehouse-data.json');
    const { tables } = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(tables['identity.users'].rows).toMatchObject([{ email }]);
    expect(errors).toEqual([]);
  });

  test('G11: the CVs are beside the file, to download one by one', async () => {
    // Whose talent access has ended still has CVs; this user never had any access.
    const email = 'owner@demo.test';
    await system.database.query(
      `with cv as (insert into talent.cvs (user_id, name, size, uploaded_at)
                   select id, 'as-sent.pdf', 3, now() from identity.users where email = $1 returning id)
       insert into talent.cv_chunks (cv_id, position, bytes) select id, 0, 'pdf' from cv`,
      [email],
    );
    const { page, errors } = await visits.signedIn(email);
    await page.goto(visits.publicUrl('/account'));
    const card = page.getByRole('region', { name: 'Your data' });
    await card.getByRole('button', { name: 'Request your data' }).click();
    // A reload would cancel the request.
    await card.getByText(EXPORT_REQUESTED).waitFor();
    await waitFor(async () => {
      await page.reload();
      await card.waitFor();
      return (await card.getByRole('link', { name: 'Download your data' }).count()) > 0 ? true : undefined;
    });
    const files = card.getByRole('list', { name: 'Your files' });
    const downloading = page.waitForEvent('download');
    await files.getByRole('link', { name: 'as-sent.pdf' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('as-sent.pdf');
    expect(await readFile(await download.path(), 'utf8')).toBe('pdf');
    expect(errors).toEqual([]);
  });
});

describe('the link of a sign-up', () => {
  test('F1: is redeemed by the button alone, after the page has said what will happen; opening it does nothing', async () => {
    const email = 'scanned@sign-up.test';
    const signUp = async () => {
      const known = await mailedTokens(system, email, 'verify-email');
      const body = { name: 'Ines Prado', email, password: 'a lake in autumn' };
      await system.publicHost.request('/api/identities/users', { method: 'POST', body });
      return nextMailedToken(system, email, 'verify-email', known);
    };
    const accounts = () => system.database.query('select id from identity.users where email = $1', [email]);
    const replaced = await signUp();
    const token = await signUp();
    const { page, asked, errors } = await visits.visit();
    await page.goto(visits.publicUrl(`/verify-email#token=${token}`));
    await heading(page, 'Confirm your email address');
    await page.waitForURL((url) => url.hash === '');
    await page.getByText('This creates your account').waitFor();
    await page.getByText('If you did not sign up yourself, close this page').waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked.filter((one) => one.startsWith('POST'))).toEqual([]);
    expect(await accounts()).toEqual([]);

    await page.goto(visits.publicUrl(`/verify-email#token=${replaced}`));
    await page.getByRole('button', { name: 'Confirm email address' }).click();
    await page.getByRole('alert').getByText('This link no longer works').waitFor();
    await page.getByRole('link', { name: 'sign up again' }).waitFor();
    expect(await accounts()).toEqual([]);

    await page.goto(visits.publicUrl(`/verify-email#token=${token}`));
    await page.getByRole('button', { name: 'Confirm email address' }).click();
    await heading(page, 'Email address confirmed');
    expect(await accounts()).toHaveLength(1);
    expect(errors).toEqual([]);
  });
});

describe('the own account', () => {
  test('R3: a new name shows in the header, by the root loader', async () => {
    const { page } = await visits.signedIn('member@demo.test', '/account');
    await page.getByLabel('Name').fill('Mateo da Silva');
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('banner').getByText('Mateo da Silva').waitFor();
  });

  test('a session elsewhere is named in words and can be ended; a wrong password changes nothing', async () => {
    const elsewhere = await signIn(system.publicHost, 'owner@demo.test');
    // By the form: the session names the browser.
    const { page } = await visits.signedIn('owner@demo.test', '/account', 'gatehouse-demo-1');
    await page.getByText('Chrome on Linux').first().waitFor();
    await page.getByText('This computer').first().waitFor();
    await page.getByLabel('Current password').fill('wrong wrong');
    await page.getByLabel('New password').fill('a lantern in the fog');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('alert').getByText('The current password is wrong.').waitFor();
    expect(await isLive(elsewhere)).toBe(true);
    await page
      .getByRole('button', { name: /^Sign out (?!everywhere)/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Session ended.').waitFor();
    expect(await isLive(elsewhere)).toBe(false);
  });

  test('F20: many sessions come in pages, and the button loads more of them', async () => {
    const [person] = await system.database.query<{ id: string }>(
      "select id from identity.users where email = 'suspended@demo.test'",
    );
    for (let index = 0; index < 24; index += 1) await makeSession(system.database, 'user', person?.id ?? '');
    const { page, errors } = await visits.signedIn('suspended@demo.test', '/account');
    const items = page.getByRole('listitem').filter({ hasText: 'last active' });
    await items.nth(19).waitFor();
    expect(await items.count()).toBe(20);
    await page.getByRole('button', { name: 'Load more' }).click();
    await items.nth(24).waitFor();
    expect(await items.count()).toBe(25);
    expect(await page.getByRole('button', { name: 'Load more' }).count()).toBe(0);
    expect(errors).toEqual([]);
  });

  test('a changed password keeps this browser and ends the others', async () => {
    const elsewhere = await signIn(system.publicHost, 'pending@demo.test');
    const { page } = await visits.signedIn('pending@demo.test', '/account');
    await page.getByLabel('Current password').fill('gatehouse-demo-1');
    await page.getByLabel('New password').fill('a lantern in the fog');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('You are signed out everywhere else.').waitFor();
    expect(await isLive(elsewhere)).toBe(false);
    await page.reload();
    await heading(page, 'Your account');
    expect(pathOf(page)).toBe('/account');
  });
});

describe('a text that does not fit', () => {
  test('G7 F9: is named at its field, and what was typed stays', async () => {
    const { page, errors } = await visits.visit();
    await page.goto(visits.publicUrl('/signup'));
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Win at https://evil.example');
    await page.getByLabel('Email address').fill('victim@made.test');
    await page.getByLabel('Password', { exact: true }).fill('a lantern in the fog');
    await page.getByRole('main').getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('alert').getByText('A name cannot contain a web or email address').waitFor();
    expect(await errorOf(name)).toContain('A name cannot contain a web or email address.');
    expect(await name.inputValue()).toBe('Win at https://evil.example');
    await name.fill('Dr. A.B.\u2028Smith');
    await page.getByRole('main').getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('alert').getByText('Remove line breaks').waitFor();
    await name.fill('Dr. A.B. Smith');
    await page.getByRole('main').getByRole('button', { name: 'Create account' }).click();
    await heading(page, 'Check your email');
    expect(errors).toEqual([]);
  });
});

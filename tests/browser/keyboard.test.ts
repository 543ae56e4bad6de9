import { addressOf, makePerson, signIn as signInElsewhere, type TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { createKeyboard } from '#support/keyboard.ts';
import { nextMailedLink } from '#support/mail-links.ts';
import { pdfOf } from '#support/pdf.ts';
import { addVirtualAuthenticator } from '#support/virtual-authenticator.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

async function signIn(page: Page, email: string, password = 'gatehouse-demo-1'): Promise<void> {
  const keyboard = createKeyboard(page);
  await heading(page, 'Sign in');
  await keyboard.type(page.getByLabel('Email address'), email);
  await keyboard.type(page.getByLabel('Password', { exact: true }), password);
  await page.keyboard.press('Enter');
}

describe('by keyboard alone', () => {
  test('U13: a visitor signs up, confirms the address, signs in and requests talent access', async () => {
    const { page } = await visits.visit();
    const keyboard = createKeyboard(page);
    await page.goto(visits.publicUrl('/'));
    await keyboard.press(page.getByRole('link', { name: 'Sign up' }));
    await keyboard.arrivesAt('Create your account');
    await keyboard.type(page.getByLabel('Name'), 'Kit Abara');
    await keyboard.type(page.getByLabel('Email address'), 'kit@abara.test');
    await keyboard.type(page.getByLabel('Password'), 'a heron on the weir');
    await keyboard.press(page.getByRole('button', { name: 'Create account' }));
    await keyboard.arrivesAt('Check your email');
    await page.goto(await nextMailedLink(system, 'kit@abara.test'));
    await keyboard.press(page.getByRole('button', { name: 'Confirm email address' }));
    await keyboard.arrivesAt('Email address confirmed');
    await keyboard.press(page.getByRole('main').getByRole('link', { name: 'Find work' }));
    await signIn(page, 'kit@abara.test', 'a heron on the weir');
    await keyboard.arrivesAt('Start your job search');
    await keyboard.press(page.getByRole('button', { name: 'Request talent access' }));
    await keyboard.arrivesAt('Your job search');
  });

  test('U13: a talent finds a job, applies and withdraws', async () => {
    const { page } = await visits.visit();
    const keyboard = createKeyboard(page);
    await page.goto(visits.publicUrl('/jobs'));
    await keyboard.press(page.locator('.job-list a').first());
    await keyboard.press(page.getByRole('link', { name: 'Apply for this job' }));
    await signIn(page, 'talent@demo.test');
    await keyboard.arrivesAt(/^Apply for /);
    await keyboard.type(page.getByLabel('Message to the company'), 'By keyboard.');
    await keyboard.press(page.getByRole('button', { name: 'Send application' }));
    await keyboard.hears('Application sent.');
    await keyboard.hasPlace();
    await keyboard.press(page.getByRole('row').getByRole('link').first());
    await keyboard.open(page.getByRole('button', { name: /^Withdraw / }));
    await keyboard.press(page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }));
    await keyboard.hears('Application withdrawn.');
    await keyboard.hasPlace();
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
    await keyboard.arrivesAt('Keeper of the keys');
    await keyboard.press(page.getByRole('button', { name: 'Publish Keeper of the keys' }));
    await keyboard.hears('“Keeper of the keys” is published.');
    await keyboard.hasPlace();
    await keyboard.press(page.getByRole('link', { name: 'Overview' }));
    await keyboard.press(page.getByRole('main').locator('.cards a').first());
    await keyboard.press(page.getByRole('row').getByRole('link').first());
    await keyboard.press(page.getByRole('button', { name: 'Start review' }));
    await page.getByRole('heading', { level: 2, name: /Stage In review/ }).waitFor();
    await keyboard.hasPlace();
  });

  test('G10: a talent writes the profile, saves a job, searches and saves the search', async () => {
    const { page } = await visits.signedIn('talent@demo.test', '/talent/profile');
    const keyboard = createKeyboard(page);
    await keyboard.type(page.getByLabel('Headline'), ', by keyboard');
    await keyboard.press(page.getByRole('button', { name: 'Save', exact: true }));
    await keyboard.hears('Saved.');
    await keyboard.hasPlace();
    await keyboard.press(page.getByRole('link', { name: 'Jobs', exact: true }));
    await keyboard.arrivesAt('Jobs');
    const save = page.getByRole('button', { name: /^Save / }).first();
    const job = (await save.innerText()).split('\n').at(-1) ?? '';
    await keyboard.press(save);
    await page.getByRole('button', { name: `Saved ${job}` }).waitFor();
    await keyboard.hasPlace();
    await keyboard.type(page.getByLabel('What', { exact: true }), 'joiner');
    await page.keyboard.press('Enter');
    await page.getByText('for “joiner”').waitFor();
    await keyboard.hasPlace();
    await keyboard.press(page.getByRole('button', { name: 'Email me new jobs' }));
    await keyboard.press(page.getByRole('link', { name: 'Your saved searches' }));
    await keyboard.arrivesAt('Saved searches');
  });

  test('G10: a talent filters jobs, saves one, and applies for it with answers and a CV', async () => {
    const talent = await makePerson(system.database, { talent: 'active' });
    const { page, errors } = await visits.as(talent, '/jobs?query=joiner');
    const keyboard = createKeyboard(page);
    const job = 'Joiner for one-off pieces';
    await heading(page, 'Jobs');
    const workplace = page.getByLabel('Workplace');
    await keyboard.goTo(workplace);
    // Each key applies a choice: the second one while the first one is on its way.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.waitForURL(/remote_mode=hybrid/);
    await keyboard.hears(/found\.$/);
    await keyboard.isAt(workplace);
    await page.keyboard.press('Home');
    await page.waitForURL(/\?query=joiner$/);
    await keyboard.isAt(workplace);
    const save = page.getByRole('button', { name: `Save ${job}` });
    await keyboard.press(save);
    await keyboard.isAt(page.getByRole('button', { name: `Saved ${job}` }));
    await keyboard.hears('Job saved.');
    await keyboard.press(page.getByRole('link', { name: job }));
    await keyboard.arrivesAt(job);
    await keyboard.press(page.getByRole('link', { name: 'Apply for this job' }));
    await keyboard.arrivesAt(`Apply for ${job}`);
    await keyboard.type(page.getByLabel('Message to the company'), 'I have built boats for ten years.');
    await keyboard.choose(page.getByLabel('Have you built furniture to your own drawings?'), 'Yes');
    await keyboard.type(page.getByLabel('Which machines do you set up on your own?'), 'A lathe.');
    await keyboard.type(page.getByLabel('Tell us about a piece that went wrong.'), 'A chair.');
    const choosing = page.waitForEvent('filechooser');
    await keyboard.press(page.getByLabel('CV (optional)'));
    await (await choosing).setFiles({ name: 'Kit.pdf', mimeType: 'application/pdf', buffer: pdfOf('Kit') });
    const preview = await keyboard.open(page.getByRole('button', { name: 'Preview', exact: true }), 'dialog');
    await preview.getByText('Kit.pdf').waitFor();
    await keyboard.press(preview.getByRole('button', { name: 'Close preview' }));
    await keyboard.isAt(page.getByRole('button', { name: 'Preview', exact: true }));
    await keyboard.press(page.getByRole('button', { name: 'Send application' }));
    await keyboard.arrivesAt('Applications');
    await keyboard.hears('Application sent.');
    await page.getByRole('link', { name: 'Kit.pdf' }).waitFor();
    expect(errors).toEqual([]);
  });

  test('G10: a user opens a company and invites a colleague, who accepts', async () => {
    const colleague = await makePerson(system.database);
    const { page, errors } = await visits.signedIn('newcomer@demo.test');
    const keyboard = createKeyboard(page);
    await keyboard.press(page.getByRole('link', { name: 'Hire', exact: true }));
    await keyboard.arrivesAt('Start hiring');
    await keyboard.type(page.getByLabel('Company name'), 'Weir & Daughters');
    await keyboard.press(page.getByRole('button', { name: 'Create company' }));
    await keyboard.arrivesAt('Weir & Daughters');
    await keyboard.press(page.getByRole('link', { name: 'Members' }));
    await keyboard.arrivesAt('Members');
    await keyboard.type(page.getByLabel('Email address'), addressOf(colleague));
    await keyboard.press(page.getByRole('button', { name: 'Send invitation' }));
    await keyboard.hears(`Invitation sent to ${addressOf(colleague)}`);
    await keyboard.hasPlace();

    const invited = await visits.as(colleague);
    await invited.page.goto(await nextMailedLink(system, addressOf(colleague)));
    const keys = createKeyboard(invited.page);
    await heading(invited.page, 'Join Weir & Daughters');
    await keys.press(invited.page.getByRole('button', { name: 'Accept invitation' }));
    await keys.arrivesAt('Weir & Daughters');
    expect([...errors, ...invited.errors]).toEqual([]);
  });

  test('G10: a member leaves the company', async () => {
    const { page } = await visits.signedIn('member@demo.test', '/employer/members');
    const keyboard = createKeyboard(page);
    await keyboard.open(page.getByRole('button', { name: 'Leave company' }));
    await keyboard.press(page.getByRole('alertdialog').getByRole('button', { name: 'Leave company' }));
    await page.waitForURL((url) => url.pathname !== '/employer/members');
    await keyboard.hears('You have left Harbour & Pine.');
    await keyboard.isAt(page.getByRole('heading', { level: 1 }));
  });

  test('G10: a user changes the password, requests the deletion of the account and keeps it', async () => {
    const { page } = await visits.signedIn('pending@demo.test', '/account');
    const keyboard = createKeyboard(page);
    await keyboard.type(page.getByLabel('Current password'), 'gatehouse-demo-1');
    await keyboard.type(page.getByLabel('New password'), 'a heron on the weir');
    await keyboard.press(page.getByRole('button', { name: 'Change password' }));
    await keyboard.hears('Password changed.');
    await keyboard.hasPlace();
    await keyboard.open(page.getByRole('button', { name: 'Delete account' }));
    await keyboard.press(page.getByRole('alertdialog').getByRole('button', { name: 'Delete account' }));
    await keyboard.hears('Your account will be deleted in 7 days.');
    await keyboard.isAt(page.getByRole('heading', { name: 'Delete account' }));
    await keyboard.open(page.getByRole('button', { name: 'Keep account' }).first());
    await keyboard.press(page.getByRole('alertdialog').getByRole('button', { name: 'Keep account' }));
    await page.getByRole('button', { name: 'Delete account' }).waitFor();
    await keyboard.hasPlace();
  });

  test('G10: a user ends a session elsewhere and adds a passkey', async () => {
    const email = 'suspended@demo.test';
    const cookie = await signInElsewhere(system.publicHost, email);
    const statusElsewhere = async () =>
      (await system.publicHost.request('/api/identities/user_sessions/current', { cookie })).status;
    const { page } = await visits.visit();
    const keyboard = createKeyboard(page);
    const authenticator = await addVirtualAuthenticator(page);
    await page.goto(visits.publicUrl('/login?return_to=/account'));
    await signIn(page, email);
    await keyboard.arrivesAt('Your account');
    expect(await statusElsewhere()).toBe(200);
    await keyboard.open(page.getByRole('button', { name: /^Sign out (?!everywhere)/ }).first());
    await keyboard.press(page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }));
    await keyboard.hears('Session ended.');
    await keyboard.isAt(page.getByRole('listitem').filter({ hasText: 'This session' }));
    expect(await statusElsewhere()).toBe(401);
    const passkeys = page.getByRole('region', { name: 'Passkeys' });
    await keyboard.press(passkeys.getByRole('button', { name: 'Add a passkey' }));
    await passkeys.getByText('Passkey added.').waitFor();
    await keyboard.hasPlace();
    expect(await authenticator.count()).toBe(1);
  });
});

import { randomBytes } from 'node:crypto';
import { makePerson, type TestPerson, type TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { createUnsubscribeTokens } from '#services/identity/src/notification-mail/unsubscribe-token.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';

const secret = randomBytes(32);
const tokens = createUnsubscribeTokens([secret]);

let system: TestSystem;
let visits: Visits;
beforeVisits(
  (started) => {
    ({ system, visits } = started);
  },
  { system: { seed: 'none', secretsKey: secret.toString('base64') } },
);

const SETTINGS = '/account/notifications/settings';
const TITLE = 'Emails about notifications';

const storedChoices = async ({ cookie }: TestPerson) =>
  (
    await system.publicHost.request('/api/identities/users/current/notification_settings', {
      cookie,
    })
  ).body;

const choiceOf = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Presses Tab until an element with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const { activeElement } = document;
      const labels = activeElement instanceof HTMLSelectElement ? [...activeElement.labels] : [];
      return labels[0]?.textContent ?? activeElement?.textContent ?? '';
    });
    if (focused.trim() === name) return;
  }
  throw new Error(`the keyboard does not reach ${name}`);
}

describe('the settings of mail about notifications', () => {
  test('G10: are reached from the notifications and changed by the keyboard', async () => {
    const user = await makePerson(system.database);
    const { page, errors } = await visits.as(user, '/account/notifications');
    await heading(page, 'Notifications');
    await page.getByRole('link', { name: 'Emails', exact: true }).click();
    await heading(page, TITLE);
    expect(await choiceOf(page, 'Updates on your applications').inputValue()).toBe('at_once');
    expect(await choiceOf(page, 'Your role in a company has changed').inputValue()).toBe('daily');
    await tabTo(page, 'Your role in a company has changed');
    await page.keyboard.press('ArrowDown');
    await tabTo(page, 'Save');
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor();
    expect(await storedChoices(user)).toMatchObject({ role_changed: 'never', application_moved: 'at_once' });
    await page.reload();
    await heading(page, TITLE);
    expect(await choiceOf(page, 'Your role in a company has changed').inputValue()).toBe('never');
    expect(errors).toEqual([]);
  });

  test('an invitation has no choice of a digest', async () => {
    const { page } = await visits.as(await makePerson(system.database), SETTINGS);
    await heading(page, TITLE);
    const choice = choiceOf(page, 'Invitations to join a company');
    await choice.waitFor();
    const options = choice.locator('option');
    expect(await options.allTextContents()).toEqual(['At once', 'Never']);
  });

  test('G9: what a link in a mail has stopped meanwhile is shown, and not undone silently', async () => {
    const user = await makePerson(system.database);
    const { page } = await visits.as(user, SETTINGS);
    await heading(page, TITLE);
    const token = tokens.make({ userId: user.userId, notification: 'application_moved' });
    await system.publicHost.request(`/api/identities/mail_unsubscriptions/${token}`, { method: 'POST' });
    await choiceOf(page, 'Your role in a company has changed').selectOption('never');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('This has changed since you opened it').first().waitFor();
    expect(await storedChoices(user)).toMatchObject({ application_moved: 'never', role_changed: 'daily' });
  });
});

describe('the page that unsubscribes', () => {
  test('asks first, and stops the mails by the keyboard, without a session', async () => {
    const user = await makePerson(system.database);
    const token = tokens.make({ userId: user.userId, notification: 'digest' });
    const { page, asked, errors } = await visits.visit();
    // As a mail client opens the link of its header.
    await page.goto(visits.publicUrl(`/api/identities/mail_unsubscriptions/${token}`));
    await heading(page, 'Stop these emails');
    await page.getByText('of this kind: “Everything that you get once a day, in one email”').waitFor();
    const button = page.getByRole('button', { name: 'Stop these emails' });
    await button.waitFor();
    expect(new URL(page.url()).hash).toBe('');
    expect(await storedChoices(user)).toMatchObject({ role_changed: 'daily' });
    await tabTo(page, 'Stop these emails');
    await page.keyboard.press('Enter');
    await heading(page, 'These emails are stopped');
    await page.getByRole('link', { name: 'Choose your emails' }).waitFor();
    expect(await storedChoices(user)).toMatchObject({
      role_changed: 'never',
      application_moved: 'at_once',
    });
    expect(asked.filter((request) => request.startsWith('POST'))).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  test('says of a link whose key is no longer in use that it has stopped nothing, and leads to the settings', async () => {
    const user = await makePerson(system.database);
    const older = createUnsubscribeTokens([randomBytes(32)]);
    const { page } = await visits.as(
      user,
      `/unsubscribe#token=${older.make({ userId: user.userId, notification: 'digest' })}`,
    );
    await page.getByRole('button', { name: 'Stop these emails' }).click();
    await heading(page, 'This link no longer works');
    expect(await storedChoices(user)).toMatchObject({ role_changed: 'daily', etag: '"1"' });
    await page.getByRole('link', { name: 'Choose your emails' }).click();
    await heading(page, TITLE);
  });

  test.each(['application_moved', 'digest'] as const)(
    'says that an email in which a company writes is always sent: %s',
    async (notification) => {
      const { userId } = await makePerson(system.database);
      const token = tokens.make({ userId, notification });
      const { page } = await visits.visit();
      await page.goto(visits.publicUrl(`/unsubscribe#token=${token}&mails=${notification}`));
      const hint = page.getByText('An email in which a company writes to you is always sent.');
      await hint.waitFor();
      await page.getByRole('button', { name: 'Stop these emails' }).click();
      await heading(page, 'These emails are stopped');
      await hint.waitFor();
    },
  );

  test('of a saved search keeps the search, and leads to its own settings', async () => {
    const token = tokens.make({
      userId: (await makePerson(system.database)).userId,
      notification: 'saved_search',
    });
    const { page, errors } = await visits.visit();
    await page.goto(visits.publicUrl(`/unsubscribe#token=${token}&mails=saved_search`));
    await page.getByText('Your saved searches stay.').waitFor();
    expect(await page.getByText('still shows the news').count()).toBe(0);
    await page.getByRole('button', { name: 'Stop these emails' }).click();
    await heading(page, 'These emails are stopped');
    const settings = page.getByRole('main').getByRole('link');
    expect(await settings.allInnerTexts()).toEqual(['Your saved searches']);
    expect(await settings.getAttribute('href')).toBe('/saved/searches');

    await page.goto(visits.publicUrl('/'));
    await page.goto(visits.publicUrl('/unsubscribe#token=of-no-mail&mails=saved_search'));
    await page.getByRole('button', { name: 'Stop these emails' }).click();
    await heading(page, 'This link no longer works');
    expect(await settings.getAttribute('href')).toBe('/saved/searches');
    expect(errors).toEqual([]);
  });

  test('without a token says where the link is', async () => {
    const { page } = await visits.visit();
    await page.goto(visits.publicUrl('/unsubscribe'));
    await heading(page, 'Stop these emails');
    await page.getByText('Open the link in that email again').waitFor();
  });
});

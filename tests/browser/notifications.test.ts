import { makePerson, type TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

/** Makes these the only notifications of a demo user, oldest first. */
async function giveNotifications(email: string, kinds: readonly (readonly [kind: string, value: string])[]) {
  await system.database.query(
    'delete from identity.notifications n using identity.users u where u.id = n.user_id and u.email = $1',
    [email],
  );
  for (const [kind, value] of kinds) {
    await system.database.query(
      `insert into identity.notifications (id, user_id, kind, subject_id, value, at)
       select uuidv7(), u.id, $2, coalesce((select a.id from talent.applications a where a.user_id = u.id limit 1), u.id), $3, now()
         from identity.users u where u.email = $1`,
      [email, kind, value],
    );
  }
}

const NEWS = [
  ['access_decided', 'granted'],
  ['application_moved', 'interview'],
] as const;

describe('notifications', () => {
  test('G10: the bell counts the unread ones, and opening one marks it as read', async () => {
    await giveNotifications('talent@demo.test', NEWS);
    const { page, errors } = await visits.signedIn('talent@demo.test');
    await page.getByRole('link', { name: 'Notifications, 2 unread' }).click();
    await heading(page, 'Notifications');
    const items = page.locator('.notifications > li');
    await items.nth(1).waitFor();
    // Newest first.
    await items.first().getByText('Unread: ').waitFor();
    await items
      .first()
      .getByRole('link', { name: /would like to meet you about/ })
      .click();
    await page.waitForURL(/\/talent\/applications\/[0-9a-f-]{36}$/);
    await page.getByRole('heading', { name: 'Your message' }).waitFor();
    await page.getByRole('link', { name: 'Notifications, 1 unread' }).click();
    await heading(page, 'Notifications');
    await page.locator('.notifications > li:not(.unread)').waitFor();
    expect(await page.locator('.notifications > .unread').count()).toBe(1);
    expect(errors).toEqual([]);
  });

  test('G10: the keyboard marks all as read, and the button keeps the focus', async () => {
    await giveNotifications('talent@demo.test', NEWS);
    const { page, errors } = await visits.signedIn('talent@demo.test', '/account/notifications');
    await page.getByRole('link', { name: 'Notifications, 2 unread' }).waitFor();
    const button = page.getByRole('button', { name: 'Mark all as read' });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'Marked as read.' }).waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'Notifications', exact: true }).waitFor();
    await page.locator('.notifications > .unread').first().waitFor({ state: 'detached' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(errors).toEqual([]);
  });

  test('an account without notifications has an empty page and no count', async () => {
    const { cookie } = await makePerson(system.database);
    const { page, errors } = await visits.as({ cookie }, '/account/notifications');
    await heading(page, 'Notifications');
    await page.getByRole('heading', { name: 'No notifications' }).waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'Notifications', exact: true }).waitFor();
    expect(errors).toEqual([]);
  });

  test('without the count, the page works', async () => {
    const { page } = await visits.signedIn('talent@demo.test');
    await page.route('**/unread_count', (route) => route.abort());
    await page.goto(visits.publicUrl('/account'));
    await heading(page, 'Your account');
    await page.getByRole('banner').getByRole('link', { name: 'Notifications', exact: true }).click();
    await heading(page, 'Notifications');
  });
});

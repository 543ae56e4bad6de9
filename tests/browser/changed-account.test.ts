import { makePerson, type TestPerson, type TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { accountButton, signOut } from '#support/account.ts';
import { giveSession } from '#support/chromium.ts';
import { holdScripts } from '#support/held-scripts.ts';
import { beforeVisits, pathOf, type Visits } from '#support/visits.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const refusal = (page: Page) =>
  page.getByRole('main').getByRole('alert').getByText('You are signed in with another account now');

/** The session of the browser becomes the person's; no tab is notified. */
async function become(context: BrowserContext, { cookie }: TestPerson): Promise<void> {
  await giveSession(context, { cookie }, visits.publicUrl('/'));
}

describe('a page of an account that is no longer the one of the browser’s session', () => {
  test('G8: another tab changes the account before the page’s scripts arrive: nothing is written for the other account, the page says so and keeps the text', async () => {
    const titles = () =>
      system.database.query<{ title: string }>("select title from employer.job_posts where title = 'Kept'");
    const { page: tab, context } = await visits.signedIn('owner@demo.test', '/employer/jobs');
    const { page, releaseScripts } = await holdScripts(await context.newPage());
    await page.goto(visits.publicUrl('/employer/jobs/new'), { waitUntil: 'commit' });
    await page.locator('main').waitFor();
    await signOut(tab);
    await tab.goto(visits.publicUrl('/login'));
    await visits.fillIn(tab, 'founder@demo.test');
    await tab.waitForURL((url) => url.pathname !== '/login');
    await accountButton(tab).waitFor();
    releaseScripts();
    await page.getByLabel('Title').fill('Kept');
    await button(page, 'Save draft').click();
    await refusal(page).waitFor();
    expect(pathOf(page)).toBe('/employer/jobs/new');
    expect(await page.getByLabel('Title').inputValue()).toBe('Kept');
    expect(await titles()).toEqual([]);
  });

  test('G8: a page that has not heard of it overwrites no profile of the same version, and saves once its own account is back', async () => {
    const [former, current] = [
      await makePerson(system.database, { talent: 'active' }),
      await makePerson(system.database, { talent: 'active' }),
    ];
    const headlines = () =>
      system.database.query('select user_id, headline from talent.profiles where user_id = any($1)', [
        [former.userId, current.userId],
      ]);
    const { page, context } = await visits.visit();
    await become(context, former);
    await page.goto(visits.publicUrl('/talent/profile'));
    await page.getByLabel('Headline').fill('Of the first account');
    await become(context, current);
    await button(page, 'Save').click();
    await refusal(page).waitFor();
    expect(await page.getByLabel('Headline').inputValue()).toBe('Of the first account');
    expect(await headlines()).toEqual([]);
    await become(context, former);
    await button(page, 'Save').click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await headlines()).toEqual([{ user_id: former.userId, headline: 'Of the first account' }]);
  });
});

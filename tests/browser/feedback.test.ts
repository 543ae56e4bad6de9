/// <reference lib="dom" />
import type { TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

/** Holds the API's answers until the returned function is called. */
async function holdApi(page: Page, pattern = '**/api/**'): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const hasFocus = (element: Locator) =>
  waitFor(async () => (await element.evaluate((one) => one === document.activeElement)) || undefined);

const announced = (page: Page) => page.getByRole('log').textContent();

const isInView = (element: Locator) =>
  element.evaluate((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

describe('what the user does shows at once', () => {
  test('U10: a navigation that waits marks its link, shows a bar after 200 ms, and ends both', async () => {
    const { page } = await visits.signedIn('owner@demo.test');
    const release = await holdApi(page);
    const link = page.getByRole('link', { name: 'Members', exact: true });
    await link.click();
    const bar = page.locator('.progress[data-pending]');
    await bar.waitFor();
    expect(await link.getAttribute('data-pending')).toBe('');
    // By the clock of its animation, which begins when the bar is marked.
    const widthAfter = (millis: number) =>
      bar.evaluate((element, time) => {
        for (const animation of element.getAnimations()) {
          animation.pause();
          animation.currentTime = time;
        }
        return element.getBoundingClientRect().width;
      }, millis);
    expect([await widthAfter(0), await widthAfter(200)]).toEqual([0, 0]);
    expect(await widthAfter(250)).toBeGreaterThan(10);
    const { visibility, height } = await bar.evaluate((element) => {
      const { visibility, height } = getComputedStyle(element);
      return { visibility, height };
    });
    expect([visibility, height]).toEqual(['visible', '3px']);
    release();
    await heading(page, 'Members');
    await bar.waitFor({ state: 'detached' });
    expect(await page.locator('[data-pending]').count()).toBe(0);
  });

  test('U9 U10: a choice that applies at once shows the bar, and leaves the link that was used last unmarked', async () => {
    const { page } = await visits.signedIn('owner@demo.test', '/employer/jobs');
    await heading(page, 'Job posts');
    const link = page
      .getByRole('navigation', { name: 'Job posts by status' })
      .getByRole('link', { name: 'All' });
    await link.click();
    const release = await holdApi(page);
    await page.getByLabel('Sort by').selectOption({ index: 1 });
    await page.locator('.progress[data-pending]').waitFor();
    expect(await link.getAttribute('data-pending')).toBeNull();
    release();
    await page.locator('.progress[data-pending]').waitFor({ state: 'detached' });
  });

  test('U6: “Saved.” shows once its button no longer says “Saving…”', async () => {
    const { page } = await visits.signedIn('owner@demo.test', '/employer/company');
    await heading(page, 'Company');
    const released = Promise.withResolvers<void>();
    await page.route('**/*', async (route) => {
      if (route.request().method() === 'GET') await released.promise;
      await route.continue();
    });
    await page.getByLabel('Website').fill('https://weir.example');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const note = page.locator('.done-note', { hasText: 'Saved.' });
    await note.waitFor();
    const opacity = () => note.evaluate((element) => getComputedStyle(element).opacity);
    await page.getByRole('button', { name: 'Saving…' }).waitFor();
    expect(await opacity()).toBe('0');
    released.resolve();
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
    expect(await opacity()).toBe('1');
  });

  test('U10: a dialog whose code is on its way marks its button', async () => {
    const { page } = await visits.signedIn('owner@demo.test', '/employer/members');
    const release = await holdApi(page, '**/assets/confirm-dialog*');
    const button = page.getByRole('button', { name: /^Make / }).first();
    await button.click();
    expect(await button.getAttribute('data-pending')).toBe('');
    release();
    await page.getByRole('alertdialog').waitFor();
    expect(await button.getAttribute('data-pending')).toBeNull();
  });

  test('U10: an impatient user sends a form once', async () => {
    const { page, asked } = await visits.signedIn('talent@demo.test', '/talent/profile');
    const release = await holdApi(page);
    asked.length = 0;
    const save = page.getByRole('button', { name: 'Save' });
    await page.getByLabel('Headline').press('Enter');
    // Playwright would wait for a button that is not busy.
    await page.getByRole('button', { name: 'Saving…' }).dblclick({ force: true });
    await page.getByLabel('Headline').press('Enter');
    release();
    await page.getByText('Saved.').waitFor();
    await save.waitFor();
    expect(asked.filter((one) => one.startsWith('PUT'))).toHaveLength(1);
  });
});

describe('after a navigation', () => {
  test('U13: the new page’s heading has the focus, and its title is announced', async () => {
    const { page } = await visits.signedIn('owner@demo.test');
    await page.getByRole('link', { name: 'Members', exact: true }).click();
    await hasFocus(page.getByRole('heading', { level: 1, name: 'Members' }));
    expect(await announced(page)).toContain('Members · Gatehouse');
  });

  test('U13: Back gives the scroll position and the link back', async () => {
    const { page } = await visits.visit();
    await page.goto(visits.publicUrl('/jobs'));
    const link = page.locator('.job-list h2 a').last();
    const title = (await link.textContent()) ?? '';
    await link.scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => scrollY);
    expect(scrolled).toBeGreaterThan(200);
    await link.click();
    await hasFocus(page.getByRole('heading', { level: 1, name: title }));
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await hasFocus(link);
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  });

  test('U13: a filter keeps the focus', async () => {
    const { page } = await visits.signedIn('owner@demo.test', '/employer/jobs');
    const filter = page.getByRole('navigation', { name: 'Job posts by status' });
    await filter.getByRole('link', { name: 'Draft' }).click();
    await page.waitForURL(/state=draft/);
    await hasFocus(filter.getByRole('link', { name: 'Draft' }));
  });

  test.each([
    ['/employer/jobs', 'Title or location', 'job post', /state=published/, 'Published'],
    ['/employer/applications', 'Name, email, skill or job title', 'application', /stage=submitted/, 'New'],
    ['/people', 'Name or email address', 'user', /talent_access=active/, 'Active'],
    ['/companies', 'Name', 'company', /condition=active/, 'Active'],
  ])(
    'G10: the results of a search and of a filter are announced on %s',
    async (path, label, word, address, filter) => {
      const { page } = path.startsWith('/employer')
        ? await visits.signedIn('owner@demo.test', `${path}`)
        : await visits.signedInAdmin('admin@demo.test', `${path}`);
      const many = word === 'company' ? 'companies' : `${word}s`;
      await page.getByLabel(label).fill('quetzal');
      await page.getByRole('search').getByRole('button', { name: 'Search' }).click();
      await page.getByRole('log').getByText(`No ${many} found.`).waitFor();
      await page.goto(page.url().replace(/\?.*/, ''));
      await page
        .getByRole('navigation', { name: / by / })
        .getByRole('link', { name: filter, exact: true })
        .click();
      await page.waitForURL(address);
      await page
        .getByRole('log')
        .getByText(new RegExp(`^(1 ${word}|(More than )?\\d+ ${many}) found\\.$`))
        .waitFor();
    },
  );

  test('G10: the results of a filter of the audit trail and of the board are announced', async () => {
    const staff = await visits.signedInAdmin('admin@demo.test', '/audit');
    await staff.page.getByLabel('From (UTC)').fill('2999-01-01');
    await staff.page.getByRole('search').locator('button[type="submit"]').click();
    await staff.page.getByRole('log').getByText('No events found.').waitFor();
    await staff.page.getByLabel('User, company or staff member').fill('quetzal');
    await staff.page.getByRole('search').locator('button[type="submit"]').click();
    await staff.page.getByRole('log').getByText('No matches found.').waitFor();
    const path = '/employer/applications/board';
    const { page } = await visits.signedIn('owner@demo.test', `${path}`);
    await page.getByLabel('Assigned to').selectOption('none');
    await page
      .getByRole('log')
      .getByText(/applications? found\.$/)
      .waitFor();
  });

  test('U13: a sort order keeps the focus', async () => {
    const { page } = await visits.signedIn('owner@demo.test', '/employer/jobs');
    const order = page.getByLabel('Sort by');
    await order.focus();
    await order.selectOption('title');
    await page.waitForURL(/order=title/);
    await hasFocus(order);
  });

  test('U13 G8: results that arrive late leave the focus in the field in which the user types', async () => {
    const { page } = await visits.signedIn('owner@demo.test', '/employer/applications');
    const field = page.getByLabel('Name, email, skill or job title');
    const rows = page.getByRole('table', { name: 'Applications' }).locator('tbody tr');
    await rows.first().waitFor();
    const release = await holdApi(page, '**/api/employer/applications?*');
    const request = page.waitForRequest('**/api/employer/applications?*');
    await page.getByLabel('Sort by').selectOption('oldest');
    await request;
    await field.pressSequentially('an');
    release();
    await page.waitForURL(/order=oldest/);
    await page
      .getByRole('log')
      .getByText(/found\.$/)
      .waitFor();
    // A letter beside a field is a shortcut key: this one selects all rows.
    await page.keyboard.type('a');
    await hasFocus(field);
    expect(await field.inputValue()).toBe('ana');
    expect(await rows.getByRole('checkbox', { checked: true }).count()).toBe(0);
  });

  test('U13: the first page of a visit is left to the browser', async () => {
    const { page } = await visits.visit();
    await page.goto(visits.publicUrl('/jobs'));
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    expect(await announced(page)).toBe('');
  });
});

describe('after a change', () => {
  test.each([390, 1280])(
    'U6: at %i px a saved profile says so beside its button, which keeps the focus',
    async (width) => {
      const { page } = await visits.signedIn('talent@demo.test', '/talent/profile');
      await page.setViewportSize({ width, height: 700 });
      const save = page.getByRole('button', { name: 'Save' });
      await save.click();
      await page.getByText('Saved.').waitFor();
      expect(await isInView(page.getByText('Saved.'))).toBe(true);
      expect(await page.getByText('Saved.').getAttribute('role')).toBe('status');
      await hasFocus(save);
      await page.getByLabel('Headline').fill('Edited again');
      await page.getByText('Saved.').waitFor({ state: 'detached' });
    },
  );

  test('U13: the focus stays in the list that a row was removed from', async () => {
    const { page } = await visits.signedIn('owner@demo.test', '/employer/members');
    for (const email of ['one@invited.test', 'two@invited.test']) {
      await page.getByLabel('Email address').fill(email);
      await page.getByRole('button', { name: 'Send invitation' }).click();
      await page.getByRole('row', { name: new RegExp(email) }).waitFor();
      await hasFocus(page.getByRole('button', { name: 'Send invitation' }));
    }
    const revoke = async (email: string) => {
      await page.getByRole('button', { name: `Revoke invitation ${email}` }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke invitation' }).click();
      await page.getByRole('row', { name: new RegExp(email) }).waitFor({ state: 'detached' });
      const toast = page.locator('.toast').getByText('Invitation revoked.').first();
      await toast.waitFor();
      expect(await isInView(toast)).toBe(true);
    };
    await revoke('two@invited.test');
    await waitFor(
      async () => (await page.evaluate(() => document.activeElement?.matches('tbody tr, h2'))) || undefined,
    );
  });

  test('U13: “Load more” puts the focus on the first new row, and says how many there are', async () => {
    await system.database.query(
      `insert into employer.job_posts (company_id, title, kind, state)
       select id, 'Post ' || number, 'full_time', 'draft'
       from employer.companies, generate_series(1, 60) number where name = 'Harbour & Pine'`,
    );
    const { page } = await visits.signedIn('owner@demo.test', '/employer/jobs?state=draft');
    await page.getByRole('button', { name: 'Load more' }).click();
    await hasFocus(page.locator('tbody tr').nth(50));
    expect(await announced(page)).toMatch(/\d+ more loaded\./);
    await page.keyboard.press('Tab');
    await hasFocus(page.locator('tbody tr').nth(50).getByRole('link').first());
  });

  test('U13: a form that has done its work leaves the focus on the new heading', async () => {
    const { page } = await visits.visit();
    await page.goto(visits.publicUrl('/reset-password'));
    await page.getByLabel('Email address').fill('member@demo.test');
    await page.getByRole('button', { name: 'Send link' }).click();
    await hasFocus(page.getByRole('heading', { level: 1, name: 'Check your email' }));
  });

  test('U13: a dialog has a description', async () => {
    const { page } = await visits.signedIn('owner@demo.test', '/employer/members');
    await page
      .getByRole('button', { name: /^Revoke access / })
      .first()
      .click();
    const dialog = page.getByRole('alertdialog');
    await dialog.waitFor();
    const described = await dialog.evaluate(
      (one) => document.getElementById(one.getAttribute('aria-describedby') ?? '')?.textContent,
    );
    expect(described).toMatch(/^They can no longer act for your company/);
  });
});

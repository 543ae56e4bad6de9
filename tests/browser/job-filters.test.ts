/// <reference lib="dom" />
import type { TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';

let system: TestSystem;
let browser: Browser;
let visits: Visits;
beforeVisits(async (started) => {
  ({ system, browser, visits } = started);
  // Three keepers: one senior and remote, one remote, one on site; the last two with pay.
  await system.database.query(
    `insert into employer.job_posts (company_id, title, location, kind, state, published_at, remote_mode, seniority,
       languages, pay_minimum, pay_currency, pay_period)
     select c.id, k.title, 'Reykjavík', 'full_time', 'published', timestamptz '2026-01-01' + make_interval(days => k.day),
            k.mode, k.seniority, '{is}', k.pay, case when k.pay is not null then 'EUR' end, case when k.pay is not null then 'year' end
       from employer.companies c,
            (values ('Keeper of the old light', 1, 'remote', 'senior', null::numeric),
                    ('Keeper of the new light', 2, 'remote', null, 40000),
                    ('Keeper of the ferry', 3, 'on_site', null, 60000)) as k (title, day, mode, seniority, pay)
      where c.name = 'Harbour & Pine'`,
  );
});

const titles = (page: Page) => page.locator('.job-list h2').allTextContents();
const lead = (page: Page, text: string | RegExp) => page.locator('.lead').getByText(text).waitFor();
const options = (page: Page, label: string) => page.getByLabel(label).locator('option').allTextContents();

describe('the filters of the catalogue', () => {
  test('apply at once, keep the focus, count their options, and Back restores them', async () => {
    const { page, errors } = await visits.visit();
    await page.goto(visits.publicUrl('/jobs?query=keeper&location=reykjavik'));
    await lead(page, '3 open jobs in reykjavik for “keeper”, best match first.');
    expect(await options(page, 'Workplace')).toEqual(['Any', 'On site (1)', 'Hybrid (0)', 'Remote (2)']);
    expect(await options(page, 'Language')).toEqual(['Any', 'Icelandic (3)']);
    await page.getByLabel('Workplace').focus();
    await page.getByLabel('Workplace').selectOption('remote');
    await page.waitForURL(/\/jobs\?query=keeper&location=reykjavik&remote_mode=remote$/);
    await page.getByRole('log').getByText('2 jobs found.').waitFor();
    await lead(page, '2 open remote jobs in reykjavik for “keeper”');
    expect(await page.getByLabel('Workplace').evaluate((field) => field === document.activeElement)).toBe(
      true,
    );
    expect(await options(page, 'Workplace')).toEqual(['Any', 'On site (1)', 'Hybrid (0)', 'Remote']);
    expect(await options(page, 'Seniority')).toContain('Senior (1)');
    await page.getByLabel('Seniority').selectOption('senior');
    await lead(page, '1 open senior remote job');
    await page.goBack();
    await lead(page, '2 open remote jobs');
    expect(await page.getByLabel('Seniority').inputValue()).toBe('');
    await page.goBack();
    await lead(page, '3 open jobs');
    expect(await page.getByLabel('Workplace').inputValue()).toBe('');
    await page.goForward();
    await lead(page, '2 open remote jobs');
    expect(await page.getByLabel('Workplace').inputValue()).toBe('remote');
    expect(errors).toEqual([]);
  });

  test('U18: a job’s link back leads to the search from which it was opened, and without one to all jobs', async () => {
    const { page } = await visits.visit();
    await page.goto(visits.publicUrl('/jobs?query=keeper&location=reykjavik'));
    await page.getByLabel('Workplace').selectOption('remote');
    await page.waitForURL(/remote_mode=remote$/);
    await lead(page, '2 open remote jobs');
    const search = page.url();
    await page.getByRole('link', { name: 'Keeper of the old light' }).click();
    await heading(page, 'Keeper of the old light');
    // By the company’s page, too.
    await page.getByRole('main').getByRole('link', { name: 'Harbour & Pine' }).first().click();
    await heading(page, 'Harbour & Pine');
    await page.getByRole('link', { name: 'Jobs found' }).click();
    await lead(page, '2 open remote jobs');
    expect(page.url()).toBe(search);
    await page.getByRole('link', { name: 'Keeper of the new light' }).click();
    await page.getByRole('link', { name: 'Jobs found' }).click();
    await lead(page, '2 open remote jobs');
    expect(page.url()).toBe(search);

    await page.goto(visits.publicUrl('/jobs'));
    await page.locator('.job-list a').first().click();
    await page.getByRole('link', { name: 'All jobs' }).click();
    await page.waitForURL((url) => url.pathname === '/jobs' && url.search === '');
  });

  test('are shown as chips, each of which removes one, and all are cleared at once', async () => {
    const { page } = await visits.visit();
    await page.goto(visits.publicUrl('/jobs?query=keeper&location=reykjavik&remote_mode=remote&language=is'));
    await page.getByRole('link', { name: 'Remove filter: Remote' }).click();
    await page.waitForURL(/\/jobs\?query=keeper&location=reykjavik&language=is$/);
    await lead(page, '3 open jobs');
    expect(await page.locator('.chip').allTextContents()).toEqual([
      'Remove filter: reykjavik',
      'Remove filter: Icelandic',
    ]);
    await page.getByRole('link', { name: 'Clear all' }).click();
    await page.waitForURL(/\/jobs\?query=keeper$/);
    await page.locator('.chip').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Where').inputValue()).toBe('');
  });

  test('by pay apply when the field is left, and the jobs can be sorted by pay', async () => {
    const { page } = await visits.visit();
    await page.goto(visits.publicUrl('/jobs?query=keeper&location=reykjavik'));
    await lead(page, '3 open jobs');
    await page.getByLabel('Sort by').selectOption('pay');
    await lead(page, 'highest pay first');
    expect(await titles(page)).toEqual([
      'Keeper of the ferry',
      'Keeper of the new light',
      'Keeper of the old light',
    ]);
    await page.getByText('More filters').click();
    await page.getByLabel('Minimum pay').fill('50000');
    await page.keyboard.press('Tab');
    await page.waitForURL(/minimum_pay=50000&currency=EUR&order=pay$/);
    await lead(page, '1 open job');
    expect(await titles(page)).toEqual(['Keeper of the ferry']);
    await page.getByRole('link', { name: 'Remove filter: From €50,000 per year' }).click();
    await lead(page, '3 open jobs');
    expect(await page.getByLabel('Minimum pay').inputValue()).toBe('');
  });

  test('U24: that few need are folded on a wide screen until one is chosen, and stay open while they are used', async () => {
    const { page } = await visits.visit();
    await page.goto(visits.publicUrl('/jobs?query=keeper&location=reykjavik'));
    await lead(page, '3 open jobs');
    const [more, language] = [page.getByText('More filters'), page.getByLabel('Language')];
    expect(await page.getByLabel('Seniority').isVisible()).toBe(true);
    expect(await language.isVisible()).toBe(false);
    await more.click();
    await language.selectOption('is');
    await page.waitForURL(/&language=is$/);
    await page.reload();
    await language.selectOption('');
    await page.waitForURL(/location=reykjavik$/);
    expect(await language.isVisible()).toBe(true);
    await page.setViewportSize({ width: 390, height: 844 });
    expect([await language.isVisible(), await more.isVisible()]).toEqual([false, false]);
    await page.getByText('Filters and sorting').click();
    await language.waitFor();
    expect(await more.isVisible()).toBe(false);
  });

  test('that find nothing say which one to remove', async () => {
    const { page } = await visits.visit();
    await page.goto(visits.publicUrl('/jobs?location=reykjavik&remote_mode=on_site&seniority=senior'));
    await page.getByRole('heading', { name: 'Nothing matches your filters' }).waitFor();
    await page.getByRole('link', { name: 'Remove “On site”: 1 job' }).waitFor();
    await page.getByRole('link', { name: 'Remove “Senior”: 1 job' }).click();
    await lead(page, '1 open on site job in reykjavik');
    expect(await titles(page)).toEqual(['Keeper of the ferry']);
  });

  test('are a form without JavaScript, closed on a phone until they are asked for', async () => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 360, height: 740 },
    });
    try {
      const page = await context.newPage();
      await page.goto(visits.publicUrl('/jobs?query=keeper&location=reykjavik'));
      expect(await page.getByLabel('Workplace').isVisible()).toBe(false);
      await page.getByText('Filters and sorting').click();
      await page.getByLabel('Workplace').selectOption('on_site');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.waitForURL(/remote_mode=on_site/);
      await lead(page, '1 open on site job in reykjavik for “keeper”');
      await page.getByText('Filters and sorting (1)').waitFor();
      await page.getByRole('link', { name: 'Remove filter: On site' }).click();
      await lead(page, '3 open jobs');
    } finally {
      await context.close();
    }
  });
});

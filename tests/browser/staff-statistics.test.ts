import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeViolations } from '#support/axe.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';

let visits: Visits;
beforeVisits((started) => {
  ({ visits } = started);
});

/** The rows of the table that screen readers read in place of a chart. */
const rowsOf = (page: Page, caption: string | RegExp) =>
  page.getByRole('table', { name: caption }).getByRole('row');

test('U11: a viewer reads the weeks of a period, and a number leads to what it counts', async () => {
  const { page, errors } = await visits.signedInAdmin('viewer@demo.test');
  await page.getByRole('link', { name: 'Statistics' }).click();
  await heading(page, 'Statistics');
  const charts = [
    'Job posts published per week',
    'Applications sent per week',
    'Requests per week',
    'Reports per week',
  ];
  for (const caption of charts) {
    // The header and 26 weeks.
    expect(await rowsOf(page, caption).count()).toBe(27);
  }
  // The demo's company that waits for its review.
  expect(await rowsOf(page, 'New companies per week').count()).toBe(27);
  expect(await axeViolations(page)).toEqual([]);

  await page.getByRole('navigation', { name: 'Period' }).getByRole('link', { name: '13 weeks' }).click();
  await page.waitForURL(/\?weeks=13$/);
  await rowsOf(page, 'Reports per week').nth(13).waitFor({ state: 'attached' });
  expect(await rowsOf(page, 'Reports per week').count()).toBe(14);

  await page.locator('summary', { hasText: 'of access requests' }).press('Enter');
  const table = page.getByRole('table', { name: 'Week by week of access requests' });
  await table.getByRole('row').nth(13).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  const asked = table.getByRole('link', { name: /^[1-9]/ }).first();
  const count = Number(await asked.innerText());
  await asked.click();
  await heading(page, 'Audit trail');
  await page.getByRole('table').waitFor();
  expect(await page.getByRole('row').count()).toBe(count + 1);
  expect(errors).toEqual([]);
});

test('U11: a number is beside the one of as many weeks before, and the two add up to the longer period', async () => {
  const { page } = await visits.signedInAdmin('viewer@demo.test', '/statistics?weeks=13');
  await heading(page, 'Statistics');
  const posts = page.getByRole('listitem').filter({ hasText: 'job posts published' });
  const pattern = /^(\d+) job posts published \((\d+) in the 13 weeks before\)$/;
  const [, now, before] = pattern.exec(await posts.innerText()) ?? [];
  const period = (name: string) =>
    page.getByRole('navigation', { name: 'Period' }).getByRole('link', { name });
  await period('26 weeks').click();
  // Before that, the demo has nothing to compare with.
  await posts.filter({ hasNotText: 'before' }).waitFor();
  expect(Number.parseInt(await posts.innerText(), 10)).toBe(Number(now) + Number(before));
});

test('G10: the CSV file has the weeks of the page, and the page says that it is downloaded', async () => {
  const { page, errors } = await visits.signedInAdmin('viewer@demo.test', '/statistics?weeks=13');
  await heading(page, 'Statistics');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^statistics-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(14);
  expect(lines[13]).toMatch(/^\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d(,[\d.]*){14}$/);
  await page.getByText('The CSV file is downloaded.').first().waitFor();
  expect(errors).toEqual([]);
});

test('U4: without anything to count, the page says so', async () => {
  const { page } = await visits.signedInAdmin('viewer@demo.test', '/statistics');
  await heading(page, 'Statistics');
  const none = { received_count: 0, decided_count: 0 };
  const week = {
    ...{ week: '2026-11-16', published_job_post_count: 0, application_count: 0 },
    ...{ access_requests: none, company_reviews: none, abuse_reports: none },
  };
  await page.route(/\/identities\/admin\/statistics/, (route) => route.fulfill({ json: { weeks: [week] } }));
  await page.reload();
  await heading(page, 'Statistics');
  await page.getByRole('heading', { name: 'Nothing to count yet' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
});

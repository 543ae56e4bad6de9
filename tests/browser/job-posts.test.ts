import { makePerson, type TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeViolations } from '#support/axe.ts';
import { beforeVisits, heading, pathOf, type Visits } from '#support/visits.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const rows = (page: Page) => page.getByRole('table', { name: 'Job posts' }).getByRole('rowheader');
const DESCRIPTION = 'Mend sails, splice ropes and keep the loft in order with two others. '.repeat(2).trim();

/** Saves a draft from the page of a new job post. */
async function saveDraft(page: Page, title: string, isComplete = true) {
  await page.goto(visits.publicUrl('/employer/jobs/new'));
  await page.getByLabel('Title').fill(title);
  if (isComplete) {
    await page.getByLabel('Location').fill('Genoa');
    await page.getByLabel('Description').fill(DESCRIPTION);
  }
  await button(page, 'Save draft').click();
  await heading(page, title);
}

describe('the list of job posts', () => {
  test('searches, filters and sorts by its address, and Back restores it', async () => {
    const { page, errors } = await visits.signedIn('owner@demo.test', '/employer/jobs');
    await rows(page).first().waitFor();
    const all = await rows(page).count();
    await page.getByLabel('Sort by').selectOption('Title');
    await page.waitForURL(/order=title/);
    const titles = await rows(page).getByRole('link').allTextContents();
    expect(titles).toHaveLength(all);
    expect(titles).toEqual(
      titles.toSorted((one, other) => one.toLowerCase().localeCompare(other.toLowerCase())),
    );
    await page.getByLabel('Title or location').fill('PLANNER');
    await button(page, 'Search').click();
    await page.waitForURL(/query=PLANNER/);
    await rows(page).getByText('Workshop planner').waitFor();
    expect(new URL(page.url()).searchParams.get('order')).toBe('title');
    await page
      .getByRole('navigation', { name: 'Job posts by status' })
      .getByRole('link', { name: 'Closed' })
      .click();
    await page.getByRole('heading', { name: 'No job posts found' }).waitFor();
    expect(new URL(page.url()).searchParams.get('query')).toBe('PLANNER');
    await page.goBack();
    await rows(page).getByText('Workshop planner').waitFor();
    await page.goBack();
    await page.waitForFunction((count) => document.querySelectorAll('tbody tr').length === count, all);
    expect(errors).toEqual([]);
  });
});

describe('writing a job post', () => {
  test('has a page of its own, and a preview of what is typed before it is saved', async () => {
    const { page, errors } = await visits.signedIn('owner@demo.test', '/employer/jobs');
    await page.getByRole('link', { name: 'New job post' }).click();
    await heading(page, 'New job post');
    expect(pathOf(page)).toBe('/employer/jobs/new');
    await page.getByLabel('Title').fill('Sailmaker');
    await page.getByLabel('Location').fill('Genoa');
    await page.getByLabel('Description').fill(DESCRIPTION);
    await button(page, 'Preview').click();
    const preview = page.getByRole('dialog');
    for (const text of ['Sailmaker', 'Harbour & Pine', 'Genoa', DESCRIPTION]) {
      await preview.getByText(text).first().waitFor();
    }
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await preview.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Description').inputValue()).toBe(DESCRIPTION);
    const saved = await system.database.query("select 1 from employer.job_posts where title = 'Sailmaker'");
    expect(saved).toEqual([]);
    await button(page, 'Save draft').click();
    await page.getByText('Draft saved.').waitFor();
    await page.getByText(DESCRIPTION).waitFor();
    expect(errors).toEqual([]);
  });

  test('U16: a draft with a title alone is saved, and publishing names what is missing beside each field', async () => {
    const { page, errors } = await visits.signedIn('owner@demo.test');
    await saveDraft(page, 'Title alone', false);
    await button(page, 'Publish Title alone').click();
    const alert = page.getByRole('alert');
    await alert.getByText('Add a location, or “Remote”.').waitFor();
    await alert.getByText('Describe the job in at least 100 characters.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await alert.getByRole('link', { name: 'Complete the job post' }).click();
    await page.waitForURL(/\/edit$/);
    await page.getByLabel('Description').fill('Not yet long enough.');
    await button(page, 'Save and publish').click();
    await alert.getByText('Check the fields below').waitFor();
    const describedBy = async (label: string) =>
      page.getByLabel(label).evaluate((field) => {
        const ids = (field.getAttribute('aria-describedby') ?? '').split(' ');
        return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
      });
    expect(await describedBy('Location')).toContain('Add a location, or “Remote”.');
    expect(await describedBy('Description')).toContain('at least 100 characters.');
    expect(await page.getByLabel('Description').inputValue()).toBe('Not yet long enough.');
    await page.getByLabel('Location').fill('Remote');
    await page.getByLabel('Description').fill(DESCRIPTION);
    await button(page, 'Save and publish').click();
    await page.getByText('Saved. The public page is updated.').waitFor();
    await page.getByRole('link', { name: 'View public page' }).click();
    await heading(page, 'Title alone');
    expect(errors).toEqual([]);
  });

  test('G8: terms are checked field by field, kept as they were typed, and shown to visitors', async () => {
    const { page, errors } = await visits.signedIn('owner@demo.test');
    await saveDraft(page, 'Oakum picker');
    await page.getByRole('link', { name: 'Edit Oakum picker' }).click();
    await page.waitForURL(/\/edit$/);
    const field = (name: string) => page.getByLabel(name, { exact: true });
    await field('Minimum pay').fill('80000');
    await field('Maximum pay').fill('60000');
    await field('Pay is').selectOption('per year');
    await field('Languages').fill('english, Klingon');
    await button(page, 'Save and publish').click();
    const alert = page.getByRole('alert');
    await alert.getByText('The maximum must not be below the minimum.').waitFor();
    await alert.getByText('Choose a currency.').waitFor();
    await alert.getByText('“Klingon” is not a language.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await field('Languages').inputValue()).toBe('english, Klingon');
    await field('Minimum pay').fill('60000');
    await field('Maximum pay').fill('80000');
    await field('Currency').selectOption('EUR');
    await field('Workplace').selectOption('Remote');
    await field('Seniority').selectOption('Senior');
    await field('Languages').fill('english, Portuguese');
    await field('Last day to apply').fill('2999-12-31');
    const shown = ['€60,000–80,000 per year', 'Remote', 'Senior', 'English, Portuguese', '31 Dec 2999'];
    await button(page, 'Preview').click();
    const preview = page.getByRole('dialog');
    for (const text of shown) await preview.getByText(text, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await preview.waitFor({ state: 'detached' });
    await button(page, 'Save and publish').click();
    await page.getByText('Saved. The public page is updated.').waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'View public page' }).click();
    await heading(page, 'Oakum picker');
    for (const text of shown) await page.getByRole('main').getByText(text, { exact: true }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const id = pathOf(page).split('/').at(-1);
    await system.database.query("update employer.job_posts set expires_on = '2020-01-01' where id = $1", [
      id,
    ]);
    await page.goto(visits.publicUrl(`/employer/jobs/${id}`));
    await page.getByText('Expired', { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'View public page' }).count()).toBe(0);
    expect(errors).toEqual([]);
  });

  test('U16: the country is advised and not required, checked in preview and pages, and kept by a duplicate', async () => {
    const { page, errors } = await visits.signedIn('owner@demo.test');
    const countries: unknown[] = [];
    page.on('request', (request) => {
      if (!/^(?:POST|PATCH) .*\/api\/employer\/job_posts/.test(`${request.method()} ${request.url()}`))
        return;
      countries.push(request.postDataJSON().country_code ?? 'left out');
    });
    await saveDraft(page, 'Figurehead carver');
    await page.getByText('Search engines may leave out a job without a country.').waitFor();
    await page.getByRole('link', { name: 'Add the country' }).click();
    await page.waitForURL(/\/edit$/);
    const country = page.getByLabel('Country');
    // Twice: the second save is of the version that the first one has made.
    for (const title of ['Figurehead maker', 'Figurehead carver']) {
      await page.getByLabel('Title').fill(title);
      await button(page, 'Save').first().click();
      await heading(page, title);
    }
    expect(await country.locator('option:checked').textContent()).toBe('Not stated');
    expect(await country.locator('option').count()).toBe(250);
    await country.selectOption('Italy');
    await button(page, 'Preview').click();
    const preview = page.getByRole('dialog');
    await preview.getByText('Genoa, Italy').waitFor();
    await page.keyboard.press('Escape');
    await preview.waitFor({ state: 'detached' });
    await button(page, 'Save and publish').click();
    await page.getByText('Saved. The public page is updated.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.reload();
    expect(await country.inputValue()).toBe('IT');
    await page.getByRole('link', { name: 'View public page' }).click();
    await heading(page, 'Figurehead carver');
    await page.getByText('Genoa, Italy').first().waitFor();
    const [data = ''] = await page.locator('script[type="application/ld+json"]').allTextContents();
    expect(JSON.parse(data).jobLocation.address).toMatchObject({
      addressLocality: 'Genoa',
      addressCountry: 'IT',
    });
    await page.goto(visits.publicUrl('/jobs?location=italy'));
    const row = page.getByRole('listitem').filter({ hasText: 'Figurehead carver' });
    await row.getByText('Genoa, Italy').waitFor();
    await page.goto(visits.publicUrl('/employer/jobs?query=figurehead'));
    await rows(page).getByText('Genoa, Italy, Full-time').waitFor();
    await rows(page).getByRole('link', { name: 'Figurehead carver' }).click();
    await button(page, 'Close Figurehead carver').waitFor();
    expect(await page.getByText('Search engines may leave out').count()).toBe(0);
    await button(page, 'Duplicate Figurehead carver').click();
    await page.waitForURL(/\/edit$/);
    expect(await country.inputValue()).toBe('IT');
    await country.selectOption('Not stated');
    await button(page, 'Save').first().click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Job post', exact: true }).click();
    await page.getByText('Search engines may leave out').waitFor();
    await button(page, 'Duplicate Figurehead carver').click();
    await page.waitForURL(/\/edit$/);
    // During an upgrade a service may not know the field: it is sent only where it says something.
    expect(countries).toEqual(['left out', 'left out', 'left out', 'IT', 'IT', '', 'left out']);
    expect(errors).toEqual([]);
  });

  test('closing says what happens to the applications, and a closed post is reopened', async () => {
    const { page, errors } = await visits.signedIn('owner@demo.test');
    await saveDraft(page, 'Rope maker');
    await button(page, 'Publish Rope maker').click();
    await button(page, 'Close Rope maker').waitFor();
    const [post] = await system.database.query<{ id: string; company_id: string }>(
      "select id, company_id from employer.job_posts where title = 'Rope maker'",
    );
    const { userId } = await makePerson(system.database, { talent: 'active' });
    await system.database.query(
      'insert into talent.applications (job_post_id, company_id, user_id) values ($1, $2, $3)',
      [post?.id, post?.company_id, userId],
    );
    await page.goto(visits.publicUrl('/employer/jobs?query=rope'));
    await button(page, 'Close Rope maker').click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('Its application stays in its stage').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await rows(page).getByText('Rope maker').waitFor();
    await page
      .getByRole('row', { name: /Rope maker/ })
      .getByText('Published')
      .waitFor();
    await button(page, 'Close Rope maker').click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await button(page, 'Reopen Rope maker').waitFor();
    expect(await button(page, 'Publish Rope maker').count()).toBe(0);
    await button(page, 'Reopen Rope maker').click();
    await button(page, 'Close Rope maker').waitFor();
    expect(errors).toEqual([]);
  });

  test('a duplicate is a draft with the same text, and a draft is deleted after confirmation', async () => {
    const { page, errors } = await visits.signedIn('owner@demo.test');
    await saveDraft(page, 'Net maker');
    await button(page, 'Publish Net maker').click();
    await button(page, 'Close Net maker').waitFor();
    expect(await button(page, 'Delete draft').count()).toBe(0);
    await button(page, 'Duplicate Net maker').click();
    await page.waitForURL(/\/edit$/);
    expect(await page.getByLabel('Title').inputValue()).toBe('Net maker');
    expect(await page.getByLabel('Description').inputValue()).toBe(DESCRIPTION);
    await page.getByLabel('Title').fill('Net maker, nights');
    await button(page, 'Save').first().click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Job post', exact: true }).click();
    await button(page, 'Delete draft Net maker, nights').click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('This cannot be undone.').waitFor();
    await dialog.getByRole('button', { name: 'Delete draft' }).click();
    await page.waitForURL((url) => url.pathname === '/employer/jobs');
    await page.getByText('The draft “Net maker, nights” is deleted.').first().waitFor();
    await rows(page).getByText('Net maker', { exact: true }).waitFor();
    expect(await rows(page).getByText('Net maker, nights').count()).toBe(0);
    expect(errors).toEqual([]);
  });

  test('G6 G8: a company with as many drafts as it may have reads how to add another, and what was typed stays', async () => {
    const person = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    await system.database.query(
      `insert into employer.job_posts (company_id, title, kind)
       select $1, 'Lamp trimmer', 'full_time' from generate_series(1, 1000)`,
      [person.companyId],
    );
    const { page, errors } = await visits.as(person, '/employer/jobs/new');
    await page.getByLabel('Title').fill('Wick maker');
    await button(page, 'Save draft').click();
    const alert = page.getByRole('main').getByRole('alert');
    const texts = async () => {
      await alert.getByText('Your company has reached its limit of job posts').waitFor();
      return alert
        .getByText('Your company can have 1,000 drafts. Publish or delete one to add another.')
        .count();
    };
    expect([await texts(), await page.getByLabel('Title').inputValue()]).toEqual([1, 'Wick maker']);
    await page.goto(visits.publicUrl('/employer/jobs'));
    await rows(page).getByRole('link').first().click();
    await button(page, 'Duplicate Lamp trimmer').click();
    expect(await texts()).toBe(1);
    expect(errors).toEqual([]);
  });
});

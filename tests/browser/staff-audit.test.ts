import { readFile } from 'node:fs/promises';
import type { TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import { axeViolations } from '#support/axe.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

describe('weakest screen 3: the audit trail', () => {
  test('is searched by name, by email address and by id, and says what happened in sentences', async () => {
    const { page, errors } = await visits.signedInAdmin('admin@demo.test', '/audit');
    await heading(page, 'Audit trail');
    const field = page.getByLabel('User, company or staff member');
    await field.fill('sunniva');
    await page.keyboard.press('Enter');
    await page.getByText('Ada Brandt suspended the talent access of Sunniva Dahl').first().waitFor();
    await page.getByText('Sunniva Dahl asked for talent access').waitFor();
    expect(new URL(page.url()).searchParams.get('who')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Remove this filter' }).click();
    await field.fill('VIEWER@demo.test');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await page.getByText('No events match these filters.').waitFor();
    const id = new URL(page.url()).searchParams.get('who') ?? '';
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await field.fill(id.toUpperCase());
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await page.getByText('No events match these filters.').waitFor();
    expect(errors).toEqual([]);
  });

  test('offers the choice where a name fits several, and says where it fits none', async () => {
    const { page } = await visits.signedInAdmin('viewer@demo.test', '/audit?who=demo');
    const choices = page.getByRole('region', { name: 'Whose events?' });
    await choices.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByText('These are the first 20 matches.').waitFor();
    const first = choices.getByRole('link').first();
    const name = await first.innerText();
    await first.click();
    await page.waitForURL((url) => /^[0-9a-f-]{36}$/.test(url.searchParams.get('who') ?? ''));
    await page.getByRole('search').getByText(name).waitFor();
    await page.goto(visits.teamUrl('/audit?who=no+such+name'));
    await page.getByText('No user, company or staff member matches “no such name”.').waitFor();
  });

  test('is filtered by action and days, and a wrong range keeps what was entered', async () => {
    const today = () => new Date().toISOString().slice(0, 10);
    const from = today();
    const { page } = await visits.signedInAdmin('admin@demo.test', '/audit');
    const to = today();
    await page.getByLabel('Action').selectOption('Staff signed in');
    await page.getByLabel('From (UTC)').fill(from);
    await page.getByLabel('Through (UTC)').fill(to);
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await page.waitForURL((url) => url.searchParams.get('to') === to);
    await page.getByText('Ada Brandt signed in as staff').first().waitFor();
    await page.getByLabel('Through (UTC)').fill('2001-01-01');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await page.getByRole('alert').getByText('Through (UTC): The last day is before the first day.').waitFor();
    expect(await page.getByLabel('From (UTC)').inputValue()).toBe(from);
  });

  test('opens without sign-ins and sessions and says so, shows them on demand, and the overview shows changes alone', async () => {
    const { page, errors } = await visits.signedInAdmin('admin@demo.test');
    const changes = page.getByRole('region', { name: 'Recent activity' });
    await changes.getByRole('row').nth(6).waitFor();
    expect(await changes.getByText(/signed in/).count()).toBe(0);
    await page.goto(visits.teamUrl('/audit'));
    await page.getByRole('row').nth(50).waitFor();
    const action = page.getByLabel('Action');
    const chosenAction = () => action.evaluate((field: HTMLSelectElement) => field.selectedOptions[0]?.text);
    const sessions = page.getByRole('table').getByText(/signed in|session/);
    expect(await sessions.count()).toBe(0);
    expect(await chosenAction()).toBe('All but sign-ins');
    expect(await page.getByRole('link', { name: 'Clear filters' }).count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByText('Sign-ins and sessions are hidden.').waitFor();
    await page.getByRole('link', { name: 'Show all actions' }).click();
    await page.getByText('Ada Brandt signed in as staff').first().waitFor();
    expect(new URL(page.url()).searchParams.get('action')).toBe('all');
    expect(await chosenAction()).toBe('All actions');
    expect(await page.getByText('Sign-ins and sessions are hidden.').count()).toBe(0);
    await page.reload();
    await page.getByText('Ada Brandt signed in as staff').first().waitFor();
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await page.getByText('Sign-ins and sessions are hidden.').waitFor();
    expect(await sessions.count()).toBe(0);
    await action.selectOption('All actions');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await page.getByText('Ada Brandt signed in as staff').first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  test('is exported as CSV by an operator, and the export is an event', async () => {
    const { page, errors } = await visits.signedInAdmin('admin@demo.test', '/audit?who=sunniva');
    await page.getByText('Sunniva Dahl asked for talent access').waitFor();
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Export these events?' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^audit-trail-\d{4}-\d\d-\d\d\.csv$/);
    const csv = await readFile(await download.path(), 'utf8');
    expect(csv).toMatch(/^\ufefftime_utc,/);
    expect(csv).toContain(',Sunniva Dahl,');
    await page.getByText('The CSV file is downloaded.').first().waitFor();
    await page.getByText(/^Ada Brandt exported events of the audit trail: \d+ events$/).waitFor();
    expect(errors).toEqual([]);
  });

  test('is exported in part for a company with more than 200 job posts, as the dialog and the name of the file say', async () => {
    const [{ id } = { id: '' }] = await system.database.query<{ id: string }>(
      `with company as (insert into employer.companies (name) values ('Reed & Rush') returning id)
       insert into employer.job_posts (company_id, title, kind)
       select id, 'Thatcher', 'contract' from company, generate_series(1, 201) returning company_id as id`,
    );
    const { page, errors } = await visits.signedInAdmin('admin@demo.test', `/audit?who=${id}`);
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Export these events?' });
    await dialog.getByText('about its first 500 memberships and newest 200 job posts').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^audit-trail-\d{4}-\d\d-\d\d-part\.csv$/);
    expect(errors).toEqual([]);
  });

  test('has no export for a viewer', async () => {
    const { page } = await visits.signedInAdmin('viewer@demo.test', '/audit');
    await heading(page, 'Audit trail');
    expect(await page.getByRole('button', { name: 'Export CSV' }).count()).toBe(0);
  });
});

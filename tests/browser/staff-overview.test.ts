import { makePerson, type TestSystem } from '@gatehouse/testkit';
import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { axeViolations } from '#support/axe.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

/** A company with published posts: shown, hidden by staff, and over; and a draft. */
async function makePosts(change: string): Promise<void> {
  const { companyId } = await makePerson(system.database, {
    membership: { role: 'owner', status: 'active' },
  });
  await system.database.query(`update employer.companies set ${change} where id = $1`, [companyId]);
  await system.database.query(
    `insert into employer.job_posts (company_id, title, kind, state, published_at, hidden_at, expires_on)
     values ($1, 'Shown', 'contract', 'published', now(), null, null),
            ($1, 'Kept back', 'contract', 'published', now(), now(), null),
            ($1, 'Over', 'contract', 'published', now(), null, current_date - 7),
            ($1, 'Closed', 'contract', 'closed', now(), null, null),
            ($1, 'Draft', 'contract', 'draft', null, null, null)`,
    [companyId],
  );
}

/** The rows of the page's list, with all that it loads. */
async function rowsOf(page: Page): Promise<number> {
  const rows = page.locator('main tbody > tr');
  await page.locator('main .skeleton').waitFor({ state: 'detached' });
  const more = page.getByRole('button', { name: 'Load more' });
  for (let known = await rows.count(); (await more.count()) > 0; known = await rows.count()) {
    await more.click();
    await waitFor(async () => ((await rows.count()) > known ? true : undefined));
  }
  return rows.count();
}

test('U11: each number of the overview leads to a list with exactly that many', async () => {
  await makePosts("condition = 'active'");
  await makePosts("condition = 'disabled', disabled_at = now(), disabled_reason = 'x'");
  await makePosts("review_state = 'pending'");
  await makePerson(system.database, { talent: 'pending' });
  await makePerson(system.database, { talent: 'suspended' });
  const { page, errors } = await visits.signedInAdmin('viewer@demo.test');
  await heading(page, 'Overview');
  const links = page.getByRole('region', { name: /^(To do|At a glance)$/ }).getByRole('link', { name: /\d/ });
  await links.first().waitFor();
  const numbers = await links.evaluateAll((found) =>
    found.map((link) => ({ text: link.textContent ?? '', to: link.getAttribute('href') ?? '' })),
  );
  expect(numbers.length).toBeGreaterThanOrEqual(13);
  const listed: Record<string, number> = {};
  for (const { text, to } of numbers) {
    await page.locator('main').locator(`a[href="${to}"]`, { hasText: text }).first().click();
    await page.waitForURL((url) => url.pathname + url.search === to);
    await page.locator('main h1').waitFor();
    listed[text] = await rowsOf(page);
    await page.goBack();
    await heading(page, 'Overview');
    await links.first().waitFor();
  }
  expect(listed).toEqual(Object.fromEntries(numbers.map(({ text }) => [text, Number.parseInt(text, 10)])));
  // Of the posts, the two kinds differ.
  expect(numbers.filter(({ text }) => /visible|hidden/.test(text)).map(({ to }) => to)).toEqual([
    '/job-posts?exposure=visible',
    '/job-posts?exposure=hidden',
  ]);
  expect(errors).toEqual([]);
}, 120_000);

test('U11: the refusals by reason add up to those of the days beside them, with more reasons than are named', async () => {
  await system.database.query('delete from identity.access_decision_counts');
  await system.database.query(
    `insert into identity.access_decision_counts (hour, decision, count)
     select date_trunc('day', now(), 'UTC') - interval '2 days', 'reason ' || n, 10 + n from generate_series(1, 12) n`,
  );
  const { page, errors } = await visits.signedInAdmin('viewer@demo.test');
  await heading(page, 'Overview');
  const reasons = page.getByRole('list', { name: 'Refusals by reason, last 7 days' });
  const days = page.getByRole('table', { name: 'Requests per day, last 7 days' });
  const sumOf = async (cells: Locator) =>
    (await cells.allInnerTexts()).map(Number).reduce((sum, one) => sum + one, 0);
  await days.waitFor();
  const refused = await sumOf(days.locator('td:last-child'));
  expect(refused).toBeGreaterThanOrEqual(198);
  expect(await sumOf(reasons.locator('strong'))).toBe(refused);
  expect(await reasons.getByRole('listitem').last().innerText()).toMatch(/^Other reasons/);
  expect(errors).toEqual([]);
});

test('the list of all job posts names the country of a post', async () => {
  const { companyId } = await makePerson(system.database, {
    membership: { role: 'owner', status: 'active' },
  });
  await system.database.query(
    `insert into employer.job_posts (company_id, title, kind, location, country_code, state, published_at)
     values ($1, 'Keeper of the weir', 'contract', 'Porto', 'PT', 'published', now())`,
    [companyId],
  );
  const { page, errors } = await visits.signedInAdmin('admin@demo.test', '/job-posts');
  await heading(page, 'Job posts');
  const post = page.getByRole('row').filter({ hasText: 'Keeper of the weir' });
  expect(await post.locator('small').innerText()).toBe('Porto, Portugal');
  expect(errors).toEqual([]);
});

test('the list of all job posts leads from the address of a job post, or its id, to its page for staff', async () => {
  const [post] = await system.database.query<{ id: string; title: string }>(
    "select id, title from employer.job_posts where state = 'closed' order by id limit 1",
  );
  if (post === undefined) throw new Error('the demo has no closed post');
  const { page, errors } = await visits.signedInAdmin('viewer@demo.test', '/job-posts');
  await heading(page, 'Job posts');
  const field = page.getByLabel('Address or ID of a job post');
  for (const pasted of [visits.publicUrl(`/jobs/${post.id}?from=mail`), ` ${post.id.toUpperCase()} `]) {
    await field.fill(pasted);
    await page.keyboard.press('Enter');
    await heading(page, post.title);
    expect(new URL(page.url()).pathname).toBe(`/job-posts/${post.id}`);
    await page.goBack();
    await heading(page, 'Job posts');
  }
  // The id of something else is no job post's.
  for (const other of [visits.publicUrl(`/companies/${post.id}`), post.title]) {
    await field.fill(other);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL(({ searchParams }) => searchParams.get('query') === other);
    await page.getByText('No job post found').waitFor();
    expect(await field.inputValue()).toBe(other);
    expect(await page.getByRole('table').count()).toBe(0);
  }
  expect(await axeViolations(page)).toEqual([]);
  expect(errors).toEqual([]);
});

import { startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launchChromium } from '#support/chromium.ts';
import { createVisits, heading, pathOf } from '#support/visits.ts';

let system: TestSystem;
let browser: Browser;
let visits: ReturnType<typeof createVisits>;
beforeAll(async () => {
  [system, browser] = await Promise.all([startTestSystem({ withWeb: true }), launchChromium()]);
  visits = createVisits(system, browser);
}, 180_000);
afterEach(() => visits.close());
afterAll(async () => {
  await browser.close();
  await system.stop();
});

/** A published post of the demo company that no other test has touched. */
async function makePost(title: string): Promise<string> {
  const [row] = await system.database.query<{ id: string }>(
    `insert into employer.job_posts (company_id, title, kind, state, published_at)
     select id, $1, 'full_time', 'published', now() from employer.companies where name = 'Harbour & Pine'
     returning id`,
    [title],
  );
  return row?.id ?? '';
}

describe('applying', () => {
  test('a visitor signs in on the way, applies, sees the stage and withdraws', async () => {
    const id = await makePost('Warden of the weir');
    const { page, errors } = await visits.visit();
    await page.goto(visits.publicUrl(`/jobs/${id}`));
    await page.getByRole('link', { name: 'Apply for this job' }).click();
    await visits.fillIn(page, 'talent@demo.test');
    await heading(page, 'Apply for Warden of the weir');
    await page.getByLabel('Message to the company').fill('Water is my thing.');
    await page.getByRole('button', { name: 'Send application' }).click();
    await page.getByText('Application sent.').waitFor();
    const row = page.getByRole('row', { name: /Warden of the weir/ });
    await row.getByText('Sent', { exact: true }).waitFor();

    await page.goto(visits.publicUrl(`/talent/apply/${id}`));
    await page.getByLabel('Message to the company').fill('Once more.');
    await page.getByRole('button', { name: 'Send application' }).click();
    await page.getByRole('alert').getByText('You have already applied').waitFor();
    expect(await page.getByLabel('Message to the company').inputValue()).toBe('Once more.');
    await page.getByRole('link', { name: 'your applications' }).click();
    // The message is not sent: the page asks before it is lost.
    await page.getByRole('button', { name: 'Leave without saving' }).click();

    await page.getByRole('button', { name: 'Withdraw Warden of the weir' }).click();
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    await dialog.getByText('This cannot be undone').waitFor();
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await row.getByText('Withdrawn', { exact: true }).waitFor();
    expect(errors).toEqual([]);
  });

  test('B7: a talent whose access is pending learns so, and the API refuses', async () => {
    const id = await makePost('Keeper of the lock');
    const { page } = await visits.signedIn('pending@demo.test', `/login?return_to=/talent/apply/${id}`);
    await page.getByText('We are still reviewing your request').waitFor();
    await page.getByLabel('Message to the company').fill('Please.');
    await page.getByRole('button', { name: 'Send application' }).click();
    await page.getByRole('alert').getByText('Your talent access is being reviewed').waitFor();
    expect(await page.getByLabel('Message to the company').inputValue()).toBe('Please.');
  });
});

describe('the talent side', () => {
  test('P3: the overview carries the newest applications and fitting jobs in its first paint', async () => {
    const { page } = await visits.signedIn('talent@demo.test');
    const response = await page.goto(visits.publicUrl('/talent'));
    const html = (await response?.text()) ?? '';
    expect(html).toContain('Your applications');
    expect(html).toContain('Recommended jobs');
  });
});

describe('gone jobs', () => {
  test('a closed job is 410 and leads on to what is open', async () => {
    const id = await makePost('Closed soon');
    await system.database.query("update employer.job_posts set state = 'closed' where id = $1", [id]);
    const { page } = await visits.visit();
    const response = await page.goto(visits.publicUrl(`/jobs/${id}`));
    expect(response?.status()).toBe(410);
    await heading(page, 'This job is closed');
    await page.getByRole('link', { name: 'Browse open jobs' }).click();
    await heading(page, 'Jobs');
    expect(pathOf(page)).toBe('/jobs');
  });

  test('an unknown job is 404', async () => {
    const { page } = await visits.visit();
    for (const id of ['01900000-0000-7000-8000-000000000000', 'x']) {
      expect((await page.goto(visits.publicUrl(`/jobs/${id}`)))?.status()).toBe(404);
      await heading(page, 'Job not found');
    }
  });
});

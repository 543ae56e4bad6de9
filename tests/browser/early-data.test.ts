/// <reference lib="dom" />
import type { TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

describe('a document whose data the browser loads', () => {
  test('W4: a visitor without a session gets a document without reads', async () => {
    for (const path of ['/', '/jobs', '/join', '/login']) {
      expect((await system.publicHost.request(path)).text).not.toContain('data-reads');
    }
  });

  test('G10: the document itself says what the page is for', async () => {
    const { page } = await visits.signedIn('owner@demo.test');
    await page.route('**/*.js', () => undefined);
    await page.goto(visits.publicUrl('/account/security'), { waitUntil: 'commit' });
    await page.getByText('Sign-ins to your account, and changes of how you sign in.').waitFor();
    await page.locator('.skeleton').waitFor();
  });

  test('R1: a second visit asks again: by a click, by Back, and by a reload', async () => {
    const { page, asked } = await visits.signedIn('owner@demo.test');
    const reads = () => asked.filter((one) => one.startsWith('GET /api/employer/job_posts?')).length;
    await page.goto(visits.publicUrl('/employer/jobs'));
    await heading(page, 'Job posts');
    expect(reads()).toBe(1);
    await inArea(page, 'Members').click();
    await heading(page, 'Members');
    await inArea(page, 'Job posts').click();
    await heading(page, 'Job posts');
    await page.getByRole('table').waitFor();
    expect(reads()).toBe(2);
    await inArea(page, 'Members').click();
    await heading(page, 'Members');
    await page.goBack();
    await page.getByRole('table', { name: 'Job posts' }).waitFor();
    expect(reads()).toBe(3);
    await page.reload();
    await page.getByRole('table').waitFor();
    expect(reads()).toBe(4);
  });
});

const inArea = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Your company' }).getByRole('link', { name });

/** Answers the first read of the company's job posts with a refusal. */
async function refuseFirst(page: Page, status: number, code: string): Promise<void> {
  let isFirst = true;
  await page.route('**/api/employer/job_posts?**', async (route: Route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    const body = {
      status,
      code,
      title: 'Refused by the test',
      detail: 'As before.',
      trace_id: 'ab',
      errors: [],
    };
    return route.fulfill({ status, contentType: 'application/problem+json', body: JSON.stringify(body) });
  });
}

describe('an early read that is refused', () => {
  test('E1: an outage is the page’s error display, and its retry asks again', async () => {
    const { page, asked } = await visits.signedIn('owner@demo.test');
    await refuseFirst(page, 503, 'dependency_unavailable');
    await page.goto(visits.publicUrl('/employer/jobs'));
    await heading(page, 'Refused by the test');
    const reads = () => asked.filter((one) => one.startsWith('GET /api/employer/job_posts?')).length;
    expect(reads()).toBe(1);
    await page.getByRole('main').getByRole('button').first().click();
    await page.getByRole('table').waitFor();
    expect(reads()).toBe(2);
  });

  test.each([
    [401, 'session_required'],
    [403, 'org_membership_inactive'],
  ])('R5 E2: %i reloads route data once, and the page asks again', async (status, code) => {
    const { page, asked } = await visits.signedIn('owner@demo.test');
    await refuseFirst(page, status, code);
    await page.goto(visits.publicUrl('/employer/jobs'));
    await page.getByRole('table').waitFor();
    expect(asked.filter((one) => one.startsWith('GET /api/employer/job_posts?'))).toHaveLength(2);
    expect(asked.filter((one) => one.includes('.data'))).toHaveLength(1);
  });

  test('A2 P5: a session that ended after the document leads to the sign-in page', async () => {
    const { page } = await visits.signedIn('member@demo.test');
    await page.route('**/api/employer/job_posts?**', async (route: Route) => {
      await system.database.query(
        "delete from identity.user_sessions where user_id = (select id from identity.users where email = 'member@demo.test')",
      );
      await route.continue();
    });
    await page.goto(visits.publicUrl('/employer/jobs'));
    await page.waitForURL(/\/login\?return_to=/);
    await heading(page, 'Sign in');
  });
});

describe('a link that the user is about to follow', () => {
  const JOB_POSTS = 'GET /api/employer/job_posts?limit=50';

  /** The owner’s members page, with timers that wait for the test. */
  async function membersPage(before?: (page: Page) => Promise<void>) {
    const visit = await visits.signedIn('owner@demo.test');
    await before?.(visit.page);
    await visit.page.clock.install();
    await visit.page.goto(visits.publicUrl('/employer/members'));
    await heading(visit.page, 'Members');
    await visit.page.getByRole('table').first().waitFor();
    await visit.page.waitForLoadState('networkidle');
    visit.asked.length = 0;
    return visit;
  }

  /** Longer than the intent takes, and until what it has started would have been sent. */
  async function rest(page: Page): Promise<void> {
    await page.clock.runFor(200);
    for (let turn = 0; turn < 3; turn += 1)
      await page.evaluate(async () => (await fetch('/favicon.ico')).status);
  }

  test('is read while the pointer rests on it, and the click asks nothing more', async () => {
    const { page, asked, errors } = await membersPage();
    await inArea(page, 'Job posts').hover();
    await rest(page);
    await waitFor(() => asked.includes(JOB_POSTS) || undefined);
    await inArea(page, 'Job posts').click();
    await heading(page, 'Job posts');
    await page.getByRole('table').waitFor();
    expect(asked).toEqual([JOB_POSTS]);
    // Used once: the next visit asks again.
    await inArea(page, 'Members').click();
    await heading(page, 'Members');
    await inArea(page, 'Job posts').click();
    await heading(page, 'Job posts');
    await page.getByRole('table').waitFor();
    expect(asked.filter((one) => one === JOB_POSTS)).toHaveLength(2);
    expect(errors).toEqual([]);
  });

  test('is read when the keyboard reaches it', async () => {
    const { page, asked } = await membersPage();
    await inArea(page, 'Overview').focus();
    await page.keyboard.press('Tab');
    await rest(page);
    await waitFor(() => asked.includes(JOB_POSTS) || undefined);
    await page.keyboard.press('Enter');
    await heading(page, 'Job posts');
    await page.getByRole('table').waitFor();
    expect(asked.filter((one) => one === JOB_POSTS)).toHaveLength(1);
  });

  test('is read again by a click that comes too late', async () => {
    const { page, asked } = await membersPage();
    await inArea(page, 'Job posts').hover();
    await rest(page);
    await waitFor(() => asked.includes(JOB_POSTS) || undefined);
    await page.clock.runFor(6000);
    await inArea(page, 'Job posts').click();
    await heading(page, 'Job posts');
    expect(asked.filter((one) => one === JOB_POSTS)).toHaveLength(2);
  });

  test('is read again after a change of the session in another tab', async () => {
    const { page, asked } = await membersPage();
    await inArea(page, 'Job posts').hover();
    await rest(page);
    await waitFor(() => asked.includes(JOB_POSTS) || undefined);
    const reloaded = page.waitForResponse((response) => response.url().includes('.data'));
    await page.evaluate(() => new BroadcastChannel('gatehouse-session').postMessage('changed'));
    await reloaded;
    await inArea(page, 'Job posts').click();
    await heading(page, 'Job posts');
    expect(asked.filter((one) => one === JOB_POSTS)).toHaveLength(2);
  });

  test('is not read for a user who saves data', async () => {
    const { page, asked } = await membersPage(async (opened) => {
      await opened.addInitScript(() => {
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
      });
    });
    await inArea(page, 'Job posts').hover();
    await rest(page);
    expect(asked).toEqual([]);
    await inArea(page, 'Job posts').click();
    await heading(page, 'Job posts');
    expect(asked).toEqual([JOB_POSTS]);
  });

  test('P4 B4: a link into another area asks the web tier nothing before the click', async () => {
    const { page, asked } = await membersPage();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Jobs' }).hover();
    await rest(page);
    expect(asked).toEqual([]);
  });
});

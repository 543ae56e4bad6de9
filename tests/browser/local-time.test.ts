import { makePerson, type TestSystem } from '@gatehouse/testkit';
import { expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { giveSession, newContext } from '#support/chromium.ts';
import { beforeVisits, createVisits, heading } from '#support/visits.ts';

let system: TestSystem;
let browser: Browser;
beforeVisits((started) => {
  ({ system, browser } = started);
});

const ZONE = 'Asia/Kolkata';
const inZone = (iso: string) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: ZONE,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(iso));

test('a document has times in UTC; once its script runs, they are in the reader’s zone', async () => {
  const visits = createVisits(system, browser);
  const context = await newContext(browser, { timezoneId: ZONE });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(visits.publicUrl('/jobs'));
  const published = page.locator('main time').first();
  const sent = await (await context.request.get(visits.publicUrl('/jobs'))).text();
  expect(sent).toMatch(/<time [^>]*title="\d+ \w+ \d{4}, \d\d:\d\d UTC"/);
  await page.locator('main time[title$="GMT+5:30"]').first().waitFor();
  const iso = (await published.getAttribute('dateTime')) ?? '';
  expect(await published.getAttribute('title')).toBe(`${inZone(iso)} GMT+5:30`);

  await page.goto(visits.publicUrl('/login?return_to=/employer/jobs'));
  await visits.fillIn(page, 'owner@demo.test');
  await heading(page, 'Job posts');
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('link', { name: 'Edit' }).first().click();
  const saved = page.locator('main time', { hasText: 'GMT+5:30' });
  await saved.waitFor();
  expect(await saved.innerText()).toBe(`${inZone((await saved.getAttribute('dateTime')) ?? '')} GMT+5:30`);
  expect(errors).toEqual([]);
  await context.close();
});

test('a reader whose browser does not know its zone sees times in UTC', async () => {
  const visits = createVisits(system, browser);
  const context = await newContext(browser);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.addInitScript(() => {
    const { prototype } = Intl.DateTimeFormat;
    const { resolvedOptions } = prototype;
    prototype.resolvedOptions = function () {
      return { ...resolvedOptions.call(this), timeZone: 'Etc/Unknown' };
    };
    const isReady = () => {
      document.documentElement.dataset['hydrated'] = 'yes';
    };
    addEventListener('gatehouse:ready', isReady, { capture: true });
  });
  await page.goto(visits.publicUrl('/jobs'));
  await page.waitForFunction(() => document.documentElement.dataset['hydrated'] === 'yes');
  expect(await page.locator('main time').first().getAttribute('title')).toMatch(/\d\d:\d\d UTC$/);
  expect(errors).toEqual([]);
  await context.close();
});

/** Its day begins ten hours after that of UTC: a date of the calendar that is read as a moment is the day before. */
const WEST = 'Pacific/Honolulu';

test('dates without a time are the same day and month in every zone, and machines read them as such', async () => {
  const { userId, cookie } = await makePerson(system.database, { talent: 'active' });
  const { companyId } = await makePerson(system.database, {
    membership: { role: 'owner', status: 'active' },
  });
  const [application] = await system.database.query<{ id: string; job_post_id: string }>(
    `with post as (insert into employer.job_posts (company_id, title, kind, state, published_at, expires_on)
                   values ($1, 'Keeper of the calendar', 'full_time', 'published', now(), '2099-01-01') returning id)
     insert into talent.applications (job_post_id, company_id, user_id, message, career) select id, $1, $2, 'Hello.', $3 from post
     returning id, job_post_id`,
    [
      companyId,
      userId,
      {
        positions: [
          {
            key: 1,
            employer_name: 'Sluice',
            title: 'Keeper',
            from_month: '2021-03',
            to_month: '2023-01',
            description: '',
          },
          {
            key: 2,
            employer_name: 'Lock',
            title: 'Mate',
            from_month: '2023-02',
            to_month: '',
            description: '',
          },
        ],
        education: [{ key: 1, school: 'School', degree: '', from_year: '2001', to_year: '2004' }],
      },
    ],
  );
  const visits = createVisits(system, browser, { timezoneId: WEST });
  const { page, context, errors } = await visits.visit();
  const path = `/jobs/${application?.job_post_id}`;
  const sent = await (await context.request.get(visits.publicUrl(path))).text();
  expect(sent).toContain('<time dateTime="2099-01-01">1 Jan 2099</time>');
  await page.goto(visits.publicUrl(path));
  await page.locator('main time[title$="GMT-10"]').first().waitFor();
  expect(await page.locator('main time[datetime="2099-01-01"]').innerText()).toBe('1 Jan 2099');

  await giveSession(context, { cookie }, visits.publicUrl('/'));
  await page.goto(visits.publicUrl(`/talent/applications/${application?.id}`));
  const history = page.getByRole('list', { name: 'Work history' });
  await history.waitFor();
  const times = (list: string) =>
    page
      .getByRole('list', { name: list })
      .locator('time')
      .evaluateAll((found) => found.map((time) => [time.getAttribute('datetime'), time.textContent]));
  expect(await times('Work history')).toEqual([
    ['2021-03', 'Mar 2021'],
    ['2023-01', 'Jan 2023'],
    ['2023-02', 'Feb 2023'],
  ]);
  expect(await history.getByText('Feb 2023 – present').count()).toBe(1);
  expect(await times('Education')).toEqual([
    ['2001', '2001'],
    ['2004', '2004'],
  ]);
  expect(errors).toEqual([]);
  await visits.close();
});

test('the staff read the audit trail in their own zone', async () => {
  const visits = createVisits(system, browser, { timezoneId: ZONE });
  const { page, errors } = await visits.signedInAdmin('admin@demo.test', '/audit');
  await heading(page, 'Audit trail');
  const time = page.getByRole('table').locator('time').first();
  await time.waitFor();
  const iso = (await time.getAttribute('datetime')) ?? '';
  expect(iso).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(await time.innerText()).toBe(`${inZone(iso)} GMT+5:30`);
  expect(errors).toEqual([]);
  await visits.close();
});

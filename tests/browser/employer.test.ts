import { makePerson, signIn, startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { createVisits, heading, pathOf } from '../support/visits.ts';
import { waitFor } from '../support/wait-for.ts';

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

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function invite(page: Page, email: string): Promise<string> {
  await page.goto(visits.publicUrl('/employer/members'));
  await page.getByLabel('E-mail address').fill(email);
  await button(page, 'Send the invitation').click();
  await page.getByRole('status').getByText(`A mail to ${email}`).waitFor();
  const mail = await waitFor(async () => (await system.local.mails()).find(({ to }) => to === email));
  return /http\S+\/join#token=\S+/.exec(mail.text)?.[0] ?? '';
}

describe('invitations', () => {
  test('an owner invites, and the invited person signs in and joins', async () => {
    const owner = await visits.signedIn('owner@demo.test');
    const link = await invite(owner.page, 'newcomer@demo.test');
    await owner.page
      .getByRole('table', { name: 'Open invitations' })
      .getByRole('rowheader', { name: /newcomer@demo.test/ })
      .waitFor();

    const { page, errors } = await visits.visit();
    await page.goto(link);
    await heading(page, 'Join a company');
    await page.waitForURL((url) => url.hash === '');
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await visits.fillIn(page, 'newcomer@demo.test');
    await page.getByText('You are signed in as').waitFor();
    await button(page, 'Join').click();
    await heading(page, 'Harbour & Pine');
    expect(pathOf(page)).toBe('/employer');
    // A member sees who is there, and no invitations.
    await page.getByRole('link', { name: 'Members' }).click();
    await heading(page, 'Members');
    expect(await page.getByRole('heading', { name: 'Invitations' }).count()).toBe(0);
    expect(errors).toEqual([]);

    // The link works once: somebody else learns so, and what to do.
    const late = await visits.signedIn('talent@demo.test');
    await late.page.goto(link);
    await button(late.page, 'Join').click();
    await late.page.getByRole('alert').getByText('This link no longer works').waitFor();
    await late.page.getByText('Ask an owner of the company').waitFor();
  });

  test('one that is taken back is gone from the list', async () => {
    const { page } = await visits.signedIn('owner@demo.test');
    await invite(page, 'nobody@invited.test');
    await button(page, 'Take back nobody@invited.test').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click();
    await page.getByText('does not work any more').waitFor();
    await button(page, 'Take back nobody@invited.test').waitFor({ state: 'detached' });
  });

  test('a refused invitation keeps what was typed', async () => {
    const { page } = await visits.signedIn('owner@demo.test');
    await page.goto(visits.publicUrl('/employer/members'));
    await page.getByLabel('E-mail address').fill('member@demo.test');
    await button(page, 'Send the invitation').click();
    await page.getByRole('alert').getByText('already belongs to your company').waitFor();
    expect(await page.getByLabel('E-mail address').inputValue()).toBe('member@demo.test');
  });

  test('the last owner stays', async () => {
    const { page } = await visits.signedIn('owner@demo.test');
    await page.goto(visits.publicUrl('/employer/members'));
    await button(page, 'Revoke Olive Okafor').click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await dialog.getByRole('alert').getByText('A company needs an active owner').waitFor();
  });
});

describe('applications', () => {
  test('somebody applies, the company moves the application on, and the talent sees it', async () => {
    const owner = await visits.signedIn('owner@demo.test', '/login?return_to=/employer/jobs');
    const { page, errors } = owner;
    await page.getByLabel('Title').fill('Keeper of the tide gate');
    await button(page, 'Save as a draft').click();
    await page.getByText('Saved as a draft').waitFor();
    await button(page, 'Publish Keeper of the tide gate').click();
    await page.getByText('is published').waitFor();
    const [post] = await system.database.query<{ id: string }>(
      "select id from employer.job_posts where title = 'Keeper of the tide gate'",
    );

    const talent = await signIn(system.publicHost, 'talent@demo.test');
    const applied = await system.publicHost.request(`/api/talent/job_posts/${post?.id}/applications`, {
      method: 'POST',
      cookie: talent,
      body: { message: 'Tides are my thing.' },
    });
    expect(applied.status).toBe(201);

    await page.goto(visits.publicUrl('/employer/jobs'));
    await page
      .getByRole('row', { name: /Keeper of the tide gate/ })
      .getByRole('link', { name: '1', exact: true })
      .click();
    await heading(page, 'Keeper of the tide gate');
    await page.getByRole('link', { name: 'Tilda Marsh' }).click();
    await heading(page, 'Tilda Marsh');
    await page.getByText('Tides are my thing.').waitFor();
    await button(page, 'Invite to an interview').click();
    await page.getByRole('heading', { name: 'Stage Interview' }).waitFor();
    const own = await system.publicHost.request('/api/talent/applications', { cookie: talent });
    await waitFor(async () => {
      const { body } = await system.publicHost.request('/api/talent/applications', { cookie: talent });
      return body.items[0].stage === 'interview' ? true : undefined;
    });
    expect(own.status).toBe(200);

    await button(page, 'Decline Tilda Marsh').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('heading', { name: 'Stage Declined' }).waitFor();
    await page.getByRole('link', { name: 'Keeper of the tide gate' }).click();
    await page.getByRole('link', { name: 'Interview', exact: true }).click();
    await page.getByText('Nobody is in this stage').waitFor();
    expect(errors).toEqual([]);
  });

  test('E1: a stage that the API refuses goes back, and nothing navigates', async () => {
    const { page } = await visits.signedIn('owner@demo.test');
    const [post] = await system.database.query<{ id: string; company_id: string }>(
      `select j.id, j.company_id from employer.job_posts j join employer.companies c on c.id = j.company_id
        where c.name = 'Harbour & Pine' and j.state = 'published' limit 1`,
    );
    const { userId } = await makePerson(system.database, { talent: 'active' });
    const [application] = await system.database.query<{ id: string }>(
      'insert into talent.applications (job_post_id, company_id, user_id) values ($1, $2, $3) returning id',
      [post?.id, post?.company_id, userId],
    );
    await page.goto(visits.publicUrl(`/employer/applications/${application?.id}`));
    await heading(page, 'Test Person');
    await page.route('**/api/employer/applications/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await button(page, 'Make an offer').click();
    await page.getByRole('alert').getByText('Gatehouse cannot be reached').waitFor();
    await page.getByRole('heading', { name: 'Stage New' }).waitFor();
  });
});

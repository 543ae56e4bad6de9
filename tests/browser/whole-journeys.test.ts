import { readFile } from 'node:fs/promises';
import { addressOf, makePerson, type TestPerson, type TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { letDeletionBeDue, runRetentionJob } from '#support/account-deletions.ts';
import { PHONE } from '#support/chromium.ts';
import { EXPORT_REQUESTED } from '#support/data-export.ts';
import { givePassword } from '#support/give-password.ts';
import { pdfOf } from '#support/pdf.ts';
import { passStageDelay } from '#support/stage-delay.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits(
  (started) => {
    ({ system, visits } = started);
  },
  { visits: PHONE },
);

const link = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('link', { name }).first();
const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name });
const inView = (element: Locator) =>
  waitFor(async () => {
    const box = await element.boundingBox();
    const bottom = element.page().viewportSize()?.height ?? 0;
    return box !== null && box.y >= 0 && box.y + box.height <= bottom ? true : undefined;
  });
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const dialog = (page: Page) => page.getByRole('alertdialog');
const toMain = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).tap();
const inArea = (page: Page, area: string, name: string) =>
  page.getByRole('navigation', { name: area }).getByRole('link', { name, exact: true }).tap();

/** The heading of the next page, which a phone shows without scrolling sideways. */
async function arrived(page: Page, title: string): Promise<void> {
  await heading(page, title);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.viewport.width);
}

/** Opens the dialog of a button, types what it asks for, and confirms. */
async function confirm(
  page: Page,
  {
    name,
    confirmName,
    fields = {},
  }: { name: string | RegExp; confirmName: string; fields?: Record<string, string> },
): Promise<void> {
  await button(page, name).tap();
  for (const [label, text] of Object.entries(fields)) await dialog(page).getByLabel(label).first().fill(text);
  await dialog(page).getByRole('button', { name: confirmName, exact: true }).tap();
  await dialog(page).waitFor({ state: 'detached' });
}

async function openNotification(page: Page, text: string | RegExp): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Notifications/ })
    .tap();
  await arrived(page, 'Notifications');
  await link(page, text).tap();
}

async function linkMailedTo(address: string, path: string): Promise<string> {
  const pattern = new RegExp(`http\\S+${path}\\S*`);
  return waitFor(async () => {
    const mails = await system.local.mails();
    return mails.flatMap(({ to, text }) => (to === address ? (pattern.exec(text)?.[0] ?? []) : []))[0];
  });
}

/** A person with a name, who signs in with the password of the demo's people. */
async function makeNamed(name: string, options?: Parameters<typeof makePerson>[1]): Promise<TestPerson> {
  const person = await makePerson(system.database, options);
  await system.database.query('update identity.users set name = $2 where id = $1', [person.userId, name]);
  await givePassword(system.database, person.userId);
  return person;
}

/** As if the minute in which a message or a stage can be undone were over. */
async function letMinutePass(applicationId: string): Promise<void> {
  await system.database.query(
    `update talent.messages set sent_at = sent_at - interval '65 seconds', delivered_at = delivered_at - interval '65 seconds'
      where application_id = $1`,
    [applicationId],
  );
  await passStageDelay(system.database, applicationId);
}

describe('on a phone, from beginning to end', () => {
  test('find and apply: search, filter, save the search, sign in, answer, send a CV, read what was sent', async () => {
    const { page, errors } = await visits.visit();
    await page.goto(visits.publicUrl('/'));
    await page.getByLabel('What').fill('joiner');
    await page.getByRole('button', { name: 'Find jobs' }).tap();
    await page.getByText('for “joiner”').waitFor();
    await arrived(page, 'Jobs');
    await page.getByText('Filters and sorting').tap();
    await page.getByLabel('Job type').selectOption('full_time');
    await page.waitForURL(/kind=full_time/);
    await link(page, 'Joiner for one-off pieces').tap();
    await arrived(page, 'Joiner for one-off pieces');
    await link(page, 'Apply for this job').tap();
    await arrived(page, 'Sign in');
    await visits.fillIn(page, 'talent@demo.test');
    await arrived(page, 'Apply for Joiner for one-off pieces');
    await page.getByLabel('Message to the company').fill('I have built boats for ten years.');
    await page.getByLabel('Have you built furniture to your own drawings?').selectOption('Yes');
    await page.getByLabel('Which machines do you set up on your own?').fill('A lathe, and a plane by hand.');
    await page.getByLabel('Tell us about a piece that went wrong.').fill('A chair. It still rocks.');
    await button(page, 'Preview').tap();
    const preview = page.getByRole('dialog');
    await preview.getByText('I have built boats for ten years.').waitFor();
    await preview.getByRole('button', { name: 'Close preview' }).tap();
    await button(page, 'Send application').tap();
    await page.getByText('Application sent.').waitFor();
    await arrived(page, 'Applications');
    await link(page, 'Joiner for one-off pieces').tap();
    await arrived(page, 'Joiner for one-off pieces');
    await region(page, 'Your message').getByText('I have built boats for ten years.').waitFor();
    await region(page, 'Your answers').getByText('A chair. It still rocks.').waitFor();
    const downloading = page.waitForEvent('download');
    await region(page, 'What you sent')
      .getByRole('link', { name: /\.pdf$/ })
      .tap();
    expect(String(await readFile(await (await downloading).path()))).toMatch(/^%PDF/);
    await toMain(page, 'Jobs');
    await arrived(page, 'Jobs');
    await page.getByLabel('What', { exact: true }).fill('joiner');
    await button(page, 'Search').tap();
    await button(page, 'Email me new jobs').tap();
    await page.getByRole('link', { name: 'Your saved searches' }).tap();
    await arrived(page, 'Saved searches');
    expect(errors).toEqual([]);
  });

  test('get moved, talk, accept: both sides write, agree on a time, and the offer is accepted', async () => {
    const talent = await makeNamed('Tea Talent', { talent: 'active' });
    const [row] = await system.database.query<{ id: string }>(
      `insert into talent.applications (job_post_id, company_id, user_id, message)
       select j.id, j.company_id, $1, 'I keep water where it belongs.'
         from employer.job_posts j join employer.companies c on c.id = j.company_id
        where c.name = 'Harbour & Pine' and j.title = 'Workshop planner' returning id`,
      [talent.userId],
    );
    const id = row?.id ?? '';
    const company = await visits.signedIn('owner@demo.test');
    await arrived(company.page, 'Harbour & Pine');
    await inArea(company.page, 'Your company', 'Applications');
    await arrived(company.page, 'Applications');
    await link(company.page, 'Tea Talent').tap();
    await arrived(company.page, 'Tea Talent');
    await confirm(company.page, {
      name: /^Invite to interview/,
      confirmName: 'Invite to interview',
      fields: { 'Your message': 'We liked your drawings.' },
    });
    await link(company.page, 'propose times, or see the answers').tap();
    await arrived(company.page, 'Messages and interviews');
    await inView(company.page.getByRole('heading', { name: 'Interviews', exact: true }));
    await company.page.getByLabel('New message').fill('Can you come next week?');
    await button(company.page, 'Send message').tap();
    await company.page.getByRole('list', { name: 'Messages' }).getByText('Can you come next week?').waitFor();
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    await confirm(company.page, {
      name: /^Propose times/,
      confirmName: 'Send proposal',
      fields: {
        'Time 1': `${day}T10:00`,
        'Time 2 (optional)': `${day}T15:30`,
        Place: 'Pier 4, the blue door',
      },
    });
    await letMinutePass(id);

    const applicant = await visits.signedIn(addressOf(talent));
    await openNotification(applicant.page, /wrote to you about Workshop planner/);
    await arrived(applicant.page, 'Workshop planner');
    await applicant.page
      .getByRole('list', { name: 'Messages' })
      .getByText('Can you come next week?')
      .waitFor();
    await applicant.page.getByLabel('New message').fill('Yes, gladly.');
    await button(applicant.page, 'Send message').tap();
    await applicant.page.getByRole('list', { name: 'Messages' }).getByText('Yes, gladly.').waitFor();
    await confirm(applicant.page, { name: /^Accept a time/, confirmName: 'Accept' });
    await region(applicant.page, 'Interviews').getByText('Accepted').waitFor();
    await letMinutePass(id);

    await openNotification(company.page, 'An applicant wrote to you about Workshop planner');
    await company.page.getByText('Yes, gladly.').waitFor();
    await link(company.page, 'Tea Talent').tap();
    await arrived(company.page, 'Tea Talent');
    await confirm(company.page, { name: /^Make offer/, confirmName: 'Make offer' });
    await letMinutePass(id);

    await openNotification(
      applicant.page,
      'Harbour & Pine would like to make you an offer for Workshop planner',
    );
    await arrived(applicant.page, 'Workshop planner');
    await confirm(applicant.page, {
      name: /^Accept offer/,
      confirmName: 'Accept offer',
      fields: { 'Your message': 'See you on Monday.' },
    });
    await applicant.page.getByRole('heading', { name: /^Stage Offer accepted/ }).waitFor();
    await openNotification(company.page, 'An applicant accepted your offer for Workshop planner');
    await arrived(company.page, 'Tea Talent');
    await company.page.getByRole('heading', { name: 'Stage Offer accepted' }).waitFor();
    await region(company.page, 'History').getByText('See you on Monday.').waitFor();
    expect([...company.errors, ...applicant.errors]).toEqual([]);
  });

  test('open a company and hire with three colleagues', async () => {
    const owner = await visits.signedIn('newcomer@demo.test');
    await toMain(owner.page, 'Hire');
    await arrived(owner.page, 'Start hiring');
    await owner.page.getByLabel('Company name').fill('Weir & Daughters');
    await button(owner.page, 'Create company').tap();
    await arrived(owner.page, 'Weir & Daughters');
    await link(owner.page, 'Create your first job post').tap();
    await arrived(owner.page, 'New job post');
    await owner.page.getByLabel('Title').fill('Lock keeper');
    await owner.page.getByLabel('Location').fill('Ghent');
    await owner.page
      .getByLabel('Description')
      .fill(`You open the gates and shut them. ${'Mind the eels. '.repeat(6)}`);
    await button(owner.page, 'Save draft').tap();
    await arrived(owner.page, 'Lock keeper');
    await button(owner.page, /^Publish/).tap();
    await owner.page.getByText('“Lock keeper” is published.').waitFor();

    const colleagues = [
      { person: await makeNamed('Ada Assigned'), role: 'member' },
      { person: await makeNamed('Ben Rater'), role: 'member' },
      { person: await makeNamed('Cleo Chief'), role: 'owner' },
    ];
    await inArea(owner.page, 'Your company', 'Members');
    await arrived(owner.page, 'Members');
    for (const { person, role } of colleagues) {
      await owner.page.getByLabel('Email address').fill(addressOf(person));
      await owner.page.getByLabel('Role', { exact: true }).selectOption(role);
      await button(owner.page, 'Send invitation').tap();
      await owner.page
        .getByText(`Invitation sent to ${addressOf(person)}`)
        .first()
        .waitFor();
    }
    const joined = [];
    for (const { person } of colleagues) {
      const visited = await visits.visit();
      await visited.page.goto(await linkMailedTo(addressOf(person), '/join#token='));
      await arrived(visited.page, 'Join a company');
      await link(visited.page, 'Sign in').tap();
      await visits.fillIn(visited.page, addressOf(person));
      await arrived(visited.page, 'Join Weir & Daughters');
      await button(visited.page, 'Accept invitation').tap();
      await arrived(visited.page, 'Weir & Daughters');
      joined.push(visited);
    }
    const [ada, ben, cleo] = joined;
    if (ada === undefined || ben === undefined || cleo === undefined)
      throw new Error('no colleague has joined');

    const talent = await makeNamed('Tea Talent', { talent: 'active' });
    const applicant = await visits.signedIn(addressOf(talent), '/jobs?query=lock+keeper');
    await link(applicant.page, 'Lock keeper').tap();
    await arrived(applicant.page, 'Lock keeper');
    await link(applicant.page, 'Apply for this job').tap();
    await applicant.page.getByLabel('Message to the company').fill('Eels like me.');
    await applicant.page
      .getByLabel('CV (optional)')
      .setInputFiles({ name: 'Tea.pdf', mimeType: 'application/pdf', buffer: pdfOf('of Tea') });
    await button(applicant.page, 'Send application').tap();
    await arrived(applicant.page, 'Applications');

    for (const { page } of joined) {
      await inArea(page, 'Your company', 'Applications');
      await arrived(page, 'Applications');
      await link(page, 'Tea Talent').tap();
      await arrived(page, 'Tea Talent');
    }
    await region(cleo.page, 'Assigned to').getByLabel('Member').selectOption({ label: 'Ada Assigned' });
    await button(cleo.page, 'Assign').tap();
    await region(cleo.page, 'Assigned to').getByText('Saved.').waitFor();
    await button(ben.page, 'Strong yes').tap();
    await region(ben.page, 'Ratings').getByText('Ben Rater (you)').waitFor();
    await openNotification(ada.page, 'An application for Lock keeper was assigned to you');
    await arrived(ada.page, 'Tea Talent');
    await ada.page.getByLabel('New note').fill('Knows every eel by name.');
    await button(ada.page, 'Add note').tap();
    await ada.page.getByRole('list', { name: 'Notes' }).getByText('Knows every eel by name.').waitFor();
    await button(ada.page, 'Start review').tap();
    await ada.page.getByRole('heading', { name: 'Stage In review' }).waitFor();

    await inArea(owner.page, 'Your company', 'Applications');
    await link(owner.page, 'Board').tap();
    await arrived(owner.page, 'Board');
    await region(owner.page, 'In review').getByRole('link', { name: 'Tea Talent' }).tap();
    await arrived(owner.page, 'Tea Talent');
    await region(owner.page, 'Ratings').getByText('4.0 of 4, from 1 rating').waitFor();
    await owner.page.getByText('Knows every eel by name.').waitFor();
    await confirm(owner.page, { name: /^Make offer/, confirmName: 'Make offer' });
    await owner.page.getByRole('heading', { name: 'Stage Offer' }).waitFor();
    expect([owner, applicant, ...joined].flatMap(({ errors }) => errors)).toEqual([]);
  });

  test('review and moderate: a request, a new company and a reported post are decided, and the public sees it', async () => {
    const { page, errors } = await visits.signedInAdmin('admin@demo.test');
    await arrived(page, 'Overview');
    await link(page, /access requests to review$/).tap();
    await arrived(page, 'Access requests');
    const name = await page.locator('tbody th a').first().innerText();
    await link(page, 'Review the oldest').tap();
    await arrived(page, name);
    await confirm(page, {
      name: /^Approve/,
      confirmName: 'Approve',
      fields: { Reason: 'Real work, real links.' },
    });
    await page.getByText('Approved by Ada Brandt').first().waitFor();

    const visitor = await visits.visit();
    await page.getByRole('banner').getByRole('link', { name: 'Gatehouse team' }).tap();
    await link(page, '1 company to review').tap();
    await arrived(page, 'Companies to review');
    await link(page, 'Tidewater Ropewalk').tap();
    await arrived(page, 'Tidewater Ropewalk');
    const companyId = new URL(page.url()).pathname.split('/').at(-1);
    expect((await visitor.page.goto(visits.publicUrl(`/companies/${companyId}`)))?.status()).toBe(404);
    await confirm(page, {
      name: /^Approve/,
      confirmName: 'Approve',
      fields: { Reason: 'Found in the register.' },
    });
    await region(page, /^Review/).waitFor({ state: 'detached' });
    await waitFor(
      async () =>
        (await visitor.page.goto(visits.publicUrl(`/companies/${companyId}`)))?.status() === 200 || undefined,
    );
    await link(visitor.page, 'Assistant in the ropewalk').tap();
    await arrived(visitor.page, 'Assistant in the ropewalk');

    await toMain(page, 'Reports');
    await arrived(page, 'Reports');
    const title = await page.locator('tbody th a').first().innerText();
    await link(page, 'Review the first').tap();
    await arrived(page, title);
    const postId = new URL(page.url()).pathname.split('/').at(-1);
    await confirm(page, {
      name: /^Hide/,
      confirmName: 'Hide',
      fields: { 'Message to the company': 'It asks for money.', Reason: 'Three reports.' },
    });
    await page.getByText('Hidden by staff').first().waitFor();
    await waitFor(
      async () =>
        (await visitor.page.goto(visits.publicUrl(`/jobs/${postId}`)))?.status() === 404 || undefined,
    );
    await toMain(page, 'Audit trail');
    await arrived(page, 'Audit trail');
    await page.getByText('Three reports.').first().waitFor();
    await toMain(page, 'Statistics');
    await arrived(page, 'Statistics');
    expect([...errors, ...visitor.errors]).toEqual([]);
  });

  test('G11: leave: take the data, delete the account, and be gone', async () => {
    const email = 'talent@demo.test';
    const { page, context, errors } = await visits.signedIn(email);
    await page.getByRole('button', { name: / account menu$/ }).tap();
    await page.getByRole('menuitem', { name: 'Your account' }).tap();
    await arrived(page, 'Your account');
    await button(page, 'Request your data').tap();
    await region(page, 'Your data').getByText(EXPORT_REQUESTED).waitFor();
    // From the mail, beside the page that still waits.
    const tab = await context.newPage();
    await tab.goto(await linkMailedTo(email, '/account#your-data'));
    const downloading = tab.waitForEvent('download');
    await region(tab, 'Your data').getByRole('link', { name: 'Download your data' }).tap();
    const { tables } = JSON.parse(await readFile(await (await downloading).path(), 'utf8'));
    expect(tables['identity.users'].rows).toMatchObject([{ email }]);
    // The page that waited has it, too, once it is looked at again.
    await tab.close();
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await region(page, 'Your data').getByRole('link', { name: 'Download your data' }).waitFor();
    const [application] = await system.database.query<{ id: string; user_id: string }>(
      `select a.id, a.user_id from talent.applications a join identity.users u on u.id = a.user_id
        where u.email = $1 limit 1`,
      [email],
    );
    await confirm(page, { name: 'Delete account', confirmName: 'Delete account' });
    await region(page, 'Account deletion').waitFor();
    await letDeletionBeDue(system.database, application?.user_id ?? '');
    await runRetentionJob(system.database);
    await toMain(page, 'Talent');
    await arrived(page, 'Sign in');
    await visits.fillIn(page, email);
    await page.getByRole('alert').getByText('Wrong email address or password').waitFor();
    const left = await system.database.query(
      `select from talent.applications where user_id = $1 union all select from identity.users where id = $1`,
      [application?.user_id],
    );
    expect(left).toEqual([]);
    expect(errors).toEqual([]);
  });
});

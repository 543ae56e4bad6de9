import type { TestSystem } from '@gatehouse/testkit';
import { expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { axeViolations } from '#support/axe.ts';
import { giveSession, newContext } from '#support/chromium.ts';
import { createEnrolmentToken } from '#support/enrolment-token.ts';
import { nextMailedToken } from '#support/mail-links.ts';
import { makeEnrolledAdmin } from '#support/staff.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';

let system: TestSystem;
let browser: Browser;
let visits: Visits;
beforeVisits((started) => {
  ({ system, browser, visits } = started);
});

const STAFF = '/login?return_to=/staff';

async function invite(page: Page, { name, email, role }: { name: string; email: string; role: string }) {
  await page.getByRole('button', { name: 'Invite a colleague' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Email address').fill(email);
  await dialog.getByLabel('Role').selectOption({ label: role });
  await dialog.getByLabel('Reason').fill('Joins the team in June.');
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** The page of a second operator. */
async function openAsSecondOperator(name: string): Promise<Page> {
  const { adminId, cookie } = await makeEnrolledAdmin(system.database);
  await system.database.query('update identity.admins set name = $2 where id = $1', [adminId, name]);
  const context = await newContext(browser);
  const url = `http://${system.local.teamHost}`;
  await giveSession(context, { cookie }, url);
  const page = await context.newPage();
  await page.goto(`${url}/staff`);
  await heading(page, 'Staff');
  return page;
}

test('an operator invites a viewer, who gets the link by email, and revokes the invitation', async () => {
  const { page, errors } = await visits.signedInAdmin('admin@demo.test', STAFF);
  await heading(page, 'Staff');
  expect(await axeViolations(page)).toEqual([]);
  await invite(page, { name: 'Nadia Okoye', email: 'nadia@staff.test', role: 'Viewer' });
  const row = page.getByRole('row', { name: /Nadia Okoye/ });
  await row.getByText('Not enrolled').waitFor();
  await row.getByText(/^Link expires/).waitFor();
  expect(await nextMailedToken(system, 'nadia@staff.test', 'enrol')).toMatch(/^[\w-]{43}$/);
  await row.getByRole('button', { name: 'Revoke invitation Nadia Okoye' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Reason').fill('Wrong address.');
  await dialog.getByRole('button', { name: 'Revoke invitation' }).click();
  await row.getByText('Disabled', { exact: true }).waitFor();
  await dialog.waitFor({ state: 'detached' });
  expect(await axeViolations(page)).toEqual([]);
  expect(errors).toEqual([]);
});

test('G1 G2: a second operator approves an operator, the asker cannot, and the one who is disabled is signed out', async () => {
  const { page, errors } = await visits.signedInAdmin('admin@demo.test', STAFF);
  await invite(page, { name: 'Omar Haddad', email: 'omar@staff.test', role: 'Operator' });
  const waiting = page.getByRole('table', { name: 'Requests that wait for a second operator' });
  await waiting.getByRole('row', { name: /Omar Haddad.*Enable as operator/ }).waitFor();
  expect(await waiting.getByRole('button', { name: /^Approve/ }).count()).toBe(0);
  await waiting.getByRole('button', { name: /^Withdraw/ }).waitFor();
  expect(await axeViolations(page)).toEqual([]);

  const second = await openAsSecondOperator('Bela Novak');
  await second.getByRole('button', { name: /^Approve .*Omar Haddad/ }).click();
  const dialog = second.getByRole('alertdialog');
  // Names can be equal: the address tells accounts apart, and the reason is the requester's own text.
  await dialog.getByText('omar@staff.test', { exact: true }).waitFor();
  await dialog.getByRole('blockquote').getByText('Joins the team in June.', { exact: true }).waitFor();
  expect(await axeViolations(second)).toEqual([]);
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await second.getByText('Request approved.').waitFor();
  await second
    .getByRole('row', { name: /Omar Haddad/ })
    .getByText('Not enrolled')
    .waitFor();
  expect(await nextMailedToken(system, 'omar@staff.test', 'enrol')).toMatch(/^[\w-]{43}$/);

  await page.reload();
  await page.getByRole('button', { name: 'Disable Bela Novak' }).click();
  await page.getByRole('alertdialog').getByLabel('Reason').fill('Left the team.');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
  const row = page.getByRole('row', { name: /Bela Novak/ });
  await row.getByText('Disabled', { exact: true }).waitFor();
  await second.getByRole('link', { name: 'Companies' }).click();
  await heading(second, 'Team sign-in');
  await second.context().close();
  expect(errors).toEqual([]);
});

test.each([
  ['operator', 'viewer', 'A link is on its way by email.'],
  ['viewer', 'operator', 'Request sent. Another operator must approve it.'],
] as const)(
  'a reset of an account that was %s and is %s says what has happened',
  async (before, now, done) => {
    const { adminId } = await makeEnrolledAdmin(system.database, before);
    const name = `Staff who was ${before}`;
    await system.database.query('update identity.admins set name = $2 where id = $1', [adminId, name]);
    const { page, errors } = await visits.signedInAdmin('admin@demo.test', STAFF);
    await page.getByRole('button', { name: `Reset second factor ${name}` }).click();
    await system.database.query('update identity.admins set role = $2 where id = $1', [adminId, now]);
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Reason').fill('Lost the phone.');
    await dialog.getByRole('button', { name: 'Reset second factor' }).click();
    await page.getByText(done, { exact: true }).first().waitFor();
    await dialog.waitFor({ state: 'detached' });
    await system.database.query('delete from identity.staff_requests where admin_id = $1', [adminId]);
    await system.database.query('update identity.admins set disabled_at = now() where id = $1', [adminId]);
    expect(errors).toEqual([]);
  },
);

test('the last operator reads why their own account cannot be disabled, and keeps what they wrote', async () => {
  const { page } = await visits.signedInAdmin('admin@demo.test', STAFF);
  await page.getByRole('button', { name: 'Disable Ada Brandt' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText(/^This is your own account/).waitFor();
  await dialog.getByLabel('Reason').fill('A holiday.');
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await dialog.getByText('This is the last active operator').waitFor();
  expect(await dialog.getByLabel('Reason').inputValue()).toBe('A holiday.');
});

test('a viewer reads the accounts and changes none', async () => {
  const { page, errors } = await visits.signedInAdmin('viewer@demo.test', STAFF);
  await page
    .getByRole('row', { name: /Vito Ferrari/ })
    .getByText('Viewer', { exact: true })
    .waitFor();
  expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  expect(errors).toEqual([]);
});

test.each(['Approve', 'Decline'])(
  'G10: %s closes its dialog and says so when the request has been decided on meanwhile, and the page shows it',
  async (label) => {
    await system.database.query(
      `insert into identity.staff_requests (admin_id, kind, reason, requested_by)
       select id, 'promote', 'Joins the team.', $1 from identity.admins where email = 'viewer@demo.test'`,
      [(await makeEnrolledAdmin(system.database)).adminId],
    );
    const { page } = await visits.signedInAdmin('admin@demo.test', STAFF);
    await page.getByRole('button', { name: new RegExp(`^${label} .*Vito Ferrari`) }).click();
    await system.database.query(
      "update identity.staff_requests set outcome = 'withdrawn', decided_at = now(), decided_by = requested_by where outcome is null",
    );
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: label }).click();
    await page.getByText('This request no longer waits for a decision.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Waiting for a second operator' }).waitFor({ state: 'detached' });
  },
);

test('E1: a link that an outage or a limit kept from being opened is opened by the retry, and is not called old', async () => {
  const token = await createEnrolmentToken(system.database.ownerUrl, { email: 'retried-link@staff.test' });
  const { page } = await visits.visit();
  const refusals = [
    { status: 503, code: 'dependency_unavailable', title: 'Unavailable by the test' },
    { status: 429, code: 'rate_limited', title: 'Limited by the test' },
  ];
  await page.route('**/api/identities/admin_enrolments/open', (route) => {
    const refusal = refusals.shift();
    if (refusal === undefined) return route.continue();
    const body = JSON.stringify({ ...refusal, detail: 'As before.', trace_id: 'ab', errors: [] });
    return route.fulfill({ status: refusal.status, contentType: 'application/problem+json', body });
  });
  await page.goto(visits.teamUrl(`/enrol#token=${token}`));
  for (const title of ['Unavailable by the test', 'Limited by the test']) {
    await page.getByRole('alert').getByRole('heading', { name: title }).waitFor();
    expect(await page.getByText(/Links work once|for a new one/).count()).toBe(0);
    await page.getByRole('button', { name: 'Try again' }).click();
  }
  await page.getByRole('button', { name: 'Finish setup' }).waitFor();
});

test('the enrolment page follows a second link in the same tab, and no address keeps a token', async () => {
  const { page, context, errors } = await visits.visit();
  await page.goto(visits.teamUrl('/enrol#token=of-no-link'));
  await page.getByText('Links work once and expire after a day.').waitFor();
  const token = await createEnrolmentToken(system.database.ownerUrl, { email: 'second-link@staff.test' });
  await page.goto(visits.teamUrl(`/enrol#token=${token}`));
  await page.getByText('For Nadia Okoye, second-link@staff.test.').waitFor();
  await page.getByRole('button', { name: 'Finish setup' }).waitFor();
  await page.evaluate((again) => {
    location.hash = `token=${again}`;
  }, token);
  await page.waitForURL((url) => url.hash === '');
  await page.getByRole('button', { name: 'Finish setup' }).waitFor();
  const session = await context.newCDPSession(page);
  const { entries } = await session.send('Page.getNavigationHistory');
  expect(entries.filter(({ url }) => url.includes('token'))).toEqual([]);
  await page.reload();
  await page.getByText('Open the link in your email again').waitFor();
  expect(errors).toEqual([]);
});

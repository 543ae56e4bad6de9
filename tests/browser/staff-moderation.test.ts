import { makeAdmin, type TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeViolations } from '#support/axe.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

/** U7: the edit page of a post that visitors do not see neither links to its public page nor says that saving changes it. */
async function saysNothingPublic(page: Page, path: string, title: string): Promise<void> {
  await page.goto(visits.publicUrl(`/employer${path}/edit`));
  await heading(page, title);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(/^Saved\./).waitFor();
  for (const name of [/public page is updated/, /^View public page/])
    expect(await page.getByText(name).count()).toBe(0);
}

/** The link in front of a page's title. */
const back = (page: Page, name: string) => page.locator('.back').getByRole('link', { name, exact: true });

describe('U18: the page of a job post leads back', () => {
  test('to the list from which it was opened, with its filter', async () => {
    // A reported one leads back to the reports.
    await system.database.query('delete from identity.abuse_reports');
    const { page, errors } = await visits.signedInAdmin('viewer@demo.test', '/companies');
    const openFirst = async () => {
      const first = page.locator('tbody th a').first();
      const title = await first.innerText();
      await first.click();
      await heading(page, title);
      return title;
    };
    const company = await openFirst();
    await back(page, 'Companies').waitFor();
    await page.getByRole('link', { name: /^Published job posts: / }).click();
    await heading(page, 'Job posts');
    await openFirst();
    await back(page, `Job posts of ${company}`).waitFor();
    await page.goto(visits.teamUrl('/job-posts'));
    await page.getByRole('link', { name: 'Visible' }).click();
    await page.waitForURL(/\/job-posts\?exposure=visible$/);
    await openFirst();
    const post = page.url();
    await back(page, 'All job posts').click();
    await heading(page, 'Job posts');
    expect(page.url()).toMatch(/\/job-posts\?exposure=visible$/);
    // The last one counts.
    await page.locator('tbody td a').first().click();
    await page.getByRole('link', { name: /^Published job posts: / }).click();
    await heading(page, 'Job posts');
    await openFirst();
    await back(page, 'All job posts').waitFor({ state: 'detached' });
    await page
      .locator('.back')
      .getByRole('link', { name: /^Job posts of / })
      .click();
    await page.waitForURL(/\/companies\/[^/]+\/jobs$/);
    await page.goto(post);
    await page
      .locator('.back')
      .getByRole('link', { name: /^Job posts of / })
      .waitFor();
    expect(errors).toEqual([]);
  });
});

describe('a job post that staff hide', () => {
  test('U7: leaves the public pages, says why to its company, and comes back when staff show it', async () => {
    const title = 'Product photographer';
    await system.database.query(
      `update employer.job_posts set pay_minimum = 150, pay_maximum = 200, pay_currency = 'GBP', pay_period = 'day',
              remote_mode = 'hybrid', seniority = 'mid', languages = '{en}' where title = $1`,
      [title],
    );
    const { page, errors } = await visits.signedInAdmin('admin@demo.test', '/companies');
    await page.getByRole('link', { name: 'Harbour & Pine' }).click();
    await heading(page, 'Harbour & Pine');
    await page.getByRole('link', { name: /^Published job posts: / }).click();
    await heading(page, 'Job posts');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: title }).click();
    await heading(page, title);
    const path = new URL(page.url()).pathname.replace('/job-posts/', '/jobs/');
    await page.getByText('Two days a month in our studio').waitFor();
    // The terms are part of what staff decide on: as visitors read them.
    const visitor = await visits.visit();
    await visitor.page.goto(visits.publicUrl(path));
    const terms = visitor.page.getByRole('region', { name: 'The job', exact: true });
    const asPublic = await terms.innerText();
    expect(asPublic).toMatch(/£150–200 per day/);
    expect(await page.getByRole('region', { name: 'The job', exact: true }).innerText()).toBe(asPublic);
    await page.getByRole('button', { name: `Hide ${title}` }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Message to the company').fill('It asks for unpaid work.');
    await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Ticket of 12 June.');
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Hide' }).click();
    await page.getByText('Hidden by staff').waitFor();
    await page
      .getByRole('region', { name: /^Hidden/ })
      .getByText('It asks for unpaid work.')
      .waitFor();
    const events = page.getByRole('region', { name: 'History' }).getByRole('row');
    const hiding = events.filter({ hasText: 'Ada Brandt hid a job post of Harbour & Pine' });
    await hiding.getByText('Ticket of 12 June.').waitFor();
    await page.getByRole('link', { name: 'All events of Harbour & Pine' }).click();
    await heading(page, 'Audit trail');
    // Of the company's events the post's own leads to it.
    await page
      .getByRole('row')
      .filter({ hasText: 'Ticket of 12 June.' })
      .getByRole('link', { name: 'a job post' })
      .click();
    await heading(page, title);
    await hiding.waitFor();
    expect(await axeViolations(page)).toEqual([]);

    const owner = await visits.signedIn('owner@demo.test', `/employer${path}`);
    await heading(owner.page, title);
    const notice = owner.page.getByRole('region', { name: /^Hidden by Gatehouse/ });
    await notice.getByText('It asks for unpaid work.').waitFor();
    expect(await owner.page.getByText('Ticket of 12 June.').count()).toBe(0);
    for (const name of [/^Duplicate/, /^View public page/])
      expect(await owner.page.getByText(name).count()).toBe(0);
    expect(await axeViolations(owner.page)).toEqual([]);
    await saysNothingPublic(owner.page, path, title);
    await notice.getByText('It asks for unpaid work.').waitFor();
    expect(await axeViolations(owner.page)).toEqual([]);
    await owner.page.goto(visits.publicUrl(`/employer${path}`));
    await owner.page.getByRole('button', { name: `Close ${title}` }).click();
    await owner.page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click();
    await owner.page.getByText(`“${title}” is closed.`).waitFor();
    expect(await owner.page.getByRole('button', { name: /^Reopen/ }).count()).toBe(0);
    await saysNothingPublic(owner.page, path, title);
    expect(await owner.page.getByRole('button', { name: /reopen/ }).count()).toBe(0);
    await owner.page.goto(visits.publicUrl(`/employer${path}`));

    await page.getByRole('button', { name: `Show again ${title}` }).click();
    await dialog.getByRole('textbox', { name: /^Reason/ }).fill('They changed it.');
    await dialog.getByRole('button', { name: 'Show again' }).click();
    await page.getByText('Closed', { exact: true }).waitFor();
    await owner.page.reload();
    await owner.page.getByRole('button', { name: `Reopen ${title}` }).click();
    await owner.page.getByText(`“${title}” is published.`).waitFor();
    expect([...errors, ...owner.errors]).toEqual([]);
  });
});

describe('a report of abuse', () => {
  test('is sent by a visitor, waits in the staff’s queue and is worked through by keyboard', async () => {
    await system.database.query('delete from identity.abuse_reports');
    const [first, second] = await system.database.query<{ id: string; title: string }>(
      `select j.id, j.title from employer.job_posts j join employer.companies c on c.id = j.company_id
        where j.state = 'published' and c.condition = 'active' and c.review_state = 'approved' and j.hidden_at is null
          and not employer.is_expired(j.expires_on) order by j.id desc limit 2`,
    );
    if (first === undefined || second === undefined) throw new Error('the demo has no posts');
    const visitor = await visits.visit();
    await visitor.page.goto(visits.publicUrl(`/jobs/${first.id}`));
    await heading(visitor.page, first.title);
    await visitor.page.getByRole('link', { name: 'Report this job' }).click();
    await heading(visitor.page, 'Report a job');
    expect(await axeViolations(visitor.page)).toEqual([]);
    await visitor.page.getByLabel('What is wrong?').selectOption('It asks applicants for money');
    await visitor.page.getByLabel('What should we know?').fill('80 euros for a kit.');
    await visitor.page.getByRole('button', { name: 'Send report' }).click();
    await heading(visitor.page, 'Thank you for your report');
    const talent = await visits.signedIn('talent@demo.test', `/jobs/${first.id}/report`);
    for (const { id, title } of [first, second]) {
      await talent.page.goto(visits.publicUrl(`/jobs/${id}/report`));
      await talent.page.getByText(title).first().waitFor();
      await talent.page.getByLabel('What is wrong?').selectOption('Another reason');
      await talent.page.getByRole('button', { name: 'Send report' }).click();
      await heading(talent.page, 'Thank you for your report');
    }

    const { page, errors } = await visits.signedInAdmin('admin@demo.test', '/reports');
    await heading(page, 'Reports');
    expect(await page.locator('tbody th a').allInnerTexts()).toEqual([first.title, second.title]);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Review the first' }).click();
    await heading(page, first.title);
    await page.getByText('80 euros for a kit.').waitFor();
    await back(page, 'Reports').waitFor();
    await page.getByRole('heading', { name: '2 reports' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('n');
    await heading(page, second.title);
    await page.keyboard.press('d');
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Nothing wrong with it.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'No open reports' }).waitFor();
    await page
      .locator('.back')
      .getByText(/^Job posts of /)
      .waitFor();
    await waitFor(
      async () => (await page.locator(':focus').innerText()).startsWith('Next report') || undefined,
    );
    await page.keyboard.press('Enter');
    await heading(page, first.title);
    await page.keyboard.press('h');
    await dialog.getByLabel('Message to the company').fill('It asks for money.');
    await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Two reports.');
    await dialog.getByRole('button', { name: 'Hide' }).click();
    await page.getByRole('heading', { name: 'No open reports' }).waitFor();
    await page.getByText('No other report waits.').waitFor();
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    await page.getByText('No open reports').waitFor();
    expect([...errors, ...visitor.errors, ...talent.errors]).toEqual([]);
  });

  test('G10: that a colleague has dismissed meanwhile closes the dialog, which says so, and the page shows it', async () => {
    await system.database.query('delete from identity.abuse_reports');
    const [post] = await system.database.query<{ id: string }>(
      `insert into identity.abuse_reports (subject_kind, subject_id, company_id, reason, text, address_hash)
       select 'job_post', id, company_id, 'fee', '', '\\x01' from employer.job_posts where state = 'published' limit 1
       returning subject_id as id`,
    );
    const { page } = await visits.signedInAdmin('admin@demo.test', `/job-posts/${post?.id}`);
    await page.getByRole('button', { name: /^Dismiss report/ }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Nothing wrong with it.');
    await system.database.query("update identity.abuse_reports set closed_at = now(), outcome = 'dismissed'");
    await dialog.getByRole('button', { name: 'Dismiss report' }).click();
    await page.getByText('A colleague has already decided on these reports.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'No open reports' }).waitFor();
  });
});

test('U7: a new company that waits for its review says so, and its posts are public once staff approve it', async () => {
  const [{ id } = { id: '' }] = await system.database.query<{ id: string }>(
    `update employer.companies set review_state = 'pending', about = '**Timber** from [our yard](https://yard.test/)',
            website = 'https://pine.test/yard' where name = 'Harbour & Pine' returning id`,
  );
  const owner = await visits.signedIn('owner@demo.test', '/employer');
  await owner.page.getByRole('region', { name: 'Your company is being reviewed' }).waitFor();
  expect(await axeViolations(owner.page)).toEqual([]);
  const visitor = await visits.visit();
  expect((await visitor.page.goto(visits.publicUrl(`/companies/${id}`)))?.status()).toBe(404);
  const [post] = await system.database.query<{ id: string; title: string }>(
    `select id, title from employer.job_posts
      where company_id = $1 and state = 'published' and hidden_at is null and not employer.is_expired(expires_on)
      order by id limit 1`,
    [id],
  );
  if (post === undefined) throw new Error('the company has no published post');
  await saysNothingPublic(owner.page, `/jobs/${post.id}`, post.title);
  await owner.page.getByRole('region', { name: 'Your company is being reviewed' }).waitFor();
  expect(await axeViolations(owner.page)).toEqual([]);
  await system.database.query("update employer.job_posts set state = 'closed' where id = $1", [post.id]);
  for (const list of [`/jobs/${post.id}`, '/jobs']) {
    await owner.page.goto(visits.publicUrl(`/employer${list}`));
    await owner.page.getByRole('button', { name: `Reopen ${post.title}` }).click();
    await owner.page
      .getByText(`“${post.title}” becomes public once our staff have approved your company.`)
      .waitFor();
    await system.database.query("update employer.job_posts set state = 'closed' where id = $1", [post.id]);
  }

  const { page, errors } = await visits.signedInAdmin('admin@demo.test');
  await page.getByRole('link', { name: '2 companies to review' }).click();
  await heading(page, 'Companies to review');
  expect(await axeViolations(page)).toEqual([]);
  const [oldest = '', other = ''] = await page.locator('tbody th a').allInnerTexts();
  await page.getByRole('link', { name: 'Review the oldest' }).click();
  await heading(page, oldest);
  await page.keyboard.press('n');
  await heading(page, other);
  if (other !== 'Harbour & Pine') await page.keyboard.press('n');
  await heading(page, 'Harbour & Pine');
  await page.getByRole('region', { name: /^Review/ }).waitFor();
  await back(page, 'Companies to review').waitFor();
  // What the decision makes public is on the page, as it was typed and as visitors will read it.
  await page.getByRole('link', { name: /^\d+ job posts?, not public until approved$/ }).waitFor();
  expect(await page.getByText('Published job posts').count()).toBe(0);
  const profile = page.getByRole('region', { name: 'Profile' });
  await profile.getByText('**Timber** from [our yard](https://yard.test/)').waitFor();
  expect(await profile.getByRole('link', { name: 'https://pine.test/yard' }).getAttribute('href')).toBe(
    'https://pine.test/yard',
  );
  await profile.getByText('Formatted text').click();
  await profile.locator('strong', { hasText: 'Timber' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Approve Harbour & Pine' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Found in the register.');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  // Behind the open dialog the page has no regions.
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'Approved' }).waitFor();
  await page.getByText(/^Published job posts: [1-9]/).waitFor();
  await back(page, 'Companies').waitFor();
  expect(await page.getByRole('button', { name: 'Approve Harbour & Pine' }).count()).toBe(0);
  // G10: the work goes on with the next one.
  await waitFor(
    async () => (await page.locator(':focus').innerText()).startsWith('Next company') || undefined,
  );
  expect(await axeViolations(page)).toEqual([]);
  await waitFor(async () => {
    const answer = await visitor.page.goto(visits.publicUrl(`/companies/${id}`));
    return answer?.status() === 200 || undefined;
  });
  await page.keyboard.press('Enter');
  await heading(page, other === 'Harbour & Pine' ? oldest : other);
  await page.getByText('No other company waits.').waitFor();
  expect([...errors, ...owner.errors]).toEqual([]);
});

test('G9: the page of a new company shows the look that an approval is about, however long its other reads take', async () => {
  const [{ id } = { id: '' }] = await system.database.query<{ id: string }>(
    `insert into employer.companies (name, website, review_state)
     values ('Harbour Bank', 'https://bank.test/', 'pending') returning id`,
  );
  const { page, errors } = await visits.signedInAdmin('admin@demo.test');
  const { cookie } = await makeAdmin(system.database, 'viewer');
  const path = `/api/identities/admin/companies/${id}`;
  const { body: detail } = await system.teamHost.request(path, { cookie });
  // As the company was before its last change.
  const former = {
    ...detail,
    company: { ...detail.company, name: 'Fen & Ferry' },
    website: 'https://ferry.test/',
  };
  await page.route(`**${path}`, (route) => route.fulfill({ json: former }));
  await page.goto(visits.teamUrl(`/companies/${id}`));
  await heading(page, 'Harbour Bank');
  await page.getByRole('link', { name: 'https://bank.test/' }).waitFor();
  await page.getByRole('button', { name: 'Approve Harbour Bank' }).click();
  await page.getByRole('alertdialog').getByText('Approve Harbour Bank?').waitFor();
  expect(await page.getByText(/Fen & Ferry|ferry\.test/).count()).toBe(0);
  await system.database.query("update employer.companies set review_state = 'refused' where id = $1", [id]);
  expect(errors).toEqual([]);
});

test('U11 G9: staff see what an approved company has changed, and approve what they have read of it', async () => {
  await system.database.query("update employer.companies set review_state = 'approved'");
  const [{ id } = { id: '' }] = await system.database.query<{ id: string }>(
    "select id from employer.companies where name = 'Harbour & Pine'",
  );
  const rename = (name: string) =>
    system.database.query('update employer.companies set name = $2, website = $3 where id = $1', [
      id,
      name,
      'https://bank.test/',
    ]);
  /** As the employer service makes a first change: in one transaction with what it keeps. */
  const renameFirst = (name: string) =>
    system.database.query(`do $$ begin
      perform employer.keep_what_was_approved('${id}');
      update employer.companies set name = '${name}', website = 'https://bank.test/' where id = '${id}';
    end $$`);
  await system.database.query("update employer.companies set website = 'https://pine.test/' where id = $1", [
    id,
  ]);
  await renameFirst('Harbour Bank');
  const { page, errors } = await visits.signedInAdmin('admin@demo.test');
  await page.getByRole('link', { name: '1 company to review' }).click();
  await heading(page, 'Companies to review');
  await page
    .getByRole('row', { name: /Harbour Bank/ })
    .getByText('Changed: name, website')
    .waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Review the oldest' }).click();
  await heading(page, 'Harbour Bank');
  const review = page.getByRole('region', { name: 'Review Changed' });
  await review.waitFor();
  const texts = await review.locator('dd div').allInnerTexts();
  expect(texts).toEqual([
    ...['Before: Harbour & Pine', 'Now: Harbour Bank'],
    ...['Before: https://pine.test/', 'Now: https://bank.test/'],
  ]);
  await back(page, 'Companies to review').waitFor();
  await page.getByText(/^Published job posts: [1-9]/).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  const visitor = await visits.visit();
  expect((await visitor.page.goto(visits.publicUrl(`/companies/${id}`)))?.status()).toBe(200);

  await page.getByRole('button', { name: 'Approve Harbour Bank' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('The register has its new name.');
  expect(await dialog.getByRole('textbox', { name: /^Message/ }).count()).toBe(0);
  // What the company changes meanwhile is not approved unread.
  await rename('Bank of Pine');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  const conflict = dialog.getByRole('region', { name: 'Name' });
  await conflict.getByText('Harbour Bank').waitFor();
  await conflict.getByText('Bank of Pine').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'Approved' }).waitFor();
  await heading(page, 'Bank of Pine');
  await back(page, 'Companies').waitFor();
  // G10: the work goes on with what is next.
  await waitFor(
    async () => (await page.locator(':focus').innerText()) === 'No other company waits.' || undefined,
  );
  await page.getByText(/^Ada Brandt approved Bank of Pine, which had changed: name, website/).waitFor();
  expect(await axeViolations(page)).toEqual([]);

  // What it shows and restores before its review is read all the same.
  await renameFirst('Bank of Cards');
  await rename('Bank of Pine');
  await page.reload();
  const restored = page.getByRole('region', { name: 'Review Changed' });
  await restored.getByText('Shown meanwhile').waitFor();
  await restored
    .getByText(/^Bank of Cards, https:\/\/bank\.test\/, (no logo|logo [0-9a-f]{8}), for under a minute$/)
    .waitFor();
  const hours =
    "update employer.companies set unreviewed_since = unreviewed_since - interval '90 minutes' where id = $1";
  await system.database.query(hours, [id]);
  await page.reload();
  await restored.getByText(/^Bank of Pine, .*, for up to 1\.6 hours \(as now\) \(as approved\)$/).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect([...errors, ...visitor.errors]).toEqual([]);
});

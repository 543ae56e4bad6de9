import { readFile } from 'node:fs/promises';
import { makeJobPost, makePerson, type TestPerson, type TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { axeViolations } from '#support/axe.ts';
import { pdfOf } from '#support/pdf.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';

let system: TestSystem;
let visits: Visits;
let owner: TestPerson;
let talent: TestPerson;
let postId: string;
beforeVisits(async (started) => {
  ({ system, visits } = started);
  owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
});

async function makeApplicant() {
  talent = await makePerson(system.database, { talent: 'active' });
  postId = await makeJobPost(system.database, { companyId: owner.companyId, title: 'Keeper of the sluice' });
}

const open = async (person: TestPerson, path: string) => (await visits.as(person, path)).page;

const pdf = (name: string, content: Buffer) => ({ name, mimeType: 'application/pdf', buffer: content });
const button = (page: Page, name: string) => page.getByRole('button', { name });

async function contentOf(page: Page, link: Locator): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return String(await readFile(await download.path()));
}

describe('a CV', () => {
  test('is uploaded, downloaded, replaced and deleted on the profile, whose own form keeps its text', async () => {
    await makeApplicant();
    const page = await open(talent, '/talent/profile');
    await page.getByLabel('Headline').fill('Not saved yet');
    await page.getByLabel('Add a CV').setInputFiles(pdf('Ada.pdf', pdfOf('first', 300_000)));
    await button(page, 'Upload').click();
    await page.getByText('CV added.').waitFor();
    const link = page.getByRole('link', { name: 'Ada.pdf' });
    expect(await contentOf(page, link)).toBe(pdfOf('first', 300_000).toString());
    await page.getByText('PDF, 300 kB').waitFor();
    expect(await page.getByLabel('Headline').inputValue()).toBe('Not saved yet');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByLabel('Replace it').setInputFiles(pdf('Ada 2.pdf', pdfOf('second')));
    await button(page, 'Upload').click();
    expect(await contentOf(page, page.getByRole('link', { name: 'Ada 2.pdf' }))).toContain('second');
    await button(page, 'Delete CV').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('You have not added a CV.').waitFor();
    expect(await page.getByText('CV added.').count()).toBe(0);
  });

  test('goes on as it is, which both forms say before it is sent: what it says about its author stays in it', async () => {
    await makeApplicant();
    for (const path of ['/talent/profile', `/talent/apply/${postId}`]) {
      const page = await open(talent, path);
      await page
        .getByText('Companies receive it unchanged, with hidden details such as its author.')
        .waitFor();
    }
  });

  test('that is no PDF, or too large, is refused beside its field', async () => {
    await makeApplicant();
    const page = await open(talent, '/talent/profile');
    await page.getByLabel('Add a CV').setInputFiles(pdf('page.pdf', Buffer.from('<html></html>')));
    await button(page, 'Upload').click();
    await page.getByRole('alert').getByText('This file is not a PDF document').waitFor();
    await page.getByLabel('Add a CV').setInputFiles(pdf('big.pdf', pdfOf('big', 6_000_000)));
    await button(page, 'Upload').click();
    await page.getByRole('alert').getByText('This file is too large').waitFor();
  });

  test('is chosen while applying, and again offered for the next job; the company downloads it', async () => {
    await makeApplicant();
    const page = await open(talent, `/talent/apply/${postId}`);
    await page.getByLabel('CV (optional)').setInputFiles(pdf('Tea.pdf', pdfOf('of Tea')));
    await button(page, 'Send application').click();
    await heading(page, 'Applications');
    expect(await contentOf(page, page.getByRole('link', { name: 'Tea.pdf' }))).toContain('of Tea');
    const [row] = await system.database.query<{ id: string }>(
      'select id from talent.applications where user_id = $1',
      [talent.userId],
    );
    const company = await open(owner, `/employer/applications/${row?.id}`);
    expect(await contentOf(company, company.getByRole('link', { name: 'Tea.pdf' }))).toContain('of Tea');
    const former = talent;
    const first = postId;
    await makeApplicant();
    expect(postId).not.toBe(first);
    const next = await open(former, `/talent/apply/${postId}`);
    expect(await next.getByLabel('Send my CV').isChecked()).toBe(true);
    await next.getByLabel('Send my CV').uncheck();
    await next.getByLabel('Message to the company').fill('Without it, please.');
    await button(next, 'Send application').click();
    await heading(next, 'Applications');
    expect(await next.getByRole('link', { name: 'Tea.pdf' }).count()).toBe(1);
  });

  test('that is stored is replaced while applying by another file, which alone is sent', async () => {
    await makeApplicant();
    const profile = await open(talent, '/talent/profile');
    await profile.getByLabel('Add a CV').setInputFiles(pdf('Old.pdf', pdfOf('old')));
    await button(profile, 'Upload').click();
    await profile.getByText('CV added.').waitFor();
    const page = await open(talent, `/talent/apply/${postId}`);
    expect(await page.getByLabel('Send my CV').isChecked()).toBe(true);
    await page.getByLabel('Send another one').setInputFiles(pdf('New.pdf', pdfOf('new')));
    expect(await axeViolations(page)).toEqual([]);
    await button(page, 'Send application').click();
    await heading(page, 'Applications');
    expect(await contentOf(page, page.getByRole('link', { name: 'New.pdf' }))).toContain('new');
    expect(await page.getByRole('link', { name: 'Old.pdf' }).count()).toBe(0);
  });

  test('G8: whose upload fails keeps the message that was written', async () => {
    await makeApplicant();
    const page = await open(talent, `/talent/apply/${postId}`);
    await page.getByLabel('Message to the company').fill('A long letter.');
    await page.getByLabel('CV (optional)').setInputFiles(pdf('cut.pdf', pdfOf('x').subarray(0, 500)));
    await button(page, 'Send application').click();
    await page.getByRole('alert').getByText('This file is not a PDF document').waitFor();
    expect(await page.getByLabel('Message to the company').inputValue()).toBe('A long letter.');
    expect(
      await system.database.query('select id from talent.applications where user_id = $1', [talent.userId]),
    ).toEqual([]);
  });
});

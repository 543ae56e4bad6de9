import { makeColleague, makePerson, type TestPerson, type TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { fits320 } from '#support/fits-320.ts';
import { pdfOf } from '#support/pdf.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';

let system: TestSystem;
let visits: Visits;
let owner: TestPerson;
beforeVisits(async (started) => {
  ({ system, visits } = started);
  owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
});

const LICENCE = { text: 'Do you have a pilot’s licence?', kind: 'yes_no', is_required: true };
const START = { text: 'When could you start?', kind: 'short_text', is_required: false };
const REASON = { text: 'Why this sluice?', kind: 'long_text', is_required: true };

async function makePost(questions: readonly object[], title = 'Keeper of the sluice'): Promise<string> {
  const [row] = await system.database.query<{ id: string }>(
    `insert into employer.job_posts (company_id, title, location, description, kind, state, published_at, questions)
     values ($1, $2, 'Ghent', repeat('Water. ', 20), 'full_time', 'published', now(), $3) returning id`,
    [owner.companyId, title, JSON.stringify(questions)],
  );
  return row?.id ?? '';
}

const ask = (id: string, questions: readonly object[]) =>
  system.database.query('update employer.job_posts set questions = $2 where id = $1', [
    id,
    JSON.stringify(questions),
  ]);
const questionsOf = async (id: string) =>
  (
    await system.database.query<{ questions: object[] }>(
      'select questions from employer.job_posts where id = $1',
      [id],
    )
  )[0]?.questions;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe('screening questions', () => {
  test('are written one after another in the editor, removed, previewed and copied by a duplicate', async () => {
    const id = await makePost([START]);
    const { page, errors } = await visits.as(owner, `/employer/jobs/${id}/edit`);
    const field = (n: number) => page.getByLabel(`Question ${n}`, { exact: true });
    expect([await field(2).isVisible(), await field(3).isVisible()]).toEqual([true, false]);
    expect(await page.getByLabel('Answer to question 2').isVisible()).toBe(false);
    await field(2).fill(LICENCE.text);
    await page.getByLabel('Answer to question 2').selectOption('Yes or no');
    await page.getByLabel('Question 2 is').selectOption('Required');
    await field(3).fill(START.text);
    await button(page, 'Preview').click();
    const preview = page.getByRole('dialog');
    await preview.getByRole('heading', { name: 'Questions when you apply' }).waitFor();
    await preview.getByRole('button', { name: 'Close preview' }).click();
    await button(page, 'Save').click();
    const alert = page.getByRole('alert');
    await alert.getByText(`“${START.text}” is there twice.`).waitFor();
    await alert.getByRole('link', { name: 'Question 3' }).click();
    expect(await field(3).evaluate((input) => input === document.activeElement)).toBe(true);
    await fits320(page);
    await field(1).fill('');
    await button(page, 'Save').click();
    await page.getByText('Saved. The public page is updated.').waitFor();
    expect(await questionsOf(id)).toEqual([LICENCE, START]);
    await page.goto(visits.publicUrl(`/employer/jobs/${id}`));
    await page.getByText(LICENCE.text).waitFor();
    await page.getByRole('button', { name: /^Duplicate/ }).click();
    await page.waitForURL(/\/edit$/);
    expect(await field(1).inputValue()).toBe(LICENCE.text);
    expect(errors).toEqual([]);
  });

  test('G9: of two editors are shown field by field', async () => {
    const id = await makePost([START]);
    const { page } = await visits.as(owner, `/employer/jobs/${id}/edit`);
    await page.getByLabel('Question 1', { exact: true }).fill('When do you start?');
    const colleague = await makeColleague(system.database, owner, 'member');
    const change = await system.publicHost.request(`/api/employer/job_posts/${id}`, {
      method: 'PATCH',
      cookie: colleague.cookie,
      headers: { 'if-match': '*' },
      body: { questions: { items: [REASON] } },
    });
    expect(change.status).toBe(200);
    await button(page, 'Save').click();
    const choice = page.getByRole('group', { name: 'Question 1', exact: true });
    await choice.getByText(REASON.text).waitFor();
    expect(await page.getByLabel('Question 1', { exact: true }).inputValue()).toBe('When do you start?');
    // What this editor has not changed is the newer one.
    expect(await page.getByLabel('Answer to question 1').first().inputValue()).toBe('long_text');
    await button(page, 'Save').click();
    await page.getByText('Saved. The public page is updated.').waitFor();
    expect(await questionsOf(id)).toEqual([{ ...REASON, text: 'When do you start?' }]);
  });

  test('are shown on the public page and answered; applicant and company read the answers', async () => {
    const id = await makePost([LICENCE, START, REASON]);
    const talent = await makePerson(system.database, { talent: 'active' });
    const { page, errors } = await visits.as(talent, `/jobs/${id}`);
    const asked = page.getByRole('region', { name: 'Questions when you apply' });
    expect(await asked.getByRole('listitem').count()).toBe(3);
    await fits320(page);
    await page.getByRole('link', { name: 'Apply for this job' }).click();
    await page.getByLabel('Message to the company').fill('Hello.');
    await page.getByLabel(LICENCE.text).selectOption('Yes');
    await page.getByLabel(REASON.text).fill('   ');
    await page.getByLabel('CV (optional)').setInputFiles({
      name: 'Ada.pdf',
      mimeType: 'application/pdf',
      buffer: pdfOf('Ada'),
    });
    await button(page, 'Send application').click();
    await page.getByRole('alert').getByText('This field is required.').waitFor();
    expect(await page.getByLabel(REASON.text).getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel(LICENCE.text).inputValue()).toBe('yes');
    await page.getByLabel(REASON.text).fill('It is near.\nAnd old.');
    await fits320(page);
    await button(page, 'Preview').click();
    const preview = page.getByRole('dialog');
    for (const text of ['Hello.', LICENCE.text, 'Yes', 'Not answered', 'It is near. And old.', 'Ada.pdf'])
      await preview.getByText(text, { exact: true }).waitFor();
    await fits320(page);
    await preview.getByRole('button', { name: 'Close preview' }).click();
    await button(page, 'Send application').click();
    await page.getByText('Application sent.').waitFor();
    await page.getByRole('link', { name: 'Keeper of the sluice' }).click();
    await page.getByRole('region', { name: 'Your answers' }).getByText('It is near.').waitFor();
    expect(errors).toEqual([]);
    const [row] = await system.database.query<{ id: string }>(
      'select id from talent.applications where user_id = $1',
      [talent.userId],
    );
    const company = await visits.as(owner, `/employer/applications/${row?.id}`);
    const answers = company.page.getByRole('region', { name: /^Answers of/ });
    await answers.getByText('It is near.').waitFor();
    await fits320(company.page);
  });

  test('G8: that change while a form is open are shown, and what was answered to the others stays', async () => {
    const id = await makePost([LICENCE, START, REASON]);
    const talent = await makePerson(system.database, { talent: 'active' });
    const { page, errors } = await visits.as(talent, `/talent/apply/${id}`);
    await page.getByLabel('Message to the company').fill('A long letter.');
    await page.getByLabel(LICENCE.text).selectOption('No');
    await page.getByLabel(REASON.text).fill('It is near.');
    const added = { text: 'Can you swim?', kind: 'yes_no', is_required: false };
    await ask(id, [REASON, added, LICENCE]);
    await button(page, 'Send application').click();
    await page.getByRole('alert').getByText('The questions of this job post have changed').waitFor();
    await page.getByLabel(added.text).selectOption('Yes');
    expect(await page.getByLabel(START.text).count()).toBe(0);
    expect(await page.getByLabel(REASON.text).inputValue()).toBe('It is near.');
    expect(await page.getByLabel(LICENCE.text).inputValue()).toBe('no');
    expect(await page.getByLabel('Message to the company').inputValue()).toBe('A long letter.');
    await button(page, 'Send application').click();
    await heading(page, 'Applications');
    const [row] = await system.database.query<{ answers: { answer: string }[] }>(
      'select answers from talent.applications where user_id = $1',
      [talent.userId],
    );
    expect(row?.answers.map(({ answer }) => answer)).toEqual(['It is near.', 'yes', 'no']);
    expect(errors).toEqual([]);
  });

  test('G8: an answer to a question that was reworded, removed or is answered in another way stays in view', async () => {
    const id = await makePost([REASON, START, { ...LICENCE, kind: 'long_text' }]);
    const talent = await makePerson(system.database, { talent: 'active' });
    const { page, errors } = await visits.as(talent, `/talent/apply/${id}`);
    await page.getByLabel('Message to the company').fill('A letter.');
    await page.getByLabel(REASON.text).fill('It is near.\nAnd old.');
    await page.getByLabel(START.text).fill('In May.');
    await page.getByLabel(LICENCE.text).fill('Since 2010.');
    const reworded = { ...REASON, text: 'Why this lock?' };
    await ask(id, [reworded, { ...START, kind: 'long_text' }, LICENCE]);
    await button(page, 'Send application').click();
    await page.getByRole('alert').getByText('The questions of this job post have changed').waitFor();
    const former = page.getByRole('region', { name: 'Your answers to former questions' });
    for (const text of [REASON.text, 'It is near.', LICENCE.text, 'Since 2010.'])
      await former.getByText(text).waitFor();
    expect(await former.getByText('In May.').count()).toBe(0);
    expect(await page.getByLabel(START.text).inputValue()).toBe('In May.');
    await fits320(page);
    await ask(id, [reworded, START]);
    await page.getByLabel(LICENCE.text).selectOption('Yes');
    await page.getByLabel(reworded.text).fill('It is near.');
    await button(page, 'Send application').click();
    await page.getByLabel(LICENCE.text).waitFor({ state: 'detached' });
    await former.getByText('And old.').waitFor();
    await button(page, 'Send application').click();
    await page.getByText('Application sent.').waitFor();
    expect(errors).toEqual([]);
  });
});

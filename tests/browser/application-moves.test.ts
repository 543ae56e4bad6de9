/// <reference lib="dom" />
import { makePerson, type TestPerson, type TestSystem } from '@gatehouse/testkit';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeViolations } from '#support/axe.ts';
import { reloadData } from '#support/reload-data.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });

/** A company with new applications. The list begins with the last one. */
async function makeCompany(names: readonly string[] = ['Cy', 'Bea', 'Ada']) {
  const owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  const rows = await system.database.query<{ id: string }>(
    `with post as (insert into employer.job_posts (company_id, title, kind, state, published_at)
                   values ($1, 'Keeper of the sluice', 'full_time', 'published', now()) returning id),
          people as (insert into identity.users (email, name, email_verified_at)
                     select translate(gen_random_uuid()::text, 'abcdef', 'uvwxyz') || '@moves.test', n, now() from unnest($2::text[]) n returning id, name)
     insert into talent.applications (job_post_id, company_id, user_id, message)
     select post.id, $1, p.id, 'Hello.' from post, unnest($2::text[]) with ordinality n (name, place)
       join people p on p.name = n.name order by n.place
     returning id`,
    [owner.companyId, names],
  );
  return { owner, ids: rows.map(({ id }) => id) };
}

async function openList(person: TestPerson) {
  const visited = await visits.as(person, '/employer/applications');
  await heading(visited.page, 'Applications');
  await box(visited.page, 'Ada').waitFor();
  return visited;
}

/** Moves the selected applications to a stage that sends an email. */
async function moveTo(page: Page, stage: string, confirm: string) {
  await page.getByLabel('Move to').selectOption({ label: stage });
  await button(page, 'Move').press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: confirm }).press('Enter');
}

const stagesOf = async (ids: readonly string[]) =>
  (
    await system.database.query<{ stage: string }>(
      'select stage from talent.applications where id = any ($1::uuid[]) order by id',
      [ids],
    )
  ).map(({ stage }) => stage);

test('several applications are selected by keyboard, moved by one request, and moved back', async () => {
  const { owner, ids } = await makeCompany();
  const { page, errors } = await openList(owner);
  for (const key of ['j', 'x', 'j', 'j', 'k', 'x']) await page.keyboard.press(key);
  expect(await box(page, 'Ada').isChecked()).toBe(true);
  expect(await box(page, 'Bea').isChecked()).toBe(true);
  expect(await box(page, 'Cy').isChecked()).toBe(false);
  await page.getByText('2 selected').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await moveTo(page, 'Interview', 'Invite to interview');
  await page.getByText('2 moved to Interview.').waitFor();
  // G10: the form has gone; the focus is on what it has done, and the next control is its undo.
  await page.locator('.notice:focus', { hasText: '2 moved to Interview.' }).waitFor();
  await page.keyboard.press('Tab');
  expect(await button(page, 'Undo all 2').evaluate((undo) => undo === document.activeElement)).toBe(true);
  expect(await stagesOf(ids)).toEqual(['submitted', 'interview', 'interview']);
  expect(await box(page, 'Ada').isChecked()).toBe(false);
  await button(page, 'Undo all 2').press('Enter');
  await page.getByText('2 moved to New.').waitFor();
  await page.locator('.notice:focus', { hasText: '2 moved to New.' }).waitFor();
  expect(await stagesOf(ids)).toEqual(['submitted', 'submitted', 'submitted']);
  expect(errors).toEqual([]);
});

test('G10: rows stay where they are when one is selected and when the selected ones are moved', async () => {
  const { owner } = await makeCompany();
  const { page, errors } = await openList(owner);
  const place = () =>
    page
      .getByRole('row')
      .last()
      .evaluate((row) => row.getBoundingClientRect().top);
  const before = await place();
  await box(page, 'Ada').check();
  await page.getByText('1 selected').waitFor();
  expect(await place()).toBe(before);
  await button(page, 'Move').click();
  await page.getByText('1 moved to In review.').waitFor();
  expect(await place()).toBe(before);
  expect(errors).toEqual([]);
});

test('G9: what another member has moved meanwhile stays there, is named, and the others are moved', async () => {
  const { owner, ids } = await makeCompany();
  const { page, errors } = await openList(owner);
  await box(page, 'Ada').check();
  await box(page, 'Cy').check();
  await system.database.query("update talent.applications set stage = 'offer' where id = $1", [ids[2]]);
  await page.getByLabel('Move to').selectOption({ label: 'Declined' });
  await button(page, 'Move').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Decline' }).click();
  await page.getByText('1 moved to Declined.').waitFor();
  await page.getByText('1 not moved: changed by another member meanwhile (Ada).').waitFor();
  expect(await stagesOf(ids)).toEqual(['rejected', 'submitted', 'offer']);
  expect(errors).toEqual([]);
});

test('U7 F9: several moves that send emails show the first one before, and each move of the last minute is undone', async () => {
  const { owner, ids } = await makeCompany();
  const { page, errors } = await openList(owner);
  const dialog = page.getByRole('alertdialog');
  await box(page, 'Ada').check();
  await box(page, 'Bea').check();
  await page.getByLabel('Move to').selectOption({ label: 'Declined' });
  await button(page, 'Move').click();
  await page.getByRole('heading', { name: 'Decline 2 applications?' }).waitFor();
  await dialog.getByText('Ada, Bea').waitFor();
  await dialog.getByRole('region', { name: 'Email' }).getByText('Keeper of the sluice').first().waitFor();
  await dialog.getByText('This is the email to Ada.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('2 selected').waitFor();
  expect(await stagesOf(ids)).toEqual(['submitted', 'submitted', 'submitted']);
  await button(page, 'Move').click();
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await page.getByText('2 moved to Declined.').waitFor();
  await page.locator('.notice:focus', { hasText: '2 moved to Declined.' }).waitFor();
  expect(await stagesOf(ids)).toEqual(['submitted', 'rejected', 'rejected']);

  await box(page, 'Cy').check();
  await moveTo(page, 'Interview', 'Invite to interview');
  await page.getByText('1 moved to Interview.').waitFor();
  await button(page, 'Undo all 2').click();
  await page.getByText('2 moved to New.').waitFor();
  expect(await stagesOf(ids)).toEqual(['interview', 'submitted', 'submitted']);
  await button(page, 'Undo it').click();
  await page.getByText('1 moved to New.').waitFor();
  expect(await stagesOf(ids)).toEqual(['submitted', 'submitted', 'submitted']);
  expect(errors).toEqual([]);
});

test('U7: several applicants get the same words, each with the own names, and the dialog says how many they are', async () => {
  const { owner, ids } = await makeCompany();
  await system.database.query(
    `insert into employer.message_templates (company_id, name, text, changed_by)
     values ($1, 'Kind words', 'Dear {applicant_name}', $2)`,
    [owner.companyId, owner.userId],
  );
  // Who has answered an offer is moved on the own page only.
  await system.database.query("update talent.applications set stage = 'offer' where id = $1", [ids[0]]);
  await system.database.query("update talent.applications set offer_answer = 'accepted' where id = $1", [
    ids[0],
  ]);
  const { page, errors } = await openList(owner);
  const dialog = page.getByRole('alertdialog');
  const words = dialog.getByLabel('Your message (optional)');
  for (const name of ['Ada', 'Bea', 'Cy']) await box(page, name).check();
  await page.getByLabel('Move to').selectOption({ label: 'Interview' });
  await button(page, 'Move').press('Enter');
  await page.getByRole('heading', { name: 'Invite 2 applicants to an interview?' }).waitFor();
  await dialog.getByText('Added to each of the 2 emails').waitFor();
  await dialog.getByRole('button', { name: 'Insert template' }).click();
  expect(await words.inputValue()).toBe('Dear {applicant_name}');
  await words.fill('Dear {applicant_name}, your {post}');
  await dialog.getByRole('button', { name: 'Invite to interview' }).click();
  await dialog
    .getByText(/Unknown: \{post\}/)
    .first()
    .waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await words.fill('Dear {applicant_name}, your {job_title}');
  await dialog
    .getByRole('region', { name: 'Email' })
    .getByText(/writes:\nDear Ada, your Keeper of the sluice\n\n/)
    .waitFor();
  await dialog.getByRole('button', { name: 'Invite to interview' }).click();
  await page.getByText('2 moved to Interview.').waitFor();
  await page.locator('.notice:focus', { hasText: '2 moved to Interview.' }).waitFor();
  await page.getByText('1 not moved: the offer is answered').waitFor();
  const kept = await system.database.query(
    'select message from talent.application_messages where application_id = any ($1::uuid[]) order by application_id',
    [ids],
  );
  expect(kept).toEqual([
    { message: 'Dear Bea, your Keeper of the sluice' },
    { message: 'Dear Ada, your Keeper of the sluice' },
  ]);
  await button(page, 'Undo all 2').press('Enter');
  await page.getByText('2 moved to New.').waitFor();
  expect(errors).toEqual([]);
});

test('U7 G8: a message that not all applicants got is kept, and the next such move begins with it', async () => {
  const { owner, ids } = await makeCompany();
  const { page, errors } = await openList(owner);
  const dialog = page.getByRole('alertdialog');
  const words = dialog.getByLabel('Your message (optional)');
  const ask = async (stage: string) => {
    await page.getByLabel('Move to').selectOption({ label: stage });
    await button(page, 'Move').press('Enter');
  };
  await box(page, 'Ada').check();
  await box(page, 'Bea').check();
  await ask('Declined');
  await words.fill('Thank you, {applicant_name}.');
  await system.database.query("update talent.applications set stage = 'offer' where id = $1", [ids[2]]);
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await page.getByText('1 not moved: changed by another member meanwhile (Ada).').waitFor();
  const kept = page.getByText('Your message was not sent to applicants who were not moved.');
  await kept.waitFor();
  await page.getByRole('row').filter({ hasText: 'Ada' }).getByText('Offer', { exact: true }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await box(page, 'Ada').check();
  // It was written for another stage.
  await ask('Interview');
  expect(await words.inputValue()).toBe('');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await ask('Declined');
  expect(await words.inputValue()).toBe('Thank you, {applicant_name}.');
  await dialog.getByRole('region', { name: 'Email' }).getByText('Thank you, Ada.').waitFor();
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await kept.waitFor({ state: 'detached' });
  const sent = await system.database.query(
    'select message from talent.application_messages where application_id = any ($1::uuid[]) order by application_id',
    [ids],
  );
  expect(sent).toEqual([{ message: 'Thank you, Bea.' }, { message: 'Thank you, Ada.' }]);
  expect(errors).toEqual([]);
});

test('U9 G8: the dialog of a move keeps its text when the list behind it becomes empty, and Back asks before it closes', async () => {
  const { owner, ids } = await makeCompany(['Bea', 'Ada']);
  const { page, errors } = await openList(owner);
  const dialog = page.getByRole('alertdialog');
  const words = dialog.getByLabel('Your message (optional)');
  await page
    .getByRole('navigation', { name: 'Applications by stage' })
    .getByRole('link', { name: 'New' })
    .click();
  await page.waitForURL(/stage=submitted/);
  await box(page, 'Bea').check();
  await moveTo(page, 'Interview', 'Invite to interview');
  await page.getByText('1 moved to Interview.').waitFor();
  await box(page, 'Bea').waitFor({ state: 'detached' });
  const read = Promise.withResolvers<void>();
  await page.route(/\/api\/employer\/applications\?/, async (route) => {
    await read.promise;
    await route.continue();
  });
  await button(page, 'Undo it').press('Enter');
  await page.getByText('1 moved to New.').waitFor();
  await box(page, 'Ada').check();
  await page.getByLabel('Move to').selectOption({ label: 'Interview' });
  await button(page, 'Move').press('Enter');
  await words.fill('At the pier.');
  await system.database.query("update talent.applications set stage = 'offer' where id = any ($1::uuid[])", [
    ids,
  ]);
  read.resolve();
  await page.locator('main h2', { hasText: 'No applications found' }).waitFor();
  expect(await words.inputValue()).toBe('At the pier.');
  await page.goBack();
  const leave = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await leave.getByRole('button', { name: 'Stay on this page' }).click();
  await leave.waitFor({ state: 'detached' });
  await page.waitForURL(/stage=submitted/);
  expect(await words.inputValue()).toBe('At the pier.');
  await dialog.getByRole('button', { name: 'Invite to interview' }).click();
  await page.getByText('1 not moved: changed by another member meanwhile (Ada).').waitFor();
  await page.getByText('The next move to Interview begins with it.').waitFor();
  expect(await stagesOf(ids)).toEqual(['offer', 'offer']);
  expect(errors).toEqual([]);
});

test('moves without a message have none, as the API of the release before knows none', async () => {
  const { owner, ids } = await makeCompany();
  const { page, errors } = await openList(owner);
  const sent = () =>
    page.waitForRequest((request) => request.url().endsWith('/api/employer/application_moves'));
  const items = [{ id: ids[2], etag: expect.any(String) }];
  await box(page, 'Ada').check();
  const [instant] = await Promise.all([sent(), button(page, 'Move').click()]);
  expect(instant.postDataJSON()).toEqual({ stage: 'in_review', items });
  await page.getByText('1 moved to In review.').waitFor();
  await page.getByRole('row').filter({ hasText: 'Ada' }).getByText('In review', { exact: true }).waitFor();
  await box(page, 'Ada').check();
  const [confirmed] = await Promise.all([sent(), moveTo(page, 'Interview', 'Invite to interview')]);
  expect(confirmed.postDataJSON()).toEqual({ stage: 'interview', items });
  await page.getByText('1 moved to Interview.').waitFor();
  expect(errors).toEqual([]);
});

test('U7 F9: the undo of a move stays when the moved ones were the whole list, and in a list with other filters', async () => {
  const { owner, ids } = await makeCompany();
  const { page, errors } = await openList(owner);
  await page
    .getByRole('navigation', { name: 'Applications by stage' })
    .getByRole('link', { name: 'New' })
    .click();
  await page.waitForURL(/stage=submitted/);
  for (const name of ['Ada', 'Bea', 'Cy']) await box(page, name).check();
  await moveTo(page, 'Interview', 'Invite to interview');
  await page.getByRole('heading', { name: 'No applications found' }).waitFor();
  await page.getByText('3 moved to Interview.').waitFor();
  // G10: the form and the list have gone; the focus is on what became of them.
  await page.locator('.notice:focus', { hasText: '3 moved to Interview.' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await button(page, 'Undo all 3').press('Enter');
  await page.getByText('3 moved to New.').waitFor();
  await box(page, 'Ada').waitFor();
  expect(await stagesOf(ids)).toEqual(['submitted', 'submitted', 'submitted']);

  await box(page, 'Ada').check();
  await moveTo(page, 'Interview', 'Invite to interview');
  await page.getByText('1 moved to Interview.').waitFor();
  await box(page, 'Bea').check();
  await page.getByLabel('Sort by').selectOption('Oldest');
  await page.waitForURL(/order=oldest/);
  await waitFor(async () => ((await box(page, 'Bea').isChecked()) ? undefined : true));
  await button(page, 'Undo it').click();
  await page.getByText('1 moved to New.').waitFor();
  await box(page, 'Ada').waitFor();
  expect(await stagesOf(ids)).toEqual(['submitted', 'submitted', 'submitted']);
  expect(errors).toEqual([]);
});

test('a row that leaves the list is not selected when it comes back', async () => {
  const { owner, ids } = await makeCompany();
  const { page, errors } = await visits.as(owner, '/employer/applications?stage=submitted');
  await box(page, 'Ada').waitFor();
  await page.keyboard.press('a');
  await page.getByText('3 selected').waitFor();
  for (const [stage, selected] of [
    ['in_review', 2],
    ['submitted', 2],
  ] as const) {
    await system.database.query('update talent.applications set stage = $2 where id = $1', [ids[0], stage]);
    await reloadData(page);
    await page.getByRole('checkbox', { name: `Select all ${stage === 'submitted' ? 3 : 2} shown` }).waitFor();
    await page.getByText(`${selected} selected`).waitFor();
  }
  expect(errors).toEqual([]);
});

test('G8: all rows are selected by one checkbox and by one key, and it shows when some are', async () => {
  const { owner } = await makeCompany();
  const { page, errors } = await openList(owner);
  const all = page.getByRole('checkbox', { name: 'Select all 3 shown' });
  const isIndeterminate = () => all.evaluate((input: HTMLInputElement) => input.indeterminate);
  await all.check();
  await page.getByText('3 selected').waitFor();
  for (const name of ['Ada', 'Bea', 'Cy']) expect(await box(page, name).isChecked()).toBe(true);
  expect(await isIndeterminate()).toBe(false);
  await box(page, 'Bea').uncheck();
  await page.getByText('2 selected').waitFor();
  expect(await all.isChecked()).toBe(false);
  expect(await isIndeterminate()).toBe(true);
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('a');
  await page.getByText('3 selected').waitFor();
  expect(await all.isChecked()).toBe(true);
  await page.keyboard.press('a');
  await page.getByText('3 selected').waitFor({ state: 'detached' });
  expect(await all.isChecked()).toBe(false);
  expect(await isIndeterminate()).toBe(false);
  expect(errors).toEqual([]);
});

test('G8: of more applications than one move takes, the first 50 are selected, which the list says', async () => {
  const names = Array.from({ length: 52 }, (_, index) => `Ada ${index + 1}`);
  const { owner, ids } = await makeCompany(names.with(51, 'Ada'));
  const { page, errors } = await openList(owner);
  await page.getByRole('checkbox', { name: 'Select all 50 shown' }).waitFor();
  await page.getByText('One move takes at most 50 applications.').waitFor();
  await button(page, 'Load more').click();
  const all = page.getByRole('checkbox', { name: 'Select the first 50 of 52 shown' });
  // One that is not among them is not moved with them.
  await box(page, 'Ada 1').check();
  await page.getByText('1 selected').waitFor();
  await all.check();
  await page.getByText('50 selected, the limit').waitFor();
  expect(await box(page, 'Ada 3').isChecked()).toBe(true);
  for (const name of ['Ada 1', 'Ada 2']) expect(await box(page, name).isDisabled()).toBe(true);
  expect(await axeViolations(page)).toEqual([]);
  await button(page, 'Move').click();
  await page.getByText('50 moved to In review.').waitFor();
  const stages = await stagesOf(ids);
  expect(stages.slice(0, 2)).toEqual(['submitted', 'submitted']);
  expect(stages.filter((stage) => stage === 'in_review')).toHaveLength(50);
  expect(errors).toEqual([]);
});

test('the keys are listed by “?”, do nothing while typing, and can be turned off', async () => {
  const { owner } = await makeCompany();
  const { page, errors } = await openList(owner);
  await page.getByLabel('Name, email, skill or job title').focus();
  await page.keyboard.type('jxa?');
  expect(await page.getByLabel('Name, email, skill or job title').inputValue()).toBe('jxa?');
  expect(await page.getByText(/\d selected/).count()).toBe(0);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.getByText('Select the row').waitFor();
  await dialog.getByText('Select all rows').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByLabel('Keyboard shortcuts').uncheck();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await waitFor(async () => ((await dialog.count()) === 0 ? true : undefined));
  await page.getByRole('link', { name: 'Ada' }).focus();
  await page.keyboard.press('x');
  expect(await box(page, 'Ada').isChecked()).toBe(false);
  await button(page, 'Keyboard shortcuts').click();
  await dialog.getByLabel('Keyboard shortcuts').check();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await waitFor(async () => ((await dialog.count()) === 0 ? true : undefined));
  await page.getByRole('link', { name: 'Ada' }).focus();
  await page.keyboard.press('x');
  expect(await box(page, 'Ada').isChecked()).toBe(true);
  expect(errors).toEqual([]);
});

import {
  makeApplication,
  makeColleague,
  makePerson,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeViolations } from '#support/axe.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const dialogOf = (page: Page) => page.getByRole('alertdialog');
const notes = (page: Page) => page.getByRole('list', { name: 'Notes' }).getByRole('listitem');

/** A company with two owners and an application. */
async function makeCompany() {
  const owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  const member = await makeColleague(system.database, owner, 'member');
  const talent = await makePerson(system.database, { talent: 'active' });
  for (const [{ userId }, name] of [
    [owner, 'Olga Owner'],
    [member, 'Mika Member'],
    [talent, 'Tea Talent'],
  ] as const) {
    await system.database.query('update identity.users set name = $2 where id = $1', [userId, name]);
  }
  const id = await makeApplication(system.database, {
    companyId: owner.companyId,
    userId: talent.userId,
    title: 'Keeper of the sluice',
  });
  return { owner, member, talent, id };
}

async function open(person: TestPerson, id: string) {
  const visited = await visits.as(person, `/employer/applications/${id}`);
  await heading(visited.page, 'Tea Talent');
  return visited;
}

async function addNote(page: Page, text: string) {
  await page.getByLabel('New note').fill(text);
  await button(page, 'Add note').click();
  await notes(page).filter({ hasText: text }).waitFor();
}

describe('notes', () => {
  test('are added, changed and deleted by their author, also with the keyboard', async () => {
    const { member, id } = await makeCompany();
    const { page, errors } = await open(member, id);
    await page.getByText('No notes yet.').waitFor();
    await page.getByLabel('New note').focus();
    await page.keyboard.type('Knows sluices.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Note added.').waitFor();
    expect(await page.getByLabel('New note').inputValue()).toBe('');
    await notes(page)
      .getByText(/^Mika Member, \d+/)
      .waitFor();
    await page.getByRole('region', { name: 'History' }).getByText('Mika Member added a note.').waitFor();
    expect(await axeViolations(page)).toEqual([]);

    await button(page, 'Edit note by Mika Member').click();
    const dialog = dialogOf(page);
    await dialog.getByLabel('Note').fill('Knows sluices and gates.');
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await notes(page).getByText('Knows sluices and gates.').waitFor();
    await notes(page)
      .getByText(/, edited$/)
      .waitFor();

    await button(page, /^Delete note by Mika Member, /).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No notes yet.').waitFor();
    expect(await page.getByText('Note added.').count()).toBe(0);
    expect(errors).toEqual([]);
  });

  test('of others are deleted by owners and changed by their author only', async () => {
    const { owner, member, id } = await makeCompany();
    const first = await open(member, id);
    await addNote(first.page, 'By the member.');
    const second = await open(owner, id);
    await notes(second.page).getByText('By the member.').waitFor();
    expect(await button(second.page, /^Edit note/).count()).toBe(0);
    await addNote(second.page, 'By the owner.');
    await first.page.reload();
    await notes(first.page).getByText('By the owner.').waitFor();
    expect(await button(first.page, /^Delete note by Olga Owner/).count()).toBe(0);
    await button(second.page, /^Delete note by Mika Member, /).click();
    await dialogOf(second.page).getByRole('button', { name: 'Delete' }).click();
    await notes(second.page).getByText('By the member.').waitFor({ state: 'detached' });
    expect([...first.errors, ...second.errors]).toEqual([]);
  });

  test('G8: text that is not saved is asked about, and stays after a refusal', async () => {
    const { member, id } = await makeCompany();
    const { page } = await open(member, id);
    await page.getByLabel('New note').fill('Half a thought');
    await page.getByRole('link', { name: 'Job posts' }).click();
    await button(page, 'Stay on this page').click();
    expect(await page.getByLabel('New note').inputValue()).toBe('Half a thought');
    await system.database.query('update talent.applications set withdrawn_at = now() where id = $1', [id]);
    await button(page, 'Add note').click();
    await page.getByRole('alert').getByText('The applicant withdrew this application').waitFor();
    await heading(page, 'Withdrawn application');
  });

  test('G9: a note that its author has changed in another tab shows both versions', async () => {
    const { member, id } = await makeCompany();
    const { page } = await open(member, id);
    await addNote(page, 'First.');
    await button(page, 'Edit note by Mika Member').click();
    const dialog = dialogOf(page);
    await dialog.getByLabel('Note').fill('Mine.');
    await system.database.query(
      "update employer.application_notes set text = 'Elsewhere.', edited_at = now() where application_id = $1",
      [id],
    );
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText('This has changed since you opened it').waitFor();
    await dialog.getByRole('radio', { name: /Current version/ }).check();
    expect(await dialog.getByLabel('Note').inputValue()).toBe('Elsewhere.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await notes(page).getByText('Elsewhere.').waitFor();
  });

  test.each(['Edit', 'Delete'])(
    'U17 G8: “%s” of a note that a colleague has deleted meanwhile says so, and the page shows it',
    async (label) => {
      const { member, id } = await makeCompany();
      const { page } = await open(member, id);
      await addNote(page, 'Gone soon.');
      await button(page, `${label} note by Mika Member`).click();
      const dialog = dialogOf(page);
      await dialog.waitFor();
      await system.database.query('delete from employer.application_notes where application_id = $1', [id]);
      if (label === 'Edit') await dialog.getByLabel('Note').fill('Typed meanwhile.');
      await dialog.getByRole('button', { name: label === 'Edit' ? 'Save' : label }).click();
      await page.getByText('This note no longer exists.').first().waitFor();
      await page.getByText('No notes yet.').waitFor();
      await dialog.waitFor({ state: 'detached' });
      // G8: what was typed into the note stays.
      expect(await page.getByLabel('New note').inputValue()).toBe(label === 'Edit' ? 'Typed meanwhile.' : '');
      expect(await axeViolations(page)).toEqual([]);
    },
  );

  test.each(['Edit', 'Delete'])(
    'U17: “%s” of a note after a withdrawal meanwhile says that the applicant withdrew the application',
    async (label) => {
      const { member, talent, id } = await makeCompany();
      const { page } = await open(member, id);
      await addNote(page, 'Gone soon.');
      await button(page, `${label} note by Mika Member`).click();
      const dialog = dialogOf(page);
      await dialog.waitFor();
      const { status } = await system.publicHost.request(`/api/talent/applications/${id}`, {
        method: 'DELETE',
        headers: { cookie: talent.cookie, 'X-CSRF-Guard': '1' },
      });
      expect(status).toBe(204);
      await dialog.getByRole('button', { name: label === 'Edit' ? 'Save' : label }).click();
      await page.getByRole('alert').getByText('The applicant withdrew this application').waitFor();
      await heading(page, 'Withdrawn application');
      await dialog.waitFor({ state: 'detached' });
    },
  );
});

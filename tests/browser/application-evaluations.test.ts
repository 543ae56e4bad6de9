import {
  makeApplication,
  makeColleague,
  makeJobPost,
  makePerson,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeViolations } from '#support/axe.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const ratings = (page: Page) => page.getByRole('region', { name: 'Ratings' });
const assignment = (page: Page) => page.getByRole('region', { name: 'Assigned to' });

/** A company with two members and two applications. */
async function makeCompany() {
  const owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  const member = await makeColleague(system.database, owner, 'member');
  const [tea, ben] = [
    await makePerson(system.database, { talent: 'active' }),
    await makePerson(system.database, { talent: 'active' }),
  ];
  for (const [{ userId }, name] of [
    [owner, 'Olga Owner'],
    [member, 'Mika Member'],
    [tea, 'Tea Talent'],
    [ben, 'Ben Talent'],
  ] as const) {
    await system.database.query('update identity.users set name = $2 where id = $1', [userId, name]);
  }
  const { companyId } = owner;
  const jobPostId = await makeJobPost(system.database, { companyId, title: 'Keeper of the sluice' });
  const id = await makeApplication(system.database, { companyId, userId: tea.userId, jobPostId });
  await makeApplication(system.database, { companyId, userId: ben.userId, jobPostId });
  return { owner, member, id };
}

async function open(person: TestPerson, path: string, title: string) {
  const visited = await visits.as(person, path);
  await heading(visited.page, title);
  return visited;
}

test('two members rate an application, by keyboard, too, and see each other’s rating and the average', async () => {
  const { owner, member, id } = await makeCompany();
  const first = await open(member, `/employer/applications/${id}`, 'Tea Talent');
  await ratings(first.page).getByText('No ratings yet.').waitFor();
  await button(first.page, 'Strong yes').focus();
  await first.page.keyboard.press('Enter');
  await ratings(first.page).getByRole('listitem').getByText('Strong yes').waitFor();
  expect(await button(first.page, 'Strong yes').getAttribute('aria-pressed')).toBe('true');

  const second = await open(owner, `/employer/applications/${id}`, 'Tea Talent');
  await ratings(second.page).getByText('Mika Member').waitFor();
  await ratings(second.page).getByRole('button', { name: 'No', exact: true }).click();
  await ratings(second.page).getByText('3.0 of 4, from 2 ratings').waitFor();
  await ratings(second.page).getByText('Olga Owner (you)').waitFor();
  expect(await axeViolations(second.page)).toEqual([]);
  await button(second.page, 'Remove your rating').click();
  await ratings(second.page).getByText('4.0 of 4, from 1 rating').waitFor();
  await second.page.goto(visits.publicUrl('/employer/applications?order=rating'));
  await second.page.getByRole('row').nth(1).getByText('Tea Talent').waitFor();
  await second.page.getByRole('cell', { name: '4.0 (1)' }).waitFor();
  expect([first.errors, second.errors]).toEqual([[], []]);
});

test('an owner assigns an application; the member is notified and finds it under “Me”', async () => {
  const { owner, member, id } = await makeCompany();
  const { page, errors } = await open(owner, `/employer/applications/${id}`, 'Tea Talent');
  await assignment(page).getByLabel('Member').selectOption({ label: 'Mika Member' });
  await button(page, 'Assign').click();
  await assignment(page).getByText('Saved.').waitFor();

  const assigned = await open(member, '/account/notifications', 'Notifications');
  await assigned.page.getByText('An application for Keeper of the sluice was assigned to you').click();
  await heading(assigned.page, 'Tea Talent');
  await assigned.page.goto(visits.publicUrl('/employer/applications'));
  await heading(assigned.page, 'Applications');
  await assigned.page.getByLabel('Assigned to').selectOption({ label: 'Me' });
  await assigned.page.waitForURL(/assignee=me/);
  await assigned.page.getByRole('cell', { name: 'You' }).waitFor();
  expect(await assigned.page.getByRole('row').count()).toBe(2);
  expect(await axeViolations(assigned.page)).toEqual([]);

  // G9: the owner's page is older than the member's change.
  await assigned.page.goto(visits.publicUrl(`/employer/applications/${id}`));
  await assignment(assigned.page).getByLabel('Member').selectOption({ label: 'Olga Owner' });
  await button(assigned.page, 'Assign').click();
  await assignment(assigned.page).getByText('Saved.').waitFor();
  await assignment(page).getByLabel('Member').selectOption({ label: 'No member' });
  await button(page, 'Assign').click();
  await page.getByText('This has changed since you opened it').waitFor();
  expect(assigned.errors).toEqual([]);
  expect(errors.filter((error) => !error.includes('412'))).toEqual([]);
});

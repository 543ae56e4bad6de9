import { makeApplication, makePerson, type TestPerson, type TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeViolations } from '#support/axe.ts';
import { requireDemoCompany } from '#support/demo-company.ts';
import { passStageDelay } from '#support/stage-delay.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const dialogOf = (page: Page) => page.getByRole('alertdialog');
/** Of a change that can no longer be undone. */
async function setStage(id: string, stage: string): Promise<void> {
  await system.database.query('update talent.applications set stage = $2 where id = $1', [id, stage]);
  await passStageDelay(system.database, id);
}

/** A talent with an offer of the demo owner's company, on the page of the own applications. */
async function offered(name: string, title: string) {
  const person = await makePerson(system.database, { talent: 'active' });
  const { userId } = person;
  await system.database.query('update identity.users set name = $2 where id = $1', [userId, name]);
  const companyId = await requireDemoCompany(system.database);
  const id = await makeApplication(system.database, { companyId, userId, title, stage: 'offer' });
  return { id, ...(await open(person)) };
}

async function open(person: TestPerson) {
  const visited = await visits.as(person, '/talent/applications');
  await heading(visited.page, 'Applications');
  return visited;
}

describe('an offer', () => {
  test('is accepted in a dialog with a message, and the company reads both', async () => {
    const { page, errors, id } = await offered('Oda Offered', 'Keeper of the sluice');
    const row = page.getByRole('row', { name: /Keeper of the sluice/ });
    await row.getByText('Offer', { exact: true }).waitFor();
    await button(page, 'Accept offer of Harbour & Pine').click();
    const dialog = dialogOf(page);
    await dialog.getByText('Accept the offer for Keeper of the sluice?').waitFor();
    await dialog.getByLabel('Your message (optional)').fill('See you on Monday.');
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Accept offer' }).click();
    await row.getByText('Offer accepted', { exact: true }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await row.getByRole('button').count()).toBe(0);
    expect(errors).toEqual([]);

    const owner = await visits.signedIn('owner@demo.test', `/employer/applications/${id}`);
    await owner.page.getByRole('heading', { name: 'Stage Offer accepted' }).waitFor();
    await owner.page.getByText('Oda Offered has accepted your offer.').waitFor();
    const history = owner.page.getByRole('region', { name: 'History' });
    await history.getByText('Oda Offered accepted the offer.').waitFor();
    await history.getByText('See you on Monday.').waitFor();
    expect(await axeViolations(owner.page)).toEqual([]);
    await owner.page.goto(visits.publicUrl('/employer/applications?query=Oda'));
    await owner.page
      .getByRole('row', { name: /Oda Offered/ })
      .getByText('Offer accepted')
      .waitFor();
    expect(owner.errors).toEqual([]);
  });

  test('is declined with the keyboard, and the application can still be withdrawn', async () => {
    const { page, errors } = await offered('Dag Declines', 'Keeper of the quay');
    await button(page, 'Decline offer of Harbour & Pine').focus();
    await page.keyboard.press('Enter');
    const dialog = dialogOf(page);
    const message = dialog.getByLabel('Your message (optional)');
    await message.waitFor();
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type('Not this time.');
    expect(await message.inputValue()).toBe('Not this time.');
    await page.keyboard.press('Control+Enter');
    const row = page.getByRole('row', { name: /Keeper of the quay/ });
    await row.getByText('Offer declined', { exact: true }).waitFor();
    await row.getByRole('link', { name: 'Keeper of the quay' }).click();
    await button(page, 'Withdraw Keeper of the quay').waitFor();
    expect(errors).toEqual([]);
  });

  test('G9: that the company has ended meanwhile shows what has changed, keeps the text, and accepts nothing', async () => {
    const { page, errors, id } = await offered('Eva Ended', 'Keeper of the mole');
    await button(page, 'Accept offer of Harbour & Pine').click();
    const dialog = dialogOf(page);
    await dialog.getByLabel('Your message (optional)').fill('Gladly!');
    await setStage(id, 'interview');
    await dialog.getByRole('button', { name: 'Accept offer' }).click();
    await dialog.getByRole('alert').getByText('This has changed since you opened it').waitFor();
    await dialog.getByText('Current version by Harbour & Pine').waitFor();
    await dialog.getByText('Interview', { exact: true }).waitFor();
    expect(await dialog.getByLabel('Your message (optional)').inputValue()).toBe('Gladly!');
    await dialog.getByRole('button', { name: 'Accept offer' }).click();
    await dialog.getByRole('alert').getByText('This offer is no longer open').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await button(page, 'Close without saving').click();
    await page
      .getByRole('row', { name: /Keeper of the mole/ })
      .getByText('Interview')
      .waitFor();
    expect(await button(page, 'Accept offer of Harbour & Pine').count()).toBe(0);
    expect(errors).toEqual([]);
  });
});

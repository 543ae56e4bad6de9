import type { ApplicationStage } from '@gatehouse/contract';
import { makeApplication, type TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { requireDemoCompany } from '#support/demo-company.ts';
import { createKeyboard } from '#support/keyboard.ts';
import { passStageDelay } from '#support/stage-delay.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

const TALENT = 'talent@demo.test';

/** Signs in by keyboard, and waits for the page that the address leads to. */
async function signedIn(email: string, path: string, title: string) {
  const { page, errors } = await visits.visit();
  const keyboard = createKeyboard(page);
  await page.goto(visits.publicUrl(`/login?return_to=${path}`));
  await heading(page, 'Sign in');
  await keyboard.type(page.getByLabel('Email address'), email);
  await keyboard.type(page.getByLabel('Password', { exact: true }), 'gatehouse-demo-1');
  await page.keyboard.press('Enter');
  await keyboard.arrivesAt(title);
  return { page, errors, keyboard };
}

/** An application of the demo's talent with the demo's company. */
async function addApplication(title: string, stage: ApplicationStage): Promise<string> {
  const [talent] = await system.database.query<{ id: string }>(
    'select id from identity.users where email = $1',
    [TALENT],
  );
  const companyId = await requireDemoCompany(system.database);
  const id = await makeApplication(system.database, { companyId, userId: talent?.id ?? '', title, stage });
  await passStageDelay(system.database, id);
  return id;
}

/** As if the time in which a message can be undone were over. */
async function deliver(applicationId: string): Promise<void> {
  await system.database.query(
    `update talent.messages set sent_at = sent_at - interval '65 seconds', delivered_at = delivered_at - interval '65 seconds'
      where application_id = $1`,
    [applicationId],
  );
  await passStageDelay(system.database, applicationId);
}

describe('by keyboard alone', () => {
  test('G10: an owner duplicates a job post, changes the copy and publishes it', async () => {
    await addApplication('Keeper of the sluice', 'submitted');
    const { page, errors, keyboard } = await signedIn('owner@demo.test', '/employer/jobs', 'Job posts');
    await keyboard.press(page.getByRole('row').getByRole('link', { name: 'Keeper of the sluice' }));
    await keyboard.arrivesAt('Keeper of the sluice');
    await keyboard.press(page.getByRole('button', { name: 'Duplicate Keeper of the sluice' }));
    await page.waitForURL(/\/edit$/);
    await keyboard.hasPlace();
    const title = page.getByLabel('Title');
    await keyboard.goTo(title);
    await page.keyboard.press('End');
    await page.keyboard.type(', nights');
    expect(await title.inputValue()).toBe('Keeper of the sluice, nights');
    await keyboard.type(page.getByLabel('Location'), 'Remote');
    await keyboard.type(page.getByLabel('Description'), 'Water, and who may pass it. '.repeat(5));
    await keyboard.press(page.getByRole('button', { name: 'Save', exact: true }).first());
    await keyboard.hears('Saved.');
    await keyboard.hasPlace();
    await keyboard.press(page.getByRole('link', { name: 'Job post', exact: true }));
    await keyboard.arrivesAt('Keeper of the sluice, nights');
    await keyboard.press(page.getByRole('button', { name: 'Publish Keeper of the sluice, nights' }));
    await keyboard.hears('“Keeper of the sluice, nights” is published.');
    await keyboard.hasPlace();
    expect(errors).toEqual([]);
  });

  test('G10: an applicant accepts an offer with a message', async () => {
    await addApplication('Keeper of the quay', 'offer');
    const { page, errors, keyboard } = await signedIn(TALENT, '/talent/applications', 'Applications');
    const row = page.getByRole('row', { name: /Keeper of the quay/ });
    const dialog = await keyboard.open(row.getByRole('button', { name: 'Accept offer of Harbour & Pine' }));
    await keyboard.type(dialog.getByLabel('Your message (optional)'), 'See you on Monday.');
    await keyboard.press(dialog.getByRole('button', { name: 'Accept offer' }));
    await keyboard.hears('Offer accepted.');
    await keyboard.hasPlace();
    expect(errors).toEqual([]);
  });

  test('G10: an owner writes to an applicant and proposes an interview, and the applicant answers and accepts', async () => {
    const id = await addApplication('Keeper of the mole', 'in_review');
    const company = await signedIn('owner@demo.test', '/employer/applications', 'Applications');
    const messages = (page: Page) => page.getByRole('list', { name: 'Messages' }).getByRole('listitem');
    const interviews = (page: Page) => page.getByRole('region', { name: 'Interviews' });
    await company.keyboard.type(company.page.getByLabel('Name, email, skill or job title'), 'mole');
    await company.page.keyboard.press('Enter');
    // The row is in the whole list, too, which the answer replaces.
    await company.page.waitForURL(/query=mole/);
    const row = company.page.getByRole('row', { name: /Keeper of the mole/ });
    await company.keyboard.press(row.getByRole('link', { name: 'Tilda Marsh' }));
    await company.keyboard.arrivesAt('Tilda Marsh');
    await company.keyboard.press(company.page.getByRole('link', { name: 'Messages and interviews' }));
    await company.keyboard.arrivesAt('Messages and interviews');
    const field = company.page.getByLabel('New message');
    const send = company.page.getByRole('button', { name: 'Send message' });
    await company.keyboard.type(field, 'Can you come tomorow?');
    await company.keyboard.press(send);
    await company.keyboard.hears('Sent.');
    await company.keyboard.press(company.page.getByRole('button', { name: 'Undo this message' }));
    await company.keyboard.hears('Message undone. Its text is in the field again.');
    await company.keyboard.isAt(field);
    await company.page.keyboard.press('End');
    for (let letter = 0; letter < 'row?'.length; letter += 1) await company.page.keyboard.press('Backspace');
    await company.page.keyboard.type('rrow?');
    await company.keyboard.press(send);
    await messages(company.page).filter({ hasText: 'Can you come tomorrow?' }).waitFor();
    await company.keyboard.isAt(send);
    await company.keyboard.hasPlace();
    const proposal = await company.keyboard.open(
      company.page.getByRole('button', { name: /^Propose times/ }),
    );
    const time = proposal.getByLabel('Time 1');
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const [year, month, day] = tomorrow.split('-');
    // The dialog moves the focus here with its next frame: a Tab at that moment would go on to the day.
    await company.keyboard.isAt(time);
    await company.page.keyboard.type(`${month}${day}${year}`);
    await company.page.keyboard.press('ArrowRight');
    await company.page.keyboard.type('1000AM');
    expect(await time.inputValue()).toBe(`${tomorrow}T10:00`);
    await company.keyboard.type(proposal.getByLabel('Place'), 'Pier 4');
    await company.keyboard.press(proposal.getByRole('button', { name: 'Send proposal' }));
    await company.keyboard.hears('Interview proposed.');
    await interviews(company.page).getByText('Proposed', { exact: true }).waitFor();
    await company.keyboard.hasPlace();
    await deliver(id);

    const { page, errors, keyboard } = await signedIn(TALENT, '/account/notifications', 'Notifications');
    await keyboard.press(
      page.getByRole('link', { name: /proposes times for an interview about Keeper of the mole/ }),
    );
    await messages(page).getByText('Can you come tomorrow?').waitFor();
    await keyboard.type(page.getByLabel('New message'), 'Gladly.');
    await keyboard.press(page.getByRole('button', { name: 'Send message' }));
    await messages(page).getByText('Gladly.').waitFor();
    await keyboard.hasPlace();
    const dialog = await keyboard.open(page.getByRole('button', { name: /^Accept a time/ }));
    await keyboard.type(dialog.getByLabel('Your message'), 'I will be there.');
    await keyboard.press(dialog.getByRole('button', { name: 'Accept' }));
    await keyboard.hears('Interview accepted.');
    await interviews(page).getByText('Accepted').waitFor();
    await keyboard.hasPlace();
    await company.page.goBack();
    await company.keyboard.isAt(company.page.getByRole('link', { name: 'Messages and interviews' }));
    const events = company.page.getByRole('region', { name: 'History' }).getByRole('listitem');
    const accepted = events.filter({ hasText: `Tilda Marsh accepted the interview. Time: ` });
    expect(await accepted.getByRole('time').first().getAttribute('datetime')).toMatch(`${tomorrow}T10:00`);
    await accepted.getByText('I will be there.').waitFor();
    expect([...company.errors, ...errors]).toEqual([]);
  });

  test('G10: a member moves an application on the board by arrow keys and by its menu, and undoes it', async () => {
    await addApplication('Keeper of the weir', 'submitted');
    const { page, errors, keyboard } = await signedIn(
      'member@demo.test',
      '/employer/applications',
      'Applications',
    );
    await keyboard.press(page.getByRole('link', { name: 'Board' }));
    await keyboard.arrivesAt('Board');
    await keyboard.type(page.getByLabel('Name, email, skill or job title'), 'weir');
    await page.keyboard.press('Enter');
    await keyboard.hears(/found\.$/);
    const move = page.getByRole('button', { name: 'Move Tilda Marsh' });
    await keyboard.goTo(move);
    await page.keyboard.press('ArrowRight');
    await keyboard.hears('Tilda Marsh is in In review now.');
    await keyboard.isAt(move);
    await page.keyboard.press('Enter');
    await keyboard.isAt(page.getByRole('menuitem').first());
    await page.keyboard.press('Escape');
    await keyboard.isAt(move);
    await page.keyboard.press('Enter');
    await keyboard.isAt(page.getByRole('menuitem').first());
    await page.keyboard.type('int');
    await keyboard.isAt(page.getByRole('menuitem', { name: 'Interview' }));
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog');
    await keyboard.press(question.getByRole('button', { name: 'Invite to interview' }));
    await keyboard.hears('Tilda Marsh is in Interview now.');
    await keyboard.isAt(move);
    await keyboard.press(page.getByRole('button', { name: /^Undo and go back to In review/ }));
    await keyboard.hears(/Interview now.*In review now/);
    await keyboard.isAt(move);
    await page.keyboard.press('ArrowRight');
    await keyboard.press(question.getByRole('button', { name: 'Invite to interview' }));
    await keyboard.hears(/Interview now.*In review now.*Interview now/);
    await keyboard.isAt(move);
    await page.keyboard.press('u');
    await keyboard.hears(/Interview now.*In review now.*Interview now.*In review now/);
    await keyboard.isAt(move);
    expect(errors).toEqual([]);
  });
});

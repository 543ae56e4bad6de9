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
import { giveSession } from '#support/chromium.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

const column = (page: Page, name: string) => page.getByRole('region', { name });
const cards = (page: Page, name: string) => column(page, name).getByRole('listitem');
const card = (page: Page, stage: string, name: string) =>
  cards(page, stage).filter({ has: page.getByRole('link', { name, exact: true }) });
const item = (page: Page, name: string) => page.getByRole('menuitem', { name });

/** A company with new applications, from the first one to the last one. */
async function makeCompany(names: readonly string[]) {
  const owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  const rows = await system.database.query<{ id: string }>(
    `with post as (insert into employer.job_posts (company_id, title, kind, state, published_at)
                   values ($1, 'Keeper of the sluice', 'full_time', 'published', now()) returning id),
          people as (insert into identity.users (email, name, email_verified_at)
                     select translate(gen_random_uuid()::text, 'abcdef', 'uvwxyz') || '@board.test', n, now() from unnest($2::text[]) n returning id, name)
     insert into talent.applications (job_post_id, company_id, user_id, message)
     select post.id, $1, p.id, 'Hello.' from post, unnest($2::text[]) with ordinality n (name, place)
       join people p on p.name = n.name order by n.place
     returning id`,
    [owner.companyId, names],
  );
  return { owner, ids: rows.map(({ id }) => id) };
}

async function openBoard(person: TestPerson) {
  const visited = await visits.as(person, '/employer/applications/board');
  await heading(visited.page, 'Board');
  await column(visited.page, 'New').waitFor();
  return visited;
}

/** The dialog before a move that sends an email. */
const question = (page: Page) => page.getByRole('alertdialog');
const decide = (page: Page, label: string) => question(page).getByRole('button', { name: label }).click();

const stageOf = async (id: string | undefined) => {
  const [row] = await system.database.query<{ stage: string }>(
    'select stage from talent.applications where id = $1',
    [id],
  );
  return row?.stage;
};
const untilStage = (id: string | undefined, stage: string) =>
  waitFor(async () => ((await stageOf(id)) === stage ? true : undefined));

test('a card is moved by its menu, by arrow keys and by dragging, and the last move is undone', async () => {
  const { owner, ids } = await makeCompany(['Ada', 'Bea']);
  const { page, errors } = await openBoard(owner);
  expect(await cards(page, 'New').count()).toBe(2);
  expect(await axeViolations(page)).toEqual([]);

  const moveAda = page.getByRole('button', { name: 'Move Ada' });
  await moveAda.focus();
  await page.keyboard.press('Enter');
  await item(page, 'In review').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await decide(page, 'Invite to interview');
  await card(page, 'Interview', 'Ada').waitFor();
  await untilStage(ids[0], 'interview');
  await page.getByText('Ada is in Interview now. An email is sent in one minute.').waitFor();
  await waitFor(async () =>
    (await moveAda.evaluate((button) => button === document.activeElement)) ? true : undefined,
  );

  await page.getByRole('button', { name: 'Undo and go back to New' }).click();
  await card(page, 'New', 'Ada').waitFor();
  await untilStage(ids[0], 'submitted');

  await moveAda.focus();
  await page.keyboard.press('ArrowRight');
  await card(page, 'In review', 'Ada').waitFor();
  await untilStage(ids[0], 'in_review');
  await page.keyboard.press('ArrowRight');
  await decide(page, 'Invite to interview');
  await untilStage(ids[0], 'interview');

  await card(page, 'New', 'Bea').dragTo(column(page, 'Declined'));
  await decide(page, 'Decline');
  await card(page, 'Declined', 'Bea').waitFor();
  await untilStage(ids[1], 'rejected');
  expect(await column(page, 'Declined').getByRole('heading').textContent()).toBe('Declined 1');
  expect(errors).toEqual([]);
});

test('G8: the keys of the board are listed by “?”, which does nothing while typing', async () => {
  const { owner, ids } = await makeCompany(['Ada']);
  const { page, errors } = await openBoard(owner);
  const search = page.getByLabel('Name, email, skill or job title');
  await search.focus();
  await page.keyboard.type('?');
  expect(await search.inputValue()).toBe('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(await dialog.count()).toBe(0);
  await search.fill('');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await dialog.getByText('On “Move” of a card: to a later stage').waitFor();
  await dialog.getByText('On “Move” of a card: to an earlier stage').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Move Ada' }).press('ArrowRight');
  await untilStage(ids[0], 'in_review');
  expect(errors).toEqual([]);
});

test('G10: on a slow processor no key is lost between the answer to a move and what the page shows of it', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `Ada ${index + 1}`);
  const { owner, ids } = await makeCompany(names);
  const { page, errors } = await openBoard(owner);
  const processor = await page.context().newCDPSession(page);
  await processor.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  const readAgain = () => page.waitForResponse((answer) => answer.url().includes('/application_board'));
  // The next key comes while the page takes in the answer to the one before, each time a little later.
  for (const [round, name] of names.entries()) {
    await page.getByRole('button', { name: `Move ${name}`, exact: true }).focus();
    await Promise.all([readAgain(), page.keyboard.press('ArrowRight')]);
    await page.waitForTimeout(round * 10);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: `Invite ${name} to an interview?` }).waitFor();
    await page.keyboard.press('Escape');
    await question(page).waitFor({ state: 'detached' });
    await untilStage(ids[round], 'in_review');
  }
  expect(await cards(page, 'In review').count()).toBe(12);
  expect(errors).toEqual([]);
});

test('G10: cards stay where they are when a move is confirmed, also while another one is dragged', async () => {
  const { owner, ids } = await makeCompany(['Ada', 'Bea']);
  const { page, errors } = await openBoard(owner);
  const place = () => column(page, 'New').evaluate((element) => element.getBoundingClientRect().top);
  const before = await place();
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/employer/applications/*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Move Ada' }).focus();
  await page.keyboard.press('ArrowRight');
  await card(page, 'In review', 'Ada').waitFor();
  await card(page, 'New', 'Bea').hover();
  await page.mouse.down();
  answer.resolve();
  await page.getByRole('main').getByText('Ada is in In review now.').waitFor();
  expect(await place()).toBe(before);
  await column(page, 'Declined').hover();
  await column(page, 'Declined').hover();
  await page.mouse.up();
  await decide(page, 'Decline');
  await card(page, 'Declined', 'Bea').waitFor();
  await untilStage(ids[1], 'rejected');
  expect(errors).toEqual([]);
});

test('a card is dropped anywhere below the heading of a column', async () => {
  const { owner, ids } = await makeCompany(['Ada', 'Bea']);
  const { page, errors } = await openBoard(owner);
  const { height } = (await column(page, 'New').boundingBox()) ?? { height: 0 };
  expect(height).toBeGreaterThan(200);
  const { width } = (await column(page, 'Offer').boundingBox()) ?? { width: 0 };
  await card(page, 'New', 'Ada').dragTo(column(page, 'Offer'), {
    targetPosition: { x: width / 2, y: height - 20 },
  });
  await decide(page, 'Make offer');
  await untilStage(ids[0], 'offer');
  expect(errors).toEqual([]);
});

test('U7: a move that sends an email shows it first, by key, menu and drag, and moves nothing until it is confirmed', async () => {
  const { owner, ids } = await makeCompany(['Ada', 'Bea']);
  await system.database.query("update talent.applications set stage = 'in_review' where id = $1", [ids[0]]);
  const { page, errors } = await openBoard(owner);
  const moveAda = page.getByRole('button', { name: 'Move Ada' });
  const isBack = () =>
    waitFor(async () =>
      (await moveAda.evaluate((button) => button === document.activeElement)) ? true : undefined,
    );
  await moveAda.focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('heading', { name: 'Invite Ada to an interview?' }).waitFor();
  await question(page)
    .getByRole('region', { name: 'Email' })
    .getByText('Keeper of the sluice')
    .first()
    .waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await question(page).waitFor({ state: 'detached' });
  // G10: the key that asked can be pressed again.
  await isBack();
  expect(await stageOf(ids[0])).toBe('in_review');
  await page.keyboard.press('ArrowRight');
  await decide(page, 'Invite to interview');
  await card(page, 'Interview', 'Ada').waitFor();
  await untilStage(ids[0], 'interview');
  await isBack();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('heading', { name: 'Make Ada an offer?' }).waitFor();
  await decide(page, 'Make offer');
  await card(page, 'Offer', 'Ada').waitFor();
  await untilStage(ids[0], 'offer');
  await isBack();

  await page.getByRole('button', { name: 'Move Bea' }).click();
  await item(page, 'Declined').click();
  await page.getByRole('heading', { name: 'Decline Bea’s application?' }).waitFor();
  await question(page).getByRole('region', { name: 'Email' }).waitFor();
  await decide(page, 'Cancel');
  await question(page).waitFor({ state: 'detached' });
  expect(await stageOf(ids[1])).toBe('submitted');
  await card(page, 'New', 'Bea').dragTo(column(page, 'Declined'));
  await decide(page, 'Decline');
  await untilStage(ids[1], 'rejected');
  expect(errors).toEqual([]);
});

test('U7: a move takes a message or a template, which the email shows with the names, and sends it', async () => {
  const { owner, ids } = await makeCompany(['Ada']);
  await system.database.query(
    `insert into employer.message_templates (company_id, name, text, changed_by)
     values ($1, 'Kind words', 'Dear {applicant_name},\n\n{job_title} is a fine post.', $2)`,
    [owner.companyId, owner.userId],
  );
  const { page, errors } = await openBoard(owner);
  const words = question(page).getByLabel('Your message (optional)');
  const email = question(page).getByRole('region', { name: 'Email' });
  await page.getByRole('button', { name: 'Move Ada' }).click();
  await item(page, 'Interview').click();
  await words.fill('At the pier.');
  await email.getByText(/would like to meet you.* writes:\nAt the pier\.\n\nYour application:/s).waitFor();
  // G8: a key does not discard what is typed.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await question(page).getByRole('button', { name: 'Insert template' }).click();
  expect(await words.inputValue()).toBe('At the pier.\n\nDear Ada,\n\nKeeper of the sluice is a fine post.');
  await email.getByText(/At the pier\.\nDear Ada,\nKeeper of the sluice is a fine post\.\n\n/).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await decide(page, 'Invite to interview');
  await page.getByRole('listitem').getByText('Ada is in Interview now.').waitFor();
  const [kept] = await system.database.query<{ message: string }>(
    'select message from talent.application_messages where application_id = $1',
    [ids[0]],
  );
  expect(kept?.message).toBe('At the pier.\n\nDear Ada,\n\nKeeper of the sluice is a fine post.');
  await page.getByRole('button', { name: 'Undo and go back to New: Ada' }).click();
  await untilStage(ids[0], 'submitted');
  expect(errors).toEqual([]);
});

test('U7 G8 G9: a refused move with a message keeps it, and shows what another member has done', async () => {
  const { owner, ids } = await makeCompany(['Ada']);
  const { page } = await openBoard(owner);
  await page.getByRole('button', { name: 'Move Ada' }).click();
  await item(page, 'Declined').click();
  const words = question(page).getByLabel('Your message (optional)');
  await words.fill('Thank you.');
  await system.database.query("update talent.applications set stage = 'offer' where id = $1", [ids[0]]);
  await decide(page, 'Decline');
  await question(page).getByRole('alert').getByText('This has changed since you opened it').waitFor();
  await question(page).locator('.conflict').getByText('Offer', { exact: true }).waitFor();
  expect(await words.inputValue()).toBe('Thank you.');
  expect(await stageOf(ids[0])).toBe('offer');
  await decide(page, 'Decline');
  await card(page, 'Declined', 'Ada').waitFor();
  await untilStage(ids[0], 'rejected');
});

test('G9: a move is of the card as the user saw it: an offer accepted meanwhile stays, and is not offered to be ended here', async () => {
  const { owner, ids } = await makeCompany(['Ada', 'Bea']);
  await system.database.query("update talent.applications set stage = 'offer' where id = $1", [ids[1]]);
  const { page } = await openBoard(owner);
  const read = Promise.withResolvers<void>();
  await page.route('**/api/employer/application_board*', async (route) => {
    await read.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Move Ada' }).press('ArrowRight');
  await untilStage(ids[0], 'in_review');
  await page.getByRole('button', { name: 'Move Bea' }).click();
  await item(page, 'Declined').click();
  await question(page).getByText('Until then Bea does not see it, and you can undo it.').waitFor();
  await system.database.query("update talent.applications set offer_answer = 'accepted' where id = $1", [
    ids[1],
  ]);
  read.resolve();
  // The board behind the dialog has it.
  await page.locator('.board-card', { hasText: 'Bea' }).getByText('Offer accepted').waitFor();
  await decide(page, 'Decline');
  await question(page).getByRole('alert').getByText('This has changed since you opened it').waitFor();
  await question(page).getByText('Bea has accepted the offer. Open the application to move it').waitFor();
  expect(await question(page).getByRole('button', { name: 'Decline' }).count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  await decide(page, 'Cancel');
  await question(page).waitFor({ state: 'detached' });
  const [bea] = await system.database.query(
    'select stage, offer_answer from talent.applications where id = $1',
    [ids[1]],
  );
  expect(bea).toEqual({ stage: 'offer', offer_answer: 'accepted' });
});

test('G8 G9: a decline that another member was faster with sends no words, says so and keeps them', async () => {
  const { owner, ids } = await makeCompany(['Ada']);
  const { page } = await openBoard(owner);
  await page.getByRole('button', { name: 'Move Ada' }).click();
  await item(page, 'Declined').click();
  const words = question(page).getByLabel('Your message (optional)');
  await words.fill('Thank you.');
  await system.database.query("update talent.applications set stage = 'rejected' where id = $1", [ids[0]]);
  await decide(page, 'Decline');
  await question(page).getByText('Ada is in Declined already, and no other email is sent.').waitFor();
  expect(await question(page).getByRole('button', { name: 'Decline' }).count()).toBe(0);
  expect(await words.inputValue()).toBe('Thank you.');
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  expect(await words.inputValue()).toBe('Thank you.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Close without saving' }).click();
  await card(page, 'Declined', 'Ada').waitFor();
  const sent = await system.database.query(
    'select message from talent.application_messages where application_id = $1',
    [ids[0]],
  );
  expect(sent).toEqual([]);
});

test('G9: a move from a menu that was opened while the move before it was on its way is of the version that this one makes', async () => {
  const { owner, ids } = await makeCompany(['Ada']);
  const { page, errors } = await openBoard(owner);
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/employer/applications/*', async (route) => {
    if (route.request().method() === 'PATCH') await answer.promise;
    await route.continue();
  });
  const moveAda = page.getByRole('button', { name: 'Move Ada' });
  await moveAda.press('ArrowRight');
  await card(page, 'In review', 'Ada').waitFor();
  await moveAda.click();
  await item(page, 'Declined').waitFor();
  answer.resolve();
  await page.getByRole('listitem', { includeHidden: true }).getByText('Ada is in In review now.').waitFor();
  await item(page, 'Declined').click();
  await decide(page, 'Decline');
  await untilStage(ids[0], 'rejected');
  await card(page, 'Declined', 'Ada').waitFor();
  expect(errors).toEqual([]);
});

test('U9 G8: Back to another search asks before it closes a dialog with text', async () => {
  const { owner, ids } = await makeCompany(['Ada', 'Bea']);
  const { page, errors } = await openBoard(owner);
  await page.getByLabel('Name, email, skill or job title').fill('Ada');
  await page.keyboard.press('Enter');
  await page.waitForURL(/query=Ada/);
  await card(page, 'New', 'Bea').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Move Ada' }).click();
  await item(page, 'Interview').click();
  const words = question(page).getByLabel('Your message (optional)');
  await words.fill('At the pier.');
  const leave = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await page.goBack();
  await leave.getByRole('button', { name: 'Stay on this page' }).click();
  await leave.waitFor({ state: 'detached' });
  await page.waitForURL(/query=Ada/);
  expect(await words.inputValue()).toBe('At the pier.');
  await page.goBack();
  await leave.getByRole('button', { name: 'Leave without saving' }).click();
  await leave.waitFor({ state: 'detached' });
  await question(page).waitFor({ state: 'detached' });
  await card(page, 'New', 'Bea').waitFor();
  expect(await stageOf(ids[0])).toBe('submitted');
  expect(errors).toEqual([]);
});

test('G8: the dialog of a move keeps its text when the board behind it becomes empty', async () => {
  const { owner, ids } = await makeCompany(['Ada']);
  const { page, errors } = await openBoard(owner);
  const read = Promise.withResolvers<void>();
  await page.route('**/api/employer/application_board*', async (route) => {
    await read.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Move Ada' }).press('ArrowRight');
  await untilStage(ids[0], 'in_review');
  await page.getByRole('button', { name: 'Move Ada' }).press('ArrowRight');
  const words = question(page).getByLabel('Your message (optional)');
  await words.fill('At the pier.');
  await question(page).getByRole('region', { name: 'Email' }).getByText('At the pier.').waitFor();
  await system.database.query('update talent.applications set withdrawn_at = now() where id = $1', [ids[0]]);
  read.resolve();
  await page.locator('main h2', { hasText: 'No applications yet' }).waitFor();
  expect(await words.inputValue()).toBe('At the pier.');
  expect(errors).toEqual([]);
});

test('U7: a template that is longer than a message may be cannot be chosen', async () => {
  const { owner } = await makeCompany(['Ada']);
  await system.database.query(
    `insert into employer.message_templates (company_id, name, text, changed_by)
     values ($1, 'Long words', repeat('x', 1001), $2), ($1, 'Kind words', repeat('y', 1000), $2)`,
    [owner.companyId, owner.userId],
  );
  const { page, errors } = await openBoard(owner);
  await page.getByRole('button', { name: 'Move Ada' }).click();
  await item(page, 'Interview').click();
  const templates = question(page).getByLabel('Template');
  await templates.waitFor();
  const long = templates.locator('option', { hasText: 'Long words (longer than 1000 characters)' });
  expect(await long.isDisabled()).toBe(true);
  expect(await templates.locator('option:checked').textContent()).toBe('Kind words');
  await question(page).getByRole('button', { name: 'Insert template' }).click();
  expect(await question(page).getByLabel('Your message (optional)').inputValue()).toBe('y'.repeat(1000));
  expect(await axeViolations(page)).toEqual([]);
  expect(errors).toEqual([]);
});

test('G9: a move that is asked for while the one before it is on its way is of the version that this one makes', async () => {
  const { owner, ids } = await makeCompany(['Ada']);
  const { page, errors } = await openBoard(owner);
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/employer/applications/*', async (route) => {
    if (route.request().method() === 'PATCH') await answer.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Move Ada' }).focus();
  await page.keyboard.press('ArrowRight');
  await card(page, 'In review', 'Ada').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('heading', { name: 'Invite Ada to an interview?' }).waitFor();
  await question(page).getByRole('region', { name: 'Email' }).waitFor();
  await question(page).getByRole('button', { name: 'Loading…' }).waitFor();
  answer.resolve();
  await untilStage(ids[0], 'in_review');
  await decide(page, 'Invite to interview');
  await untilStage(ids[0], 'interview');
  await card(page, 'Interview', 'Ada').waitFor();
  expect(errors).toEqual([]);
});

test('F9: each move of the last minute is undone, also after others', async () => {
  const { owner, ids } = await makeCompany(['Ada', 'Bea', 'Cy']);
  const { page, errors } = await openBoard(owner);
  for (const [name, to] of [
    ['Ada', 'Interview'],
    ['Bea', 'Declined'],
    ['Cy', 'In review'],
  ] as const) {
    await page.getByRole('button', { name: `Move ${name}` }).click();
    await item(page, to).click();
    if (to === 'Declined') await decide(page, 'Decline');
    if (to === 'Interview') await decide(page, 'Invite to interview');
    await page.getByRole('listitem').getByText(`${name} is in ${to} now.`).waitFor();
  }
  // What sends no email is moved back as it was moved.
  expect(await page.getByRole('button', { name: /^Undo/ }).count()).toBe(2);
  await page.getByRole('button', { name: 'Undo and go back to New: Ada' }).click();
  await untilStage(ids[0], 'submitted');
  await page.getByRole('button', { name: 'Undo and go back to New: Bea' }).click();
  await untilStage(ids[1], 'submitted');
  await waitFor(async () =>
    (await page.getByRole('button', { name: /^Undo/ }).count()) === 0 ? true : undefined,
  );
  expect(await stageOf(ids[2])).toBe('in_review');
  expect(errors).toEqual([]);
});

test('G9: the key that undoes the last move undoes none before it while the last one has no answer', async () => {
  const { owner, ids } = await makeCompany(['Ada', 'Bea']);
  const { page, errors } = await openBoard(owner);
  await page.getByRole('button', { name: 'Move Ada' }).click();
  await item(page, 'Declined').click();
  await decide(page, 'Decline');
  await page.getByRole('listitem').getByText('Ada is in Declined now.').waitFor();
  const undo = page.getByRole('button', { name: 'Undo and go back to New: Ada' });
  expect(await undo.getAttribute('aria-keyshortcuts')).toBe('u');
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/employer/applications/*', async (route) => {
    if (route.request().method() === 'PATCH') await answer.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Move Bea' }).focus();
  await page.keyboard.press('ArrowRight');
  await card(page, 'In review', 'Bea').waitFor();
  await page.keyboard.press('u');
  answer.resolve();
  await untilStage(ids[1], 'in_review');
  await page.getByRole('listitem').getByText('Bea is in In review now.').waitFor();
  await page.keyboard.press('u');
  // Still there.
  await undo.click();
  await untilStage(ids[0], 'submitted');
  expect(await stageOf(ids[1])).toBe('in_review');
  expect(errors).toEqual([]);
});

test('F9: a search ends no move that waits and no undo, also a search that finds nothing', async () => {
  const { owner, ids } = await makeCompany(['Ada', 'Bea', 'Cyprian']);
  const { page, errors } = await openBoard(owner);
  const search = async (words: string) => {
    await page.getByLabel('Name, email, skill or job title').fill(words);
    await page.keyboard.press('Enter');
  };
  await page.getByRole('button', { name: 'Move Ada' }).click();
  await item(page, 'Interview').click();
  await decide(page, 'Invite to interview');
  await card(page, 'Interview', 'Ada').waitFor();
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/employer/applications/*', async (route) => {
    if (route.request().method() === 'PATCH') await answer.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Move Bea' }).focus();
  await page.keyboard.press('ArrowRight');
  await card(page, 'In review', 'Bea').waitFor();
  // Neither belongs to what is searched, while it is on its way and after it.
  const onlyCyprian = async () => {
    await card(page, 'New', 'Cyprian').waitFor();
    expect(await page.getByRole('button', { name: /^Move / }).count()).toBe(1);
    expect(await column(page, 'Interview').getByRole('heading').textContent()).toBe('Interview 0');
  };
  await search('Cyprian');
  await card(page, 'In review', 'Bea').waitFor({ state: 'detached' });
  await onlyCyprian();
  answer.resolve();
  await untilStage(ids[1], 'in_review');
  const undo = page.getByRole('button', { name: 'Undo and go back to New: Ada' });
  await undo.waitFor();
  await onlyCyprian();

  await search('unheard of');
  await page.getByRole('heading', { name: 'No applications found' }).waitFor();
  await undo.click();
  await untilStage(ids[0], 'submitted');
  await undo.waitFor({ state: 'detached' });
  // G10: the button has gone.
  await page.locator('h1:focus').waitFor();
  await page.getByRole('heading', { name: 'No applications found' }).waitFor();
  await page.getByRole('link', { name: 'Show all applications' }).click();
  await card(page, 'New', 'Ada').waitFor();
  await card(page, 'In review', 'Bea').waitFor();
  expect(errors).toEqual([]);
});

/** Holds the requests that move cards back or forth. */
async function holdMoves(page: Page) {
  const answer = Promise.withResolvers<void>();
  const sent: string[] = [];
  await page.route('**/api/employer/applications/*', async (route) => {
    const request = route.request();
    if (request.method() === 'PATCH') {
      sent.push(new URL(request.url()).pathname.split('/').at(-1) ?? '');
      await answer.promise;
    }
    await route.continue();
  });
  return { sent, release: () => answer.resolve() };
}

test('F9: an undo that waits for the answer to a move is sent, also when the user leaves the board before', async () => {
  const { owner, ids } = await makeCompany(['Ada', 'Bea']);
  const { page, errors } = await openBoard(owner);
  await page.getByRole('button', { name: 'Move Ada' }).click();
  await item(page, 'Declined').click();
  await decide(page, 'Decline');
  const undo = page.getByRole('button', { name: 'Undo and go back to New: Ada' });
  await undo.waitFor();
  const { release } = await holdMoves(page);
  await page.getByRole('button', { name: 'Move Bea' }).press('ArrowRight');
  await card(page, 'In review', 'Bea').waitFor();
  await undo.click();
  await card(page, 'New', 'Ada').waitFor();
  await page.locator('.back').getByRole('link', { name: 'Applications' }).click();
  await heading(page, 'Applications');
  release();
  await untilStage(ids[0], 'submitted');
  await untilStage(ids[1], 'in_review');
  expect(errors).toEqual([]);
});

test('F9: a refused move is reported, also when the user has left the board, and the move behind it is sent', async () => {
  const { owner, ids } = await makeCompany(['Ada', 'Bea']);
  const { page } = await openBoard(owner);
  const { release } = await holdMoves(page);
  await page.getByRole('button', { name: 'Move Ada' }).press('ArrowRight');
  await card(page, 'In review', 'Ada').waitFor();
  await page.getByRole('button', { name: 'Move Bea' }).press('ArrowRight');
  await card(page, 'In review', 'Bea').waitFor();
  await system.database.query("update talent.applications set stage = 'offer' where id = $1", [ids[0]]);
  await page.locator('.back').getByRole('link', { name: 'Applications' }).click();
  await heading(page, 'Applications');
  release();
  await page
    .getByRole('alert')
    .getByText('Ada was not moved. This has changed since you opened it.')
    .waitFor();
  await untilStage(ids[1], 'in_review');
  expect(await stageOf(ids[0])).toBe('offer');
});

test('F9: a move that fails in an unexpected way goes back, and the move behind it is sent', async () => {
  const { owner, ids } = await makeCompany(['Ada', 'Bea']);
  const { page } = await openBoard(owner);
  const answer = Promise.withResolvers<void>();
  await page.route(`**/api/employer/applications/${ids[0]}`, async (route) => {
    await answer.promise;
    // As of a proxy between: no application.
    await route.fulfill({ status: 200, body: '' });
  });
  await page.getByRole('button', { name: 'Move Ada' }).press('ArrowRight');
  await card(page, 'In review', 'Ada').waitFor();
  await page.getByRole('button', { name: 'Move Bea' }).press('ArrowRight');
  await card(page, 'In review', 'Bea').waitFor();
  answer.resolve();
  await page.getByRole('alert').getByText('Ada was not moved. Something went wrong.').waitFor();
  await card(page, 'New', 'Ada').waitFor();
  await untilStage(ids[1], 'in_review');
  await card(page, 'In review', 'Bea').waitFor();
});

test('G8: a move that waits is not sent for another account, and the browser asks before it closes the page with it', async () => {
  const { owner, ids } = await makeCompany(['Ada', 'Bea']);
  const { page } = await openBoard(owner);
  const { sent, release } = await holdMoves(page);
  await page.getByRole('button', { name: 'Move Ada' }).press('ArrowRight');
  await card(page, 'In review', 'Ada').waitFor();
  await page.getByRole('button', { name: 'Move Bea' }).press('ArrowRight');
  await card(page, 'In review', 'Bea').waitFor();
  const asks = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
  expect(await asks()).toBe(true);
  const colleague = await makeColleague(system.database, owner);
  await giveSession(page.context(), colleague, visits.publicUrl('/'));
  // As another tab does after its sign-in. The new page of the board knows nothing of the moves.
  await page.evaluate(() => new BroadcastChannel('gatehouse-session').postMessage('changed'));
  await card(page, 'New', 'Bea').waitFor();
  const refused = page.waitForResponse((response) => response.request().method() === 'PATCH');
  release();
  expect((await refused).ok()).toBe(false);
  await page.waitForLoadState('networkidle');
  expect(await asks()).toBe(false);
  expect(sent).toEqual([ids[0]]);
  expect(await stageOf(ids[0])).toBe('submitted');
  expect(await stageOf(ids[1])).toBe('submitted');
});

test('F9: a refused undo or further move leaves the undo of the email that waits, unless that is over', async () => {
  const { owner, ids } = await makeCompany(['Ada']);
  const { page, errors } = await openBoard(owner);
  const undo = page.getByRole('button', { name: 'Undo and go back to New: Ada' });
  const moveAda = page.getByRole('button', { name: 'Move Ada' });
  const moveToInterview = async () => {
    await moveAda.click();
    await item(page, 'Interview').click();
    await decide(page, 'Invite to interview');
    await undo.waitFor();
  };
  await moveToInterview();
  const problem = { code: 'dependency_unavailable', title: 'Temporarily unavailable', status: 503 };
  const ofWrites = /\/api\/employer\/applications\/[^?]+$/;
  await page.route(ofWrites, (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 503, json: problem, contentType: 'application/problem+json' }),
  );
  const refused = () => page.waitForResponse((response) => response.status() === 503);
  await Promise.all([refused(), undo.click()]);
  await page.getByRole('alert').getByText('Ada was not moved. Temporarily unavailable.').first().waitFor();
  await undo.waitFor();
  await moveAda.focus();
  await Promise.all([refused(), page.keyboard.press('ArrowLeft')]);
  await card(page, 'Interview', 'Ada').waitFor();
  await undo.waitFor();
  await page.unroute(ofWrites);
  await undo.press('Enter');
  await untilStage(ids[0], 'submitted');
  await card(page, 'New', 'Ada').waitFor();

  await moveToInterview();
  await system.database.query("update talent.applications set stage = 'offer' where id = $1", [ids[0]]);
  await undo.press('Enter');
  await card(page, 'Offer', 'Ada').waitFor();
  expect(await undo.count()).toBe(0);
  expect(errors).toEqual([]);
});

test('G9: a card that another member has moved meanwhile goes back, and the board shows where it is', async () => {
  const { owner, ids } = await makeCompany(['Ada']);
  const { page } = await openBoard(owner);
  await system.database.query("update talent.applications set stage = 'offer' where id = $1", [ids[0]]);
  await page.getByRole('button', { name: 'Move Ada' }).focus();
  await page.keyboard.press('ArrowRight');
  await page
    .getByRole('alert')
    .getByText('Ada was not moved. This has changed since you opened it.')
    .waitFor();
  await card(page, 'Offer', 'Ada').waitFor();
  expect(await stageOf(ids[0])).toBe('offer');
});

test('an application that a card leads to has the neighbours of its column, and leads back to the board', async () => {
  const { owner, ids } = await makeCompany(['Ada', 'Bea', 'Cy']);
  await system.database.query("update talent.applications set stage = 'in_review' where id = $1", [ids[1]]);
  const [post] = await system.database.query<{ id: string }>(
    'select job_post_id as id from talent.applications where id = $1',
    [ids[0]],
  );
  const { page, errors } = await openBoard(owner);
  await page.getByLabel('Job post').selectOption(post?.id ?? '');
  await page.waitForURL(/job=/);
  await card(page, 'New', 'Cy').getByRole('link').click();
  await heading(page, 'Cy');
  await page.getByRole('link', { name: 'Next application: Ada' }).click();
  await heading(page, 'Ada');
  await page.getByRole('link', { name: 'Previous application: Cy' }).waitFor();
  expect(await page.getByRole('link', { name: /^Next application/ }).count()).toBe(0);
  await page.locator('.back').getByRole('link', { name: 'Board' }).click();
  await card(page, 'In review', 'Bea').waitFor();
  expect(new URL(page.url()).search).toBe(`?job=${post?.id}`);
  expect(errors).toEqual([]);
});

test('a board of a job post without applications names the post', async () => {
  const { owner } = await makeCompany(['Ada']);
  const postId = await makeJobPost(system.database, owner);
  const { page } = await openBoard(owner);
  await page.goto(visits.publicUrl(`/employer/applications/board?job=${postId}`));
  await page.getByRole('heading', { name: 'No applications found' }).waitFor();
  expect(await page.getByLabel('Job post').locator('option:checked').textContent()).toBe('Bell founder');
});

test('a long column shows more cards, and a narrow screen has all of it without scrolling sideways', async () => {
  const names = Array.from({ length: 23 }, (_, index) => `Ada ${index + 1}`);
  const { owner } = await makeCompany(names);
  const { page, errors } = await openBoard(owner);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await cards(page, 'New').count()).toBe(20);
  await page.getByRole('button', { name: 'Show more in New' }).click();
  await waitFor(async () => ((await cards(page, 'New').count()) === 23 ? true : undefined));
  expect(await page.getByRole('button', { name: /Show more/ }).count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.getByRole('button', { name: 'Move Ada 1', exact: true }).click();
  await item(page, 'In review').click();
  await card(page, 'In review', 'Ada 1').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(errors).toEqual([]);
});

test('U11: the board is searched, filtered and sorted by its address, which list and applications share', async () => {
  const { owner } = await makeCompany(['Ada Álvarez', 'Bea', 'Cy Alvarez']);
  const { page, errors } = await openBoard(owner);
  const names = () => cards(page, 'New').getByRole('link').allTextContents();
  const untilNames = (expected: readonly string[]) =>
    waitFor(async () => ((await names()).join() === expected.join() ? true : undefined));
  await page.getByLabel('Name, email, skill or job title').fill('alvares');
  await page.keyboard.press('Enter');
  await page.waitForURL(/query=alvares/);
  await untilNames(['Cy Alvarez', 'Ada Álvarez']);
  expect(await column(page, 'New').getByRole('heading').textContent()).toBe('New 2');
  expect(await axeViolations(page)).toEqual([]);
  await page.getByLabel('Sort by').selectOption('Oldest');
  await page.waitForURL(/order=oldest/);
  await untilNames(['Ada Álvarez', 'Cy Alvarez']);

  // The address is all that there is: another tab shows the same.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await heading(other, 'Board');
  await card(other, 'New', 'Ada Álvarez').waitFor();
  expect(await cards(other, 'New').getByRole('link').allTextContents()).toEqual([
    'Ada Álvarez',
    'Cy Alvarez',
  ]);
  await other.close();

  await page.getByRole('link', { name: 'Ada Álvarez' }).click();
  await page.getByRole('link', { name: 'Next application: Cy Alvarez' }).click();
  await heading(page, 'Cy Alvarez');
  await page.locator('.back').getByRole('link', { name: 'Board' }).click();
  await untilNames(['Ada Álvarez', 'Cy Alvarez']);
  await page.getByLabel('Name, email, skill or job title').fill('unheard of');
  await page.keyboard.press('Enter');
  await page.getByText('No applications found').first().waitFor();
  await page.getByRole('link', { name: 'Show all applications' }).click();
  await untilNames(['Cy Alvarez', 'Bea', 'Ada Álvarez']);
  expect(errors).toEqual([]);
});

test('an accepted interview is on the card, in the list of applications, and in the applicant’s own', async () => {
  const { owner } = await makeCompany(['Ada']);
  const talent = await makePerson(system.database, { talent: 'active' });
  await system.database.query("update identity.users set name = 'Tess Talent' where id = $1", [
    talent.userId,
  ]);
  const { companyId } = owner;
  const id = await makeApplication(system.database, { companyId, userId: talent.userId, stage: 'interview' });
  const [interview] = await system.database.query<{ start: Date }>(
    `insert into talent.interviews
       (application_id, proposed_by, starts, time_zone, duration_minutes, place, note, state, accepted_start)
     select $1, $2, array[t.at], 'UTC', 30, 'Pier 4', '', 'accepted', t.at
       from (select date_trunc('minute', now()) + interval '2 days' as at) t
     returning accepted_start as start`,
    [id, owner.userId],
  );
  const at = interview?.start.toISOString();
  const { page, errors } = await openBoard(owner);
  const tess = card(page, 'Interview', 'Tess Talent');
  expect(await tess.getByText('Interview: ').getByRole('time').getAttribute('datetime')).toBe(at);
  expect(await card(page, 'New', 'Ada').getByText('Interview: ').count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  await page.goto(visits.publicUrl('/employer/applications'));
  const row = page.getByRole('row').filter({ hasText: 'Tess Talent' });
  expect(await row.getByText('Interview: ').getByRole('time').getAttribute('datetime')).toBe(at);
  expect(await page.getByText('Interview: ').count()).toBe(1);

  const own = await visits.as(talent, '/talent/applications');
  await heading(own.page, 'Applications');
  const time = own.page.getByText('Interview: ').getByRole('time');
  expect(await time.getAttribute('datetime')).toBe(at);
  // In the reader's zone.
  const there = await own.page.evaluate(
    (iso) => new Date(iso).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' }),
    at ?? '',
  );
  expect(await time.textContent()).toContain(there);
  expect([...errors, ...own.errors]).toEqual([]);
});

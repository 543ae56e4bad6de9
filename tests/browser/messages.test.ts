import { readFileSync } from 'node:fs';
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
import { reloadData } from '#support/reload-data.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const messages = (page: Page) => page.getByRole('list', { name: 'Messages' }).getByRole('listitem');
const field = (page: Page) => page.getByLabel('New message');

/** A company with a member, and an application. */
async function makeConversation() {
  const member = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  const talent = await makePerson(system.database, { talent: 'active' });
  for (const [{ userId }, name] of [
    [member, 'Mika Member'],
    [talent, 'Tea Talent'],
  ] as const) {
    await system.database.query('update identity.users set name = $2 where id = $1', [userId, name]);
  }
  await system.database.query("update employer.companies set name = 'Sluice & Co' where id = $1", [
    member.companyId,
  ]);
  const id = await makeApplication(system.database, {
    companyId: member.companyId,
    userId: talent.userId,
    title: 'Keeper of the sluice',
  });
  return { member, talent, id };
}

async function open(person: TestPerson, path: string, title: string) {
  const visited = await visits.as(person, path);
  await heading(visited.page, title);
  return visited;
}
const openAsMember = (member: TestPerson, id: string) =>
  open(member, `/employer/applications/${id}/conversation`, 'Messages and interviews');
const openAsTalent = (talent: TestPerson, id: string) =>
  open(talent, `/talent/applications/${id}`, 'Keeper of the sluice');

/** As if the time to undo, and the way to the other side, were over. */
async function deliver(id: string) {
  await system.database.query(
    `update talent.messages set sent_at = sent_at - interval '65 seconds',
            delivered_at = delivered_at - interval '65 seconds'
      where application_id = $1`,
    [id],
  );
  await system.database.query(
    "update identity.notifications set at = now() - interval '1 second' where subject_id = $1 and at > now()",
    [id],
  );
}

async function send(page: Page, text: string) {
  await field(page).fill(text);
  await button(page, 'Send message').click();
  await messages(page).filter({ hasText: text }).waitFor();
}

describe('messages', () => {
  test('G8 U9: what is typed stays when the messages cannot be loaded again', async () => {
    const { member, id } = await makeConversation();
    const { page } = await openAsMember(member, id);
    await field(page).fill('Half a message');
    await page.route(/\/messages/, (route) => route.abort());
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/messages'));
    await reloadData(page);
    await failed;
    await page.unroute(/\/messages/);
    const loaded = page.waitForResponse(/\/messages/);
    await reloadData(page);
    await loaded;
    await page.waitForLoadState('networkidle');
    expect(await field(page).inputValue()).toBe('Half a message');
  });

  test('U17: the undo of each ends at its own time, also when another one waits', async () => {
    const { member, id } = await makeConversation();
    const { page } = await openAsMember(member, id);
    await send(page, 'The first');
    await send(page, 'The second');
    const undo = (text: string) =>
      messages(page).filter({ hasText: text }).getByRole('button', { name: /^Undo/ });
    await undo('The first').waitFor();
    await system.database.query(
      `update talent.messages set sent_at = sent_at - interval '58 seconds', delivered_at = delivered_at - interval '58 seconds'
        where id = (select id from talent.messages where application_id = $1 order by id limit 1)`,
      [id],
    );
    await reloadData(page);
    await undo('The first').waitFor({ state: 'detached' });
    expect(await undo('The second').count()).toBe(1);
  });

  test('G8 G10: of the other side appear while the conversation is open, are announced, and what is being typed stays', async () => {
    const { member, talent, id } = await makeConversation();
    const company = await openAsMember(member, id);
    const applicant = await openAsTalent(talent, id);
    await send(company.page, 'Can you come on Monday?');
    await field(applicant.page).fill('Half a question');
    await deliver(id);
    await messages(applicant.page).getByText('Can you come on Monday?').waitFor();
    const announced = (page: Page, text: string) =>
      page.getByRole('log').getByText(text, { exact: true }).waitFor({ state: 'attached' });
    await announced(applicant.page, 'New message from Sluice & Co.');
    expect(await field(applicant.page).inputValue()).toBe('Half a question');
    expect(await field(applicant.page).evaluate((input) => input === document.activeElement)).toBe(true);
    await field(applicant.page).press('End');
    await applicant.page.keyboard.type('? I can.');
    await button(applicant.page, 'Send message').click();
    await messages(applicant.page).getByText('Half a question? I can.').waitFor();

    // The company's page shows the same, beside an application, too.
    const page = company.page;
    await page.goto(visits.publicUrl(`/employer/applications/${id}`));
    await button(page, 'Read and write messages').click();
    await field(page).fill('Half an answer');
    await deliver(id);
    await messages(page).getByText('Half a question? I can.').waitFor();
    await announced(page, 'New message from Tea Talent.');
    expect(await field(page).inputValue()).toBe('Half an answer');
    expect(await axeViolations(page)).toEqual([]);
    expect([...company.errors, ...applicant.errors]).toEqual([]);
  });

  test('E4: stay while the session cannot be read, with a notice, and Try again removes it', async () => {
    const { talent, id } = await makeConversation();
    const { page, errors } = await visits.as(talent);
    await page.clock.install();
    await page.goto(visits.publicUrl(`/talent/applications/${id}`));
    await heading(page, 'Keeper of the sluice');
    await send(page, 'When do you open?');
    await page.waitForLoadState('networkidle');
    await page.route('**/*.data', (route) => route.fulfill({ status: 503, body: 'No upstream' }));
    const notice = page
      .getByRole('main')
      .getByRole('alert')
      .filter({ hasText: 'This page may be out of date' });
    for (let reload = 0; reload < 2; reload += 1) {
      const failed = page.waitForResponse((response) => response.status() === 503);
      await page.clock.fastForward(65_000);
      await failed;
      await notice.waitFor();
      await messages(page).getByText('When do you open?').waitFor();
    }
    const failed = page.waitForResponse((response) => response.status() === 503);
    await button(page, 'Try again').click();
    await failed;
    await button(page, 'Try again').waitFor();
    await messages(page).getByText('When do you open?').waitFor();
    await page.unroute('**/*.data');
    await button(page, 'Try again').click();
    await notice.waitFor({ state: 'detached' });
    await messages(page).getByText('When do you open?').waitFor();
    expect(errors.filter((error) => !error.includes('503'))).toEqual([]);
  });

  test('G6: a hidden tab does not ask for messages, and asks once when it is looked at again', async () => {
    const { member, talent, id } = await makeConversation();
    const company = await openAsMember(member, id);
    await send(company.page, 'Are you there?');
    const { page } = await visits.as(talent);
    await page.clock.install();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (/\/messages\?/.test(request.url())) asked.push(request.url());
    });
    await page.goto(visits.publicUrl(`/talent/applications/${id}`));
    await heading(page, 'Keeper of the sluice');
    await page.getByText('No messages yet.').waitFor();
    await page.waitForLoadState('networkidle');
    const show = (state: 'hidden' | 'visible') =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value: value === 'hidden', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    await show('hidden');
    asked.length = 0;
    await page.clock.runFor(120_000);
    expect(asked).toEqual([]);
    await deliver(id);
    await show('visible');
    await messages(page).getByText('Are you there?').waitFor();
    // The question, and the page's data.
    expect(asked.length).toBe(2);
    // While it is visible, it asks again.
    await Promise.all([page.waitForRequest(/\/messages\?/), page.clock.runFor(10_000)]);
  });

  test.each([-600, 120])(
    'a browser whose clock is wrong by %i seconds counts no seconds, and shows when a message is delivered',
    async (seconds) => {
      const { member, id } = await makeConversation();
      const { page, errors } = await visits.as(member);
      await page.clock.install({ time: Date.now() + seconds * 1000 });
      await page.goto(visits.publicUrl(`/employer/applications/${id}/conversation`));
      await send(page, 'Can you come on Monday?');
      const sent = messages(page).filter({ hasText: 'Can you come on Monday?' });
      await sent.getByText(/not delivered yet$/).waitFor();
      expect(await button(page, 'Undo this message').innerText()).not.toContain(' s)');
      await deliver(id);
      await sent.getByText(/not delivered yet$/).waitFor({ state: 'detached' });
      expect(await button(page, 'Undo this message').count()).toBe(0);
      expect(errors).toEqual([]);
    },
  );

  test('are written, undone, read and answered, also with the keyboard', async () => {
    const { member, talent, id } = await makeConversation();
    const company = await openAsMember(member, id);
    await company.page.getByText('No messages yet.').waitFor();
    await field(company.page).focus();
    await company.page.keyboard.type('Can you com on Monday?');
    await company.page.keyboard.press('Tab');
    await company.page.keyboard.press('Enter');
    await messages(company.page)
      .getByText(/not delivered yet$/)
      .waitFor();
    expect(await field(company.page).inputValue()).toBe('');
    expect(await axeViolations(company.page)).toEqual([]);

    await company.page.getByText('Sent.', { exact: true }).waitFor();
    await button(company.page, 'Undo this message').click();
    await company.page.getByText('No messages yet.').waitFor();
    expect(await field(company.page).inputValue()).toBe('Can you com on Monday?');
    await company.page.getByText('Sent.', { exact: true }).waitFor({ state: 'detached' });
    await send(company.page, 'Can you com on Monday?');

    await field(company.page).fill('Typed meanwhile.');
    await button(company.page, 'Undo this message').click();
    await company.page.getByText('No messages yet.').waitFor();
    expect(await field(company.page).inputValue()).toBe('Can you com on Monday?\n\nTyped meanwhile.');
    await send(company.page, 'Can you come on Monday?');

    const applicant = await openAsTalent(talent, id);
    await applicant.page.getByText('No messages yet.').waitFor();
    await deliver(id);
    await applicant.page.goto(visits.publicUrl('/talent/applications'));
    await applicant.page
      .getByRole('row')
      .filter({ hasText: 'Keeper of the sluice' })
      .getByText('New message')
      .waitFor();
    await applicant.page.goto(visits.publicUrl('/account/notifications'));
    await applicant.page
      .getByRole('link', { name: 'Sluice & Co wrote to you about Keeper of the sluice' })
      .click();
    await messages(applicant.page).getByText('Mika Member, Sluice & Co').waitFor();
    await messages(applicant.page).getByText('Can you come on Monday?').waitFor();
    await applicant.page.getByRole('heading', { name: 'Messages 1 new' }).waitFor();
    expect(await axeViolations(applicant.page)).toEqual([]);
    await send(applicant.page, 'Yes, at nine.');
    await applicant.page.reload();
    await messages(applicant.page).getByText('Yes, at nine.').waitFor();
    expect(await applicant.page.getByRole('heading', { name: /new$/ }).count()).toBe(0);
    expect((await messages(applicant.page).allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([
      'Mika Member, Sluice & Co',
      'You',
    ]);

    await deliver(id);
    await company.page.goto(visits.publicUrl('/employer/applications'));
    const row = company.page.getByRole('row').filter({ hasText: 'Tea Talent' });
    await row.getByText('New message').waitFor();
    await company.page.goto(visits.publicUrl('/employer/applications/board'));
    await company.page
      .getByRole('listitem')
      .filter({ hasText: 'Tea Talent' })
      .getByText('New message')
      .waitFor();
    await company.page.goto(visits.publicUrl(`/employer/applications/${id}`));
    await company.page.getByRole('heading', { name: 'Messages 1 new' }).waitFor();
    await company.page.getByRole('link', { name: 'Messages and interviews' }).click();
    await messages(company.page).filter({ hasText: 'Yes, at nine.' }).getByText('Tea Talent').waitFor();
    expect(await button(company.page, /^Undo/).count()).toBe(0);
    expect([...company.errors, ...applicant.errors]).toEqual([]);
  });

  test('G2: that wait when the access of their author ends are shown to the company as not sent', async () => {
    const { member: owner, id } = await makeConversation();
    const colleague = await makeColleague(system.database, owner, 'member');
    await system.database.query(
      "insert into talent.messages (application_id, side, author_id, text) values ($1, 'company', $2, 'Held back.')",
      [id, colleague.userId],
    );
    const { page } = await openAsMember(owner, id);
    await messages(page).filter({ hasText: 'not delivered yet' }).waitFor();
    await button(page, /^Undo/).waitFor();
    await system.database.query(
      "update employer.org_memberships set status = 'revoked', revoked_by = 'owner' where id = $1",
      [colleague.membershipId],
    );
    await reloadData(page);
    await messages(page)
      .filter({ hasText: 'Held back.' })
      .filter({ hasText: ', not sent: an owner undid it, or the author’s access ended' })
      .waitFor();
    expect(await button(page, /^Undo/).count()).toBe(0);
  });

  test('P2: that are new are marked as read, and nothing that the page shows is read again', async () => {
    const { member, talent, id } = await makeConversation();
    const company = await openAsMember(member, id);
    await send(company.page, 'Can you come on Monday?');
    await deliver(id);
    const applicant = await visits.as(talent);
    // The root's data are read after each write (R3), at the time at which the page's own would be.
    const root = applicant.page.waitForResponse((response) =>
      new URL(response.url()).pathname.endsWith('.data'),
    );
    await applicant.page.goto(visits.publicUrl(`/talent/applications/${id}`));
    await applicant.page.getByRole('heading', { name: 'Messages 1 new' }).waitFor();
    await root;
    const ofMessages = applicant.asked.filter((line) => line.includes('/messages'));
    expect(ofMessages.map((line) => line.split('/api')[0])).toEqual(['GET ', 'PUT ']);
    expect(applicant.errors).toEqual([]);
  });

  test('G8: text that is not sent is asked about, and stays after a refusal', async () => {
    const { member, talent, id } = await makeConversation();
    const { page } = await openAsTalent(talent, id);
    await field(page).fill('Half a thought');
    await page.getByRole('link', { name: 'Profile', exact: true }).click();
    await button(page, 'Stay on this page').click();
    await system.database.query("update employer.companies set condition = 'disabled' where id = $1", [
      member.companyId,
    ]);
    await button(page, 'Send message').click();
    await page.getByRole('alert').getByText('This company cannot receive messages now').waitFor();
    expect(await field(page).inputValue()).toBe('Half a thought');
  });

  test('U24: of more than a page are read page by page, at 320 pixels, too, with links that have no dot of their own', async () => {
    const { member, id } = await makeConversation();
    await system.database.query(
      `insert into talent.messages (application_id, side, author_id, text, sent_at, delivered_at)
       select $1, 'company', $2, 'Message ' || n || repeat(' word', 40), now() - interval '1 day', now() from generate_series(1, 45) n`,
      [id, member.userId],
    );
    const { page, errors } = await openAsMember(member, id);
    await page.setViewportSize({ width: 320, height: 700 });
    await messages(page).getByText('Message 45 word').waitFor();
    expect(await messages(page).count()).toBe(20);
    await page.getByRole('link', { name: 'Older messages' }).click();
    await messages(page).getByText('Message 25 word').waitFor();
    const newest = page.getByRole('link', { name: 'Newest messages' });
    expect(await page.locator('p', { has: newest }).textContent()).toBe('Older messagesNewest messages');
    await page.getByRole('link', { name: 'Older messages' }).click();
    await messages(page).getByText('Message 1 word').waitFor();
    expect(await page.getByRole('link', { name: 'Older messages' }).count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await newest.click();
    await messages(page).getByText('Message 45 word').waitFor();
    expect(errors).toEqual([]);
  });
});

describe('messages on the page of the application', () => {
  const openApplication = (member: TestPerson, id: string) =>
    open(member, `/employer/applications/${id}`, 'Tea Talent');
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');
  async function receive(id: string, author: TestPerson, text: string) {
    await system.database.query(
      `insert into talent.messages (application_id, side, author_id, text, sent_at, delivered_at)
       values ($1, 'applicant', $2, $3, now() - interval '1 hour', now() - interval '1 hour')`,
      [id, author.userId, text],
    );
  }

  test('P2 G8 G10: are read when they are opened, written and undone without leaving it', async () => {
    const { member, talent, id } = await makeConversation();
    await receive(id, talent, 'When do you open?');
    await system.database.query(
      `insert into employer.message_templates (company_id, name, text, changed_by)
       values ($1, 'Welcome', 'Dear {applicant_name},', $2)`,
      [member.companyId, member.userId],
    );
    const { page, asked, errors } = await openApplication(member, id);
    await page.getByRole('heading', { name: 'Messages 1 new' }).waitFor();
    expect(asked.filter((line) => /message_templates|messages\/read/.test(line))).toEqual([]);
    await button(page, 'Read and write messages').focus();
    await page.keyboard.press('Enter');
    await waitFor(async () => ((await focused(page)).includes('When do you open?') ? true : undefined));
    await messages(page).getByText('New', { exact: true }).waitFor();
    await waitFor(() => asked.some((line) => line.includes('/messages/read')) || undefined);
    const ofMessages = asked.filter((line) => line.includes('/messages'));
    expect(ofMessages.map((line) => line.split('/api')[0])).toEqual(['GET ', 'PUT ']);
    // Afterwards: the open conversation asks for news every ten seconds.
    expect(await axeViolations(page)).toEqual([]);

    await page.getByLabel('Template').selectOption('Welcome');
    await button(page, 'Insert template').click();
    await waitFor(async () => ((await field(page).inputValue()) === 'Dear Tea Talent,' ? true : undefined));
    await page.getByRole('link', { name: 'Messages and interviews' }).click();
    await button(page, 'Stay on this page').click();
    await send(page, 'At nin.');
    await button(page, 'Undo this message').click();
    await waitFor(async () => ((await field(page).inputValue()) === 'At nin.' ? true : undefined));
    await waitFor(async () => ((await messages(page).count()) === 1 ? true : undefined));
    await send(page, 'At nine.');
    expect(await messages(page).count()).toBe(2);
    expect(await field(page).inputValue()).toBe('');
    await page.getByRole('heading', { level: 1, name: 'Tea Talent' }).waitFor();
    await page.getByRole('link', { name: 'Messages and interviews' }).click();
    await heading(page, 'Messages and interviews');
    await messages(page).getByText('At nine.').waitFor();
    expect(errors).toEqual([]);
  });

  test('G8 G10: are closed again with the focus on their button, and what was typed stays', async () => {
    const { member, talent, id } = await makeConversation();
    await receive(id, talent, 'When do you open?');
    const { page, asked, errors } = await openApplication(member, id);
    // Closed before the API knows that the message was read: it is not new again.
    const closed = Promise.withResolvers<void>();
    await page.route(/messages\/read/, async (route) => {
      await closed.promise;
      await route.continue();
    });
    await button(page, 'Read and write messages').click();
    await field(page).fill('Half a thought');
    await button(page, 'Close').focus();
    await page.keyboard.press('Enter');
    await waitFor(async () => ((await focused(page)) === 'Read and write messages' ? true : undefined));
    expect(await field(page).isVisible()).toBe(false);
    await page.getByRole('heading', { name: 'Messages', exact: true }).waitFor();
    closed.resolve();
    expect(await axeViolations(page)).toEqual([]);
    // It is work that leaving would lose.
    await page.getByRole('link', { name: 'Messages and interviews' }).click();
    await button(page, 'Stay on this page').click();
    const asks = asked.length;
    await button(page, 'Read and write messages').click();
    await waitFor(async () => ((await focused(page)).includes('When do you open?') ? true : undefined));
    expect(await field(page).inputValue()).toBe('Half a thought');
    await send(page, 'Half a thought, and the rest.');
    expect(asked.slice(asks).filter((line) => /message_templates|messages\/read/.test(line))).toEqual([]);
    expect(errors).toEqual([]);
  });

  test('U17: the first one begins in its field; a withdrawal meanwhile is said, and nothing is sent', async () => {
    const { member, talent, id } = await makeConversation();
    const { page, errors } = await openApplication(member, id);
    await button(page, 'Write a message').click();
    await page.locator('textarea:focus').waitFor();
    expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.type('Hello.');
    const { status } = await system.publicHost.request(`/api/talent/applications/${id}`, {
      method: 'DELETE',
      headers: { cookie: talent.cookie, 'X-CSRF-Guard': '1' },
    });
    expect(status).toBe(204);
    await button(page, 'Send message').click();
    await page.getByRole('alert').getByText('The applicant withdrew this application').waitFor();
    await heading(page, 'Withdrawn application');
    expect(errors.filter((error) => !error.includes('410'))).toEqual([]);
  });

  test('G8: a message that cannot be sent stays; a conversation that cannot be loaded says so', async () => {
    const { member, id } = await makeConversation();
    const { page } = await openApplication(member, id);
    const code = '**/assets/open-conversation*';
    await page.route(code, (route) => route.abort());
    await button(page, 'Write a message').click();
    await page.getByRole('alert').getByText('This could not be loaded.').waitFor();
    await page.unroute(code);
    await page.reload();
    await button(page, 'Write a message').click();
    await field(page).fill('Half a thought');
    await page.waitForLoadState('networkidle');
    await page.route('**/*', (route) => route.abort());
    await button(page, 'Send message').click();
    await page.getByRole('alert').waitFor();
    expect(await field(page).inputValue()).toBe('Half a thought');
  });

  test('older ones are read in place, also after a reload', async () => {
    const { member, id } = await makeConversation();
    await system.database.query(
      `insert into talent.messages (application_id, side, author_id, text, sent_at, delivered_at)
       select $1, 'company', $2, 'Message ' || n, now() - interval '1 day', now() from generate_series(1, 25) n`,
      [id, member.userId],
    );
    const { page, errors } = await openApplication(member, id);
    await button(page, 'Read and write messages').click();
    await messages(page).getByText('Message 25').waitFor();
    await field(page).fill('Half a thought');
    await page.getByRole('link', { name: 'Older messages' }).click();
    await messages(page).getByText('Message 1', { exact: true }).waitFor();
    expect(await field(page).inputValue()).toBe('Half a thought');
    await field(page).fill('');
    await page.reload();
    await messages(page).getByText('Message 1', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Newest messages' }).click();
    await messages(page).getByText('Message 25').waitFor();
    expect(errors).toEqual([]);
  });
});

describe('message templates', () => {
  test('are written by an owner, and begin a message that is changed before it is sent', async () => {
    const { member: owner, id } = await makeConversation();
    const { page, errors } = await open(owner, '/employer/templates', 'Message templates');
    await page.getByText('No templates yet').waitFor();
    await page.getByLabel('Name').fill('Welcome');
    await page.getByLabel('Text').fill('Dear {applicant},');
    await button(page, 'Add template').click();
    await page.getByRole('alert').getByText('Unknown: {applicant}.').waitFor();
    expect(await page.getByLabel('Text').inputValue()).toBe('Dear {applicant},');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('Dear {applicant},').waitFor();
    await page.getByLabel('Text').fill('Dear {applicant_name}, about {job_title}:');
    await preview.getByText('Dear Alex Example, about Example job:').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await button(page, 'Add template').click();
    await page.getByText('Template added.').waitFor();
    await preview.waitFor({ state: 'detached' });
    expect(await axeViolations(page)).toEqual([]);
    await button(page, 'Edit template Welcome').click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Name').fill('First contact');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'First contact' }).waitFor();

    await page.goto(visits.publicUrl(`/employer/applications/${id}/conversation`));
    await field(page).fill('Good morning.');
    await page.getByLabel('Template').selectOption('First contact');
    await button(page, 'Insert template').click();
    const inserted = 'Good morning.\n\nDear Tea Talent, about Keeper of the sluice:';
    await waitFor(async () => ((await field(page).inputValue()) === inserted ? true : undefined));
    expect(await axeViolations(page)).toEqual([]);
    await button(page, 'Send message').click();
    await messages(page).getByText('Dear Tea Talent, about Keeper of the sluice:').waitFor();
    expect(errors).toEqual([]);
  });
});

describe('interviews', () => {
  const interviews = (page: Page) => page.getByRole('region', { name: 'Interviews' });

  test('G8: are proposed, accepted, saved as a file for calendars and cancelled; the history of both sides keeps each of these', async () => {
    const { member, talent, id } = await makeConversation();
    const company = await openAsMember(member, id);
    await interviews(company.page).getByText('No interview is proposed yet.').waitFor();
    await button(company.page, /^Propose times/).click();
    const proposal = company.page.getByRole('alertdialog');
    await proposal.getByLabel('Time 1').fill('2001-01-01T10:00');
    await proposal.getByLabel('Place').fill('https://meet.test/sluice');
    await proposal.getByRole('button', { name: 'Send proposal' }).click();
    await proposal.getByRole('alert').getByText('Time 1 is over. Choose a time that lies ahead.').waitFor();
    expect(await axeViolations(company.page)).toEqual([]);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    await proposal.getByLabel('Time 1').fill(`${tomorrow}T10:00`);
    await proposal.getByLabel('Time 3 (optional)').fill(`${tomorrow}T15:30`);
    await proposal.getByRole('button', { name: 'Send proposal' }).click();
    await interviews(company.page).getByText('Proposed', { exact: true }).waitFor();

    const applicant = await visits.as(talent);
    await applicant.page.goto(visits.publicUrl('/account/notifications'));
    await applicant.page
      .getByRole('link', { name: 'Sluice & Co proposes times for an interview about Keeper of the sluice' })
      .click();
    await interviews(applicant.page).getByRole('link', { name: 'https://meet.test/sluice' }).waitFor();
    const times = interviews(applicant.page).getByRole('list', { name: 'Proposed times' }).locator('time');
    expect(await times.count()).toBe(2);
    const second = (await times.nth(1).getAttribute('datetime')) ?? '';
    await button(applicant.page, /^Accept a time/).click();
    const acceptance = applicant.page.getByRole('alertdialog');
    await acceptance.getByLabel('Time', { exact: true }).selectOption(second);
    await acceptance.getByLabel('Your message').fill('I will be there.');
    expect(await axeViolations(applicant.page)).toEqual([]);
    await acceptance.getByRole('button', { name: 'Accept' }).click();
    await interviews(applicant.page).getByText('Accepted').waitFor();

    await company.page.reload();
    await interviews(company.page).getByText('I will be there.').waitFor();
    for (const { page } of [applicant, company]) {
      const downloading = page.waitForEvent('download');
      await interviews(page).getByRole('link', { name: 'Add to your calendar' }).click();
      const download = await downloading;
      expect(download.suggestedFilename()).toBe('interview.ics');
      const text = readFileSync(await download.path(), 'utf8');
      expect(text).toContain(`DTSTART:${second.replaceAll(/[-:]|\.\d+/g, '')}\r\n`);
    }
    await button(company.page, /^Cancel interview/).click();
    await company.page.getByRole('alertdialog').getByRole('button', { name: 'Cancel interview' }).click();
    await interviews(company.page).getByText('Cancelled').waitFor();
    await applicant.page.reload();
    for (const { page } of [applicant, company]) {
      const downloading = page.waitForEvent('download');
      await interviews(page).getByRole('link', { name: 'Remove from your calendar' }).click();
      expect(readFileSync(await (await downloading).path(), 'utf8')).toContain('METHOD:CANCEL\r\n');
    }
    await company.page.goto(visits.publicUrl(`/employer/applications/${id}`));
    for (const [{ page }, sentences] of [
      [
        company,
        [
          'Mika Member cancelled the interview.',
          'Tea Talent accepted',
          'Mika Member proposed',
          'Tea Talent applied.',
        ],
      ],
      [applicant, ['The interview was cancelled.', 'You accepted', 'Sluice & Co proposed', 'You applied.']],
    ] as const) {
      const events = page.getByRole('region', { name: 'History' }).getByRole('listitem');
      await events.nth(3).waitFor();
      const texts = await events.allTextContents();
      expect(texts).toEqual(sentences.map((sentence) => expect.stringContaining(sentence)));
      expect(texts.slice(0, 2)).toEqual(Array(2).fill(expect.stringContaining('Time: ')));
      expect(await axeViolations(page)).toEqual([]);
    }
    expect([...company.errors, ...applicant.errors]).toEqual([]);
  });

  test('U17: a withdrawal while times are chosen is said, and so is one before a proposal is cancelled', async () => {
    const withdraw = async ({ cookie }: TestPerson, id: string) => {
      const { status } = await system.publicHost.request(`/api/talent/applications/${id}`, {
        method: 'DELETE',
        headers: { cookie, 'X-CSRF-Guard': '1' },
      });
      expect(status).toBe(204);
    };
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const propose = async (page: Page) => {
      const dialog = page.getByRole('alertdialog');
      await dialog.getByLabel('Time 1').fill(`${tomorrow}T10:00`);
      await dialog.getByLabel('Place').fill('By the sluice');
      await dialog.getByRole('button', { name: 'Send proposal' }).click();
    };
    const WITHDRAWN = 'The applicant withdrew this application. Its messages and interviews are deleted.';

    const first = await makeConversation();
    const chosen = await openAsMember(first.member, first.id);
    await button(chosen.page, /^Propose times/).click();
    await withdraw(first.talent, first.id);
    await propose(chosen.page);
    await chosen.page.getByText(WITHDRAWN).waitFor();
    await chosen.page.getByRole('alertdialog').waitFor({ state: 'detached' });

    const second = await makeConversation();
    const proposed = await openAsMember(second.member, second.id);
    await button(proposed.page, /^Propose times/).click();
    await propose(proposed.page);
    await interviews(proposed.page).getByText('Proposed', { exact: true }).waitFor();
    await button(proposed.page, /^Cancel proposal/).click();
    await withdraw(second.talent, second.id);
    await proposed.page.getByRole('alertdialog').getByRole('button', { name: 'Cancel proposal' }).click();
    await proposed.page.getByText(WITHDRAWN).waitFor();
    await proposed.page.getByRole('alertdialog').waitFor({ state: 'detached' });
  });

  test('are accepted with a time to come, and are not cancelled once they are over', async () => {
    const { member, talent, id } = await makeConversation();
    await system.database.query(
      `insert into talent.interviews (application_id, proposed_by, starts, time_zone, duration_minutes, place, note)
       values ($1, $2, array[now() - interval '1 hour', now() + interval '1 day'], 'UTC', 30, 'Pier 4', '')`,
      [id, member.userId],
    );
    const { page, errors } = await openAsTalent(talent, id);
    const dialog = page.getByRole('alertdialog');
    await button(page, /^Accept a time/).click();
    const times = dialog.getByLabel('Time', { exact: true });
    await times.waitFor();
    expect(await times.locator('option').count()).toBe(1);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.clock.setFixedTime(Date.now() + 2 * 86_400_000);
    await button(page, /^Accept a time/).click();
    await dialog.getByText('All these times are over.').waitFor();

    const company = await openAsMember(member, id);
    await button(company.page, /^Cancel proposal/).waitFor();
    await system.database.query(
      `update talent.interviews
          set state = 'accepted', accepted_start = now() - interval '31 minutes', starts = array[now() - interval '31 minutes']
        where application_id = $1`,
      [id],
    );
    await company.page.reload();
    await interviews(company.page).getByText('Accepted').waitFor();
    expect(await button(company.page, /^Cancel interview/).count()).toBe(0);
    expect([...errors, ...company.errors]).toEqual([]);
  });

  test('are declined with a message', async () => {
    const { member, talent, id } = await makeConversation();
    await system.database.query(
      `insert into talent.interviews (application_id, proposed_by, starts, time_zone, duration_minutes, place, note)
       values ($1, $2, array[now() + interval '1 day'], 'UTC', 30, 'Pier 4', 'Ring the bell.')`,
      [id, member.userId],
    );
    const { page, errors } = await openAsTalent(talent, id);
    await button(page, /^Decline all/).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Your message').fill('In the week after, please.');
    await dialog.getByRole('button', { name: 'Decline all' }).click();
    await interviews(page).getByText('Declined', { exact: true }).waitFor();
    await interviews(page).getByText('In the week after, please.').waitFor();
    expect(errors).toEqual([]);
  });
});

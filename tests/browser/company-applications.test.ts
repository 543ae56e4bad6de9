import { readFile } from 'node:fs/promises';
import { addressOf, makeJobPost, makePerson, type TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeViolations } from '#support/axe.ts';
import { PHONE } from '#support/chromium.ts';
import { nextMail } from '#support/next-mail.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const rows = (page: Page) => page.getByRole('table', { name: 'Applications' }).locator('tbody tr');

/** New talents apply for a published post of the demo owner's company. */
async function apply(...names: string[]) {
  const [post] = await system.database.query<{ id: string; company_id: string }>(
    `select j.id, j.company_id from employer.job_posts j join employer.companies c on c.id = j.company_id
      where c.name = 'Harbour & Pine' and j.state = 'published' order by j.id limit 1`,
  );
  const made: { id: string; address: string }[] = [];
  for (const name of names) {
    const { userId } = await makePerson(system.database, { talent: 'active' });
    await system.database.query('update identity.users set name = $2 where id = $1', [userId, name]);
    const [row] = await system.database.query<{ id: string }>(
      `insert into talent.applications (job_post_id, company_id, user_id, message)
       values ($1, $2, $3, 'Hello there.') returning id`,
      [post?.id, post?.company_id, userId],
    );
    made.push({ id: row?.id ?? '', address: addressOf({ userId }) });
  }
  return made;
}

async function withdraw(id: string | undefined) {
  await system.database.query('update talent.applications set withdrawn_at = now() where id = $1', [id]);
}

const setStage = (id: string | undefined, stage: string) =>
  system.database.query('update talent.applications set stage = $2 where id = $1', [id, stage]);
const acceptOffer = (id: string | undefined) =>
  system.database.query("update talent.applications set offer_answer = 'accepted' where id = $1", [id]);
const stateOf = async (id: string | undefined) => {
  const [row] = await system.database.query<{ stage: string; offer_answer: string | null }>(
    'select stage, offer_answer from talent.applications where id = $1',
    [id],
  );
  return row;
};

/** All rows of the list that is open. */
async function countRows(page: Page): Promise<number> {
  await rows(page)
    .first()
    .or(page.getByText(/^No applications/))
    .first()
    .waitFor();
  for (;;) {
    const more = button(page, 'Load more');
    if ((await more.count()) === 0) return rows(page).count();
    const before = await rows(page).count();
    await more.click();
    await waitFor(async () => ((await rows(page).count()) > before ? true : undefined));
  }
}

describe('U11: the overview and the list of applications', () => {
  test('U11: each number leads to exactly that many rows, and the stages add up to all', async () => {
    await apply('Ada Adds', 'Bea Adds');
    const { page, errors } = await visits.signedIn('owner@demo.test');
    const stages = page.getByRole('list', { name: 'Applications by stage' }).getByRole('link');
    const numbers = (await stages.locator('strong').allTextContents()).map(Number);
    const cards = (await page.locator('.cards .facts').allTextContents()).flatMap(
      (text) => /(\d+) (?:new|more)/.exec(text)?.slice(1).map(Number) ?? [],
    );
    expect(cards.reduce((sum, count) => sum + count, 0)).toBe(numbers[0]);
    const all = page.getByRole('link', { name: /^All applications/ });
    const total = Number(/\d+/.exec((await all.textContent()) ?? '')?.[0]);
    expect(numbers.reduce((sum, count) => sum + count, 0)).toBe(total);
    for (const [index, count] of numbers.entries()) {
      await stages.nth(index).click();
      await heading(page, 'Applications');
      expect(await countRows(page)).toBe(count);
      await page.goBack();
      await heading(page, 'Harbour & Pine');
    }
    await all.click();
    await heading(page, 'Applications');
    expect(await countRows(page)).toBe(total);
    expect(await axeViolations(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  test('U11: expired and hidden job posts are work to do, and each number of job posts leads to that many rows', async () => {
    await system.database.query(
      `insert into employer.job_posts (company_id, title, kind, state, published_at, expires_on, hidden_at, hidden_reason)
       select c.id, made.* from employer.companies c, (values
         ('Expired rope', 'full_time', 'published', now(), current_date - 3, null::timestamptz, ''),
         ('Hidden rope', 'full_time', 'published', now(), null, now(), 'It asks for money.'),
         ('Hidden rope, expired', 'full_time', 'published', now(), current_date - 3, now(), 'It asks for money.')
       ) as made where c.name = 'Harbour & Pine'`,
    );
    const { page, errors } = await visits.signedIn('owner@demo.test');
    const toDo = page.getByRole('region', { name: 'To do' });
    await toDo.getByRole('link', { name: '2 job posts hidden by Gatehouse' }).waitFor();
    await toDo.getByRole('link', { name: '1 expired job post' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const links = page.getByRole('list', { name: 'Job posts by status' }).getByRole('link');
    const numbers = (await links.locator('strong').allTextContents()).map(Number);
    const all = page.getByRole('link', { name: /^All job posts/ });
    expect(numbers.reduce((sum, count) => sum + count, 0)).toBe(
      Number(/\d+/.exec((await all.textContent()) ?? '')?.[0]),
    );
    const posts = page.getByRole('table', { name: 'Job posts' }).locator('tbody tr');
    for (const [index, count] of numbers.entries()) {
      const label = /\d+ (.*)/.exec((await links.nth(index).textContent()) ?? '')?.[1] ?? '';
      await links.nth(index).click();
      await heading(page, 'Job posts');
      await posts.first().or(page.getByText('No job posts found')).first().waitFor();
      expect({ label, count: await posts.count() }).toEqual({ label, count });
      await page.goBack();
      await heading(page, 'Harbour & Pine');
    }
    await toDo.getByRole('link', { name: '1 expired job post' }).click();
    await posts.getByRole('link', { name: 'Expired rope' }).waitFor();
    expect(await posts.count()).toBe(1);
    expect(errors).toEqual([]);
  });

  test('U11: an overview without work says what it has looked at', async () => {
    const owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    await makeJobPost(system.database, { companyId: owner.companyId, state: 'published' });
    const { page, errors } = await visits.as(owner, '/employer');
    const toDo = page.getByRole('region', { name: 'To do' });
    await toDo.getByText('No new applications, and no drafts, expired or hidden job posts.').waitFor();
    await toDo.getByRole('link', { name: 'notifications' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  test('U11: the list filters, searches and sorts by its address, and its neighbours follow', async () => {
    await apply('Nora Neighbour', 'Nils Neighbour', 'Nell Neighbour');
    const { page, errors } = await visits.signedIn('owner@demo.test', '/employer/applications');
    await page.getByLabel('Name, email, skill or job title').fill('neighbour');
    await button(page, 'Search').click();
    await page.waitForURL(/query=neighbour/);
    await page.getByLabel('Sort by').selectOption('Oldest');
    await page.waitForURL(/order=oldest/);
    await rows(page).first().getByText('Nora Neighbour').waitFor();
    expect(await rows(page).count()).toBe(3);
    await page.getByRole('link', { name: 'Nils Neighbour' }).click();
    await heading(page, 'Nils Neighbour');
    await page.getByRole('link', { name: 'Next application: Nell Neighbour' }).click();
    await heading(page, 'Nell Neighbour');
    expect(await page.getByRole('link', { name: /^Next application/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Previous application: Nils Neighbour' }).click();
    await heading(page, 'Nils Neighbour');
    await page.locator('.back').getByRole('link', { name: 'Applications' }).click();
    await rows(page).first().getByText('Nora Neighbour').waitFor();
    expect(await rows(page).count()).toBe(3);
    expect(errors).toEqual([]);
  });
});

describe('the keys of an application’s page', () => {
  test('G8: lead to the next one and to the one before, are listed by “?”, and do nothing while typing', async () => {
    await apply('Kay Keys', 'Kim Keys', 'Ken Keys');
    const { page, errors } = await visits.signedIn(
      'owner@demo.test',
      '/employer/applications?query=keys&order=oldest',
    );
    await page.getByRole('link', { name: 'Kay Keys' }).click();
    await heading(page, 'Kay Keys');
    await page.keyboard.press('k');
    await page.keyboard.press('j');
    await heading(page, 'Kim Keys');
    await page.keyboard.press('j');
    await heading(page, 'Ken Keys');
    await page.keyboard.press('k');
    await heading(page, 'Kim Keys');
    await page.getByLabel('New note').focus();
    await page.keyboard.type('jk?');
    expect(await page.getByLabel('New note').inputValue()).toBe('jk?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByLabel('New note').fill('');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByText('Next application').waitFor();
    await dialog.getByText('Application before').waitFor();
    await page.keyboard.press('j');
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    await heading(page, 'Kim Keys');
    expect(errors).toEqual([]);
  });
});

describe('the export', () => {
  test('saves the applications that match the filters as a CSV file, for owners alone', async () => {
    await apply('Exa Exported', 'Exo Exported');
    const { page, errors } = await visits.signedIn(
      'owner@demo.test',
      '/employer/applications?query=exported',
    );
    await button(page, 'Export CSV of applications').click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('at most 10,000').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^applications-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain('Exo Exported');
    expect(errors).toEqual([]);
    const member = await visits.signedIn('member@demo.test', '/employer/applications');
    await rows(member.page).first().waitFor();
    expect(await button(member.page, /^Export/).count()).toBe(0);
  });
});

describe('U7: a change of stage that sends an email', () => {
  test('U7: shows the email before, takes a message, and keeps it in the history', async () => {
    const [application] = await apply('Olga Offered');
    const { page, errors } = await visits.signedIn(
      'owner@demo.test',
      `/employer/applications/${application?.id}`,
    );
    await button(page, 'Make offer Olga Offered').click();
    const dialog = page.getByRole('alertdialog');
    const email = dialog.getByRole('region', { name: 'Email' });
    await email.getByText('Your application to Harbour & Pine').waitFor();
    await email.getByText(/Hello Olga Offered,.*would like to make you an offer/s).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'Stage New' }).waitFor();
    const none = await system.database.query('select 1 from identity.mail_outbox where to_address = $1', [
      application?.address,
    ]);
    expect(none).toEqual([]);

    await button(page, 'Make offer Olga Offered').click();
    await dialog.getByLabel('Your message').fill('Welcome aboard.\nStart on Monday?');
    await email.getByText(/Harbour & Pine writes:\nWelcome aboard\.\nStart on Monday\?\n\n/).waitFor();
    await dialog.getByRole('button', { name: 'Make offer' }).click();
    await page.getByRole('heading', { name: 'Stage Offer' }).waitFor();
    const history = page.getByRole('region', { name: 'History' });
    await history.getByText('Olive Okafor moved it to Offer.').waitFor();
    await history.getByText('Start on Monday?').waitFor();
    await history.getByText('Olga Offered applied.').waitFor();
    await system.database.query(
      'update identity.mail_outbox set next_attempt_at = now() where to_address = $1 and attempts = 0',
      [application?.address],
    );
    const mail = await nextMail(system, application?.address ?? '');
    expect(mail.text).toContain('Harbour & Pine writes:\nWelcome aboard.\nStart on Monday?');
    expect(errors).toEqual([]);
  });

  test('U7: a message begins with a template, with the names in it', async () => {
    const [application] = await apply('Tina Templated');
    await system.database.query(
      `insert into employer.message_templates (company_id, name, text, changed_by)
       select m.company_id, 'Kind words', 'Dear {applicant_name},\n{company_name} thanks you.\n{member_name}', m.user_id
         from employer.org_memberships m join identity.users u on u.id = m.user_id where u.email = 'owner@demo.test'`,
    );
    const { page, errors } = await visits.signedIn(
      'owner@demo.test',
      `/employer/applications/${application?.id}`,
    );
    await button(page, 'Decline Tina Templated').click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Template').selectOption({ label: 'Kind words' });
    // G8: a choice alone is nothing that could be lost.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await button(page, 'Decline Tina Templated').click();
    await dialog.getByLabel('Template').selectOption({ label: 'Kind words' });
    await dialog.getByRole('button', { name: 'Insert template' }).click();
    const text = 'Dear Tina Templated,\nHarbour & Pine thanks you.\nOlive Okafor';
    expect(await dialog.getByLabel('Your message').inputValue()).toBe(text);
    await dialog.getByRole('region', { name: 'Email' }).getByText(text).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('heading', { name: 'Stage Declined' }).waitFor();
    await page.getByRole('region', { name: 'History' }).getByText('Harbour & Pine thanks you.').waitFor();
    expect(errors).toEqual([]);
  });

  test('U7 G9: after a conflict it says that an offer, accepted meanwhile, would end', async () => {
    const [application] = await apply('Otto Answers');
    await setStage(application?.id, 'offer');
    const { page } = await visits.signedIn('owner@demo.test', `/employer/applications/${application?.id}`);
    await button(page, 'Decline Otto Answers').click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('Until then Otto Answers does not see it, and you can undo it.').waitFor();
    await acceptOffer(application?.id);
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await dialog.getByRole('alert').getByText('This has changed since you opened it').waitFor();
    await dialog
      .getByText('It ends the offer that Otto Answers has accepted. This cannot be undone.')
      .waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await stateOf(application?.id)).toEqual({ stage: 'offer', offer_answer: 'accepted' });
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('heading', { name: 'Stage Declined' }).waitFor();
  });

  test('G9: asked for while the own move before is on its way, it is of the version that this one makes, and of no later one', async () => {
    const [first, second] = await apply('Frida Follows', 'Finn Follows');
    const { page } = await visits.signedIn('owner@demo.test', `/employer/applications/${first?.id}`);
    const dialog = page.getByRole('alertdialog');
    /** Starts a review, and asks to decline before the API has answered. `written` and `read` let its answers through. */
    const declineAtOnce = async (name: string, id: string | undefined) => {
      await heading(page, name);
      const written = Promise.withResolvers<void>();
      const read = Promise.withResolvers<void>();
      await page.route(`**/api/employer/applications/${id}`, async (route) => {
        await (route.request().method() === 'PATCH' ? written : read).promise;
        await route.continue();
      });
      await button(page, 'Start review').click();
      await page.getByRole('heading', { name: 'Stage In review' }).waitFor();
      await button(page, `Decline ${name}`).click();
      await dialog.getByRole('button', { name: 'Loading…' }).waitFor();
      await dialog.getByLabel('Your message').fill('Thank you.');
      written.resolve();
      await waitFor(async () => ((await stateOf(id))?.stage === 'in_review' ? true : undefined));
      return read;
    };
    const readFirst = await declineAtOnce('Frida Follows', first?.id);
    readFirst.resolve();
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('heading', { name: 'Stage Declined' }).waitFor();

    await page.goto(visits.publicUrl(`/employer/applications/${second?.id}`));
    const readSecond = await declineAtOnce('Finn Follows', second?.id);
    await setStage(second?.id, 'offer');
    await acceptOffer(second?.id);
    readSecond.resolve();
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await dialog.getByRole('alert').getByText('This has changed since you opened it').waitFor();
    expect(await dialog.getByLabel('Your message').inputValue()).toBe('Thank you.');
    expect(await stateOf(second?.id)).toEqual({ stage: 'offer', offer_answer: 'accepted' });
  });

  test('U26: a declined application is reconsidered first, and offers no further change', async () => {
    const [application] = await apply('Dora Declined');
    const { page } = await visits.signedIn('owner@demo.test', `/employer/applications/${application?.id}`);
    await button(page, 'Decline Dora Declined').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('heading', { name: 'Stage Declined' }).waitFor();
    // The dialog, which has such a button, closes meanwhile.
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect(await button(page, /^(Decline|Make offer|Invite)/).count()).toBe(0);
    await button(page, 'Reconsider').click();
    await button(page, 'Make offer Dora Declined').waitFor();
  });
});

describe('U17: a withdrawn application', () => {
  test('U17: says that it was withdrawn and when, names nothing of the applicant, and offers no stage', async () => {
    const [application] = await apply('Wanda Withdraws');
    await withdraw(application?.id);
    const { page, errors } = await visits.signedIn(
      'owner@demo.test',
      `/employer/applications/${application?.id}`,
    );
    await heading(page, 'Withdrawn application');
    await page.getByText(/withdrawn on \d+ \w+ \d{4}/).waitFor();
    expect(await page.getByText('Wanda').count()).toBe(0);
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  test('U17: a withdrawal while the page is open is said at the next change, and nothing is sent', async () => {
    const [first, second] = await apply('Wilma Withdraws', 'Will Withdraws');
    const { page, errors } = await visits.signedIn('owner@demo.test', `/employer/applications/${first?.id}`);
    await button(page, 'Make offer Wilma Withdraws').click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Your message').fill('Welcome.');
    await withdraw(first?.id);
    await dialog.getByRole('button', { name: 'Make offer' }).click();
    await page.getByRole('alert').getByText('The applicant withdrew this application').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await heading(page, 'Withdrawn application');

    await page.goto(visits.publicUrl(`/employer/applications/${second?.id}`));
    await heading(page, 'Will Withdraws');
    await withdraw(second?.id);
    await button(page, 'Start review').click();
    await page.getByRole('alert').getByText('The applicant withdrew this application').waitFor();
    const mails = await system.database.query(
      'select 1 from identity.mail_outbox where to_address = any ($1)',
      [[first?.address, second?.address]],
    );
    expect(mails).toEqual([]);
    expect(errors).toEqual([]);
  });
});

// The last test of the file: its rows are in every list.
describe('U18: the list of applications', () => {
  test('U18: Back from an application restores the loaded rows, the scroll position and the focus', async () => {
    await apply(...Array.from({ length: 100 }, (_, count) => `Row ${count}`));
    const { page, errors } = await visits.signedIn('owner@demo.test');
    await page.goto(visits.publicUrl('/employer/applications'));
    await rows(page).nth(49).waitFor();
    expect(await rows(page).count()).toBe(50);
    await button(page, 'Load more').click();
    await rows(page).nth(99).waitFor();
    const link = page.getByRole('link', { name: 'Row 35', exact: true });
    await link.scrollIntoViewIfNeeded();
    const scrolled = () => page.evaluate(() => Math.round(scrollY));
    const before = await scrolled();
    expect(before).toBeGreaterThan(500);
    await link.click();
    await heading(page, 'Row 35');
    await page.goBack();
    await rows(page).nth(99).waitFor();
    await waitFor(async () => (await scrolled()) === before || undefined);
    await page.waitForFunction(() => document.activeElement?.textContent === 'Row 35');
    expect(errors).toEqual([]);
  });

  test('U18: on a phone, the first rows are shown before the others, and Back shows all of them where they were', async () => {
    await apply(...Array.from({ length: 50 }, (_, count) => `Later ${count}`));
    const { page, errors } = await visits.signedIn('owner@demo.test');
    await page.setViewportSize(PHONE.viewport);
    await page.addInitScript(() => {
      new MutationObserver(() => {
        const { length } = document.querySelectorAll('main tbody tr');
        if (length > 0) document.documentElement.dataset['firstRows'] ??= String(length);
      }).observe(document, { childList: true, subtree: true });
      const keepLeftAt = () => {
        document.documentElement.dataset['leftAt'] = String(Math.round(scrollY));
      };
      addEventListener('click', keepLeftAt, true);
    });
    const firstRows = () => page.evaluate(() => Number(document.documentElement.dataset['firstRows']));
    const scrolled = () => page.evaluate(() => Math.round(scrollY));
    await page.goto(visits.publicUrl('/employer/applications'));
    await rows(page).nth(49).waitFor();
    expect(await firstRows()).toBeLessThan(10);
    const link = page.getByRole('link', { name: 'Later 20', exact: true });
    await link.scrollIntoViewIfNeeded();
    await link.click();
    await heading(page, 'Later 20');
    const left = await page.evaluate(() => Number(document.documentElement.dataset['leftAt']));
    expect(left).toBeGreaterThan(500);
    await page.goBack();
    await rows(page).nth(49).waitFor();
    await waitFor(async () => (await scrolled()) === left || undefined);
    await page.waitForFunction(() => document.activeElement?.textContent === 'Later 20');
    expect(errors).toEqual([]);
  });
});

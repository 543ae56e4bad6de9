import { readFile } from 'node:fs/promises';
import { currentOneTimeCode, type TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { createKeyboard } from '#support/keyboard.ts';
import { beforeVisits, type Visits } from '#support/visits.ts';

const ADMIN = 'admin@demo.test';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

/** Signs an operator in by keyboard, and waits for the page that the address leads to. */
async function signedIn(path: string, title: string) {
  const { page, errors } = await visits.visit();
  const keyboard = createKeyboard(page);
  await page.goto(visits.teamUrl(`/login?return_to=${path}`));
  await keyboard.type(page.getByLabel('Email address'), ADMIN);
  await keyboard.type(page.getByLabel('Password', { exact: true }), 'gatehouse-demo-1');
  await keyboard.type(page.getByLabel('One-time code'), await currentOneTimeCode(system.database, ADMIN));
  await page.keyboard.press('Enter');
  await keyboard.arrivesAt(title);
  return { page, errors, keyboard };
}

/** Opens the dialog of a button, types what it asks for, confirms, and hears that it is done. */
async function decide(
  page: Page,
  {
    button,
    about,
    fields = {},
    done,
  }: { button: string; about: string; fields?: Readonly<Record<string, string>>; done: string },
): Promise<void> {
  const keyboard = createKeyboard(page);
  const dialog = await keyboard.open(page.getByRole('button', { name: `${button} ${about}` }));
  for (const [label, text] of Object.entries(fields)) {
    await keyboard.type(dialog.getByRole('textbox', { name: label }), text);
  }
  await keyboard.press(dialog.getByRole('button', { name: button, exact: true }));
  await dialog.waitFor({ state: 'detached' });
  await keyboard.hears(done);
}

describe('by keyboard alone', () => {
  test('G10: an operator approves one user and refuses the next with a reason', async () => {
    await system.database.query(
      "update identity.users set talent_access_state = 'none' where talent_access_state = 'pending'",
    );
    await system.database.query(
      `insert into identity.users (email, name, email_verified_at, talent_access_state, access_requested_at)
       select name || '@queue.test', initcap(name) || ' Waits', now(), 'pending', now() - make_interval(days => days)
         from (values ('anna', 9), ('bert', 3)) as waiting (name, days)`,
    );
    const { page, errors, keyboard } = await signedIn('/', 'Overview');
    await keyboard.press(page.getByRole('link', { name: '2 access requests to review' }));
    await keyboard.press(page.getByRole('link', { name: 'Review the oldest' }));
    await keyboard.arrivesAt('Anna Waits');
    await decide(page, {
      button: 'Approve',
      about: 'talent access of Anna Waits',
      done: 'Anna Waits has talent access.',
    });
    await page.getByText('Approved by Ada Brandt').waitFor();
    await keyboard.isAt(page.getByRole('link', { name: /^Next request/ }));
    await page.keyboard.press('Enter');
    await keyboard.arrivesAt('Bert Waits');
    await decide(page, {
      button: 'Refuse',
      about: 'talent access of Bert Waits',
      fields: { Reason: 'No work samples.' },
      done: 'Bert Waits was refused.',
    });
    await page.getByText('Refused by Ada Brandt').waitFor();
    await keyboard.isAt(page.getByText('No other user waits for a review.'));
    await page.getByText('No work samples.').first().waitFor();
    expect(errors).toEqual([]);
  });

  test('G10: an operator approves one company and refuses the next with a reason', async () => {
    await system.database.query(
      "update employer.companies set review_state = 'approved' where review_state = 'pending'",
    );
    await system.database.query(
      `insert into employer.companies (name, condition, review_state, created_at)
       values ('Eel & Oar', 'active', 'pending', now() - interval '9 days'), ('Rope & Rust', 'active', 'pending', now())`,
    );
    const { page, errors, keyboard } = await signedIn('/', 'Overview');
    await keyboard.press(page.getByRole('link', { name: '2 companies to review' }));
    await keyboard.press(page.getByRole('link', { name: 'Review the oldest' }));
    await keyboard.arrivesAt('Eel & Oar');
    await decide(page, {
      button: 'Approve',
      about: 'Eel & Oar',
      fields: { Reason: 'Found in the register.' },
      done: 'Eel & Oar is approved.',
    });
    await page.getByRole('region', { name: /^Review/ }).waitFor({ state: 'detached' });
    await keyboard.isAt(page.getByRole('link', { name: /^Next company/ }));
    await page.keyboard.press('Enter');
    await keyboard.arrivesAt('Rope & Rust');
    await decide(page, {
      button: 'Refuse',
      about: 'Rope & Rust',
      fields: { 'Message to the owners': 'Which register has you?', Reason: 'In no register.' },
      done: 'Rope & Rust is refused.',
    });
    const review = page.getByRole('region', { name: /^Review Refused/ });
    await review.getByText('Which register has you?').waitFor();
    await keyboard.isAt(page.getByText('No other company waits.'));
    expect(errors).toEqual([]);
  });

  test('G10: a visitor reports two jobs, and an operator hides one and dismisses the other report, with reasons', async () => {
    await system.database.query('delete from identity.abuse_reports');
    const visitor = await visits.visit();
    const keys = createKeyboard(visitor.page);
    const report = async (index: number) => {
      await visitor.page.goto(visits.publicUrl('/jobs'));
      const link = visitor.page.locator('.job-list li').nth(index).getByRole('link').first();
      const title = await link.innerText();
      await keys.press(link);
      await keys.arrivesAt(title);
      await keys.press(visitor.page.getByRole('link', { name: 'Report this job' }));
      await keys.arrivesAt('Report a job');
      await keys.choose(visitor.page.getByLabel('What is wrong?'), 'It asks applicants for money');
      await keys.type(visitor.page.getByLabel('What should we know?'), '80 euros for a kit.');
      await keys.press(visitor.page.getByRole('button', { name: 'Send report' }));
      await keys.arrivesAt('Thank you for your report');
      return title;
    };
    const hidden = await report(0);
    const kept = await report(1);

    const { page, errors, keyboard } = await signedIn('/reports', 'Reports');
    await keyboard.press(page.getByRole('link', { name: 'Review the first' }));
    await keyboard.arrivesAt(hidden);
    await page.getByText('80 euros for a kit.').waitFor();
    await decide(page, {
      button: 'Hide',
      about: hidden,
      fields: { 'Message to the company': 'It asks for money.', Reason: 'One report.' },
      done: `“${hidden}” is hidden.`,
    });
    await page
      .getByRole('region', { name: /^Hidden/ })
      .getByText('It asks for money.')
      .waitFor();
    await keyboard.isAt(page.getByRole('link', { name: /^Next report/ }));
    await keyboard.press(page.getByRole('link', { name: /^Next report/ }));
    await keyboard.arrivesAt(kept);
    await decide(page, {
      button: 'Dismiss report',
      about: kept,
      fields: { Reason: 'Nothing wrong.' },
      done: 'The reports are dismissed.',
    });
    await page.getByRole('heading', { name: 'No open reports' }).waitFor();
    await keyboard.isAt(page.getByText('No other report waits.'));
    expect([...errors, ...visitor.errors]).toEqual([]);
  });

  test('G10: an operator filters the audit trail by action and days, and saves it as CSV', async () => {
    const today = () => new Date().toISOString().slice(0, 10);
    const from = today();
    const { page, errors, keyboard } = await signedIn('/audit', 'Audit trail');
    const to = today();
    await keyboard.choose(page.getByLabel('Action'), 'Staff signed in');
    for (const [label, date] of [
      ['From (UTC)', from],
      ['Through (UTC)', to],
    ] as const) {
      const [year, month, day] = date.split('-');
      await keyboard.type(page.getByLabel(label), `${month}${day}${year}`);
    }
    await keyboard.press(page.getByRole('button', { name: 'Apply filters' }));
    await page.waitForURL(({ searchParams }) => searchParams.get('to') === to);
    await page.getByText('Ada Brandt signed in as staff').first().waitFor();
    await keyboard.hasPlace();
    const dialog = await keyboard.open(page.getByRole('button', { name: 'Export CSV' }));
    const downloading = page.waitForEvent('download');
    await keyboard.press(dialog.getByRole('button', { name: 'Export CSV' }));
    const csv = await readFile(await (await downloading).path(), 'utf8');
    await keyboard.hasPlace();
    expect(csv).toContain('Ada Brandt');
    expect(csv).not.toContain('suspended');
    expect(errors).toEqual([]);
  });
});

import { makePerson, type TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accountButton } from '#support/account.ts';
import { axeViolations } from '#support/axe.ts';
import { createKeyboard } from '#support/keyboard.ts';
import { nextMail } from '#support/next-mail.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

const numbersIn = async (page: Page, heading: RegExp) => {
  const card = page.locator('section.card', { has: page.getByRole('heading', { name: heading }) });
  const [total, ...parts] = await Promise.all([
    card.getByRole('heading').innerText(),
    ...(await card.locator('.counts strong').allInnerTexts()),
  ]);
  return { total: Number.parseInt(total ?? '', 10), parts: parts.map(Number) };
};

test('the list of companies is sorted by name or newest first, with its filters, and the address keeps the order', async () => {
  await system.database.query(
    "insert into employer.companies (name, condition) values ('Zymurgy Sluiceworks', 'active'), ('Aardvark Sluiceworks', 'disabled')",
  );
  const { page, errors } = await visits.signedInAdmin('viewer@demo.test', '/companies?query=sluiceworks');
  const names = page.getByRole('table').locator('th a');
  const listed = (expected: readonly string[]) =>
    waitFor(
      async () => JSON.stringify(await names.allTextContents()) === JSON.stringify(expected) || undefined,
    );
  await listed(['Aardvark Sluiceworks', 'Zymurgy Sluiceworks']);
  const order = page.getByLabel('Sort by');
  await order.focus();
  await page.keyboard.press('ArrowDown');
  await page.waitForURL(({ searchParams }) => searchParams.get('order') === 'newest');
  expect(await order.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.reload();
  await page.getByRole('search').waitFor();
  expect(await order.inputValue()).toBe('newest');
  await page.getByRole('link', { name: 'Active' }).click();
  await listed(['Zymurgy Sluiceworks']);
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
    query: 'sluiceworks',
    order: 'newest',
  });
  await page.goto(visits.teamUrl('/companies?order=newest'));
  await names.first().waitFor();
  expect((await names.allTextContents()).slice(0, 2)).toEqual([
    'Aardvark Sluiceworks',
    'Zymurgy Sluiceworks',
  ]);
  expect(await axeViolations(page)).toEqual([]);
  expect(errors).toEqual([]);
});

test('the page of a company with more than 500 members says that it lists the first ones', async () => {
  const [{ id } = { id: '' }] = await system.database.query<{ id: string }>(
    `with company as (insert into employer.companies (name) values ('Osier & Co') returning id),
          person as (
            insert into identity.users (name, email)
            select 'Weaver ' || n, 'weaver-' || n || '@osier.test' from generate_series(1, 501) n returning id)
     insert into employer.org_memberships (company_id, user_id, role)
     select company.id, person.id, 'member' from company, person returning company_id as id`,
  );
  const { page, errors } = await visits.signedInAdmin('viewer@demo.test', `/companies/${id}`);
  await page.getByText('These are the first 500 members.').waitFor();
  expect(await page.getByRole('table', { name: 'Members' }).locator('tbody tr').count()).toBe(500);
  expect(errors).toEqual([]);
});

test('G2: a revocation by an owner is shown as such, and staff can restore it or make it their own', async () => {
  const { userId, companyId, membershipId } = await makePerson(system.database, {
    membership: { role: 'member', status: 'revoked' },
  });
  await system.database.query("update employer.org_memberships set revoked_by = 'owner' where id = $1", [
    membershipId,
  ]);
  const { page, errors } = await visits.signedInAdmin('admin@demo.test', `/companies/${companyId}`);
  const shows = async (label: string) => {
    await page.getByText(label, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Restore access Test Person' }).waitFor();
    return page.getByRole('button', { name: 'Revoke as staff Test Person' }).count();
  };
  expect(await shows('Revoked by an owner')).toBe(1);
  await page.getByRole('link', { name: 'Test Person' }).click();
  await heading(page, 'Test Person');
  expect(await shows('Revoked by an owner')).toBe(1);
  expect(await axeViolations(page)).toEqual([]);
  const dialog = page.getByRole('alertdialog');
  await page.getByRole('button', { name: 'Restore access Test Person' }).click();
  await dialog.getByText('It was revoked by an owner.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Revoke as staff Test Person' }).click();
  await dialog.getByText('Owners can then no longer restore it').waitFor();
  await dialog.getByLabel('Reason').fill('They sell the addresses of applicants.');
  await dialog.getByRole('button', { name: 'Revoke as staff' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await shows('Revoked by staff')).toBe(0);
  await createKeyboard(page).hasPlace();
  expect(
    await system.database.query('select revoked_by from employer.org_memberships where user_id = $1', [
      userId,
    ]),
  ).toEqual([{ revoked_by: 'staff' }]);
  await page.getByRole('button', { name: 'Restore access Test Person' }).click();
  await dialog.getByText('It was revoked by staff.').waitFor();
  expect(errors).toEqual([]);
});

describe('U27: a disabled company', () => {
  test('says so to staff and owner with the reason, counts no post as published, and mails the owner', async () => {
    const { page, errors } = await visits.signedInAdmin('admin@demo.test', '/companies');
    await page.getByRole('link', { name: 'Harbour & Pine' }).click();
    await heading(page, 'Harbour & Pine');
    await page.getByText(/^Published job posts: [1-9]/).waitFor();
    await page.getByRole('button', { name: 'Disable Harbour & Pine' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Message to the owners').fill('Two posts ask for a fee.');
    await dialog.getByLabel('Reason').fill('Ticket of 12 June.');
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await page.getByText(/^[1-9]\d* job posts, hidden while disabled$/).waitFor();
    expect(await page.getByText('Published job posts').count()).toBe(0);
    await page
      .getByRole('region', { name: /^Disabled/ })
      .getByText('Two posts ask for a fee.')
      .waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await nextMail(system, 'owner@demo.test', { subject: 'Harbour & Pine is disabled on Gatehouse' });

    const visited = await visits.signedIn('owner@demo.test', '/employer');
    await heading(visited.page, 'Your company is disabled');
    await visited.page.getByText('Two posts ask for a fee.').waitFor();
    expect(await visited.page.getByText('Ticket of 12 June.').count()).toBe(0);
    expect(await axeViolations(visited.page)).toEqual([]);
    const member = await visits.signedIn('member@demo.test', '/employer');
    await heading(member.page, 'Your company is disabled');
    expect(await member.page.getByText('Two posts ask for a fee.').count()).toBe(0);

    await page.getByRole('button', { name: 'Enable Harbour & Pine' }).click();
    await dialog.getByText('Its published job posts are visible if it is approved.').waitFor();
    await dialog.getByLabel('Reason').fill('They answered.');
    await dialog.getByRole('button', { name: 'Enable' }).click();
    await page.getByText(/^Published job posts: [1-9]/).waitFor();
    expect([...errors, ...visited.errors, ...member.errors]).toEqual([]);
  });

  test('that waits for its review: each decision says that its job posts stay hidden, and promises no mail', async () => {
    const [{ id } = { id: '' }] = await system.database.query<{ id: string }>(
      `insert into employer.companies (name, condition, review_state)
       values ('Withy & Weir', 'disabled', 'pending') returning id`,
    );
    const { page, errors } = await visits.signedInAdmin('admin@demo.test', `/companies/${id}`);
    // It is not in the queue.
    await page.locator('.back').getByRole('link', { name: 'Companies', exact: true }).waitFor();
    const dialog = page.getByRole('alertdialog');
    for (const [decision, effect, messages] of [
      ['Approve', 'What it has published stays hidden until the company is enabled.', 0],
      // Its owners read why, on their page.
      ['Refuse', 'What it has published stays hidden, also once the company is enabled.', 1],
    ] as const) {
      await page.getByRole('button', { name: `${decision} Withy & Weir` }).click();
      await dialog.getByText(effect, { exact: true }).waitFor();
      await dialog.getByText('No email is sent while the company is disabled.').waitFor();
      expect(await dialog.getByText(/by email/).count()).toBe(0);
      expect(await dialog.getByLabel('Message to the owners').count()).toBe(messages);
      expect(await axeViolations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    expect(errors).toEqual([]);
  });

  test('that has job posts: hiding one and showing one again promises no mail', async () => {
    const posts = await system.database.query<{ id: string; hidden_at: Date | null }>(
      `with company as (
         insert into employer.companies (name, condition) values ('Bulrush & Bros', 'disabled') returning id)
       insert into employer.job_posts (company_id, title, description, kind, state, published_at, hidden_at)
       select id, 'Thatcher', coalesce('Roofs since ' || at, 'Roofs'), 'full_time', 'published', now(), at
         from company, (values (now()), (null)) as hidden (at)
       returning id, hidden_at`,
    );
    const { page, errors } = await visits.signedInAdmin('admin@demo.test');
    const dialog = page.getByRole('alertdialog');
    for (const { id, hidden_at } of posts) {
      await page.goto(visits.teamUrl(`/job-posts/${id}`));
      const label = hidden_at === null ? 'Hide' : 'Show again';
      await page.getByRole('button', { name: `${label} Thatcher` }).click();
      await dialog.getByText('No email is sent while the company is disabled.').waitFor();
      expect(await dialog.getByText(/by email/).count()).toBe(0);
      // The members read why it is hidden.
      expect(await dialog.getByLabel(/^Message/).count()).toBe(hidden_at === null ? 1 : 0);
      expect(await axeViolations(page)).toEqual([]);
      await dialog.getByLabel('Reason').fill('Ticket of 12 June.');
      if (hidden_at === null) await dialog.getByLabel(/^Message/).fill('It asks for a fee.');
      await dialog.getByRole('button', { name: label }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    const shown = await system.database.query(
      'select id from employer.job_posts where id = any ($1) and hidden_at is null',
      [posts.map(({ id }) => id)],
    );
    expect(shown).toEqual(posts.filter(({ hidden_at }) => hidden_at !== null).map(({ id }) => ({ id })));
    expect(errors).toEqual([]);
  });

  test('that is not approved says so in the list of companies, and counts no post as published', async () => {
    await system.database.query(
      `with company as (
         insert into employer.companies (name, review_state)
         values ('Sedge & Sons', 'pending'), ('Sedge & Daughters', 'refused') returning id)
       insert into employer.job_posts (company_id, title, kind, state, published_at)
       select id, 'Thatcher', 'full_time', 'published', now() from company`,
    );
    const { page, errors } = await visits.signedInAdmin('viewer@demo.test', '/companies?query=sedge');
    for (const [name, status] of [
      ['Sedge & Sons', 'Waits for review'],
      ['Sedge & Daughters', 'Refused'],
    ] as const) {
      const row = page.getByRole('row', { name });
      await row.getByText(status, { exact: true }).waitFor();
      await row.getByText('0 (1 hidden)', { exact: true }).waitFor();
      expect(await row.getByText('Active', { exact: true }).count()).toBe(0);
    }
    expect(await axeViolations(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  test('U11: the numbers of the staff’s overview are links and add up', async () => {
    const { page } = await visits.signedInAdmin('viewer@demo.test');
    await heading(page, 'Overview');
    expect(await axeViolations(page)).toEqual([]);
    for (const title of [/ users?$/, / compan(y|ies)$/]) {
      const { total, parts } = await numbersIn(page, title);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
    }
    await page.getByRole('link', { name: / suspended$/ }).click();
    await heading(page, 'Users');
    await page.getByRole('link', { name: 'Sunniva Dahl' }).waitFor();
  });

  test('U28: a role has one spelling', async () => {
    const { page } = await visits.signedInAdmin('viewer@demo.test', '/people?query=olive');
    await page.getByRole('cell', { name: 'Harbour & Pine' }).getByText('Owner', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Olive Okafor' }).click();
    await heading(page, 'Olive Okafor');
    await page.getByText('Owner', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Harbour & Pine' }).first().click();
    await heading(page, 'Harbour & Pine');
    await page.getByRole('cell', { name: 'Owner', exact: true }).first().waitFor();
    await accountButton(page).click();
    await page.getByText('viewer@demo.test, Viewer').waitFor();
  });
});

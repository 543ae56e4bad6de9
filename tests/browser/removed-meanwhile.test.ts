import { makeJobPost, makePerson, makeSession, type TestPerson, type TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { beforeVisits, type Visits } from '#support/visits.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

const sql = (text: string, values: unknown[]) => system.database.query(text, values);
const makeOwner = () => makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
const ofUser = ({ userId }: TestPerson) => [userId];
const ofCompany = ({ companyId }: TestPerson) => [companyId];

const addPasskey = ({ userId }: TestPerson) =>
  sql(
    `insert into identity.user_passkeys (user_id, credential_id, public_key, counter, is_backup_eligible, is_backed_up, transports, name)
     values ($1, uuidv7()::text::bytea, '\\x00', 0, false, false, '{}', 'Old key')`,
    [userId],
  );
const PASSKEY = {
  path: '/account',
  add: addPasskey,
  remove: 'delete from identity.user_passkeys where user_id = $1',
  of: ofUser,
  gone: 'This passkey has already been removed.',
};
const addTemplate = ({ companyId, userId }: TestPerson) =>
  sql(
    `insert into employer.message_templates (company_id, name, text, changed_by) values ($1, 'Welcome', 'Dear', $2)`,
    [companyId, userId],
  );
const TEMPLATE = {
  path: '/employer/templates',
  add: addTemplate,
  remove: 'delete from employer.message_templates where company_id = $1',
  of: ofCompany,
  gone: 'This template has already been deleted.',
};

describe('what was removed in another tab or by another member meanwhile is named, and the list is read again', () => {
  test.each([
    {
      what: 'a session',
      path: '/account',
      add: async ({ userId }: TestPerson) => {
        await makeSession(system.database, 'user', userId);
      },
      button: /^Sign out Unknown browser/,
      confirm: 'Sign out',
      remove: `update identity.user_sessions set ended_at = now() where user_id = $1
        and id = (select max(id::text)::uuid from identity.user_sessions where user_id = $1)`,
      of: ofUser,
      gone: 'This session has already ended.',
    },
    { what: 'a passkey', button: 'Remove Old key', confirm: 'Remove', ...PASSKEY },
    { what: 'a passkey that is renamed', button: 'Rename Old key', confirm: 'Rename', ...PASSKEY },
    {
      what: 'an invitation',
      path: '/employer/members',
      add: ({ companyId, userId }: TestPerson) =>
        sql(
          `insert into employer.invitations (company_id, email, role, token_hash, invited_by, expires_at)
           values ($1, 'colleague@example.test', 'member', sha256(uuidv7()::text::bytea), $2, now() + interval '1 day')`,
          [companyId, userId],
        ),
      button: 'Revoke invitation colleague@example.test',
      confirm: 'Revoke invitation',
      remove: 'update employer.invitations set withdrawn_at = now() where company_id = $1',
      of: ofCompany,
      gone: 'This invitation is no longer open.',
    },
    { what: 'a template', button: 'Delete template Welcome', confirm: 'Delete', ...TEMPLATE },
    {
      what: 'a saved search',
      path: '/saved/searches',
      add: ({ userId }: TestPerson) =>
        sql(
          `insert into talent.saved_searches (user_id, search, frequency, next_mail_at)
           values ($1, '{"query": "joiner", "location": ""}', 'none', 'infinity')`,
          [userId],
        ),
      button: /^Remove Jobs for “joiner”/,
      confirm: 'Remove',
      remove: 'delete from talent.saved_searches where user_id = $1',
      of: ofUser,
      gone: 'This search has already been removed.',
    },
  ])('$what', async ({ path, add, button, confirm, remove, of, gone }) => {
    const owner = await makeOwner();
    await add(owner);
    const { page, errors } = await visits.as(owner, path);
    await page.getByRole('button', { name: button }).click();
    await sql(remove, of(owner));
    await confirmIn(page, confirm);
    await page.getByText(gone).first().waitFor();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: button }).waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  });

  test('a saved search whose frequency is changed', async () => {
    const user = await makePerson(system.database);
    await sql(
      `insert into talent.saved_searches (user_id, search, frequency, next_mail_at)
       values ($1, '{"query": "joiner", "location": ""}', 'none', 'infinity')`,
      [user.userId],
    );
    const { page, errors } = await visits.as(user, '/saved/searches');
    await page.getByLabel(/^Email new jobs/).selectOption('Every week');
    await sql('delete from talent.saved_searches where user_id = $1', [user.userId]);
    await page.getByRole('button', { name: /^Save Jobs/ }).click();
    await page.getByText('This search has already been removed.').first().waitFor();
    await page.getByText('No saved searches yet').waitFor();
    expect(errors).toEqual([]);
  });

  test('G8: a template that is edited, of which what was typed stays in the form for a new one', async () => {
    const owner = await makeOwner();
    await addTemplate(owner);
    const { page, errors } = await visits.as(owner, TEMPLATE.path);
    await page.getByRole('button', { name: 'Edit template Welcome' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Text').fill('Dear all');
    await sql(TEMPLATE.remove, [owner.companyId]);
    await confirmIn(page, 'Save');
    await page.getByText(TEMPLATE.gone).first().waitFor();
    await page.getByText('No templates yet').waitFor();
    const form = page.getByRole('region', { name: 'New template' });
    expect(await form.getByLabel('Name').inputValue()).toBe('Welcome');
    expect(await form.getByLabel('Text').inputValue()).toBe('Dear all');
    expect(errors).toEqual([]);
  });

  test('a draft', async () => {
    const { companyId, ...owner } = await makeOwner();
    const post = await makeJobPost(system.database, { companyId, title: 'Lamplighter', state: 'draft' });
    const { page } = await visits.as(owner, `/employer/jobs/${post}`);
    await page.getByRole('button', { name: 'Delete draft Lamplighter' }).click();
    await sql('delete from employer.job_posts where id = $1', [post]);
    await confirmIn(page, 'Delete draft');
    await page.getByText('The draft “Lamplighter” has already been deleted.').first().waitFor();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  });
});

function confirmIn(page: Page, label: string): Promise<void> {
  return page.getByRole('alertdialog').getByRole('button', { name: label, exact: true }).click();
}

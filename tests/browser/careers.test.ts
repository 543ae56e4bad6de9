/// <reference lib="dom" />
import { makeJobPost, makePerson, type TestPerson, type TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { fits320 } from '#support/fits-320.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

const LOCK = {
  key: 3,
  title: 'Lock keeper',
  employer_name: 'Canal Trust',
  from_month: '2019-04',
  to_month: '2021-02',
  description: 'Nights and weekends.',
};
const BRIDGE = {
  ...LOCK,
  key: 7,
  title: 'Bridge keeper',
  employer_name: 'City of Gdynia',
  from_month: '2021-03',
  to_month: '',
};

const makeTalent = () => makePerson(system.database, { talent: 'active' });
const save = ({ cookie }: TestPerson, positions: readonly object[]) =>
  system.publicHost.request('/api/talent/profiles/current', {
    method: 'PUT',
    cookie,
    headers: { 'if-match': '*' },
    body: { headline: 'Keeper', career: { positions, education: [] } },
  });
const positionsOf = async ({ cookie }: TestPerson) =>
  (await system.publicHost.request('/api/talent/profiles/current', { cookie })).body.career.positions;
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const entry = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const isFocused = (field: Locator) => field.evaluate((one) => one === document.activeElement);

describe('work history and education', () => {
  test('G10: are entered by keyboard, saved newest first, previewed, sent, and read by the company as sent', async () => {
    const talent = await makeTalent();
    const { page, errors } = await visits.as(talent, '/talent/profile');
    await button(page, 'Add position').focus();
    for (const { title, employer_name, from_month, to_month, description } of [LOCK, BRIDGE]) {
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => document.activeElement?.matches('.entry input'));
      for (const text of [title, employer_name, from_month, to_month, description]) {
        await page.keyboard.type(text);
        await page.keyboard.press('Tab');
      }
      // Past “Remove”.
      await page.keyboard.press('Tab');
    }
    await button(page, 'Add school').click();
    await entry(page, 'School 1').getByLabel('School', { exact: true }).fill('Nautical school');
    await entry(page, 'School 1').getByLabel('From').fill('2014');
    await fits320(page);
    await button(page, 'Save').click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('.entry input')?.value === 'Bridge keeper',
    );
    expect((await positionsOf(talent)).map(({ title }: { title: string }) => title)).toEqual([
      'Bridge keeper',
      'Lock keeper',
    ]);

    // Nothing is unsaved, although the entries are in another order.
    await page.getByRole('link', { name: 'Jobs', exact: true }).click();
    await heading(page, 'Jobs');
    const owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    const post = await makeJobPost(system.database, {
      companyId: owner.companyId,
      title: 'Keeper of the sluice',
      location: 'Ghent',
      description: 'Water.',
    });
    await page.goto(visits.publicUrl(`/talent/apply/${post}`));
    await button(page, 'Preview').click();
    const preview = page.getByRole('dialog');
    const shown = ['Bridge keeper', 'City of Gdynia', 'Mar 2021 – present', 'Apr 2019 – Feb 2021'];
    for (const text of [...shown, 'Nautical school', '2014 – present'])
      await preview.getByText(text, { exact: true }).waitFor();
    await fits320(page);
    await button(preview, 'Close preview').click();
    await button(page, 'Send application').click();
    await page.getByText('Application sent.').waitFor();
    await save(talent, []);
    await page.getByRole('link', { name: 'Keeper of the sluice' }).click();
    const sent = page.getByRole('region', { name: 'Your profile as you sent it' });
    for (const text of shown) await sent.getByText(text, { exact: true }).waitFor();
    await fits320(page);
    expect(errors).toEqual([]);
    const [row] = await system.database.query<{ id: string }>(
      'select id from talent.applications where user_id = $1',
      [talent.userId],
    );
    const company = await visits.as(owner, `/employer/applications/${row?.id}`);
    const list = company.page.getByRole('list', { name: 'Work history' });
    await list.getByText('Canal Trust').waitFor();
    expect(await list.getByRole('listitem').count()).toBe(2);
    await fits320(company.page);
    expect(company.errors).toEqual([]);
  });

  test('G8: a refusal names the entries beside their fields, and keeps what was entered', async () => {
    const talent = await makeTalent();
    await save(talent, [LOCK]);
    const { page } = await visits.as(talent, '/talent/profile');
    await button(page, 'Add position').click();
    const second = entry(page, 'Position 2');
    await second.getByLabel('Job title').fill('Bridge keeper');
    await second.getByLabel('From').fill('5/2021');
    await second.getByLabel('To', { exact: true }).fill('2021-03');
    await button(page, 'Save').click();
    const alert = page.getByRole('alert');
    await alert.getByRole('link', { name: 'Position 2: Employer' }).waitFor();
    await second.getByLabel('Employer').fill('City of Gdynia');
    await button(page, 'Save').click();
    await alert.getByText('“To” is before “From”.').waitFor();
    await alert.getByRole('link', { name: 'Position 2: To' }).click();
    expect(await isFocused(second.getByLabel('To', { exact: true }))).toBe(true);
    expect(await second.getByLabel('To', { exact: true }).inputValue()).toBe('2021-03');
    await fits320(page);
    await second.getByLabel('To', { exact: true }).fill('');
    await button(page, 'Save').click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await positionsOf(talent)).toMatchObject([
      { title: 'Bridge keeper', from_month: '2021-05', to_month: '' },
      LOCK,
    ]);
  });

  test('G8 G10: an entry is removed with an undo, and the page asks before it is left', async () => {
    const talent = await makeTalent();
    await save(talent, [BRIDGE, LOCK]);
    const { page, errors } = await visits.as(talent, '/talent/profile');
    await button(page, 'Remove position 1').click();
    await page.getByText('Removed when you save: Bridge keeper').waitFor();
    expect(await isFocused(button(page, 'Undo'))).toBe(true);
    expect(await entry(page, 'Position 1').getByLabel('Job title').inputValue()).toBe('Lock keeper');
    await fits320(page);
    await page.keyboard.press('Enter');
    const first = entry(page, 'Position 1').getByLabel('Job title');
    expect([await first.inputValue(), await isFocused(first)]).toEqual(['Bridge keeper', true]);
    await button(page, 'Remove position 1').click();
    await page.getByRole('link', { name: 'Jobs', exact: true }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await dialog.getByRole('button').first().click();
    await dialog.waitFor({ state: 'detached' });
    await heading(page, 'Your profile');
    await button(page, 'Save').click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await positionsOf(talent)).toEqual([LOCK]);
    await page.getByText('Removed when you save').waitFor({ state: 'detached' });
    // An empty entry is none.
    await button(page, 'Add position').click();
    await button(page, 'Remove position 2').click();
    expect(await isFocused(button(page, 'Add position'))).toBe(true);
    expect(errors).toEqual([]);
  });

  test('G9: two tabs: what each one has added, changed and removed is shown field by field', async () => {
    const talent = await makeTalent();
    await save(talent, [BRIDGE, LOCK]);
    const { page } = await visits.as(talent, '/talent/profile');
    await entry(page, 'Position 2').getByLabel('Description').fill('Days.');
    await button(page, 'Remove position 1').click();
    const ferry = { ...LOCK, key: 11, title: 'Ferryman', from_month: '2010-01', to_month: '2011-01' };
    await save(talent, [
      { ...BRIDGE, title: 'Senior bridge keeper' },
      { ...LOCK, description: 'Nights.' },
      ferry,
    ]);
    await button(page, 'Save').click();
    await page.getByRole('alert').getByText('This has changed since you opened it').waitFor();
    const choice = entry(page, 'Position 1: Description');
    await choice.getByText('Nights.').waitFor();
    expect(await choice.getByRole('radio', { name: 'Your version' }).isChecked()).toBe(true);
    // What the other tab has added is in the form.
    expect(await entry(page, 'Position 2').getByLabel('Job title').inputValue()).toBe('Ferryman');
    // What this tab has removed and the other one has changed is a choice.
    const removed = entry(page, 'Removed position: Job title');
    await removed.getByText('Senior bridge keeper').waitFor();
    expect(await removed.getByRole('radio', { name: 'Your version' }).isChecked()).toBe(true);
    await fits320(page);
    await button(page, 'Save').click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await positionsOf(talent)).toEqual([{ ...LOCK, description: 'Days.' }, ferry]);
  });

  test('staff read them where they decide on talent access', async () => {
    const talent = await makeTalent();
    await save(talent, [BRIDGE]);
    const { page, errors } = await visits.signedInAdmin('admin@demo.test', `/people/${talent.userId}`);
    await page.getByRole('list', { name: 'Work history' }).getByText('City of Gdynia').waitFor();
    expect(errors).toEqual([]);
  });
});

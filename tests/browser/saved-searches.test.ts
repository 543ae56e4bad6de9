import { makePerson, type TestPerson, type TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeViolations } from '#support/axe.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

const searchesOf = ({ userId }: TestPerson) =>
  system.database.query<{ search: object; frequency: string }>(
    'select search, frequency from talent.saved_searches where user_id = $1 order by id',
    [userId],
  );
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const SEARCH = '/jobs?query=nurse&location=Porto&kind=full_time&minimum_pay=30000&currency=EUR&order=newest';
const NAME = 'Full-time jobs in Porto for “nurse”, from EUR 30,000 a year';

describe('saved searches', () => {
  test('G10: are saved from the page of a search by keyboard, changed, opened and removed', async () => {
    const user = await makePerson(system.database);
    const { page, errors } = await visits.as(user, SEARCH);
    await button(page, 'Email me new jobs').press('Enter');
    await page.getByRole('status').getByText('Search saved: new jobs come by email').waitFor();
    expect(await searchesOf(user)).toEqual([
      {
        search: {
          ...{ query: 'nurse', location: 'Porto', kind: 'full_time', order: 'newest' },
          ...{ minimum_pay: 30_000, currency: 'EUR' },
        },
        frequency: 'daily',
      },
    ]);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Your saved searches' }).click();
    await heading(page, 'Saved searches');
    await page.getByLabel(`Email new jobs: ${NAME}`).selectOption('Every week');
    await button(page, `Save ${NAME}`).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await searchesOf(user)).toMatchObject([{ frequency: 'weekly' }]);
    await page.getByRole('link', { name: NAME }).click();
    await heading(page, 'Jobs');
    expect(new URL(page.url()).searchParams.toString()).toBe(new URLSearchParams(SEARCH.slice(6)).toString());
    await page.goBack();
    await button(page, `Remove ${NAME}`).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No saved searches yet').waitFor();
    expect(errors).toEqual([]);
  });

  test('G10: are mailed as often as was chosen when they were saved, and another save does not change that', async () => {
    const user = await makePerson(system.database);
    const { page } = await visits.as(user, '/jobs?query=joiner');
    await page.getByLabel('How often').selectOption('Every week');
    await button(page, 'Email me new jobs').click();
    await page.getByRole('status').getByText('once a week at most').waitFor();
    await page.getByLabel('How often').selectOption('Every day');
    await button(page, 'Email me new jobs').click();
    await page.getByRole('status').getByText('once a week at most').waitFor();
    expect(await searchesOf(user)).toMatchObject([{ frequency: 'weekly' }]);
  });

  test('all jobs are no search to save, and U14: a visitor comes back to the search after the sign-in, and it is saved, once', async () => {
    const { page } = await visits.visit();
    await page.goto(visits.publicUrl('/jobs'));
    await button(page, 'Search').waitFor();
    expect(await page.getByRole('button', { name: 'Email me new jobs' }).count()).toBe(0);
    await page.goto(visits.publicUrl('/jobs?query=joiner'));
    await button(page, 'Email me new jobs after you sign in').click();
    await heading(page, 'Sign in');
    await visits.fillIn(page, 'talent@demo.test');
    await heading(page, 'Jobs');
    expect(new URL(page.url()).search).toBe('?query=joiner');
    await page.getByRole('status').getByText('Search saved: new jobs come by email').waitFor();
    const [{ frequency } = { frequency: '' }] = await system.database.query<{ frequency: string }>(
      `select frequency from talent.saved_searches where search ->> 'query' = 'joiner'
          and user_id = (select id from identity.users where email = 'talent@demo.test')`,
    );
    expect(frequency).toBe('daily');
    expect(await page.evaluate(() => sessionStorage.getItem('gatehouse-save'))).toBeNull();
  });

  test('G10: one that was saved before keeps its frequency, and the page does not promise mail', async () => {
    const user = await makePerson(system.database);
    await system.database.query(
      `insert into talent.saved_searches (user_id, search, frequency, next_mail_at)
       values ($1, '{"query": "joiner", "location": ""}', 'none', 'infinity')`,
      [user.userId],
    );
    const { page } = await visits.as(user, '/jobs?query=joiner');
    await button(page, 'Email me new jobs').click();
    await page.getByRole('status').getByText('You have saved this search without email').waitFor();
    expect(await searchesOf(user)).toMatchObject([{ frequency: 'none' }]);
  });

  test('G8: a refused save says why, and the search stays', async () => {
    const user = await makePerson(system.database);
    await system.database.query(
      `insert into talent.saved_searches (user_id, search, frequency, next_mail_at)
       select $1, jsonb_build_object('query', 'word ' || n, 'location', ''), 'none', 'infinity' from generate_series(1, 20) n`,
      [user.userId],
    );
    const { page } = await visits.as(user, '/jobs?query=joiner');
    await button(page, 'Email me new jobs').click();
    await page.getByRole('alert').getByText('You have saved 20 searches').waitFor();
    expect(await page.getByLabel('What').inputValue()).toBe('joiner');
  });

  test.each([
    ['wide', 1280, 'light'],
    ['narrow', 320, 'light'],
    ['dark', 1280, 'dark'],
  ] as const)('U4: fit, %s', async (_, width, colorScheme) => {
    const user = await makePerson(system.database);
    await system.database.query(
      `insert into talent.saved_searches (user_id, search, frequency, next_mail_at)
       select $1, jsonb_build_object('query', 'keeper of lanterns ' || n, 'location', 'Vila Nova de Gaia'), 'weekly', 'infinity'
         from generate_series(1, 2) n`,
      [user.userId],
    );
    const { page } = await visits.as(user, '/saved/searches');
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    for (const [path, shown] of [
      ['/saved/searches', 'Jobs in Vila Nova de Gaia for “keeper of lanterns 2”'],
      ['/jobs?query=keeper&kind=full_time', 'Email me new jobs'],
    ] as const) {
      await page.goto(visits.publicUrl(path));
      await page.getByText(shown).first().waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await axeViolations(page)).toEqual([]);
    }
  });
});

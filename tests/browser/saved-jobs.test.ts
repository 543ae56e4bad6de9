import { makeJobPost, makePerson, type TestPerson, type TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeViolations } from '#support/axe.ts';
import { giveSession } from '#support/chromium.ts';
import { holdScripts } from '#support/held-scripts.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';

let system: TestSystem;
let visits: Visits;
let owner: TestPerson;
beforeVisits(async (started) => {
  ({ system, visits } = started);
  owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
});

/** The newest job post of the catalogue. */
const makePost = (title: string) =>
  makeJobPost(system.database, {
    companyId: owner.companyId,
    title,
    description: 'Ropes of the harbour.',
    location: 'Porto',
  });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const saveButton = (page: Page, title: string) => button(page, `Save ${title}`);
const savedButton = (page: Page, title: string) => button(page, `Saved ${title}, remove from saved jobs`);
const announced = (page: Page, text: string) =>
  page.getByRole('log').getByText(text).waitFor({ state: 'attached' });

describe('saved jobs', () => {
  test('G10: are saved and removed by keyboard, announced, and listed', async () => {
    const user = await makePerson(system.database);
    const id = await makePost('Rope maker');
    const { page, errors } = await visits.as(user, `/jobs/${id}`);
    await saveButton(page, 'Rope maker').press('Enter');
    await announced(page, 'Job saved.');
    const saved = savedButton(page, 'Rope maker');
    expect(await saved.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'account menu' }).click();
    await page.getByRole('menuitem', { name: 'Saved jobs' }).click();
    await heading(page, 'Saved jobs');
    await page.getByRole('link', { name: 'Rope maker' }).waitFor();
    // The navigation moves the focus here, which would take it from the button between both halves of a press.
    await page.locator('h1:focus').waitFor();
    await saved.press('Space');
    await announced(page, 'Removed from your saved jobs.');
    await saveButton(page, 'Rope maker').press('Enter');
    await saved.waitFor();
    expect(errors).toEqual([]);
  });

  test('G10: a press while the answer to the one before is on its way counts, and the last one holds', async () => {
    const user = await makePerson(system.database);
    const id = await makePost('Sluice warden');
    const { page } = await visits.as(user, `/jobs/${id}`);
    await saveButton(page, 'Sluice warden').waitFor();
    const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
    const { promise: asked, resolve: noteAsked } = Promise.withResolvers<void>();
    await page.route('**/api/talent/saved_job_posts/**', async (route) => {
      if (route.request().method() === 'PUT') {
        noteAsked();
        await mayGoOn;
      }
      await route.continue();
    });
    await saveButton(page, 'Sluice warden').click();
    await asked;
    await savedButton(page, 'Sluice warden').click();
    await saveButton(page, 'Sluice warden').waitFor();
    goOn();
    await announced(page, 'Removed from your saved jobs.');
    const saved = await system.database.query('select from talent.saved_job_posts where user_id = $1', [
      user.userId,
    ]);
    expect(saved).toEqual([]);
  });

  /** Opens the job of a list while its save has no answer. */
  async function saveAndOpen(page: Page, title: string) {
    const answer = Promise.withResolvers<void>();
    const refuses = { now: false };
    const problem = { title: 'Too many saved jobs', detail: 'Remove one first.', status: 409 };
    await page.route('**/api/talent/saved_job_posts/**', async (route) => {
      const isSave = route.request().method() === 'PUT';
      if (isSave) await answer.promise;
      if (isSave && refuses.now)
        await route.fulfill({ status: 409, json: problem, contentType: 'application/problem+json' });
      else await route.continue();
    });
    await saveButton(page, title).click();
    await savedButton(page, title).waitFor();
    return {
      open: async () => {
        await page.getByRole('link', { name: title }).click();
        await page.getByRole('heading', { level: 1, name: title }).waitFor();
        await page.locator('h1:focus').waitFor();
      },
      accept: () => answer.resolve(),
      refuse: () => {
        refuses.now = true;
        answer.resolve();
      },
    };
  }

  test('G10: a save that is refused once its list has gone says so, and the job is not shown as saved', async () => {
    const user = await makePerson(system.database);
    await makePost('Tide reader');
    const { page } = await visits.as(user, '/jobs');
    const save = await saveAndOpen(page, 'Tide reader');
    await save.open();
    await savedButton(page, 'Tide reader').waitFor();
    save.refuse();
    await page.getByRole('status').getByText('Remove one first.').waitFor();
    await saveButton(page, 'Tide reader').waitFor();
    // It is as the API reports it from then on.
    await system.database.query(
      `insert into talent.saved_job_posts (user_id, job_post_id)
       select $1, id from employer.job_posts where title = 'Tide reader'`,
      [user.userId],
    );
    await page.goBack();
    await savedButton(page, 'Tide reader').waitFor();
  });

  test('G10: a press while the answer to the one before is on its way counts, also once its list has gone', async () => {
    const user = await makePerson(system.database);
    await makePost('Quay painter');
    const { page, errors } = await visits.as(user, '/jobs');
    const save = await saveAndOpen(page, 'Quay painter');
    await savedButton(page, 'Quay painter').click();
    await saveButton(page, 'Quay painter').waitFor();
    await save.open();
    await saveButton(page, 'Quay painter').waitFor();
    save.accept();
    await announced(page, 'Removed from your saved jobs.');
    const saved = await system.database.query('select from talent.saved_job_posts where user_id = $1', [
      user.userId,
    ]);
    expect(saved).toEqual([]);
    expect(errors).toEqual([]);
  });

  test('a list of jobs asks once which of them are saved, and a change of one reads no jobs again', async () => {
    const user = await makePerson(system.database);
    const posts = [await makePost('Sail maker'), await makePost('Net maker')];
    await system.database.query('insert into talent.saved_job_posts (user_id, job_post_id) values ($1, $2)', [
      user.userId,
      posts[0],
    ]);
    const { page } = await visits.visit();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      // The root loader runs after every write.
      if (search !== '?_routes=root') asked.push(`${request.method()} ${pathname}`);
    });
    await giveSession(page.context(), user, visits.publicUrl('/'));
    const document = await page.goto(visits.publicUrl('/jobs'));
    // It could be rendered for all visitors.
    expect(await document?.text()).not.toContain('remove from saved jobs');
    await savedButton(page, 'Sail maker').waitFor();
    await saveButton(page, 'Net maker').waitFor();
    expect(asked.filter((one) => one.includes('saved_job_posts'))).toEqual([
      'GET /api/talent/saved_job_posts/among',
    ]);
    asked.length = 0;
    await saveButton(page, 'Net maker').click();
    await announced(page, 'Job saved.');
    await page.waitForLoadState('networkidle');
    expect(asked.filter((one) => /job_posts|jobs\.data/.test(one))).toEqual([
      `PUT /api/talent/saved_job_posts/${posts[1]}`,
    ]);
    expect(await page.locator('li').filter({ hasText: 'Net maker' }).locator('svg.is-saved').count()).toBe(1);
  });

  test('U14: a visitor who signs in to save finds the job saved, once', async () => {
    const id = await makePost('Lock keeper');
    const { page, errors } = await visits.visit();
    await page.goto(visits.publicUrl(`/jobs/${id}`));
    await button(page, 'Save Lock keeper, after you sign in').click();
    await heading(page, 'Sign in');
    await visits.fillIn(page, 'talent@demo.test');
    await heading(page, 'Lock keeper');
    await page.getByRole('status').getByText('Job saved.').waitFor();
    await savedButton(page, 'Lock keeper').click();
    await announced(page, 'Removed from your saved jobs.');
    await page.reload();
    await saveButton(page, 'Lock keeper').waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('gatehouse-save'))).toBeNull();
    expect(errors).toEqual([]);
  });

  test('U14: a visitor who signs in to save before the page’s scripts have arrived finds the job saved', async () => {
    const id = await makePost('Dredge master');
    const visited = await visits.visit();
    const { page, releaseScripts } = await holdScripts(visited.page);
    await page.goto(visits.publicUrl(`/jobs/${id}`), { waitUntil: 'domcontentloaded' });
    await button(page, 'Save Dredge master, after you sign in').click();
    await page.waitForURL(/\/login/, { waitUntil: 'domcontentloaded' });
    releaseScripts();
    await visits.fillIn(page, 'talent@demo.test');
    await heading(page, 'Dredge master');
    await page.getByRole('status').getByText('Job saved.').waitFor();
    await savedButton(page, 'Dredge master').waitFor();
    expect(visited.errors).toEqual([]);
  });

  test('a job that is no longer open says so, and nothing else, and can be removed', async () => {
    const user = await makePerson(system.database);
    const id = await makePost('Ferry pilot');
    await system.database.query('insert into talent.saved_job_posts (user_id, job_post_id) values ($1, $2)', [
      user.userId,
      id,
    ]);
    const { page } = await visits.as(user, `/jobs/${id}`);
    await savedButton(page, 'Ferry pilot').click();
    await saveButton(page, 'Ferry pilot').waitFor();
    await announced(page, 'Removed from your saved jobs.');
    await system.database.query("update employer.job_posts set state = 'closed' where id = $1", [id]);
    await saveButton(page, 'Ferry pilot').click();
    await page.getByRole('status').getByText('This job post is closed').waitFor();
    await saveButton(page, 'Ferry pilot').waitFor();
    await system.database.query('insert into talent.saved_job_posts (user_id, job_post_id) values ($1, $2)', [
      user.userId,
      id,
    ]);
    await page.goto(visits.publicUrl('/saved/jobs'));
    await page.getByRole('heading', { name: 'This job is no longer open' }).waitFor();
    expect(await page.content()).not.toContain('Ferry pilot');
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No saved jobs yet').waitFor();
  });

  test.each([
    ['wide', 1280, 'light'],
    ['narrow', 320, 'light'],
    ['dark', 1280, 'dark'],
  ] as const)('U4: fit, %s', async (_, width, colorScheme) => {
    const user = await makePerson(system.database);
    const posts = [
      await makePost('Bell founder of the harbour and its seven lighthouses'),
      await makePost('Clerk'),
    ];
    await system.database.query(
      'insert into talent.saved_job_posts (user_id, job_post_id) select $1, unnest($2::uuid[])',
      [user.userId, posts],
    );
    await system.database.query("update employer.job_posts set state = 'closed' where id = $1", [posts[1]]);
    const { page } = await visits.as(user, '/saved/jobs');
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    for (const path of ['/saved/jobs', '/jobs', `/jobs/${posts[0]}`]) {
      await page.goto(visits.publicUrl(path));
      await savedButton(page, 'Bell founder of the harbour and its seven lighthouses').waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await axeViolations(page)).toEqual([]);
    }
  });
});

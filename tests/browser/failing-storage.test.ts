import { addressOf, makePerson, type TestPerson, type TestSystem } from '@gatehouse/testkit';
import { describe, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { FAILING_STORAGES } from '#support/browser-storages.ts';
import { makePendingChange } from '#support/email-changes.ts';
import { createInvitationActs } from '#support/invitations.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

describe.each(['refused', 'full'] as const)('in a browser whose storage is %s', (storage) => {
  async function open(person: TestPerson, path: string) {
    const { page } = await visits.as(person);
    await page.addInitScript(FAILING_STORAGES[storage]);
    await page.goto(visits.publicUrl(path));
    return page;
  }
  const button = (page: Page, name: string) => page.getByRole('button', { name });

  test('U14: the link of an invitation shows it, also after a reload, and its user accepts it', async () => {
    const acts = createInvitationActs(system);
    const invited = await makePerson(system.database);
    const { token } = await acts.makeInvitation(await acts.makeOwner(), addressOf(invited));
    const page = await open(invited, `/join#token=${token}`);
    await button(page, 'Accept invitation').waitFor();
    await page.reload();
    await button(page, 'Accept invitation').click();
    await page.waitForURL((url) => url.pathname === '/employer');
  });

  test('U14: the link of an email change shows its button, also after a reload, and its user confirms it', async () => {
    const person = await makePerson(system.database);
    const token = await makePendingChange(system.database, person.userId, `${storage}@new.test`);
    const page = await open(person, `/confirm-email-change#token=${token}`);
    await button(page, 'Confirm new address').waitFor();
    await page.reload();
    await button(page, 'Confirm new address').click();
    await heading(page, 'Your email address is changed');
  });

  test('a page with keyboard shortcuts is there, and its user turns them off', async () => {
    const owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    await system.database.query(
      `with post as (insert into employer.job_posts (company_id, title, kind, state, published_at)
                     values ($1, 'Keeper', 'full_time', 'published', now()) returning id)
       insert into talent.applications (job_post_id, company_id, user_id, message)
       select id, $1, $2, 'Hello.' from post`,
      [owner.companyId, (await makePerson(system.database, { talent: 'active' })).userId],
    );
    const page = await open(owner, '/employer/applications/board');
    await button(page, 'Keyboard shortcuts').click();
    await page.getByRole('checkbox', { name: 'Keyboard shortcuts' }).uncheck();
    await page.locator('.key').waitFor({ state: 'detached' });
  });
});

import { makePerson, type TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import { axeViolations } from '#support/axe.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

/** A talent whose application has an offer, reported some days ago with a message. */
async function withOffer() {
  const talent = await makePerson(system.database, { talent: 'active' });
  const [row] = await system.database.query<{ id: string }>(
    `with post as (insert into employer.job_posts (company_id, title, kind, state, published_at)
                   select id, 'Keeper of the sluice', 'full_time', 'published', now()
                     from employer.companies where name = 'Harbour & Pine' returning id, company_id),
          application as (insert into talent.applications
                            (job_post_id, company_id, user_id, message, stage, headline, summary, skills, location, links)
                          select id, company_id, $1, 'I keep water where it belongs.', 'offer', 'Water engineer',
                                 'Ten years of locks.', array['locks', 'pumps'], 'Ghent', array['https://sluice.example']
                            from post returning id),
          message as (insert into talent.application_messages (application_id, sent_at, message)
                      select id, now() - interval '3 days', 'We look forward to working with you.' from application)
     insert into identity.audit_events (at, actor_kind, action, subject_kind, subject_id, change, reason)
     select now() - interval '3 days', 'system', 'application.stage_changed', 'application', id, 'submitted → offer', ''
       from application
     returning subject_id as id`,
    [talent.userId],
  );
  return { talent, id: row?.id ?? '' };
}

test('the list of own applications begins with an open offer, whatever was sent later', async () => {
  const { talent } = await withOffer();
  await system.database.query(
    `insert into talent.applications (job_post_id, company_id, user_id, created_at)
     select p.id, p.company_id, $1, now() + interval '1 minute'
       from employer.job_posts p join employer.companies c on c.id = p.company_id
      where c.name = 'Harbour & Pine' and p.title = 'Workshop planner'`,
    [talent.userId],
  );
  const { page } = await visits.as(talent, '/talent/applications');
  await page.getByRole('link', { name: 'Workshop planner' }).waitFor();
  const titles = page.locator('tbody tr').getByRole('link');
  expect(await titles.allTextContents()).toEqual(['Keeper of the sluice', 'Workshop planner']);
});

test('what waits for the applicant comes first, whatever page of the list it is on', async () => {
  const { talent, id } = await withOffer();
  const sendMany = (count: number, title: string) =>
    system.database.query<{ id: string }>(
      `with posts as (insert into employer.job_posts (company_id, title, kind, state, published_at)
                      select c.id, $3, 'full_time', 'published', now()
                        from employer.companies c, generate_series(1, $2::int)
                       where c.name = 'Harbour & Pine' returning id, company_id)
       insert into talent.applications (job_post_id, company_id, user_id) select id, company_id, $1 from posts returning id`,
      [talent.userId, count, title],
    );
  const [planned] = await sendMany(1, 'Lock keeper');
  await sendMany(45, 'Towpath warden');
  await system.database.query(
    `insert into talent.interviews (application_id, proposed_by, starts, time_zone, duration_minutes, place, note)
     values ($1, $2, array[now() + interval '1 day'], 'UTC', 30, 'Pier 4', '')`,
    [planned?.id, talent.userId],
  );
  const { page, errors } = await visits.as(talent, '/talent/applications');
  const rows = page.locator('tbody tr');
  await rows.nth(21).waitFor();
  const firstTitles = async () => (await rows.locator('th a').allTextContents()).slice(0, 3);
  expect(await firstTitles()).toEqual(['Keeper of the sluice', 'Lock keeper', 'Towpath warden']);
  await rows.nth(1).getByText('Interview times proposed').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Load more' }).click();
  await rows.nth(41).waitFor();
  expect(await rows.nth(22).evaluate((row) => row.contains(document.activeElement))).toBe(true);
  await page.getByRole('button', { name: 'Load more' }).click();
  await rows.nth(46).waitFor();
  expect([await rows.count(), await page.getByRole('button', { name: /^Load/ }).count()]).toEqual([47, 0]);
  expect(await firstTitles()).toEqual(['Keeper of the sluice', 'Lock keeper', 'Towpath warden']);
  await page.goto(visits.publicUrl('/talent'));
  const card = page.locator('section.card', { hasText: 'Your applications' }).locator('li');
  await card.nth(0).getByText('Keeper of the sluice').waitFor();
  await card.nth(1).getByText('Interview times proposed').waitFor();
  expect(await card.count()).toBe(4);
  expect(id).not.toBe('');
  expect(errors).toEqual([]);
});

describe('the page of an own application', () => {
  test('shows what was sent and what was told, and answers the offer', async () => {
    const { talent, id } = await withOffer();
    const { page, errors } = await visits.as(talent, '/talent/applications');
    await page.getByRole('link', { name: 'Keeper of the sluice' }).click();
    await heading(page, 'Keeper of the sluice');
    await page.getByText('Your application to Harbour & Pine.').waitFor();
    for (const text of ['I keep water where it belongs.', 'Water engineer', 'Ten years of locks.', 'pumps'])
      await page.getByText(text, { exact: true }).waitFor();
    expect(await page.getByRole('heading', { name: 'Interviews' }).count()).toBe(0);
    const history = page.getByRole('region', { name: 'History' });
    await history.getByText('Harbour & Pine would like to make you an offer.').waitFor();
    await history.getByText('We look forward to working with you.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Accept offer of Harbour & Pine' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Your message (optional)').fill('See you on Monday.');
    await dialog.getByRole('button', { name: 'Accept offer' }).click();
    await history.getByText('You accepted the offer.').waitFor();
    await history.getByText('See you on Monday.').waitFor();
    expect(await page.getByRole('button', { name: 'Withdraw' }).count()).toBe(0);
    expect(id).not.toBe('');
    expect(errors).toEqual([]);
  });

  test('shows the job post that was applied for, also once it is closed, and not while it is hidden', async () => {
    const { talent, id } = await withOffer();
    const change = (assignments: string) =>
      system.database.query(
        `update employer.job_posts p set ${assignments} from talent.applications a
          where a.id = $1 and p.id = a.job_post_id`,
        [id],
      );
    await change("state = 'closed', description = 'You **open** the gates.', remote_mode = 'hybrid'");
    const { page, errors } = await visits.as(talent, `/talent/applications/${id}`);
    await page.getByText('Keeper of the sluice, closed').waitFor();
    expect(await page.getByText('the gates.').count()).toBe(0);
    await page.getByText('Job post as it is now').click();
    await page.locator('strong', { hasText: 'open' }).waitFor();
    await page.getByRole('region', { name: 'The job' }).getByText('Workplace').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);

    await change("hidden_at = now(), hidden_reason = 'Spam.'");
    await page.reload();
    await page.getByText('Keeper of the sluice, closed').waitFor();
    expect(await page.getByText('Job post as it is now').count()).toBe(0);
    expect(errors).toEqual([]);
  });

  test.each(['light', 'dark'] as const)('U4: fits on 320 pixels in %s mode', async (colorScheme) => {
    const { talent, id } = await withOffer();
    const { page } = await visits.as(talent, `/talent/applications/${id}`);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 320, height: 800 });
    await heading(page, 'Keeper of the sluice');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    expect(await axeViolations(page)).toEqual([]);
  });

  test('U17: that is withdrawn says so, and has nothing of what was sent', async () => {
    const { talent, id } = await withOffer();
    const { page, errors } = await visits.as(talent, `/talent/applications/${id}`);
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('heading', { name: 'You withdrew this application' }).waitFor();
    expect(await page.getByText('Ten years of locks.').count()).toBe(0);
    expect(errors).toEqual([]);
  });

  test('of another applicant is not found', async () => {
    const { id } = await withOffer();
    const other = await makePerson(system.database, { talent: 'active' });
    const { page } = await visits.as(other, `/talent/applications/${id}`);
    await page.getByRole('alert').waitFor();
    expect(await page.getByText('Ten years of locks.').count()).toBe(0);
  });
});

/// <reference lib="dom" />
import { addressOf, makeJobPost, makePerson, makeSession, type TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import { requireDemoCompany } from '#support/demo-company.ts';
import { nextMailedToken } from '#support/mail-links.ts';
import { passStageDelay } from '#support/stage-delay.ts';
import { beforeVisits, heading, pathOf, type Visits } from '#support/visits.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

/** A published post of the demo company that no other test has touched. */
const makePost = async (title: string) =>
  makeJobPost(system.database, { companyId: await requireDemoCompany(system.database), title });

describe('applying', () => {
  test('a visitor signs in on the way, applies, sees the stage and withdraws', async () => {
    const id = await makePost('Warden of the weir');
    const second = await visits.signedIn('talent@demo.test', `/talent/apply/${id}`);
    await second.page.getByLabel('Message to the company').fill('Once more.');
    const { page, errors } = await visits.visit();
    await page.goto(visits.publicUrl(`/jobs/${id}`));
    await page.getByRole('link', { name: 'Apply for this job' }).click();
    await visits.fillIn(page, 'talent@demo.test');
    await heading(page, 'Apply for Warden of the weir');
    await page.getByLabel('Message to the company').fill('Water is my thing.');
    await page.getByRole('button', { name: 'Send application' }).click();
    await page.getByText('Application sent.').waitFor();
    const row = page.getByRole('row', { name: /Warden of the weir/ });
    await row.getByText('Sent', { exact: true }).waitFor();

    // Another tab still has the form.
    await second.page.getByRole('button', { name: 'Send application' }).click();
    await second.page.getByRole('alert').getByText('You have already applied').waitFor();
    expect(await second.page.getByLabel('Message to the company').inputValue()).toBe('Once more.');
    await second.page.getByRole('link', { name: 'your applications' }).click();
    // The message is not sent: the page asks before it is lost.
    await second.page.getByRole('button', { name: 'Leave without saving' }).click();
    await heading(second.page, 'Applications');

    // The list offers nothing that ends an application: that is on its own page.
    expect(await page.getByRole('button', { name: /^Withdraw/ }).count()).toBe(0);
    await row.getByRole('link', { name: 'Warden of the weir' }).click();
    await page.getByRole('button', { name: 'Withdraw Warden of the weir' }).click();
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    await dialog.getByText('This cannot be undone').waitFor();
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('heading', { name: 'You withdrew this application' }).waitFor();
    await page.getByRole('link', { name: 'Applications' }).first().click();
    await row.getByText('Withdrawn', { exact: true }).waitFor();
    expect(errors).toEqual([]);
  });

  test('G8: a message stays in its form when the access has ended meanwhile', async () => {
    const id = await makePost('Keeper of the lock');
    const { page } = await visits.signedIn('talent@demo.test', `/talent/apply/${id}`);
    await page.getByLabel('Message to the company').fill('Please.');
    const setAccess = (state: string) =>
      system.database.query('update identity.users set talent_access_state = $1 where email = $2', [
        state,
        'talent@demo.test',
      ]);
    await setAccess('pending');
    await page.getByRole('button', { name: 'Send application' }).click();
    await page.getByRole('alert').getByText('Your talent access is being reviewed').waitFor();
    expect(await page.getByLabel('Message to the company').inputValue()).toBe('Please.');
    await setAccess('active');
  });
});

describe('U18: the catalogue', () => {
  test('appends more jobs, and Back restores the rows, the scroll position and the focus', async () => {
    for (let count = 0; count < 45; count += 1) await makePost(`Row ${count}`);
    const { page, errors } = await visits.visit();
    await page.goto(visits.publicUrl('/jobs'));
    const rows = page.locator('.job-list > li');
    await page.getByText(/^\d+ open jobs, newest first\.$/).waitFor();
    await page.getByText('Row 44', { exact: true }).waitFor();
    expect(await rows.count()).toBe(20);
    await page.getByRole('link', { name: 'More jobs' }).click();
    await rows.nth(39).waitFor();
    await page.getByRole('link', { name: 'More jobs' }).click();
    await rows.nth(59).waitFor();
    expect(new URL(page.url()).search).toBe('');
    // One more is published before the visitor comes back.
    await makePost('Row of later');
    await page.getByRole('link', { name: 'Row 9', exact: true }).click();
    await heading(page, 'Row 9');
    const scrolled = () => page.evaluate(() => scrollY);
    await page.goBack();
    await page.getByText('Row of later', { exact: true }).waitFor();
    expect(await rows.count()).toBeGreaterThanOrEqual(60);
    await page.waitForFunction(() => scrollY > 500);
    expect(await scrolled()).toBeGreaterThan(500);
    await page.waitForFunction(() => document.activeElement?.textContent === 'Row 9');
    expect(errors).toEqual([]);
  });

  test.each(['the catalogue', 'a company'])(
    'U18 E1: rows of %s stay when more cannot be loaded, and the page says why',
    async (list) => {
      for (let count = 0; count < 45; count += 1) await makePost(`Further job ${count}`);
      const { page, errors } = await visits.visit();
      await page.goto(visits.publicUrl('/jobs'));
      if (list === 'a company')
        await page.locator('.job-list > li').first().getByRole('link', { name: 'Harbour & Pine' }).click();
      await heading(page, list === 'a company' ? 'Harbour & Pine' : 'Jobs');
      const rows = page.locator('.job-list > li');
      const more = page.getByRole('link', { name: 'More jobs' });
      await more.click();
      await rows.nth(39).waitFor();
      const alert = page.getByRole('main').getByRole('alert');
      await page.route('**/*.data*', (route) => route.abort());
      await more.click();
      await alert.getByText('Check your connection').waitFor();
      expect(await rows.count()).toBe(40);
      const boxes = [await page.locator('.job-list').boundingBox(), await alert.boundingBox()] as const;
      // As far as between cards: 1.25rem.
      expect((boxes[1]?.y ?? 0) - (boxes[0]?.y ?? 0) - (boxes[0]?.height ?? 0)).toBeCloseTo(20, 0);
      await page.unroute('**/*.data*');
      await page.route('**/*.data*', (route) => route.fulfill({ status: 502, body: 'No upstream' }));
      await more.click();
      await alert.getByText('The problem is on our side').waitFor();
      expect(await rows.count()).toBe(40);
      await page.unroute('**/*.data*');
      await more.click();
      await rows.nth(59).waitFor();
      await alert.waitFor({ state: 'detached' });
      expect(errors.filter((error) => !/502|ERR_FAILED/.test(error))).toEqual([]);
    },
  );

  test('E1: a link that is followed without a connection says so, and the page comes once there is one', async () => {
    const { page } = await visits.visit();
    await page.goto(visits.publicUrl('/jobs'));
    const job = page.locator('.job-list > li a').first();
    const title = await job.innerText();
    await page.clock.install();
    await page.route('**/*.data*', (route) => route.abort());
    await job.click();
    await heading(page, 'Gatehouse cannot be reached');
    await page.getByText('Check your connection').waitFor();
    await page.unroute('**/*.data*');
    // The page retries by itself.
    await page.clock.fastForward(11_000);
    await heading(page, title);
  });

  test('leads from a company’s name to its page with its open jobs', async () => {
    await makePost('Keeper of charts');
    const { page, errors } = await visits.visit();
    await page.goto(visits.publicUrl('/jobs?query=charts'));
    await page.getByText(/^\d+ open jobs? for “charts”, best match first\.$/).waitFor();
    const row = page.getByRole('listitem').filter({ hasText: 'Keeper of charts' });
    await row.getByRole('link', { name: 'Harbour & Pine' }).click();
    await heading(page, 'Harbour & Pine');
    await page.getByRole('link', { name: 'Keeper of charts' }).click();
    await heading(page, 'Keeper of charts');
    expect(await page.locator('main time').first().innerText()).toMatch(/^just now$|^\d minutes? ago$/);
    expect(errors).toEqual([]);
  });
});

describe('U16 U17 U26: applications', () => {
  test('with an empty profile and no message is refused at the field, and what was entered stays', async () => {
    const id = await makePost('Sweeper of decks');
    const { cookie } = await makePerson(system.database, { talent: 'active' });
    const { page } = await visits.as({ cookie }, `/talent/apply/${id}`);
    await page.getByRole('link', { name: 'Complete it' }).waitFor();
    const message = page.getByLabel('Message to the company');
    await message.fill('   ');
    await page.getByRole('button', { name: 'Send application' }).click();
    await page.getByRole('alert').getByText('This field is required.').waitFor();
    expect(await message.getAttribute('aria-invalid')).toBe('true');
    expect(await message.inputValue()).toBe('   ');
    await message.fill('I sweep.');
    await page.getByRole('button', { name: 'Send application' }).click();
    await page.getByText('Application sent.').waitFor();
    // U26: a declined one is not withdrawn; U17: a withdrawn one is shown as such.
    const row = page.getByRole('row', { name: /Sweeper of decks/ });
    await row.getByRole('link', { name: 'Sweeper of decks' }).click();
    const withdraw = page.getByRole('button', { name: 'Withdraw Sweeper of decks' });
    await withdraw.waitFor();
    const [declined] = await system.database.query<{ id: string }>(
      "update talent.applications set stage = 'rejected' where job_post_id = $1 returning id",
      [id],
    );
    await passStageDelay(system.database, declined?.id ?? '');
    await page.reload();
    await page.getByRole('heading', { level: 2, name: 'Stage Declined' }).waitFor();
    expect(await withdraw.count()).toBe(0);
    await system.database.query(
      'update talent.applications set withdrawn_at = now() where job_post_id = $1',
      [id],
    );
    await page.goto(visits.publicUrl('/talent'));
    await page.getByText('Withdrawn', { exact: true }).waitFor();
  });
});

describe('U15: the page of a job knows its visitor', () => {
  test('an applicant sees the application and its stage in place of the button', async () => {
    const id = await makePost('Pilot of the ferry');
    const { page, errors } = await visits.signedIn('talent@demo.test', `/jobs/${id}`);
    await page.getByRole('link', { name: 'Apply for this job' }).click();
    await page.getByLabel('Message to the company').fill('Aye.');
    await page.getByRole('button', { name: 'Send application' }).click();
    await page.getByText('Application sent.').waitFor();
    await page.getByRole('link', { name: 'Pilot of the ferry' }).click();
    await page.getByRole('heading', { name: 'Your message' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Pilot of the ferry' }).click();
    await page.getByText(/^You applied on \d+ \w+ \d{4}$/).waitFor();
    await page.getByText('Sent', { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: /Apply/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'View your application' }).click();
    await page.getByText('Your application to Harbour & Pine.').waitFor();
    await page.getByText('Aye.').waitFor();
    await page.goto(visits.publicUrl(`/talent/apply/${id}`));
    await page.getByText(/^You applied on/).waitFor();
    expect(await page.getByLabel('Message to the company').count()).toBe(0);
    expect(errors).toEqual([]);
  });

  test('a member of its company is led to its editor', async () => {
    const id = await makePost('Painter of hulls');
    const { page } = await visits.signedIn('member@demo.test', `/jobs/${id}`);
    await heading(page, 'Painter of hulls');
    expect(await page.getByRole('link', { name: /Apply/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Edit job post' }).click();
    await page.waitForURL(visits.publicUrl(`/employer/jobs/${id}`));
  });

  test('a visitor whose access is pending learns what is missing, and sees no form', async () => {
    const id = await makePost('Mender of nets');
    const { page } = await visits.signedIn('pending@demo.test', `/jobs/${id}`);
    for (const path of [`/jobs/${id}`, `/talent/apply/${id}`]) {
      await page.goto(visits.publicUrl(path));
      await page.getByRole('heading', { name: 'Your talent access is being reviewed' }).waitFor();
      await page.getByRole('link', { name: 'Complete your profile' }).waitFor();
      expect(await page.getByRole('link', { name: /Apply/ }).count()).toBe(0);
      expect(await page.getByLabel('Message to the company').count()).toBe(0);
    }
  });

  test('a visitor without talent access is led to the request', async () => {
    const id = await makePost('Lighter of lamps');
    const { page } = await visits.signedIn('newcomer@demo.test', `/jobs/${id}`);
    await page.getByRole('link', { name: 'Request talent access' }).click();
    await heading(page, 'Start your job search');
  });
});

describe('U14: what a visitor wants to do is kept on the way', () => {
  test('U14: a user who requests access for a job continues with it in another browser, once access is granted', async () => {
    const id = await makePost('Lamp cleaner of the north pier');
    const { userId, cookie } = await makePerson(system.database);
    const first = await visits.as({ cookie }, `/jobs/${id}`);
    await first.page.getByRole('link', { name: 'Request talent access' }).click();
    await heading(first.page, 'Start your job search');
    await first.page.getByText('is added to your saved jobs').waitFor();
    await first.page.getByRole('button', { name: 'Request talent access' }).click();
    await heading(first.page, 'Apply for Lamp cleaner of the north pier');
    await first.page.goto(visits.publicUrl('/talent'));
    await heading(first.page, 'Your job search');
    expect(await first.page.getByRole('link', { name: /^Continue with/ }).count()).toBe(0);

    await system.database.query("update identity.users set talent_access_state = 'active' where id = $1", [
      userId,
    ]);
    const other = await makeSession(system.database, 'user', userId);
    const { page, errors } = await visits.as(other, '/talent');
    await page.getByRole('link', { name: 'Continue with Lamp cleaner of the north pier' }).click();
    await heading(page, 'Apply for Lamp cleaner of the north pier');
    await page.getByLabel('Message to the company').fill('I know its lamps.');
    await page.getByRole('button', { name: 'Send application' }).click();
    await page.getByText('Application sent.').waitFor();
    await page.goto(visits.publicUrl('/talent'));
    await page.getByRole('link', { name: 'All applications' }).waitFor();
    expect(await page.getByRole('link', { name: /^Continue with/ }).count()).toBe(0);
    expect([...errors, ...first.errors]).toEqual([]);
  });

  test('U14 G8: a user whose session ends before the request signs in within a dialog, and the job is saved, too', async () => {
    const id = await makePost('Lamp cleaner of the south pier');
    const { page, errors } = await visits.signedIn('newcomer@demo.test', `/jobs/${id}`);
    await page.getByRole('link', { name: 'Request talent access' }).click();
    await heading(page, 'Start your job search');
    await system.database.query(
      `update identity.user_sessions s set ended_at = now()
         from identity.users u where u.id = s.user_id and u.email = 'newcomer@demo.test'`,
    );
    await page.getByRole('button', { name: 'Request talent access' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Password', { exact: true }).fill('gatehouse-demo-1');
    await dialog.getByRole('button', { name: 'Sign in and save' }).click();
    await heading(page, 'Apply for Lamp cleaner of the south pier');
    const saved = await system.database.query(
      `update identity.users u set talent_access_state = 'none' from talent.saved_job_posts s
        where s.user_id = u.id and s.job_post_id = $1 and u.email = 'newcomer@demo.test' returning u.id`,
      [id],
    );
    expect(saved).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  test('U14: from “Post a job” through sign-up, confirmation and the company to the editor', async () => {
    const { page, context, errors } = await visits.visit();
    await page.goto(visits.publicUrl('/'));
    await page.getByRole('link', { name: 'Post a job' }).click();
    await heading(page, 'Create your account');
    // Through both doors of the entrance and back.
    await page.getByRole('link', { name: 'Sign in instead' }).click();
    await heading(page, 'Sign in');
    await page.getByRole('link', { name: 'Create account' }).click();
    await page.getByLabel('Name').fill('Ida Berg');
    await page.getByLabel('Email address').fill('ida@berg.test');
    await page.getByLabel('Password', { exact: true }).fill('a heron on the weir');
    await page.getByRole('button', { name: 'Create account' }).click();
    await heading(page, 'Check your email');
    // The mail opens another tab.
    const tab = await context.newPage();
    const token = await nextMailedToken(system, 'ida@berg.test', 'verify-email');
    await tab.goto(visits.publicUrl(`/verify-email#token=${token}`));
    await tab.getByRole('button', { name: 'Confirm email address' }).click();
    await heading(tab, 'Email address confirmed');
    await tab.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await visits.fillIn(tab, 'ida@berg.test', 'a heron on the weir');
    await heading(tab, 'Start hiring');
    await tab.getByLabel('Company name').fill('Berg Boats');
    await tab.getByRole('button', { name: 'Create company' }).click();
    await heading(tab, 'New job post');
    await tab.locator('.back').getByRole('link', { name: 'Job posts' }).click();
    const empty = tab.locator('.empty-state');
    await empty.getByRole('link', { name: 'New job post' }).click();
    await heading(tab, 'New job post');
    expect(errors).toEqual([]);
  });

  test('U14: from “Apply” through a forgotten password, whose mail opens in another tab, back to the application', async () => {
    const id = await makePost('Tender of lamps');
    const email = addressOf(await makePerson(system.database, { talent: 'active' }));
    const { page, context, errors } = await visits.visit();
    await page.goto(visits.publicUrl(`/talent/apply/${id}`));
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await heading(page, 'Reset your password');
    // Through both doors of the entrance and back.
    await page.getByRole('link', { name: 'Back to sign in' }).click();
    await heading(page, 'Sign in');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await heading(page, 'Check your email');
    const tab = await context.newPage();
    const token = await nextMailedToken(system, email, 'reset-password');
    await tab.goto(visits.publicUrl(`/reset-password#token=${token}`));
    await tab.getByLabel('New password').fill('a heron on the weir');
    await tab.getByRole('button', { name: 'Set password' }).click();
    await heading(tab, 'Your password is set');
    await tab.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await visits.fillIn(tab, email, 'a heron on the weir');
    await heading(tab, 'Apply for Tender of lamps');
    expect(errors).toEqual([]);
  });

  test('from “Apply” through the request for talent access back to the job', async () => {
    const id = await makePost('Ringer of bells');
    const { page } = await visits.signedIn('newcomer@demo.test', `/jobs/${id}`);
    await page.getByRole('link', { name: 'Request talent access' }).click();
    await page.getByRole('button', { name: 'Request talent access' }).click();
    await heading(page, 'Apply for Ringer of bells');
    await page.getByRole('heading', { name: 'Your talent access is being reviewed' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Job', exact: true }).click();
    await heading(page, 'Ringer of bells');
    await system.database.query(
      "update identity.users set talent_access_state = 'none' where email = 'newcomer@demo.test'",
    );
  });

  test('from a job’s page through the header’s sign-in back to it', async () => {
    const id = await makePost('Winder of clocks');
    const { page } = await visits.visit();
    await page.goto(visits.publicUrl(`/jobs/${id}`));
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
    await visits.fillIn(page, 'talent@demo.test');
    await heading(page, 'Winder of clocks');
  });
});

describe('the pages of a talent', () => {
  test('P3: the overview carries the newest applications and fitting jobs in its first paint', async () => {
    const { page } = await visits.signedIn('talent@demo.test');
    const response = await page.goto(visits.publicUrl('/talent'));
    const html = (await response?.text()) ?? '';
    expect(html).toContain('Your applications');
    expect(html).toContain('Recommended jobs');
  });
});

describe('gone jobs', () => {
  test('a closed job is 410 and leads on to what is open', async () => {
    const id = await makePost('Closed soon');
    await system.database.query("update employer.job_posts set state = 'closed' where id = $1", [id]);
    const { page } = await visits.visit();
    const response = await page.goto(visits.publicUrl(`/jobs/${id}`));
    expect(response?.status()).toBe(410);
    await heading(page, 'This job is closed');
    await page.getByRole('link', { name: 'Browse open jobs' }).click();
    await heading(page, 'Jobs');
    expect(pathOf(page)).toBe('/jobs');
  });

  test('an unknown job is 404', async () => {
    const { page } = await visits.visit();
    for (const id of ['01900000-0000-7000-8000-000000000000', 'x']) {
      expect((await page.goto(visits.publicUrl(`/jobs/${id}`)))?.status()).toBe(404);
      await heading(page, 'Job not found');
    }
  });
});

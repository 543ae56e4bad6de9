import { addressOf, makeColleague, makePerson, signIn, type TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { signOut } from '#support/account.ts';
import { givePassword } from '#support/give-password.ts';
import { createInvitationActs } from '#support/invitations.ts';
import { nextMailedToken } from '#support/mail-links.ts';
import { nextMail } from '#support/next-mail.ts';
import { passStageDelay } from '#support/stage-delay.ts';
import { beforeVisits, heading, pathOf, type Visits } from '#support/visits.ts';
import { waitFor } from '#support/wait-for.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Opens the dialog of a change of stage, and confirms it. */
async function confirm(page: Page, label: string): Promise<void> {
  await button(page, new RegExp(`^${label}`)).click();
  await page.getByRole('alertdialog').getByRole('button', { name: label }).click();
}

async function invite(page: Page, email: string): Promise<string> {
  await page.goto(visits.publicUrl('/employer/members'));
  await page.getByLabel('Email address').fill(email);
  await button(page, 'Send invitation').click();
  await page.getByRole('status').getByText(`Invitation sent to ${email}`).waitFor();
  const mail = await nextMail(system, email, { text: '/join#token=' });
  return /http\S+\/join#token=\S+/.exec(mail.text)?.[0] ?? '';
}

const invitationRow = (page: Page, email: string) =>
  page.getByRole('table', { name: 'Open invitations' }).getByRole('rowheader', { name: new RegExp(email) });

/** Creates an account from the page of an invitation, until its mail is to be opened. */
async function signUpAs(page: Page, email: string): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
  await page.getByLabel('Name').fill('Ada Lund');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a heron on the weir');
  await button(page, 'Create account').click();
  await heading(page, 'Check your email');
}

describe('invitations', () => {
  test('G4 U2: an owner invites, and the invited person signs in, sees what it is, and accepts', async () => {
    const owner = await visits.signedIn('owner@demo.test');
    const link = await invite(owner.page, 'newcomer@demo.test');
    await invitationRow(owner.page, 'newcomer@demo.test').waitFor();

    const { page, errors } = await visits.visit();
    await page.goto(link);
    await heading(page, 'Join a company');
    await page.waitForURL((url) => url.hash === '');
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await visits.fillIn(page, 'newcomer@demo.test');
    await heading(page, 'Join Harbour & Pine');
    const facts = page.getByRole('region', { name: 'Invitation' });
    for (const fact of ['Harbour & Pine', 'Member', 'Olive Okafor', 'newcomer@demo.test']) {
      await facts.getByText(fact).first().waitFor();
    }
    // Looking accepts nothing.
    await page.reload();
    await heading(page, 'Join Harbour & Pine');
    const [stillOpen] = await system.database.query(
      "select accepted_at from employer.invitations where email = 'newcomer@demo.test' and withdrawn_at is null",
    );
    expect(stillOpen).toEqual({ accepted_at: null });

    await button(page, 'Accept invitation').click();
    await page.waitForURL((url) => url.pathname === '/employer');
    await heading(page, 'Harbour & Pine');
    // A member sees who is there, and no invitations.
    await page.getByRole('link', { name: 'Members' }).click();
    await heading(page, 'Members');
    expect(await page.getByRole('heading', { name: 'Invitations' }).count()).toBe(0);
    expect(errors).toEqual([]);

    // The link works once, and says where to go on.
    await page.goto(link);
    await heading(page, 'This invitation no longer works');
    await page.getByRole('link', { name: 'Go to your company' }).click();
    await page.waitForURL((url) => url.pathname === '/employer');
  });

  test('G4 U2: another person sees that it is not for them, and changes to the invited account', async () => {
    const owner = await visits.signedIn('owner@demo.test');
    const invited = await makePerson(system.database);
    const email = addressOf(invited);
    const link = await invite(owner.page, email);
    await givePassword(system.database, invited.userId);
    const { page, errors } = await visits.signedIn('talent@demo.test');
    await page.goto(link);
    await heading(page, 'Join Harbour & Pine');
    const masked = `${email.slice(0, 1)}•••@made.test`;
    await page
      .getByText(`This invitation was sent to ${masked}. You are signed in as talent@demo.test.`)
      .waitFor();
    expect(await page.getByText(email).count()).toBe(0);
    expect(await button(page, 'Accept invitation').count()).toBe(0);
    await button(page, 'Sign out and use the invited address').click();
    await page.waitForURL((url) => url.pathname === '/login');
    await visits.fillIn(page, email);
    await heading(page, 'Join Harbour & Pine');
    await page.getByText(email).waitFor();
    await button(page, 'Accept invitation').click();
    await page.waitForURL((url) => url.pathname === '/employer');
    expect(errors).toEqual([]);
  });

  test('U14 U2: another person who signs out by the menu stays at the invitation, in this tab alone', async () => {
    const owner = await visits.signedIn('owner@demo.test');
    const invited = await makePerson(system.database);
    const email = addressOf(invited);
    const link = await invite(owner.page, email);
    await givePassword(system.database, invited.userId);
    const { page, context, errors } = await visits.signedIn('talent@demo.test');
    await page.goto(link);
    await heading(page, 'Join Harbour & Pine');
    await signOut(page);
    await heading(page, 'Join a company');
    expect(pathOf(page)).toBe('/join');
    const third = await context.newPage();
    await third.goto(visits.publicUrl('/join'));
    await third.getByText('The link in an invitation opens this page.').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await visits.fillIn(page, email);
    await heading(page, 'Join Harbour & Pine');
    // No address of the history has the token.
    const session = await context.newCDPSession(page);
    const { entries } = await session.send('Page.getNavigationHistory');
    expect(entries.length).toBeGreaterThan(3);
    expect(entries.filter(({ url }) => url.includes('token'))).toEqual([]);
    await button(page, 'Accept invitation').click();
    await page.waitForURL((url) => url.pathname === '/employer');
    expect(errors).toEqual([]);
  });

  test('U14 U2: an invited user without an account signs up, confirms in a new tab, and sees the invitation', async () => {
    const owner = await visits.signedIn('owner@demo.test');
    const email = 'ada@invited.test';
    const link = await invite(owner.page, email);
    const { page, context, errors } = await visits.visit();
    await page.goto(link);
    await heading(page, 'Join a company');
    const kept = () => page.evaluate(() => localStorage.length);
    expect(await kept()).toBe(0);
    await signUpAs(page, email);

    // The mail opens another tab.
    const tab = await context.newPage();
    const token = await nextMailedToken(system, email, 'verify-email');
    await tab.goto(visits.publicUrl(`/verify-email#token=${token}`));
    await button(tab, 'Confirm email address').click();
    await heading(tab, 'Email address confirmed');
    await tab.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await visits.fillIn(tab, email, 'a heron on the weir');
    await heading(tab, 'Join Harbour & Pine');
    await button(tab, 'Accept invitation').click();
    await tab.waitForURL((url) => url.pathname === '/employer');
    await heading(tab, 'Harbour & Pine');
    // Used: no other tab finds it.
    const third = await context.newPage();
    await third.goto(visits.publicUrl('/join'));
    await third.getByText('The link in an invitation opens this page.').waitFor();
    expect(errors).toEqual([]);
  });

  test.each([
    ['signs out', 'Join a company'],
    ['finds it revoked', 'This invitation no longer works'],
  ])(
    'U14 U2: an invitation that was kept for a sign-up is forgotten when the user %s',
    async (way, title) => {
      const owner = await visits.signedIn('owner@demo.test');
      const invited = await makePerson(system.database);
      const email = addressOf(invited);
      const link = await invite(owner.page, email);
      await givePassword(system.database, invited.userId);
      const { page, context } = await visits.visit();
      await page.goto(link);
      await signUpAs(page, email);
      const kept = (tab: Page) => tab.evaluate(() => localStorage.getItem('gatehouse-invitation'));
      expect(await kept(page)).toContain('"text"');
      const tab = await context.newPage();
      if (way === 'finds it revoked') {
        await system.database.query('update employer.invitations set withdrawn_at = now() where email = $1', [
          email,
        ]);
      }
      await tab.goto(visits.publicUrl('/login?return_to=/join'));
      await visits.fillIn(tab, email);
      if (way === 'signs out') {
        await heading(tab, 'Join Harbour & Pine');
        await signOut(tab);
        await tab.goto(visits.publicUrl('/join'));
      }
      await heading(tab, title);
      expect(await kept(tab)).toBeNull();
      // Whichever tab has found it first, and also in one that has never had the link.
      const third = await context.newPage();
      await third.goto(visits.publicUrl('/join'));
      await heading(third, title);
      expect(
        await third.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })),
      ).not.toContain(new URL(link).hash.slice('#token='.length));
    },
  );

  test('G4: a member of a company sees the invitation and why it cannot be accepted', async () => {
    const [company] = await system.database.query<{ id: string; owner: string }>(
      `select c.id, m.user_id as owner from employer.companies c
         join employer.org_memberships m on m.company_id = c.id and m.role = 'owner' and m.status = 'active'
        where c.name <> 'Harbour & Pine' and c.condition = 'active' limit 1`,
    );
    const { token } = await createInvitationActs(system).makeInvitation(
      { userId: company?.owner ?? '', companyId: company?.id ?? null },
      'member@demo.test',
    );
    const { page } = await visits.signedIn('member@demo.test');
    await page.goto(visits.publicUrl(`/join#token=${token}`));
    await page.getByText('You already belong to a company').waitFor();
    expect(await button(page, 'Accept invitation').count()).toBe(0);
    await page.getByRole('link', { name: 'Go to your company' }).waitFor();
  });

  test('G4: one that is withdrawn while its page is open is refused, and the page says what to do', async () => {
    const invited = await makePerson(system.database);
    const owner = await visits.signedIn('owner@demo.test');
    const link = await invite(owner.page, addressOf(invited));
    await givePassword(system.database, invited.userId);
    const { page } = await visits.signedIn(addressOf(invited));
    await page.goto(link);
    await heading(page, 'Join Harbour & Pine');
    await system.database.query('update employer.invitations set withdrawn_at = now() where email = $1', [
      addressOf(invited),
    ]);
    await button(page, 'Accept invitation').click();
    await page.getByRole('alert').getByText('This link no longer works').waitFor();
    await page.getByText('Ask an owner of the company').waitFor();
    await page.reload();
    await heading(page, 'This invitation no longer works');
    // A second link in the same tab is another invitation.
    const [inviter] = await system.database.query<{ user_id: string; company_id: string }>(
      `select m.user_id, m.company_id from employer.org_memberships m join identity.users u on u.id = m.user_id
        where u.email = 'owner@demo.test'`,
    );
    const { token } = await createInvitationActs(system).makeInvitation(
      { userId: inviter?.user_id ?? '', companyId: inviter?.company_id ?? null },
      addressOf(invited),
    );
    await page.goto(visits.publicUrl(`/join#token=${token}`));
    await heading(page, 'Join Harbour & Pine');
  });

  test('a revoked invitation leaves the list', async () => {
    const { page } = await visits.signedIn('owner@demo.test');
    await invite(page, 'other@invited.test');
    await button(page, 'Revoke invitation other@invited.test').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke invitation' }).click();
    await page.getByText('Invitation revoked.').waitFor();
    await button(page, 'Revoke invitation other@invited.test').waitFor({ state: 'detached' });
  });

  test('a refused invitation keeps what was typed', async () => {
    const { page } = await visits.signedIn('owner@demo.test');
    await page.goto(visits.publicUrl('/employer/members'));
    await page.getByLabel('Email address').fill('member@demo.test');
    await button(page, 'Send invitation').click();
    await page.getByRole('alert').getByText('is already a member of your company').waitFor();
    expect(await page.getByLabel('Email address').inputValue()).toBe('member@demo.test');
  });

  test('U12: the last owner stays, and learns what to do', async () => {
    const { page } = await visits.signedIn('owner@demo.test');
    await page.goto(visits.publicUrl('/employer/members'));
    expect(await button(page, 'Revoke access Olive Okafor').count()).toBe(0);
    await button(page, 'Leave company Harbour & Pine').click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Leave company' }).click();
    await dialog.getByRole('alert').getByText('Make another member an owner first').waitFor();
  });

  test('U12: a member leaves after a confirmation, and can start a company', async () => {
    const [owner] = await system.database.query<{ company_id: string }>(
      `select m.company_id from employer.org_memberships m join identity.users u on u.id = m.user_id
        where u.email = 'owner@demo.test'`,
    );
    const colleague = await makeColleague(
      system.database,
      { companyId: owner?.company_id ?? null },
      'member',
    );
    const { page } = await visits.as(colleague, '/employer/members');
    await button(page, 'Leave company Harbour & Pine').click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('To come back, you need an invitation').waitFor();
    await dialog.getByRole('button', { name: 'Leave company' }).click();
    await heading(page, 'Start hiring');
    await page.getByText('You have left Harbour & Pine.').waitFor();
    await page.getByLabel('Company name').fill('My own yard');
    await button(page, 'Create company').click();
    await page.waitForURL((url) => !url.pathname.startsWith('/employer/start'));
    await page.getByRole('navigation', { name: 'Your company' }).waitFor();
  });
});

describe('U16: a company with a name that is in use', () => {
  test('is created after a confirmation alone, with what was typed, also while the other one is not public', async () => {
    const namesake = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    await system.database.query('update employer.companies set name = $2 where id = $1', [
      namesake.companyId,
      'Łódź Sails',
    ]);
    const founder = await makePerson(system.database);
    const { page } = await visits.as(founder, '/employer/start');
    await page.getByLabel('Company name').fill('lodz  SAILS');
    await button(page, 'Create company').click();
    const notice = page.getByRole('alert');
    await notice.getByText('A company with this name is on Gatehouse already').waitFor();
    await notice.getByText('ask one of its owners for an invitation').waitFor();
    expect(await page.getByLabel('Company name').inputValue()).toBe('lodz  SAILS');
    await page.getByLabel('It is another company with the same name').check();
    await button(page, 'Create company').click();
    await page.getByRole('navigation', { name: 'Your company' }).waitFor();
    const [mine] = await system.database.query<{ name: string }>(
      `select c.name from employer.companies c join employer.org_memberships m on m.company_id = c.id
        where m.user_id = $1`,
      [founder.userId],
    );
    expect(mine?.name).toBe('lodz  SAILS');
  });
});

describe('applications', () => {
  test('a talent applies, the company moves the application on, and the talent sees it', async () => {
    const owner = await visits.signedIn('owner@demo.test', '/employer/jobs/new');
    const { page, errors } = owner;
    await page.getByLabel('Title').fill('Keeper of the tide gate');
    await page.getByLabel('Location').fill('Gdynia');
    await page
      .getByLabel('Description')
      .fill('Open the gate at high water, and close it at low water. '.repeat(2));
    await button(page, 'Save draft').click();
    await page.getByText('Draft saved.').waitFor();
    await button(page, 'Publish Keeper of the tide gate').click();
    await page.getByText('is published').waitFor();
    const [post] = await system.database.query<{ id: string }>(
      "select id from employer.job_posts where title = 'Keeper of the tide gate'",
    );

    const talent = await signIn(system.publicHost, 'talent@demo.test');
    const applied = await system.publicHost.request(`/api/talent/job_posts/${post?.id}/applications`, {
      method: 'POST',
      cookie: talent,
      body: { message: 'Tides are my thing.' },
    });
    expect(applied.status).toBe(201);

    await page.goto(visits.publicUrl('/employer/jobs'));
    await page
      .getByRole('row', { name: /Keeper of the tide gate/ })
      .getByRole('link', { name: '1', exact: true })
      .click();
    await heading(page, 'Keeper of the tide gate');
    await page.getByRole('link', { name: 'Tilda Marsh' }).click();
    await heading(page, 'Tilda Marsh');
    await page.getByText('Tides are my thing.').waitFor();
    await confirm(page, 'Invite to interview');
    await page.getByRole('heading', { name: 'Stage Interview' }).waitFor();
    await waitFor(async () => {
      await passStageDelay(system.database, applied.body.id);
      const { body } = await system.publicHost.request('/api/talent/applications', { cookie: talent });
      return body.items[0].stage === 'interview' ? true : undefined;
    });

    await confirm(page, 'Decline');
    await page.getByRole('heading', { name: 'Stage Declined' }).waitFor();
    await page.locator('.back').getByRole('link', { name: 'Applications' }).click();
    await heading(page, 'Keeper of the tide gate');
    await page.getByRole('link', { name: 'Interview', exact: true }).click();
    await page.getByRole('heading', { name: 'No applications found' }).waitFor();
    expect(errors).toEqual([]);
  });

  /** A new talent applies; the owner opens the application. */
  async function openApplication(page: Page) {
    const [post] = await system.database.query<{ id: string; company_id: string }>(
      `select j.id, j.company_id from employer.job_posts j join employer.companies c on c.id = j.company_id
        where c.name = 'Harbour & Pine' and j.state = 'published' limit 1`,
    );
    const { userId } = await makePerson(system.database, { talent: 'active' });
    const [application] = await system.database.query<{ id: string }>(
      'insert into talent.applications (job_post_id, company_id, user_id) values ($1, $2, $3) returning id',
      [post?.id, post?.company_id, userId],
    );
    await page.goto(visits.publicUrl(`/employer/applications/${application?.id}`));
    await heading(page, 'Test Person');
    return { id: application?.id, address: addressOf({ userId }) };
  }
  const outbox = (address: string) =>
    system.database.query<{ attempts: number; drop_reason: string | null }>(
      'select attempts, drop_reason from identity.mail_outbox where to_address = $1 order by id',
      [address],
    );

  test('F9: a change of stage waits a minute for undo, and undone it sends no mail', async () => {
    const { page, errors } = await visits.signedIn('owner@demo.test');
    const { address } = await openApplication(page);
    await confirm(page, 'Invite to interview');
    const notice = page.getByRole('status').filter({ hasText: 'will be notified by email' });
    await notice.waitFor();
    expect(await notice.textContent()).toMatch(
      /^Test Person will be notified by email in (6[0-5]|[45]\d) seconds\.$/,
    );
    await button(page, 'Undo and go back to New').click();
    await page.getByRole('heading', { name: 'Stage New' }).waitFor();
    await notice.waitFor({ state: 'detached' });
    await waitFor(async () => {
      const focused = await page.evaluate(() => document.activeElement?.id);
      return focused === 'stage' ? true : undefined;
    });
    // The page shows the stage before the API has stored it.
    await waitFor(async () => (await outbox(address)).find(({ drop_reason }) => drop_reason !== null));
    expect(await outbox(address)).toEqual([{ attempts: 0, drop_reason: 'undone' }]);
    await page.reload();
    await page.getByRole('heading', { name: 'Stage New' }).waitFor();
    expect(errors).toEqual([]);
  });

  test.each([-300, 120])(
    'F9: a browser whose clock is wrong by %i seconds offers the undo as long as the API does',
    async (seconds) => {
      const { page, errors } = await visits.signedIn('owner@demo.test');
      const { address } = await openApplication(page);
      await page.clock.install({ time: Date.now() + seconds * 1000 });
      await page.reload();
      await heading(page, 'Test Person');
      await confirm(page, 'Invite to interview');
      const notice = page.getByRole('status').filter({ hasText: 'will be notified by email' });
      await notice.getByText(/within a minute/).waitFor();
      await button(page, 'Undo and go back to New').waitFor();
      await system.database.query(
        'update identity.mail_outbox set next_attempt_at = now() where to_address = $1 and attempts = 0',
        [address],
      );
      await waitFor(async () => (await system.local.mails()).find(({ to }) => to === address));
      await notice.waitFor({ state: 'detached' });
      expect(errors).toEqual([]);
    },
  );

  test('F9: an undo that comes too late says so, and the stage stays', async () => {
    const { page } = await visits.signedIn('owner@demo.test');
    const { address } = await openApplication(page);
    await confirm(page, 'Decline');
    await button(page, 'Undo and go back to New').waitFor();
    await system.database.query(
      'update identity.mail_outbox set next_attempt_at = now() where to_address = $1 and attempts = 0',
      [address],
    );
    await nextMail(system, address);
    await button(page, 'Undo and go back to New').click();
    await page.getByRole('alert').getByText('The applicant has already been notified').waitFor();
    await page.getByRole('heading', { name: 'Stage Declined' }).waitFor();
  });

  test('E1: a stage that the API refuses goes back, and nothing navigates', async () => {
    const { page } = await visits.signedIn('owner@demo.test');
    await openApplication(page);
    await page.route('**/api/employer/applications/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await confirm(page, 'Make offer');
    await page.getByRole('alert').getByText('Gatehouse cannot be reached').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Stage New' }).waitFor();
    await button(page, 'Start review').click();
    await page.getByRole('alert').getByText('Gatehouse cannot be reached').waitFor();
    await page.getByRole('heading', { name: 'Stage New' }).waitFor();
  });
});

import {
  addressOf as emailOf,
  makeJobPost,
  makePerson,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeViolations } from '#support/axe.ts';
import { giveSession } from '#support/chromium.ts';
import { requireDemoCompany } from '#support/demo-company.ts';
import { nextMailedToken } from '#support/mail-links.ts';
import { nextMail } from '#support/next-mail.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

const PASSWORD = 'a heron on the weir';

/** Where a link of the page leads: its path and search. */
async function addressOf(page: Page, name: string) {
  const href = await page.getByRole('main').getByRole('link', { name }).getAttribute('href');
  return href ?? '';
}

/** A published post of the demo company. */
const makePost = async (title: string) =>
  makeJobPost(system.database, { companyId: await requireDemoCompany(system.database), title });

/** Signs up from the entrance of a page; the token is of the mail's link. */
async function signUp(path: string, email: string) {
  const visited = await visits.visit();
  const { page } = visited;
  await page.goto(visits.publicUrl(`/signup?return_to=${encodeURIComponent(path)}`));
  await page.getByLabel('Name').fill('Ines Vos');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await heading(page, 'Check your email');
  return { ...visited, token: await nextMailedToken(system, email, 'verify-email') };
}

async function confirm(page: Page, token: string) {
  await page.goto(visits.publicUrl(`/verify-email#token=${token}`));
  await page.getByRole('button', { name: 'Confirm email address' }).click();
}

describe('U14: the link of a sign-up', () => {
  test('U14: leads on from a used link, and from a page without one, to where the visitor wanted to go', async () => {
    const { page, context, token, errors } = await signUp('/employer/jobs/new', 'ines@used.test');
    await confirm(page, token);
    await heading(page, 'Email address confirmed');
    const tab = await context.newPage();
    await confirm(tab, token);
    await tab.getByRole('alert').getByText('This link no longer works').waitFor();
    expect(await addressOf(tab, 'sign in')).toBe('/login?return_to=%2Femployer%2Fjobs%2Fnew');
    expect(await addressOf(tab, 'sign up again')).toBe('/signup?return_to=%2Femployer%2Fjobs%2Fnew');

    await tab.goto(visits.publicUrl('/verify-email'));
    await tab.getByText('Open the link in your email again').waitFor();
    // A second sign-up of this browser keeps the intent, too.
    await tab.getByRole('main').getByRole('link', { name: 'sign up again' }).click();
    await heading(tab, 'Create your account');
    await tab.getByLabel('Name').fill('Ines Vos');
    await tab.getByLabel('Email address').fill('ines@again.test');
    await tab.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await tab.getByRole('button', { name: 'Create account' }).click();
    await heading(tab, 'Check your email');
    const again = await nextMailedToken(system, 'ines@again.test', 'verify-email');
    const third = await context.newPage();
    await confirm(third, again);
    await heading(third, 'Email address confirmed');
    expect(await addressOf(third, 'Sign in')).toBe('/login?return_to=%2Femployer%2Fjobs%2Fnew');
    expect(errors).toEqual([]);
  });

  test.each([
    ['Find work', 'Start your job search'],
    ['Hire', 'Start hiring'],
  ])('U14: in another browser, where nothing is kept, offers “%s”', async (way, title) => {
    const email = `${way.replace(' ', '-').toLowerCase()}@elsewhere.test`;
    const { token } = await signUp('/employer/jobs/new', email);
    const { page, errors } = await visits.visit();
    await confirm(page, token);
    await heading(page, 'Email address confirmed');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('main').getByRole('link', { name: way }).click();
    await heading(page, 'Sign in');
    await visits.fillIn(page, email, PASSWORD);
    await heading(page, title);
    expect(errors).toEqual([]);
  });
});

describe('the link of a mail, in a browser where an account is signed in', () => {
  const isLive = async ({ cookie }: TestPerson) =>
    (await system.publicHost.request('/api/identities/user_sessions/current', { cookie })).status === 200;

  /** Without the link to sign in, which would lead on as this account. */
  async function namesAccount(page: Page, person: TestPerson): Promise<void> {
    await page.getByText(`You are signed in as ${emailOf(person)}.`).waitFor();
    const links = page.getByRole('main').getByRole('link');
    expect(await links.allInnerTexts()).toEqual(['Continue with this account']);
  }

  const switchAccount = async (page: Page) => {
    await page.getByRole('button', { name: 'Sign out and sign in' }).click();
    await heading(page, 'Sign in');
  };

  async function resetPassword(page: Page, person: TestPerson): Promise<void> {
    const body = { email: emailOf(person) };
    await system.publicHost.request('/api/identities/password_resets', { method: 'POST', body });
    const token = await nextMailedToken(system, emailOf(person), 'reset-password');
    await page.goto(visits.publicUrl(`/reset-password#token=${token}`));
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Set password' }).click();
    await heading(page, 'Your password is set');
  }

  test('U14: a sign-up is confirmed for its own account, which goes on after a sign-out', async () => {
    const email = 'ines@shared.test';
    const { page, context, token, errors } = await signUp('/employer/jobs/new', email);
    const other = await makePerson(system.database);
    await giveSession(context, other, visits.publicUrl('/'));
    await confirm(page, token);
    await heading(page, 'Email address confirmed');
    await namesAccount(page, other);
    expect(await axeViolations(page)).toEqual([]);
    const tab = await context.newPage();
    await confirm(tab, token);
    await tab.getByRole('alert').getByText('This link no longer works').waitFor();
    await namesAccount(tab, other);
    expect(await axeViolations(tab)).toEqual([]);
    await tab.close();

    await switchAccount(page);
    expect(await isLive(other)).toBe(false);
    await visits.fillIn(page, email, PASSWORD);
    await heading(page, 'Start hiring');
    expect(errors).toEqual([]);
  });

  test('U14: a password is set for its own account, which goes on after a sign-out', async () => {
    const [person, other] = [
      await makePerson(system.database, { talent: 'active' }),
      await makePerson(system.database),
    ];
    const { page, errors } = await visits.as(other);
    await resetPassword(page, person);
    await namesAccount(page, other);
    expect(await page.getByText('You have been signed out').count()).toBe(0);
    await switchAccount(page);
    await visits.fillIn(page, emailOf(person), PASSWORD);
    await heading(page, 'Your job search');
    expect(errors).toEqual([]);
  });

  test('U14: the mail about an account that a sign-up has found leads to its sign-in, and not to the pages of another one', async () => {
    const [person, other] = [await makePerson(system.database), await makePerson(system.database)];
    const body = { name: 'Ines Vos', email: emailOf(person), password: PASSWORD };
    const sent = await system.publicHost.request('/api/identities/users', { method: 'POST', body });
    expect(sent.status).toBeLessThan(300);
    const { text } = await nextMail(system, emailOf(person), { subject: 'You already have an account' });
    const { page, errors } = await visits.as(other);
    await page.goto(/http\S+\/login\S*/.exec(text)?.[0] ?? '');
    await namesAccount(page, other);
    expect(await axeViolations(page)).toEqual([]);
    await switchAccount(page);
    await page.getByLabel('Email address').waitFor();
    expect(await isLive(other)).toBe(false);
    expect(errors).toEqual([]);
  });

  test('U14: a password that ends the session of this browser leads to the sign-in page', async () => {
    const person = await makePerson(system.database, { talent: 'active' });
    const { page, errors } = await visits.as(person);
    await resetPassword(page, person);
    await page.getByText('You have been signed out everywhere.').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await visits.fillIn(page, emailOf(person), PASSWORD);
    await heading(page, 'Your job search');
    expect(errors).toEqual([]);
  });

  test('U14: a restored address names the account that stays signed in, which can go on', async () => {
    const other = await makePerson(system.database, { talent: 'active' });
    const { page, errors } = await visits.as(other, '/undo-email-change?done');
    await heading(page, 'Your account is yours again');
    await namesAccount(page, other);
    await page.getByRole('link', { name: 'Continue with this account' }).click();
    await heading(page, 'Your job search');
    expect(errors).toEqual([]);
  });
});

describe('U14: the detour to the profile', () => {
  test('U14: from an application that needs a profile and back to it', async () => {
    const id = await makePost('Keeper of the boathouse');
    const { cookie } = await makePerson(system.database, { talent: 'active' });
    const { page, errors } = await visits.as({ cookie }, `/talent/apply/${id}`);
    await page.getByRole('link', { name: 'Complete it' }).click();
    await heading(page, 'Your profile');
    await page.locator('.back').getByRole('link', { name: 'Apply' }).click();
    await heading(page, 'Apply for Keeper of the boathouse');
    await page.getByRole('link', { name: 'your profile' }).click();
    await page.getByLabel('Headline').fill('Keeps boats dry');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Continue with your application' }).click();
    await heading(page, 'Apply for Keeper of the boathouse');
    expect(await page.getByText('Your profile is empty').count()).toBe(0);

    await page.goto(visits.publicUrl('/talent/profile'));
    await heading(page, 'Your profile');
    expect(await page.locator('.back').count()).toBe(0);
    expect(errors).toEqual([]);
  });

  test('U14: from a job whose visitor waits for talent access, and back to it', async () => {
    const id = await makePost('Keeper of the slipway');
    const { cookie } = await makePerson(system.database, { talent: 'pending' });
    const { page, errors } = await visits.as({ cookie }, `/jobs/${id}`);
    await page.getByRole('link', { name: 'Complete your profile' }).click();
    await heading(page, 'Your profile');
    await page.getByLabel('Headline').fill('Keeps boats dry');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Back to the job' }).click();
    await heading(page, 'Apply for Keeper of the slipway');
    expect(errors).toEqual([]);
  });
});

/** The links to sign in and to sign up in the document of a page. */
async function linksOf(path: string): Promise<readonly (string | undefined)[]> {
  const { text } = await system.publicHost.request(path);
  return [...text.matchAll(/href="(\/(?:login|signup)[^"]*)"/g)].map(([, href]) => href);
}

test.each([
  ['/join', ['/login?return_to=%2Fjoin', '/signup?return_to=%2Fjoin']],
  // A new account cannot confirm the address of another one.
  ['/confirm-email-change', ['/login?return_to=%2Fconfirm-email-change', '/signup']],
])('U14: the header of %s, which the link of a mail opens, leads back to it', async (path, links) => {
  expect(await linksOf(path)).toEqual(links);
});

describe('U14: a search', () => {
  test('U14: is found again after a sign-in from the header', async () => {
    const { page, errors } = await visits.visit();
    await page.goto(visits.publicUrl('/jobs?query=boat&location=Porto'));
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
    await visits.fillIn(page, 'talent@demo.test');
    await heading(page, 'Jobs');
    expect(new URL(page.url()).search).toBe('?query=boat&location=Porto');
    expect(errors).toEqual([]);
  });

  test('U14: is in the links of its own document alone, which visitors share', async () => {
    for (const query of ['boat', 'sail', 'boat']) {
      const returnTo = `return_to=${encodeURIComponent(`/jobs?query=${query}`)}`;
      expect(await linksOf(`/jobs?query=${query}`)).toEqual([`/login?${returnTo}`, `/signup?${returnTo}`]);
    }
    expect(await linksOf('/jobs')).toEqual(['/login', '/signup']);
  });
});

describe('U5: the end of a request for talent access', () => {
  test.each([
    ['refused', /^Your request for talent access was refused/, 'Your request was refused'],
    ['ended', /^Your talent access has ended/, 'Your talent access has ended'],
  ])(
    'U5 U14: %s: the notification leads to a page that says so, and to a new request',
    async (value, sentence, title) => {
      const { userId, cookie } = await makePerson(system.database);
      await system.database.query(
        `insert into identity.notifications (id, user_id, kind, subject_id, value, at)
       values (uuidv7(), $1, 'access_decided', $1, $2, now())`,
        [userId, value],
      );
      const { page, errors } = await visits.as({ cookie }, '/account/notifications');
      await page.getByRole('link', { name: sentence }).click();
      await heading(page, 'Start your job search');
      const notice = page.getByRole('region', { name: title });
      await notice.getByText('If we gave a reason, it is in our email').waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Request talent access' }).click();
      await heading(page, 'Your job search');
      expect(errors).toEqual([]);
    },
  );

  test('U5: a newcomer sees no such notice', async () => {
    const { cookie } = await makePerson(system.database);
    const { page } = await visits.as({ cookie }, '/talent/welcome?decision=constructor');
    await heading(page, 'Start your job search');
    await page.getByRole('button', { name: 'Request talent access' }).waitFor();
    expect(await page.getByText('it is in our email').count()).toBe(0);
  });
});

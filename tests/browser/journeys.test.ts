/// <reference lib="dom" />
import { signInAdmin, type TestSystem } from '@gatehouse/testkit';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accountButton, signOut } from '#support/account.ts';
import { errorOf } from '#support/field-error.ts';
import { nextMailedLink } from '#support/mail-links.ts';
import { beforeVisits, heading, pathOf, type Visits } from '#support/visits.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});
afterEach(async () => {
  // What an admin has taken away in a test is given back, also after a failure.
  await system.database.query(
    "update employer.companies set condition = 'active' where name = 'Harbour & Pine'",
  );
  await system.database.query(
    "update identity.users set talent_access_state = 'active' where email = 'talent@demo.test'",
  );
});

const publicUrl = (path: string) => visits.publicUrl(path);
const teamUrl = (path: string) => visits.teamUrl(path);
const visit = () => visits.visit();
const signedIn = (email: string, path?: string) => visits.signedIn(email, path);

let adminCookie: string | null = null;

async function asAdmin(path: string, method: string, body?: object): Promise<void> {
  adminCookie ??= await signInAdmin(system, 'admin@demo.test');
  const cookie = adminCookie;
  const answer = await system.teamHost.request(`/api/identities/admin${path}`, {
    method,
    cookie,
    ...(body === undefined ? {} : { body: { ...body, reason: 'a browser test' } }),
  });
  expect(answer.status).toBeLessThan(300);
}

async function idOf(
  table: 'identity.users' | 'employer.companies',
  column: string,
  value: string,
): Promise<string> {
  const [row] = await system.database.query<{ id: string }>(`select id from ${table} where ${column} = $1`, [
    value,
  ]);
  return row?.id ?? '';
}

describe('the journeys of the demo people', () => {
  test.each([
    ['talent@demo.test', '/talent', 'Your job search'],
    ['newcomer@demo.test', '/', 'Work worth walking to'],
    ['pending@demo.test', '/talent', 'Your job search'],
    ['suspended@demo.test', '/talent/suspended', 'Your talent access is suspended'],
    ['owner@demo.test', '/employer', 'Harbour & Pine'],
    ['member@demo.test', '/employer', 'Harbour & Pine'],
    ['revoked@demo.test', '/employer/inactive', 'Your membership is not active'],
    ['disabled@demo.test', '/employer/disabled', 'Your company is disabled'],
  ])('B3: %s lands on %s', async (email, path, title) => {
    const { page, errors } = await signedIn(email);
    await heading(page, title);
    expect(pathOf(page)).toBe(path);
    expect(await page.title()).toBe(`${title} · Gatehouse`);
    expect(errors).toEqual([]);
  });

  test('B3: an admin wants a page, signs in and lands there', async () => {
    const { page } = await visit();
    await page.goto(teamUrl('/audit'));
    expect(new URL(page.url()).search).toBe('?return_to=%2Faudit');
    await visits.fillInAdmin(page, 'admin@demo.test');
    await heading(page, 'Audit trail');
  });

  test('U23: a newcomer signs up with a password that is not common, confirms by mail, asks for talent access, writes a profile and makes a company', async () => {
    const { page, errors } = await visit();
    await page.goto(publicUrl('/signup'));
    await page.getByLabel('Name').fill('Juno Abara');
    await page.getByLabel('Email address').fill('juno@abara.test');
    await page.getByLabel('Password').fill('password1');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('alert').getByText('too common').first().waitFor();
    expect(await errorOf(page.getByLabel('Password'))).toContain('too common');
    expect(await page.getByLabel('Name').inputValue()).toBe('Juno Abara');
    await page.getByLabel('Password').fill('a heron on the weir');
    await page.getByRole('button', { name: 'Create account' }).click();
    await heading(page, 'Check your email');
    await page.goto(await nextMailedLink(system, 'juno@abara.test'));
    await heading(page, 'Confirm your email address');
    // The page's script takes the token out of the address once it runs.
    await page.waitForURL((url) => !url.href.includes('token'));
    await page.getByRole('button', { name: 'Confirm email address' }).click();
    await heading(page, 'Email address confirmed');
    await page.getByRole('main').getByRole('link', { name: 'Find work' }).click();
    await page.getByLabel('Email address').fill('juno@abara.test');
    await page.getByLabel('Password').fill('a heron on the weir');
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await heading(page, 'Start your job search');
    // R3: the action's success runs the root loader, and the policy leads on.
    await page.getByRole('button', { name: 'Request talent access' }).click();
    await heading(page, 'Your job search');
    await page.getByRole('link', { name: 'Create your profile' }).click();
    await page.getByLabel('Headline').fill('Keeps boats afloat');
    await page.getByLabel('Links').fill('not a link');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Headline').inputValue()).toBe('Keeps boats afloat');
    await page.getByLabel('Links').fill('https://juno.example');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('link', { name: 'Hire' }).click();
    await page.getByLabel('Company name').fill('Abara Boats');
    await page.getByRole('button', { name: 'Create company' }).click();
    await heading(page, 'Abara Boats');
    expect(errors).toEqual([]);
  });
});

describe('facts change under an open page', () => {
  test('E1 R5 P6 B7: a disabled company: the owner is refused at the next click inside the area, led to /employer/disabled, and still signed in', async () => {
    const company = await idOf('employer.companies', 'name', 'Harbour & Pine');
    const { page, asked, errors } = await signedIn('owner@demo.test');
    await heading(page, 'Harbour & Pine');
    await asAdmin(`/companies/${company}/condition`, 'PUT', { condition: 'disabled' });
    asked.length = 0;
    await page.getByRole('link', { name: 'All job posts' }).click();
    await heading(page, 'Your company is disabled');
    expect(pathOf(page)).toBe('/employer/disabled');
    // P6: the click itself sent nothing to the web tier; the refused fetch asked for the reload that ran the policy.
    expect(asked[0]).toBe('GET /api/employer/job_posts?limit=50');
    expect(asked.findIndex((one) => /^GET \/employer\/jobs\.data/.test(one))).toBeGreaterThan(0);
    await accountButton(page).waitFor();
    expect(
      (
        await system.publicHost.request('/api/identities/user_sessions/current', {
          cookie: await cookieOf(page),
        })
      ).status,
    ).toBe(200);
    await asAdmin(`/companies/${company}/condition`, 'PUT', { condition: 'active' });
    // R2: the click into the area reads a fresh session by the policy.
    await page.goto(publicUrl('/employer/disabled'));
    await heading(page, 'Harbour & Pine');
    expect(errors).toEqual([]);
  });

  test('R4 E1: a write that is refused with 403 loads the root again, loses nothing and navigates by the policy alone', async () => {
    const user = await idOf('identity.users', 'email', 'talent@demo.test');
    const { page } = await signedIn('talent@demo.test', '/talent/profile');
    await page.getByLabel('Headline').fill('Written while being suspended');
    await asAdmin(`/users/${user}/talent_access`, 'PUT', { state: 'suspended' });
    await page.getByRole('button', { name: 'Save' }).click();
    await heading(page, 'Your talent access is suspended');
    await accountButton(page).waitFor();
    await asAdmin(`/users/${user}/talent_access`, 'PUT', { state: 'active' });
    const [row] = await system.database.query('select headline from talent.profiles where user_id = $1', [
      user,
    ]);
    expect(row?.['headline']).not.toBe('Written while being suspended');
  });

  test('P5: a raced fetch: the session has ended, the API answers 401, and the policy’s redirect wins without an error in between', async () => {
    const user = await idOf('identity.users', 'email', 'pending@demo.test');
    const { page, asked, errors } = await signedIn('pending@demo.test', '/account');
    await heading(page, 'Your account');
    await asAdmin(`/users/${user}/sessions`, 'DELETE');
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seenErrors: seen });
      new MutationObserver(() => {
        const shown = document.querySelector('.error-display h1, .error-display h2');
        if (shown?.textContent) seen.push(shown.textContent);
      }).observe(document.body, { childList: true, subtree: true });
    });
    asked.length = 0;
    await page.getByRole('link', { name: 'Talent' }).click();
    await heading(page, 'Sign in');
    expect(new URL(page.url()).search).toBe('?return_to=%2Ftalent');
    expect(asked).toContain('GET /api/talent/profiles/current');
    expect(asked.some((one) => /^GET \/talent\.data/.test(one))).toBe(true);
    expect(await page.evaluate(() => (window as unknown as { seenErrors: string[] }).seenErrors)).toEqual([]);
    // The sign-in page does not greet a signed-out visitor: the root loader has run.
    expect(await accountButton(page).count()).toBe(0);
    expect(errors).toEqual([]);
  });

  test('P6 E2: a session that ends inside an area: the next click is refused, and the policy leads to the sign-in page', async () => {
    const user = await idOf('identity.users', 'email', 'member@demo.test');
    const { page } = await signedIn('member@demo.test');
    await heading(page, 'Harbour & Pine');
    await asAdmin(`/users/${user}/sessions`, 'DELETE');
    await page.getByRole('link', { name: 'All job posts' }).click();
    await heading(page, 'Sign in');
    expect(new URL(page.url()).search).toBe('?return_to=%2Femployer%2Fjobs');
  });
});

async function cookieOf(page: Page): Promise<string> {
  const cookies = await page.context().cookies();
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}

describe('where page data loads, and when route data loads again', () => {
  test('P2: a protected page shows its fallback, and its data comes from the browser', async () => {
    const { page, asked } = await signedIn('owner@demo.test');
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/employer/job_posts**', async (route) => {
      await held;
      await route.continue();
    });
    const response = await page.goto(publicUrl('/employer/jobs'));
    const html = (await response?.text()) ?? '';
    expect(html).toContain('Loading…');
    expect(html).not.toContain('Workshop planner');
    await page.getByRole('status').getByText('Loading…').waitFor();
    release();
    await page.getByText('Workshop planner').first().waitFor();
    expect(asked).toContain('GET /api/employer/job_posts?limit=50');
  });

  test('P3: an entry page carries its data in the first paint, without a call from the browser', async () => {
    const { page, asked } = await signedIn('owner@demo.test');
    asked.length = 0;
    const response = await page.goto(publicUrl('/employer'));
    expect(await response?.text()).toContain('Applications per week');
    await heading(page, 'Harbour & Pine');
    await page.waitForLoadState('networkidle');
    expect(asked.filter((one) => one.includes('/api/'))).toEqual([]);
  });

  test('R2 P4 B5: a click into an area runs the policy with a fresh session and not the root loader, beside the page’s own fetch', async () => {
    const { page, asked } = await signedIn('talent@demo.test', '/account');
    await heading(page, 'Your account');
    asked.length = 0;
    await page.getByRole('link', { name: 'Talent' }).click();
    await heading(page, 'Your job search');
    const dataRequests = asked.filter((one) => one.includes('.data'));
    expect(dataRequests).toHaveLength(1);
    expect(dataRequests[0]).toMatch(/^GET \/talent\.data\?_routes=.*policies%2Ftalent/);
    expect(dataRequests[0]).not.toContain('root');
    expect(asked).toContain('GET /api/talent/profiles/current');
  });

  test('P6: a click inside an area asks the API alone', async () => {
    const { page, asked } = await signedIn('talent@demo.test');
    await heading(page, 'Your job search');
    asked.length = 0;
    await page
      .getByRole('link', { name: /profile/ })
      .first()
      .click();
    await heading(page, 'Your profile');
    expect(asked.sort()).toEqual(['GET /api/talent/cvs/current', 'GET /api/talent/profiles/current']);
  });

  test('R3 R6: an action that succeeds runs the root loader, which alone replaces the browser’s copy', async () => {
    const { page, asked } = await signedIn('talent@demo.test', '/talent/profile');
    await page.getByLabel('Location').fill('Porto, Portugal');
    asked.length = 0;
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked[0]).toBe('PUT /api/talent/profiles/current');
    expect(asked.some((one) => /^GET \/talent\/profile\.data/.test(one))).toBe(true);
  });

  test('R6 B7: what a policy reads does not replace the browser’s copy', async () => {
    const { page } = await signedIn('newcomer@demo.test', '/account');
    await heading(page, 'Your account');
    await system.database.query(
      "update identity.users set name = 'Noor Renamed' where email = 'newcomer@demo.test'",
    );
    await page.getByRole('link', { name: 'Talent' }).click();
    await heading(page, 'Start your job search');
    expect(await page.getByRole('button', { name: 'Noor Haddad account menu' }).count()).toBe(1);
    await page.reload();
    await page.getByRole('button', { name: 'Noor Renamed account menu' }).waitFor();
  });

  test('signing out in one tab makes the other one follow', async () => {
    const { page, context } = await signedIn('owner@demo.test');
    const other = await context.newPage();
    await other.goto(publicUrl('/employer/jobs'));
    await heading(other, 'Job posts');
    await signOut(page);
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    await heading(other, 'Sign in');
  });
});

describe('errors are errors', () => {
  test.each([
    [
      'E1 A2: a 503 of the API',
      503,
      { code: 'dependency_unavailable', title: 'Not available for the moment', status: 503 },
    ],
    ['E1: a 500 of the API', 500, { code: 'internal_error', title: 'Something went wrong', status: 500 }],
    [
      'A3 E1: a CSRF refusal',
      403,
      { code: 'csrf_origin_denied', title: 'The request came from another site', status: 403 },
    ],
  ])('%s is shown, signs no user out and navigates nowhere', async (_name, status, problem) => {
    const { page, asked } = await signedIn('owner@demo.test');
    await page.route('**/api/employer/job_posts**', (route) =>
      route.fulfill({
        status,
        contentType: 'application/problem+json',
        body: JSON.stringify({ ...problem, detail: problem.title, trace_id: 'f'.repeat(32) }),
      }),
    );
    asked.length = 0;
    await page.getByRole('link', { name: 'All job posts' }).click();
    await heading(page, problem.title);
    expect(pathOf(page)).toBe('/employer/jobs');
    await page.getByText('ffffffff').waitFor();
    await accountButton(page).waitFor();
    // E2: nothing was asked for but the page's own data.
    expect(asked).toEqual(['GET /api/employer/job_posts?limit=50']);
    await page.unroute('**/api/employer/job_posts**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'Job posts');
  });

  test('E1 E4: a network failure is shown, and signs no user out', async () => {
    const { page } = await signedIn('owner@demo.test');
    await page.route('**/api/employer/job_posts**', (route) => route.abort());
    await page.getByRole('link', { name: 'All job posts' }).click();
    await heading(page, 'Gatehouse cannot be reached');
    await accountButton(page).waitFor();
  });

  test('R5 E2: a page that stays refused after its one reload shows the error, and does not loop', async () => {
    const { page, asked } = await signedIn('owner@demo.test');
    await page.route('**/api/employer/job_posts**', (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          code: 'org_company_disabled',
          title: 'Your company is disabled',
          detail: 'x',
          status: 403,
        }),
      }),
    );
    asked.length = 0;
    await page.getByRole('link', { name: 'All job posts' }).click();
    await page.locator('.error-display').waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked.filter((one) => one.includes('/api/'))).toHaveLength(2);
    expect(asked.filter((one) => one.includes('.data'))).toHaveLength(1);
    expect(pathOf(page)).toBe('/employer/jobs');
  });

  test('E3 E4: the session cannot be read: an error page that retries, and every user is still signed in afterwards', async () => {
    const { page } = await signedIn('owner@demo.test');
    await system.database.query('alter table identity.user_sessions rename to user_sessions_away');
    try {
      const response = await page.goto(publicUrl('/employer'));
      expect(response?.status()).toBe(503);
      await page.getByText('You have not been signed out').waitFor();
      expect(pathOf(page)).toBe('/employer');
    } finally {
      await system.database.query('alter table identity.user_sessions_away rename to user_sessions');
    }
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'Harbour & Pine');
  });

  test('an unknown page is 404 and says so', async () => {
    const { page } = await visit();
    const response = await page.goto(publicUrl('/no/such/page'));
    expect(response?.status()).toBe(404);
    await heading(page, 'Page not found');
  });
});

/// <reference lib="dom" />
import {
  currentOneTimeCode,
  signIn,
  signInAdmin,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { accountButton } from './account.ts';
import { giveSession, launchChromium, newContext } from './chromium.ts';

/** One person's browser with one page. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** `METHOD path` of what the page has asked since the last `clear`, without static files and what is read beside its data. */
  readonly asked: string[];
  readonly errors: string[];
}

/** What opens visits to one system. */
export type Visits = ReturnType<typeof createVisits>;

/** What the tests of one file share. */
interface VisitedSystem {
  readonly system: TestSystem;
  readonly browser: Browser;
  readonly visits: Visits;
}

/** How the system and the browser of a file differ from ordinary ones. */
interface VisitedSystemOptions {
  readonly system?: Parameters<typeof startTestSystem>[0];
  readonly browser?: Parameters<typeof launchChromium>[0];
  readonly visits?: Parameters<typeof newContext>[1];
}

/**
 * Registers the hooks of a file whose tests visit pages: one system and one browser for all of them, and visits that are
 * closed after each.
 * @param onStarted stores what the tests use, and prepares what they share.
 */
export function beforeVisits(
  onStarted: (started: VisitedSystem) => void | Promise<void>,
  options: VisitedSystemOptions = {},
): void {
  let started: VisitedSystem | undefined;
  beforeAll(async () => {
    const [system, browser] = await Promise.all([
      startTestSystem({ withWeb: true, ...options.system }),
      launchChromium(options.browser),
    ]);
    started = { system, browser, visits: createVisits(system, browser, options.visits) };
    await onStarted(started);
  }, 180_000);
  afterEach(() => started?.visits.close());
  afterAll(async () => {
    await started?.browser.close();
    await started?.system.stop();
  });
}

/** Opens visits to a system, and closes them all after a test. */
export function createVisits(
  system: TestSystem,
  browser: Browser,
  options?: Parameters<typeof newContext>[1],
) {
  const contexts: BrowserContext[] = [];
  const publicUrl = (path: string) => `http://${system.local.publicHost}${path}`;
  const teamUrl = (path: string) => `http://${system.local.teamHost}${path}`;

  async function visit(): Promise<Visit> {
    const context = await newContext(browser, options);
    contexts.push(context);
    const page = await context.newPage();
    const asked: string[] = [];
    const errors: string[] = [];
    page.on('request', (request: Request) => {
      const url = new URL(request.url());
      if (
        !url.pathname.startsWith('/assets/') &&
        url.pathname !== '/favicon.ico' &&
        !isReadBeside(url.pathname)
      ) {
        asked.push(`${request.method()} ${url.pathname}${url.search}`);
      }
    });
    // A click that overtakes a reload aborts it, and the router does not handle the abort: nothing is lost.
    page.on('pageerror', (error) => {
      if (!/aborted/.test(error.message)) errors.push(error.message);
    });
    return { page, context, asked, errors };
  }

  /** Opens a page of the public host with a session that the test has made; without a path, none yet. */
  async function as(person: Pick<TestPerson, 'cookie'>, path?: string): Promise<Visit> {
    const visited = await visit();
    await giveSession(visited.context, person, publicUrl('/'));
    if (path !== undefined) await visited.page.goto(publicUrl(path));
    return visited;
  }

  /** Types into the sign-in form and sends it. */
  async function fillIn(page: Page, email: string, password = 'gatehouse-demo-1'): Promise<void> {
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  }

  /** The staff's form has the code, too. It is sent once: the page ignores a second click while the first one is answered. */
  async function fillInAdmin(page: Page, email: string): Promise<void> {
    await page.getByLabel('One-time code').fill(await currentOneTimeCode(system.database, email));
    await fillIn(page, email);
  }

  /** Opens a page of the public host with a new session of a demo user; with a password, signs in by the form, which costs a page more. */
  async function signedIn(email: string, path = '/login', password?: string): Promise<Visit> {
    const visited = await visit();
    if (password === undefined) {
      await giveSession(visited.context, { cookie: await signIn(system.publicHost, email) }, publicUrl('/'));
    }
    await visited.page.goto(publicUrl(path));
    if (password !== undefined) await fillIn(visited.page, email, password);
    await arrived(visited);
    return visited;
  }

  /** The same for a demo admin, on the team host. */
  async function signedInAdmin(email: string, path = '/login'): Promise<Visit> {
    const visited = await visit();
    await giveSession(visited.context, { cookie: await signInAdmin(system, email) }, teamUrl('/'));
    await visited.page.goto(teamUrl(path));
    await arrived(visited);
    return visited;
  }

  async function arrived({ page, asked }: Visit): Promise<void> {
    await page.waitForURL((url) => url.pathname !== '/login');
    await accountButton(page).waitFor();
    asked.length = 0;
  }

  return {
    publicUrl,
    teamUrl,
    visit,
    as,
    fillIn,
    fillInAdmin,
    signedIn,
    signedInAdmin,
    close: async () => {
      await Promise.all(contexts.splice(0).map((context) => context.close()));
    },
  };
}

/** What every page of a user reads besides its own data: the bell in the header, which of its jobs are saved, and logos. */
export function isReadBeside(address: string): boolean {
  return /\/notifications\/unread_count$|\/saved_job_posts\/among(?:\?|$)|\/logos\/[0-9a-f]+$/.test(address);
}

/** Waits for the page: its heading, which it has while it loads, too, and its data. */
export async function heading(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.locator('main .skeleton').waitFor({ state: 'detached' });
}

/** The path of the page's address. */
export function pathOf(page: Page): string {
  return new URL(page.url()).pathname;
}

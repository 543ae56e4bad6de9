/// <reference lib="dom" />
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { READY_EVENT } from '#services/web/entry/ready-event.ts';
import { fillIn, holdScriptsAndWrites, refuseWrites, valuesOf } from '#support/early-forms.ts';
import { createPageOpener, EVERY_PAGE, type VisitedPage } from '#support/every-page.ts';
import { beforeVisits } from '#support/visits.ts';
import { waitFor } from '#support/wait-for.ts';

let opener: Awaited<ReturnType<typeof createPageOpener>>;
beforeVisits(async ({ system, browser }) => {
  opener = await createPageOpener(system, browser);
});
afterEach(() => opener.closeNewPages());

/** Opens the document alone: its scripts may never arrive. */
async function openDocument(page: Page, visited: VisitedPage): Promise<void> {
  await page.goto(opener.addressOf(visited), { waitUntil: 'domcontentloaded' });
}

const posted = (page: Page): Locator => page.locator('form[method="post"]');

const counts = new Map<VisitedPage, Promise<number>>();

/** How many forms of the page's document write: these can be sent before the scripts arrive. Read once for all tests. */
function countPosted(visited: VisitedPage): Promise<number> {
  const known = counts.get(visited);
  if (known !== undefined) return known;
  const count = opener
    .documentOf(visited)
    .then((html) => html.match(/<form[^>]* method="post"/g)?.length ?? 0);
  counts.set(visited, count);
  return count;
}

/** Lets the page's documents note when they are ready, for `waitForReady`. */
async function noteReady(page: Page): Promise<void> {
  await page.addInitScript((ready) => {
    document.addEventListener(ready, () => document.documentElement.setAttribute('data-test-ready', ''));
  }, READY_EVENT);
}

async function waitForReady(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.hasAttribute('data-test-ready'));
}

async function expectOneWrite(writes: readonly string[], typed: ReadonlyMap<string, string>): Promise<void> {
  const [body] = await waitFor(() => (writes.length > 0 ? writes : undefined));
  const texts = [...typed.values()].filter((text) => !/^Early (?:totp|skills|links)$/.test(text));
  for (const text of texts) expect(body).toContain(JSON.stringify(text).slice(1, -1));
}

/** Sends a form like an impatient user: Enter in its first field, then twice by its button. */
async function sendTwice(form: Locator): Promise<Locator> {
  const button = form.locator('button[type="submit"]').first();
  const field = form.locator('input:not([type=hidden])').first();
  if ((await field.count()) > 0) await field.press('Enter');
  await button.dblclick();
  return button;
}

/** Pages whose documents have forms that write, and how many at each visit: users can send them before the scripts arrive. */
const PAGES_WITH_FORMS: Readonly<Record<string, readonly number[]>> = {
  'public /login as visitor': [2],
  'public /login as talent@demo.test': [1],
  'public /signup as visitor': [1],
  'public /jobs as talent@demo.test': [0, 1],
  'public /jobs/:id/report as visitor': [1],
  'public /jobs/:id/report as talent@demo.test': [1],
  'public /companies/:id/report as visitor': [1],
  'public /reset-password as talent@demo.test': [1],
  'public /talent/welcome as newcomer@demo.test': [1],
  'public /employer/start as newcomer@demo.test': [1],
  'public /employer/jobs/:id as owner@demo.test': [1, 2, 2],
  'public /employer/jobs/:id/edit as owner@demo.test': [1],
  'team /login as visitor': [1],
};

test('U1: every form that a document should have is there before the scripts', async () => {
  const found = new Map<string, readonly number[]>();
  for (const visited of EVERY_PAGE) {
    const key = `${visited.host} ${visited.pattern} as ${visited.who}`;
    found.set(key, [...(found.get(key) ?? []), await countPosted(visited)]);
  }
  const withForms = [...found].filter(([, counts]) => counts.some((count) => count > 0));
  expect(Object.fromEntries(withForms)).toEqual(PAGES_WITH_FORMS);
});

describe('a form that is sent before the page’s scripts have arrived', () => {
  test.each(EVERY_PAGE)(
    'U1: $host $pattern as $who: is kept, waits in view, and is sent once when they arrive',
    async (visited) => {
      for (let index = 0, count = await countPosted(visited); index < count; index += 1) {
        const early = await holdScriptsAndWrites(await opener.newPageFor(visited));
        const { page, writes, addresses } = early;
        await openDocument(page, visited);
        const form = posted(page).nth(index);
        const typed = await fillIn(form);
        const before = page.url();
        const button = await sendTwice(form);
        expect(await button.getAttribute('data-pending')).toBe('');
        await page.locator('.progress[data-pending]').waitFor();
        expect([page.url(), writes]).toEqual([before, []]);
        early.releaseScripts();
        await expectOneWrite(writes, typed);
        // The refusal is shown, and nothing is lost or sent again.
        await page.getByRole('alert').getByText('Refused by the test').first().waitFor();
        await page.waitForLoadState('networkidle');
        expect(writes).toHaveLength(1);
        expect(await valuesOf(form)).toEqual(typed);
        expect(await button.getAttribute('data-pending')).toBeNull();
        expect(page.url()).toBe(before);
        expect(addresses.filter((address) => address.includes('heron'))).toEqual([]);
      }
    },
  );

  test.each(EVERY_PAGE)(
    'U1: $host $pattern as $who: on a line of 50 kB/s it is sent once, with everything that was typed',
    async (visited) => {
      for (let index = 0, count = await countPosted(visited); index < count; index += 1) {
        const page = await opener.newPageFor(visited);
        const writes: string[] = [];
        const problems: string[] = [];
        page.on('pageerror', (error) => problems.push(error.message));
        page.on('requestfailed', (request) => problems.push(request.url()));
        await refuseWrites(page, writes);
        const line = await page.context().newCDPSession(page);
        await line.send('Network.emulateNetworkConditions', {
          offline: false,
          latency: 100,
          downloadThroughput: 50_000,
          uploadThroughput: 50_000,
        });
        await page.goto(opener.addressOf(visited), { waitUntil: 'commit' });
        const form = posted(page).nth(index);
        const button = form.locator('button[type="submit"]').first();
        await button.waitFor().catch(async (error) => {
          throw new Error(`no form ${index} at ${page.url()} ${problems} ${await page.content()}`, {
            cause: error,
          });
        });
        const typed = await fillIn(form);
        // In one step: after the answer, another click would rightly send the form again.
        await button.evaluate((element: HTMLButtonElement) => {
          element.click();
          element.click();
        });
        await expectOneWrite(writes, typed).catch(async (error) => {
          const html = await form.evaluate((element: HTMLFormElement) => element.outerHTML);
          throw new Error(
            `${page.url()} ${problems} ${JSON.stringify([...(await valuesOf(form))])} ${html}`,
            {
              cause: error,
            },
          );
        });
        await page.getByRole('alert').getByText('Refused by the test').first().waitFor();
        expect(writes).toHaveLength(1);
        expect(await valuesOf(form)).toEqual(typed);
        await page.context().close();
      }
    },
  );

  test.each(EVERY_PAGE)(
    'U1 G8: $host $pattern as $who: without the scripts, the page says so after ten seconds, and its reload keeps what was typed',
    async (visited) => {
      for (let index = 0, count = await countPosted(visited); index < count; index += 1) {
        const { page, writes, releaseScripts } = await holdScriptsAndWrites(await opener.newPageFor(visited));
        await noteReady(page);
        await page.clock.install();
        await page.clock.pauseAt(Date.now() + 60_000);
        await openDocument(page, visited);
        const form = posted(page).nth(index);
        const typed = await fillIn(form);
        await sendTwice(form);
        const message = page.getByRole('alert').getByText('This page has not finished loading.');
        await page.clock.fastForward(9999);
        expect(await message.count()).toBe(0);
        await page.clock.fastForward(1);
        await message.waitFor();
        expect([await valuesOf(form), writes]).toEqual([typed, []]);
        await page.clock.resume();
        await page.getByRole('link', { name: 'Reload the page' }).click();
        await message.waitFor({ state: 'hidden' });
        releaseScripts();
        await waitForReady(page);
        const kept = new Map(
          [...typed].map(([name, text]) => [name, /password|totp/.test(name) ? '' : text]),
        );
        expect(await valuesOf(form)).toEqual(kept);
        expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain('typed');
      }
    },
  );
});

const LOGIN = EVERY_PAGE.find(({ host, pattern }) => host === 'public' && pattern === '/login');
const JOB = EVERY_PAGE.find(({ pattern }) => pattern === '/employer/jobs/:id/edit');

describe('before the scripts have arrived', () => {
  test('U1 G8: what was typed and not sent stays in every field', async () => {
    if (JOB === undefined) throw new Error('no page of a job post');
    const { page, releaseScripts, writes } = await holdScriptsAndWrites(await opener.newPageFor(JOB));
    // Hydration gives a text area its first text again: this key comes after that, and before the page is ready.
    await page.addInitScript((ready) => {
      document.addEventListener(ready, () => {
        const field = document.querySelector<HTMLTextAreaElement>('textarea[name="description"]');
        field?.focus();
        field?.setSelectionRange(field.value.length, field.value.length);
        document.execCommand('insertText', false, '!');
      });
    }, READY_EVENT);
    await noteReady(page);
    await openDocument(page, JOB);
    const form = page.locator('form.card');
    const typed = await fillIn(form);
    releaseScripts();
    await page.getByLabel('Title').press('End');
    await waitForReady(page);
    const description = `${typed.get('description')}!`;
    expect(await valuesOf(form)).toEqual(new Map([...typed, ['description', description]]));
    expect(writes).toEqual([]);
  });

  test('U1 G8: what the browser restores after Back from another site stays in every field', async () => {
    if (JOB === undefined) throw new Error('no page of a job post');
    const { page, releaseScripts } = await holdScriptsAndWrites(await opener.newPageFor(JOB));
    await noteReady(page);
    await openDocument(page, JOB);
    // As Chromium does it, after the document is parsed: natively, and without an event.
    await page.getByLabel('Description').evaluate((field) => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, 'Restored');
    });
    releaseScripts();
    await waitForReady(page);
    expect(await page.getByLabel('Description').inputValue()).toBe('Restored');
  });

  test('U1: a click on another button is kept, too', async () => {
    if (LOGIN === undefined) throw new Error('no sign-in page');
    const { page, releaseScripts } = await holdScriptsAndWrites(await opener.newPageFor(LOGIN));
    await openDocument(page, LOGIN);
    const show = page.getByRole('button', { name: 'Show password' });
    await show.click();
    expect(await show.getAttribute('data-pending')).toBe('');
    releaseScripts();
    await page.getByRole('button', { name: 'Show password', pressed: true }).waitFor();
    expect(await show.getAttribute('data-pending')).toBeNull();
  });

  test('U1: a script that cannot be fetched is reported at once', async () => {
    if (LOGIN === undefined) throw new Error('no sign-in page');
    const page = await opener.newPageFor(LOGIN);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.route('**/assets/**/*.js', (route) => route.abort());
    await openDocument(page, LOGIN);
    await page.getByRole('alert').getByText('This page has not finished loading.').waitFor();
  });

  test('U1: a stylesheet that cannot be fetched is reported at once and in view, and stays so when the page is ready', async () => {
    if (LOGIN === undefined) throw new Error('no sign-in page');
    const { page, releaseScripts } = await holdScriptsAndWrites(await opener.newPageFor(LOGIN));
    await noteReady(page);
    await page.route('**/assets/**/*.css', (route) => route.abort());
    await openDocument(page, LOGIN);
    const message = page.getByRole('alert').getByText('This page has not finished loading.');
    await message.waitFor();
    releaseScripts();
    await waitForReady(page);
    const isInView = () =>
      message.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
    expect(await isInView()).toBe(true);
    expect(await page.getByText('Nothing has been sent yet').count()).toBe(0);
  });

  test('U1: a search goes by its address, without waiting for the scripts', async () => {
    const visited = EVERY_PAGE.find(({ pattern }) => pattern === '/');
    if (visited === undefined) throw new Error('no home page');
    const { page } = await holdScriptsAndWrites(await opener.newPageFor(visited));
    await openDocument(page, visited);
    await page.getByLabel('What').fill('workshop');
    await page.getByRole('button', { name: 'Find jobs' }).dblclick();
    await page.waitForURL(/\/jobs\?query=workshop/, { waitUntil: 'domcontentloaded' });
    await page.getByText('for “workshop”').waitFor();
  });

  test('U1: a filter that applies at once does so by its address, without waiting for the scripts', async () => {
    const visited = EVERY_PAGE.find(({ pattern }) => pattern === '/jobs');
    if (visited === undefined) throw new Error('no catalogue');
    const { page } = await holdScriptsAndWrites(await opener.newPageFor(visited));
    await openDocument(page, visited);
    await page.getByLabel('What').fill('engineer');
    await page.getByLabel('Workplace').selectOption('remote');
    await page.waitForURL(/\/jobs\?query=engineer&.*remote_mode=remote/, { waitUntil: 'domcontentloaded' });
    await page.locator('.lead').getByText('remote').waitFor();
    expect(await page.getByLabel('Workplace').inputValue()).toBe('remote');
  });

  test('U1: a filter that is chosen while the page hydrates is applied once', async () => {
    const visited = EVERY_PAGE.find(({ pattern }) => pattern === '/jobs');
    if (visited === undefined) throw new Error('no catalogue');
    const page = await opener.newPageFor(visited);
    const searches: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('remote_mode=remote')) searches.push(request.url());
    });
    // The last moment before the page is ready: React listens already.
    await page.addInitScript((ready) => {
      document.addEventListener(
        ready,
        () => {
          const field = document.querySelector<HTMLSelectElement>('select[name="remote_mode"]');
          if (field === null) return;
          field.value = 'remote';
          field.dispatchEvent(new Event('change', { bubbles: true }));
        },
        { capture: true, once: true },
      );
    }, READY_EVENT);
    await openDocument(page, visited);
    await page.waitForURL(/remote_mode=remote/);
    await page.locator('.lead').getByText('remote').waitFor();
    await page.waitForLoadState('networkidle');
    expect(searches).toHaveLength(1);
  });
});

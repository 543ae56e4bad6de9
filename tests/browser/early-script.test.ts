/// <reference lib="dom" />
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { READY_EVENT } from '#services/web/entry/ready-event.ts';
import { ACCOUNT_EVENT } from '#services/web/session/tab-owner.ts';
import { FAILING_STORAGES } from '#support/browser-storages.ts';
import { launchChromium, newContext } from '#support/chromium.ts';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';

let browser: Browser;
let page: Page;
let earlyScript: string;

/** As the build makes it. In a process of its own: Vite does not run among Jest's modules. */
function bundleEarlyScript(): string {
  const code = `import { bundleScript } from './services/web/hosts/inline-script.config.ts';
    process.stdout.write(await bundleScript('services/web/entry/early-script.ts'));`;
  const options = { cwd: REPOSITORY_ROOT, encoding: 'utf8' } as const;
  return execFileSync(process.execPath, ['--input-type=module', '--eval', code], options);
}

beforeAll(async () => {
  earlyScript = bundleEarlyScript();
  browser = await launchChromium();
});
afterAll(() => browser.close());

const ADDRESS = 'http://early.test/page';

/** As in a document: the id of its account; empty: signed out; undefined: unknown. */
let account: string | undefined;

/** What the head holds beside the script. */
let head: string;

beforeEach(async () => {
  account = '';
  head = '';
  const context = await newContext(browser);
  page = await context.newPage();
  await page.route('**/*', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><head><script${account === undefined ? '' : ` data-account="${account}"`}>${earlyScript}</script>${head}</head><body>
        <form method="post" id="choice"><input name="text"><input type="file" name="file">
          <button name="state" value="open">Open</button><button name="state" value="closed">Close</button></form>
        <form method="post" id="other"><button>Other</button></form>
        <form method="post" id="long"><textarea name="notes"></textarea></form>
        <div class="late-page" hidden><p>Nothing has been sent yet. <a href="#reload">Reload the page</a></p></div>
        <form id="search"><input name="query"><button>Search</button></form>
        <button type="button" id="menu">Menu</button></body>`,
    }),
  );
  await page.goto(ADDRESS);
});

/** Does what the page's scripts do: takes the forms over, reports, and notes what it gets. */
async function takeOver(): Promise<readonly string[]> {
  return page.evaluate(async (readyEvent) => {
    const got: string[] = [];
    document.addEventListener('submit', (event) => {
      event.preventDefault();
      const form = event.target as HTMLFormElement;
      const entries = [...new FormData(form, event.submitter)].map(
        ([name, value]) => `${name}=${value instanceof File ? value.name : value}`,
      );
      got.push([form.id, ...entries].join(' '));
    });
    document.getElementById('menu')?.addEventListener('click', () => got.push('menu'));
    document.dispatchEvent(new Event(readyEvent));
    document.dispatchEvent(new Event(readyEvent));
    return got;
  }, READY_EVENT);
}

describe('what is held until the page is ready', () => {
  test('U1: the button that was used first, with its name and value, and the files', async () => {
    await page.locator('[name=text]').fill('typed');
    await page
      .locator('[type=file]')
      .setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') });
    await page.getByRole('button', { name: 'Close' }).dblclick();
    await page.getByRole('button', { name: 'Open' }).click();
    await page.locator('[name=text]').press('Enter');
    expect(await takeOver()).toEqual(['choice text=typed file=cv.pdf state=closed']);
  });

  test('U1: every form and button once, in their order', async () => {
    await page.getByRole('button', { name: 'Menu' }).dblclick();
    await page.getByRole('button', { name: 'Other' }).click();
    await page.getByRole('button', { name: 'Open' }).click();
    expect(await takeOver()).toEqual(['menu', 'other', 'choice text= file= state=open']);
    expect(await page.locator('[data-pending]').count()).toBe(0);
  });

  test('U1: nothing afterwards, and nothing of a search, which its address carries', async () => {
    expect(await takeOver()).toEqual([]);
    await page.reload();
    await page.locator('[name=query]').fill('weir');
    await page.locator('[name=query]').press('Enter');
    await page.waitForURL(`${ADDRESS}?query=weir`);
    expect(await takeOver()).toEqual([]);
  });

  test('U1: no address ever holds what a form would post', async () => {
    await page.locator('[name=text]').fill('a secret');
    await page.locator('[name=text]').press('Enter');
    expect(page.url()).toBe(ADDRESS);
  });
});

describe('what the head links to', () => {
  const message = () => page.locator('.late-page');

  async function openWithout(stylesheet: string): Promise<void> {
    // Not because the scripts are late.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.route('**/styles.css', (route) => route.fulfill({ status: 404 }));
    head = stylesheet;
    await page.goto(ADDRESS);
  }

  test.each([
    { when: 'before the page is parsed', parsed: 'in the head' },
    { when: 'afterwards', parsed: 'later' },
  ])(
    'U1 G8: a stylesheet that fails $when is reported at once, and nothing is sent until the page is ready',
    async ({ parsed }) => {
      const link = '<link rel="stylesheet" href="/styles.css">';
      // A script waits for the stylesheet in front of it, so what follows is parsed after its failure.
      await openWithout(parsed === 'later' ? '' : `${link}<script>'waits'</script>`);
      if (parsed === 'later')
        await page.evaluate((html) => document.head.insertAdjacentHTML('beforeend', html), link);
      await message().getByText('Nothing has been sent yet.').waitFor();
      await page.getByRole('button', { name: 'Other' }).click();
      expect(await takeOver()).toEqual(['other']);
    },
  );

  test('G8: a failed stylesheet is still reported when the page is ready, without saying that nothing has been sent; the link keeps what was entered', async () => {
    await openWithout('<link rel="stylesheet" href="/styles.css">');
    await message().waitFor();
    await takeOver();
    expect((await message().innerText()).trim()).toBe('Reload the page');
    await page.locator('[name=text]').fill('typed');
    await page.getByRole('button', { name: 'Menu' }).click();
    const reloaded = page.waitForEvent('load');
    await page.getByRole('link', { name: 'Reload the page' }).click();
    await reloaded;
    expect(await page.locator('[name=text]').inputValue()).toBe('typed');
  });

  test('U1: a failed link of another kind is not reported', async () => {
    await openWithout('<link rel="prefetch" href="/styles.css"><link rel="icon" href="/styles.css">');
    await takeOver();
    expect(await message().isVisible()).toBe(false);
  });
});

describe('in a browser whose storage is', () => {
  const names = ['refused', 'full'] as const;

  async function openWith(storage: (typeof names)[number]): Promise<readonly Error[]> {
    const problems: Error[] = [];
    page.on('pageerror', (error) => problems.push(error));
    await page.addInitScript(FAILING_STORAGES[storage]);
    await page.goto(ADDRESS);
    return problems;
  }

  test.each(names)('U1 G8: %s, the link of a page whose scripts are late reloads it', async (storage) => {
    const problems = await openWith(storage);
    await page.locator('.late-page').evaluate((message) => message.removeAttribute('hidden'));
    const reloaded = page.waitForEvent('load');
    await page.getByRole('link', { name: 'Reload the page' }).click();
    await reloaded;
    expect(problems).toEqual([]);
  });

  test.each(names)('G8: %s, hydration changes no text that a text area holds', async (storage) => {
    const problems = await openWith(storage);
    const notes = page.locator('[name=notes]');
    await notes.evaluate((field: HTMLTextAreaElement) => {
      field.value = 'the first text';
    });
    expect([await notes.inputValue(), problems]).toEqual(['', []]);
  });
});

test('G8: text that other code has left in the storage restores nothing, and is removed', async () => {
  await page.evaluate(() => sessionStorage.setItem('gatehouse-typed /page', '{'));
  await page.reload();
  await page.locator('[name=notes]').evaluate((field: HTMLTextAreaElement) => {
    field.value = 'the first text';
  });
  expect(await page.locator('[name=notes]').inputValue()).toBe('');
  expect(await page.evaluate(() => sessionStorage.getItem('gatehouse-typed /page'))).toBeNull();
});

describe('what waits for a reload', () => {
  const field = () => page.locator('[name=text]');

  async function openAs(id: string | undefined): Promise<void> {
    account = id;
    await page.goto(ADDRESS);
  }

  async function openWithKept(id: string): Promise<void> {
    await openAs(id);
    await page.evaluate(() =>
      sessionStorage.setItem('gatehouse-typed /page', JSON.stringify([['text', 'kept', false]])),
    );
  }

  test('G8 W3: is there for its account, also after a document that could not know the account', async () => {
    await openWithKept('a');
    await openAs(undefined);
    expect(await field().inputValue()).toBe('');
    await openAs('a');
    expect(await field().inputValue()).toBe('kept');
  });

  test('G8: is there for the account that a visitor signs in with', async () => {
    await openWithKept('');
    await openAs('a');
    expect(await field().inputValue()).toBe('kept');
  });

  test('C2 G8: is set aside from visitors when the session has ended, and there for its account when it signs in again', async () => {
    await openWithKept('a');
    await openAs('');
    expect(await field().inputValue()).toBe('');
    await openAs('');
    await openAs('a');
    expect(await field().inputValue()).toBe('kept');
  });

  test.each([
    { way: 'at once', others: ['b'] },
    { way: 'after the session has ended', others: ['', 'b'] },
  ])('C2 G8: is removed when another account signs in $way, also for the former one', async ({ others }) => {
    await openWithKept('a');
    for (const other of others) {
      await openAs(other);
      expect(await field().inputValue()).toBe('');
    }
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('kept');
    await openAs('a');
    expect(await field().inputValue()).toBe('');
  });

  test.each([
    { when: 'before the session is seen to have ended', before: [], after: [''] },
    { when: 'after the session has ended', before: [''], after: [''] },
    { when: 'and its account has signed in again', before: [], after: [] },
  ])('C2 G8: is removed when a user has signed out in another tab, $when', async ({ before, after }) => {
    await openWithKept('a');
    for (const id of before) await openAs(id);
    await page.evaluate(() => localStorage.setItem('gatehouse-signed-out', '1'));
    for (const id of after) await openAs(id);
    await openAs('a');
    expect(await field().inputValue()).toBe('');
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('kept');
  });

  test('G8: stays in the sessions after a sign-out, too', async () => {
    await openAs('b');
    await page.evaluate(() => localStorage.setItem('gatehouse-signed-out', '1'));
    await openWithKept('a');
    await openAs('');
    await openAs('a');
    expect(await field().inputValue()).toBe('kept');
  });

  test('C2 G8: follows the account of the page, whose reload restores it for its own account alone', async () => {
    await openWithKept('a');
    const change = (id: string) =>
      page.evaluate(
        ([type = '', detail = '']) => dispatchEvent(new CustomEvent(type, { detail })),
        [ACCOUNT_EVENT, id],
      );
    const stored = () => page.evaluate(() => sessionStorage.getItem('gatehouse-typed /page'));
    await change('');
    expect(await stored()).toBeNull();
    await openAs('');
    account = 'a';
    const restored = page.waitForEvent('load');
    await change('a');
    await restored;
    expect(await field().inputValue()).toBe('kept');
    await openWithKept('a');
    await change('');
    await change('b');
    await change('a');
    expect(await stored()).toBeNull();
  });

  test('G8: of a visitor after an ended session is there for whichever account signs in', async () => {
    await openWithKept('a');
    await openWithKept('');
    await openAs('b');
    expect(await field().inputValue()).toBe('kept');
  });
});

test.each(['gatehouse-invitation', 'gatehouse-email-change'])(
  'U14: the token “%s” of a mail’s link stays for visitors and for the account that it is for',
  async (key) => {
    account = 'a';
    await page.goto(ADDRESS);
    await page.evaluate((name) => sessionStorage.setItem(name, 'token'), key);
    for (const id of ['', 'b', 'a']) {
      account = id;
      await page.goto(ADDRESS);
      expect(await page.evaluate((name) => sessionStorage.getItem(name), key)).toBe('token');
    }
  },
);

test('the script, which every document contains, is shorter than 4.5 kB', () => {
  expect(earlyScript.length).toBeLessThan(4500);
});

/// <reference lib="dom" />
import { makeJobPost, type TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { axeViolations } from '#support/axe.ts';
import { requireDemoCompany } from '#support/demo-company.ts';
import { HOSTILE_MARKUP, PUBLISHED_MARKUP } from '#support/hostile-markup.ts';
import { createKeyboard } from '#support/keyboard.ts';
import { layoutFlaws } from '#support/layout-flaws.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';
import { watchProblems } from '#support/watch-problems.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const description = (page: Page) => page.getByLabel('Description', { exact: true });
const formatted = (page: Page) => page.locator('.formatted .rich-text');

/** The page of a new job post, with a title and a location. */
async function newPost(title: string) {
  const visited = await visits.signedIn('owner@demo.test', '/employer/jobs/new');
  const problems = watchProblems(visited.page);
  await visited.page.getByLabel('Title').fill(title);
  await visited.page.getByLabel('Location').fill('Genoa');
  return { ...visited, problems };
}

/** The shortcuts work: what starts them takes away the stop of the Tab key that the element makes itself. */
const toolsReady = (page: Page) =>
  page.waitForFunction(() => document.querySelector('markdown-toolbar:defined:not([tabindex])'));

/** A published post of the demo company. @returns its id. */
const publish = async (title: string, description: string) =>
  makeJobPost(system.database, {
    companyId: await requireDemoCompany(system.database),
    title,
    description,
    location: 'Genoa',
  });

describe('the tools of a text', () => {
  test('G8: write marks by keyboard alone, show the result, and visitors see it', async () => {
    const { page, problems } = await newPost('Sailmaker');
    const keyboard = createKeyboard(page);
    await keyboard.goTo(description(page));
    await toolsReady(page);
    await page.keyboard.press('Control+b');
    await page.keyboard.type('Sails');
    await page.keyboard.press('End');
    await page.keyboard.type(' that ');
    await page.keyboard.press('Control+i');
    await page.keyboard.type('last');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Sew');
    await page.keyboard.press('Control+Shift+Digit8');
    expect(await description(page).inputValue()).toBe('**Sails** that _last_\n\n- Sew');

    // Shift and Tab lead to the toolbar, the arrows to its other tools, and a tool back to the text.
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+Tab');
    expect(await button(page, 'Bold').evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('End');
    expect(await button(page, 'Link').evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    expect(await description(page).evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await description(page).inputValue()).toMatch(/\[.*\]\(url\)/);
    await page.keyboard.press('Control+z');
    expect(await description(page).inputValue()).toBe('**Sails** that _last_\n\n- Sew');

    const summary = page.getByText('Formatted text', { exact: true });
    await keyboard.press(summary);
    await formatted(page).locator('strong', { hasText: 'Sails' }).waitFor();
    await formatted(page).locator('ul li', { hasText: 'Sew' }).waitFor();
    await description(page).press('End');
    const more = `\n- Splice [ropes](https://a.test)\n\n${'We mend what the wind has torn. '.repeat(4)}`;
    await description(page).fill(`# The loft\n\n${await description(page).inputValue()}${more}`);
    await formatted(page).getByRole('heading', { level: 2, name: 'The loft' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await layoutFlaws(page)).toEqual([]);

    await button(page, 'Preview').click();
    await page.getByRole('dialog').getByRole('link', { name: 'ropes' }).waitFor();
    await page.keyboard.press('Escape');
    await button(page, 'Save draft').click();
    // After the browser's loader, and in the document of the web tier.
    for (const isReloaded of [false, true]) {
      if (isReloaded) await page.reload();
      await heading(page, 'Sailmaker');
      await page.getByRole('heading', { level: 2, name: 'The loft' }).waitFor();
    }
    await button(page, 'Publish Sailmaker').click();
    await page.getByRole('link', { name: 'View public page' }).click();
    await page.getByRole('link', { name: 'Report this job' }).waitFor();
    await page.locator('article strong', { hasText: 'Sails' }).waitFor();
    const link = page.getByRole('link', { name: 'ropes' });
    expect(await link.getAttribute('href')).toBe('https://a.test');
    expect(await link.getAttribute('rel')).toBe('nofollow ugc noopener');
    expect(problems).toEqual([]);
  });

  test('G8: a click that comes before the tools waits for them, and what they write is a change', async () => {
    const { page, problems } = await newPost('Rigger');
    const clicked = Promise.withResolvers<void>();
    await page.route(/assets\/text-tools/, async (route) => {
      await clicked.promise;
      await route.continue();
    });
    await description(page).evaluate((field) => {
      if (field instanceof HTMLTextAreaElement) field.value = 'Rig';
    });
    await button(page, 'Heading').click();
    clicked.resolve();
    await page.waitForFunction(() => document.querySelector('textarea')?.value === '# Rig');
    await page.getByRole('link', { name: 'Job posts', exact: true }).first().click();
    await page
      .getByRole('alertdialog')
      .getByText('What you entered on this page is not saved yet.')
      .waitFor();
    expect(problems).toEqual([]);
  });

  test('G8: without their code, the field works as any other, and the page says so', async () => {
    const { page } = await newPost('Caulker');
    await page.route(/assets\/(text-tools|parsed-text)/, (route) => route.abort());
    await button(page, 'Bold').click();
    await page.getByRole('alert').getByText('This could not be loaded.').waitFor();
    await description(page).fill('**Oakum**');
    await button(page, 'Save draft').click();
    await heading(page, 'Caulker');
    await page.locator('article', { hasText: '**Oakum**' }).waitFor();
  });

  test('G9: the text about a company is written and shown in the same way', async () => {
    const { page } = await visits.signedIn('owner@demo.test', '/employer/company');
    const problems = watchProblems(page);
    const about = page.getByLabel('About', { exact: true });
    await about.fill('We sew.\n\n- Sails\n- Tents');
    await button(page, 'Save').click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    await page.getByText('Formatted text', { exact: true }).click();
    await formatted(page).locator('li', { hasText: 'Tents' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const [company] = await system.database.query<{ id: string }>(
      "select id from employer.companies where name = 'Harbour & Pine'",
    );
    await page.goto(visits.publicUrl(`/companies/${company?.id}`));
    await page.locator('.rich-text li', { hasText: 'Sails' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(problems).toEqual([]);
  });
});

describe('a hostile text', () => {
  /** Parts of the corpora that fit into a description. PostgreSQL stores no NUL, and the API line breaks of one kind. */
  const parts = () => {
    const texts = [...HOSTILE_MARKUP, ...PUBLISHED_MARKUP].filter((text) => !text.includes('\0'));
    let length = 0;
    const groups = Map.groupBy(texts, (text) => {
      length += text.length + 2;
      return Math.floor(length / 15_000);
    });
    return [...groups.values()].map((group) => group.join('\n\n').replaceAll(/\r\n?/g, '\n'));
  };

  /** What a formatted text has that none may have. */
  const forbiddenIn = (text: Locator) =>
    text.evaluateAll((all) => {
      const allowed = ['h2', 'h3', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'a'];
      const names = all.map(({ localName }) => localName).filter((name) => !allowed.includes(name));
      const links = all.filter((one) => one instanceof HTMLAnchorElement).map(({ protocol }) => protocol);
      return [...names, ...links.filter((protocol) => !/^(https?|mailto):$/.test(protocol))];
    });

  test('runs nothing on any page that shows it, and loads nothing', async () => {
    const { page } = await visits.signedIn('owner@demo.test');
    const problems = watchProblems(page);
    page.on('dialog', (dialog) => problems.push(`${dialog.type()} ${dialog.message()} was called`));
    page.on('request', (request) => {
      if (!request.url().startsWith('http://')) problems.push(request.url());
      if (new URL(request.url()).host !== new URL(visits.publicUrl('/')).host) problems.push(request.url());
    });
    for (const [index, text] of parts().entries()) {
      const id = await publish(`Hostile ${index}`, text);
      await page.goto(visits.publicUrl(`/jobs/${id}`));
      await heading(page, `Hostile ${index}`);
      expect(await forbiddenIn(page.locator('article *'))).toEqual([]);
      const [company] = await system.database.query<{ id: string }>(
        "update employer.companies set about = $1 where name = 'Harbour & Pine' returning id",
        [text.slice(0, 4000)],
      );
      await page.goto(visits.publicUrl(`/companies/${company?.id}`));
      await page.locator('.rich-text p').first().waitFor();
      expect(await forbiddenIn(page.locator('.rich-text *'))).toEqual([]);
      // The browser's own rendering.
      await page.goto(visits.publicUrl(`/employer/jobs/${id}/edit`));
      await page.getByText('Formatted text', { exact: true }).click();
      await formatted(page).waitFor();
      await button(page, 'Preview').click();
      await page.getByRole('dialog').locator('article').waitFor();
      await page.goto(visits.publicUrl('/jobs?query=hostile'));
      await page.getByRole('link', { name: `Hostile ${index}` }).waitFor();
      expect(problems).toEqual([]);
    }
  });

  test('says to search engines and feeds what it is without its marks', async () => {
    const id = await publish('Marked', '# The loft\n\n**Sew** [sails](https://a.test), <b>well</b>.');
    const { text: page } = await system.publicHost.request(`/jobs/${id}`);
    expect(page).toContain('\\u003ch2\\u003eThe loft\\u003c/h2\\u003e');
    const { text: feed } = await system.publicHost.request('/jobs/feed.xml?query=marked');
    expect(feed).toContain('The loft\n\nSew sails, &lt;b&gt;well&lt;/b&gt;.');
  });
});

test('staff read a text as it was typed, with where its links lead, and see it formatted on demand', async () => {
  const id = await publish('Watched', 'See [us](https://a.test) and **sew**.');
  const { page } = await visits.signedInAdmin('admin@demo.test', `/job-posts/${id}`);
  await page.getByText('See [us](https://a.test) and **sew**.').waitFor();
  await page.getByText('Formatted text', { exact: true }).click();
  await formatted(page).getByRole('link', { name: 'us' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
});

/// <reference lib="dom" />
import { makePerson, type TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { createPageOpener, EVERY_PAGE } from '#support/every-page.ts';
import { beforeVisits, type Visits } from '#support/visits.ts';

let system: TestSystem;
let opener: Awaited<ReturnType<typeof createPageOpener>>;
let visits: Visits;
beforeVisits(async (started) => {
  ({ system, visits } = started);
  opener = await createPageOpener(system, started.browser);
});

const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

/** A new tab with a page, by its pattern and its user. */
async function open(pattern: string, who: string, size = WIDE): Promise<Page> {
  const visited = EVERY_PAGE.find((one) => one.pattern === pattern && one.who === who);
  if (visited === undefined) throw new Error(`no visit of ${pattern} as ${who}`);
  const page = await opener.pageFor(visited);
  await page.setViewportSize(size);
  await page.goto(opener.addressOf(visited));
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('.skeleton').waitFor({ state: 'detached' });
  return page;
}

async function boxOf(element: Locator) {
  const box = await element.first().boundingBox();
  if (box === null) throw new Error('the element is not shown');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

describe('a page’s heading', () => {
  test('U24: its buttons are beside the title on a wide screen, and below the title’s text on a phone', async () => {
    const page = await open('/employer', 'owner@demo.test');
    const [lead, button] = [page.locator('.page-header .lead'), page.locator('.page-header .button')];
    expect((await boxOf(button)).bottom).toBeLessThan((await boxOf(lead)).bottom);
    await page.setViewportSize(PHONE);
    expect((await boxOf(button)).y).toBeGreaterThanOrEqual((await boxOf(lead)).bottom);
  });
});

describe('a job’s page', () => {
  test('U24: on a phone, how to apply and the terms are above the description; on a wide screen, beside it', async () => {
    const page = await open('/jobs/:id', 'visitor', PHONE);
    const [apply, text] = [page.getByRole('heading', { name: 'Apply' }), page.locator('article')];
    const terms = page.getByRole('heading', { name: 'The job' });
    expect((await boxOf(terms)).bottom).toBeLessThan((await boxOf(text)).y);
    expect((await boxOf(apply)).bottom).toBeLessThan((await boxOf(terms)).y);
    await page.setViewportSize(WIDE);
    expect((await boxOf(apply)).x).toBeGreaterThan((await boxOf(text)).right);
    expect((await boxOf(apply)).y - (await boxOf(text)).y).toBeLessThan(60);
  });

  test('is its own content on paper, in dark ink, also in the dark theme', async () => {
    const page = await open('/jobs/:id', 'visitor');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const hidden of ['.site-header', '.site-footer', '.button', '.save-job button'])
      expect(await page.locator(hidden).first().isVisible()).toBe(false);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('article').waitFor();
    const ink = await page.locator('article').evaluate((element) => getComputedStyle(element).color);
    expect(ink).toBe('rgb(27, 34, 38)');
  });
});

describe('an application', () => {
  test('U24: on a phone, the applicant’s address and CV are above the letter and the team’s notes; on a wide screen, beside them', async () => {
    const opened = async (size: typeof PHONE) => {
      const page = await open('/employer/applications/:id', 'owner@demo.test', size);
      const heading = (name: string | RegExp) => boxOf(page.getByRole('heading', { name }));
      return {
        page,
        address: await boxOf(page.locator('main a[href^="mailto:"]')),
        cv: await boxOf(page.locator('main dt').getByText('CV', { exact: true })),
        letter: await heading(/^Message from/),
        conversation: await heading('Messages'),
        notes: await heading('Notes'),
      };
    };
    const phone = await opened(PHONE);
    expect(phone.conversation.bottom).toBeLessThan(phone.address.y);
    expect(phone.cv.bottom).toBeLessThan(phone.letter.y);
    expect(phone.letter.bottom).toBeLessThan(phone.notes.y);
    expect(await phone.page.locator('main a[href^="mailto:"]').count()).toBe(1);
    const wide = await opened(WIDE);
    expect(wide.address.x).toBeGreaterThan(wide.letter.right);
    expect(wide.cv.y).toBeLessThan(wide.letter.y);
  });
});

describe('a company', () => {
  test('U24: its own page names it once, not with each of its jobs', async () => {
    const page = await open('/companies/:id', 'visitor');
    const [name = ''] = await page.getByRole('heading', { level: 1 }).allTextContents();
    expect(await page.locator('.job-list > li').count()).toBeGreaterThan(1);
    expect(await page.locator('.job-list').getByText(name, { exact: true }).count()).toBe(0);
  });

  test('a member reads the text about it without its marks, and formatted on demand', async () => {
    const page = await open('/employer/company', 'member@demo.test');
    const about = page.getByRole('region', { name: 'About' });
    await about.getByText('How we work').waitFor();
    expect(await about.innerText()).not.toMatch(/\*\*|# /);
    await about.getByText('Formatted text', { exact: true }).click();
    await about.getByRole('heading', { name: 'How we work' }).waitFor();
  });

  test('U11: its overview counts one draft as “1 draft”', async () => {
    const { cookie } = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    const { status } = await system.publicHost.request('/api/employer/job_posts', {
      method: 'POST',
      cookie,
      body: { title: 'Keeper of the lantern', kind: 'full_time' },
    });
    expect(status).toBe(201);
    const { page } = await visits.as({ cookie }, '/employer');
    await page
      .getByRole('list', { name: 'Job posts by status' })
      .getByText('1 draft', { exact: true })
      .waitFor();
    await page.getByRole('link', { name: '1 draft to finish' }).waitFor();
  });
});

describe('on a phone', () => {
  test('U24: a visitor’s header has one row, and a user’s has the initials in place of half a name', async () => {
    const visitor = await open('/jobs', 'visitor', PHONE);
    const [brand, jobs] = [
      visitor.getByRole('banner').getByRole('link', { name: 'Gatehouse' }),
      visitor.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Jobs' }),
    ];
    expect((await boxOf(jobs)).y).toBeLessThan((await boxOf(brand)).bottom);
    const page = await open('/employer', 'owner@demo.test', PHONE);
    expect((await boxOf(page.locator('.account-name'))).width).toBe(1);
    await page.getByRole('button', { name: 'Olive Okafor account menu' }).waitFor();
    await page.setViewportSize(WIDE);
    expect((await boxOf(page.locator('.account-name'))).width).toBeGreaterThan(60);
  });

  test('U24: the first application is in view, and the filters unfold; a wide screen has them in one row', async () => {
    const page = await open('/employer/applications', 'owner@demo.test', PHONE);
    const [row, post] = [page.locator('tbody tr'), page.getByLabel('Job post', { exact: true })];
    expect((await boxOf(row)).y).toBeLessThan(PHONE.height - 100);
    expect(await post.isVisible()).toBe(false);
    await page.getByText('Filters and sorting').click();
    await page.getByLabel('Assigned to').selectOption('me');
    await page.getByText('Filters and sorting (1)').waitFor();
    await page.setViewportSize(WIDE);
    const bottoms = [
      page.getByLabel('Name, email, skill or job title'),
      page.getByRole('button', { name: 'Search', exact: true }),
      post,
      page.getByLabel('Sort by'),
    ].map(async (element) => (await boxOf(element)).bottom);
    expect(new Set(await Promise.all(bottoms)).size).toBe(1);
  });

  test('U24: a phone shows the first job of the home page below the search', async () => {
    const page = await open('/', 'visitor', PHONE);
    const [search, job] = [page.getByRole('button', { name: 'Find jobs' }), page.locator('.job-list h3')];
    expect((await boxOf(search)).bottom).toBeLessThan(PHONE.height * 0.7);
    expect((await boxOf(job)).bottom).toBeLessThan(PHONE.height);
  });

  test('U24: a phone folds the filters of the audit trail, and a wide screen has them in one row', async () => {
    const page = await open('/audit', 'admin@demo.test', PHONE);
    const action = page.getByLabel('Action');
    expect((await boxOf(page.locator('tbody tr'))).y).toBeLessThan(PHONE.height - 100);
    expect(await action.isVisible()).toBe(false);
    await page.getByText('Filters', { exact: true }).click();
    await action.selectOption('Staff signed in');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await page.getByText('Filters (1)').waitFor();
    await page.setViewportSize(WIDE);
    const bottoms = [
      page.getByLabel('User, company or staff member'),
      action,
      page.getByLabel('Through (UTC)'),
      page.getByRole('button', { name: 'Apply filters' }),
    ].map(async (element) => (await boxOf(element)).bottom);
    expect(new Set(await Promise.all(bottoms)).size).toBe(1);
  });

  test('U24: a row leaves out what it has no value for', async () => {
    const page = await open('/employer/applications', 'owner@demo.test', PHONE);
    const nothing = page.locator('td', { hasText: /^–$/ }).first();
    await nothing.waitFor({ state: 'attached' });
    expect(await nothing.isVisible()).toBe(false);
    await page.setViewportSize(WIDE);
    await nothing.waitFor();
  });

  test('U24: links lead to each column of the board, and stay in view', async () => {
    const page = await open('/employer/applications/board', 'owner@demo.test', PHONE);
    const fold = page.getByText('Filters and sorting');
    await fold.click();
    for (const filter of ['Job post', 'Assigned to', 'Sort by']) await page.getByLabel(filter).waitFor();
    await fold.click();
    const stages = page.getByRole('navigation', { name: 'Stages' });
    const title = page.getByRole('heading', { name: /^Offer/ });
    await stages.getByRole('link', { name: /^Offer \d+$/ }).click();
    expect(await title.evaluate((one) => one === document.activeElement)).toBe(true);
    const ways = stages.getByRole('link');
    const [first, second] = [await boxOf(ways.nth(0)), await boxOf(ways.nth(1))];
    expect(second.x).toBeGreaterThanOrEqual(first.right);
    const [way, column] = [await boxOf(stages), await boxOf(title)];
    expect(way.bottom).toBeLessThanOrEqual(PHONE.height);
    expect(column.y).toBeGreaterThanOrEqual(0);
    expect(column.bottom).toBeLessThan(PHONE.height / 2);
    await page.setViewportSize(WIDE);
    expect(await stages.isVisible()).toBe(false);
  });
});

test('U24: where the facts of a job wrap, no line begins or ends with a dot', async () => {
  const page = await open('/jobs', 'visitor');
  const facts = page.locator('.job-list .dotted', { has: page.locator('> span:nth-child(3)') }).first();
  /** Marks the first and the last fact of each line. @returns the number of lines. */
  const markEnds = () =>
    facts.evaluate((element) => {
      const lines = Map.groupBy(element.children, (one) => Math.round(one.getBoundingClientRect().top));
      for (const one of element.children) one.removeAttribute('data-end');
      for (const line of lines.values()) {
        line.at(-1)?.setAttribute('data-end', 'last');
        line[0]?.setAttribute('data-end', line.length === 1 ? 'only' : 'first');
      }
      return lines.size;
    });
  /** The picture of the facts with a style of this test. */
  const picture = async (css: string) => {
    const style = await page.evaluateHandle((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets.push(sheet);
      return sheet;
    }, css);
    const { x, y, width, height } = await boxOf(facts);
    const png = await page.screenshot({ clip: { x: x - 10, y, width: width + 20, height } });
    await style.evaluate((sheet) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    });
    return png.toString('base64');
  };
  let widest = WIDE.width;
  while ((await markEnds()) === 1) {
    widest -= 40;
    await page.setViewportSize({ ...WIDE, width: widest });
  }
  for (const width of [widest, 320]) {
    await page.setViewportSize({ ...WIDE, width });
    await facts.scrollIntoViewIfNeeded();
    expect(await markEnds()).toBeGreaterThan(1);
    const [shown, withoutDots, withoutEnds] = [
      await picture(''),
      await picture('.dotted > span::before { color: transparent }'),
      await picture(`.dotted > [data-end]:not([data-end=last])::before { color: transparent }
                     .dotted > [data-end]:not([data-end=first])::after { color: transparent }`),
    ];
    expect(withoutEnds).toBe(shown);
    // On a line with two facts, the dot between them is shown.
    const hasPair = (await facts.locator('[data-end=first]').count()) > 0;
    expect(withoutDots !== shown).toBe(hasPair);
    for (const text of await facts.locator('> span').allInnerTexts()) expect(text).not.toMatch(/^·|·$/);
  }
});

test('U24: an applicant’s overview begins with the offers, interview times and messages that wait', async () => {
  const page = await open('/talent', 'talent@demo.test');
  const applications = page.locator('.card', { hasText: 'Your applications' }).getByRole('listitem');
  expect(await applications.count()).toBe(4);
  const texts = await applications.allInnerTexts();
  // How many messages are new, and whether times are proposed, is up to the demo data.
  const waiting = texts.filter((text) => /New message|Offer|Interview times proposed/.test(text));
  expect(texts.slice(0, waiting.length)).toEqual(waiting);
  expect(waiting).toEqual(expect.arrayContaining([expect.stringMatching(/^Head of kitchen/)]));
  expect(waiting).toEqual(expect.arrayContaining([expect.stringMatching(/^Agronomist .*New message/)]));
  const pending = await open('/talent', 'pending@demo.test');
  await pending.getByRole('main').getByRole('link', { name: 'Find jobs' }).click();
  await pending.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
});

test('U24: an application shows its newest message and the next step before all others', async () => {
  const page = await open('/employer/applications/:id', 'owner@demo.test');
  const messages = page.getByRole('region', { name: 'Messages' });
  const newest = await messages.locator('.job-text').innerText();
  await messages.getByRole('link', { name: 'Messages and interviews' }).click();
  await page.getByRole('heading', { level: 1, name: 'Messages and interviews' }).waitFor();
  const thread = page.getByRole('list', { name: 'Messages' }).getByRole('listitem');
  expect(await thread.last().innerText()).toContain(newest);
  await page.goto(page.url().replace(/\/[^/]+\/conversation.*$/, '?stage=submitted'));
  await page.locator('tbody th a').first().click();
  await page.getByRole('heading', { name: 'Stage New' }).waitFor();
  expect(
    await page
      .getByRole('region', { name: /^Stage/ })
      .locator('.primary')
      .allInnerTexts(),
  ).toEqual(['Start review']);
});

test('U24: the members’ page invites before it lets an owner leave, and the company’s leads to its public page', async () => {
  const page = await open('/employer/members', 'owner@demo.test');
  const [invite, revoke, leave] = [
    page.getByRole('button', { name: 'Send invitation' }),
    page.getByRole('button', { name: /^Revoke invitation/ }),
    page.getByRole('button', { name: /^Leave company/ }),
  ];
  expect((await boxOf(invite)).bottom).toBeLessThan((await boxOf(revoke)).y);
  expect((await boxOf(revoke)).bottom).toBeLessThan((await boxOf(leave)).y);
  await page.getByRole('link', { name: 'Company', exact: true }).click();
  await page.getByRole('link', { name: 'View public page' }).click();
  await page.getByRole('heading', { level: 1, name: 'Harbour & Pine' }).waitFor();
  await page.getByRole('heading', { level: 2, name: 'Open jobs' }).waitFor();
});

test('U24: a sign-in on the way to an application says what it is for', async () => {
  const page = await open('/jobs/:id', 'visitor', PHONE);
  await page.getByRole('link', { name: 'Apply for this job' }).click();
  await page.getByText('Sign in, or create an account, to apply for the job.').waitFor();
});

test('U24: the parts of an invitation keep their distance', async () => {
  const page = await open('/join', 'newcomer@demo.test');
  await page.getByRole('button', { name: 'Accept invitation' }).waitFor();
  const [first, second] = [page.locator('main .card').nth(0), page.locator('main .card').nth(1)];
  expect((await boxOf(second)).y - (await boxOf(first)).bottom).toBeGreaterThanOrEqual(16);
});

test('U24: the fields of the audit trail’s filter are in one row on a wide screen', async () => {
  const page = await open('/audit', 'admin@demo.test');
  const fields = page.locator('.search.card :is(input, select, button)');
  const bottoms = await fields.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
  expect(bottoms.length).toBe(5);
  expect(Math.max(...bottoms) - Math.min(...bottoms)).toBeLessThan(2);
});

describe('on a phone', () => {
  test('U24: the pages of an area are in one row, and the current one is in view', async () => {
    const page = await open('/employer/company', 'owner@demo.test', PHONE);
    const tabs = page.getByRole('navigation', { name: 'Your company' }).getByRole('link');
    const tops = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
    const current = await boxOf(tabs.and(page.locator('[aria-current="page"]')));
    expect(current.x).toBeGreaterThanOrEqual(0);
    expect(current.right).toBeLessThanOrEqual(PHONE.width);
    // By keyboard, each comes into view.
    for (const tab of await tabs.all()) {
      await tab.focus();
      expect((await boxOf(tab)).x).toBeGreaterThanOrEqual(0);
      expect((await boxOf(tab)).right).toBeLessThanOrEqual(PHONE.width);
    }
  });
});

test.each([
  ['/employer/applications', 'owner@demo.test'],
  ['/employer/members', 'owner@demo.test'],
  ['/talent/applications', 'talent@demo.test'],
  ['/', 'admin@demo.test'],
])('U10: the data of %s as %s moves nothing that was shown before it', async (pattern, who) => {
  const visited = EVERY_PAGE.find((one) => one.pattern === pattern && one.who === who);
  if (visited === undefined) throw new Error(`no visit of ${pattern} as ${who}`);
  const page = await opener.pageFor(visited);
  await page.setViewportSize(PHONE);
  await page.addInitScript(() => {
    const observer = new PerformanceObserver((list) => {
      const moved = list.getEntries().map((entry) => (entry as PerformanceEntry & { value: number }).value);
      const { dataset } = document.documentElement;
      dataset['moved'] = String(moved.reduce((sum, value) => sum + value, Number(dataset['moved'] ?? 0)));
    });
    observer.observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(opener.addressOf(visited));
  await page.locator('main :is(table, .card)').first().waitFor();
  await page.locator('.skeleton').waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
  // Above 0.1, browsers call it a page that jumps.
  expect(Number((await page.locator('html').getAttribute('data-moved')) ?? 0)).toBeLessThan(0.1);
});

describe('a long form', () => {
  test.each([
    ['/talent/profile', 'talent@demo.test', 'Save', WIDE],
    ['/talent/profile', 'talent@demo.test', 'Save', PHONE],
    ['/employer/jobs/new', 'owner@demo.test', 'Save draft', PHONE],
  ])(
    'U6: on %s as %s, “%s” is in view from the first field on, and covers no field with the focus',
    async (pattern, who, name, size) => {
      const page = await open(pattern, who, size);
      const save = page.getByRole('button', { name, exact: true });
      expect((await boxOf(save)).bottom).toBeLessThanOrEqual(size.height);
      const fields = page.locator('form.card :is(input:not([type="hidden"]), select, textarea):visible');
      expect(await fields.count()).toBeGreaterThan(5);
      for (const field of await fields.all()) {
        await field.focus();
        const bar = await boxOf(page.locator('.save-bar'));
        const box = await boxOf(field);
        // Of a text area higher than the room, the beginning.
        expect(Math.min(box.bottom, box.y + 40)).toBeLessThanOrEqual(bar.y);
      }
    },
  );
});

describe('the staff', () => {
  test('read why requests were refused in words, not in codes', async () => {
    const page = await open('/', 'admin@demo.test');
    const reasons = page.getByRole('list', { name: 'Refusals by reason, last 7 days' });
    await reasons.getByText('Not signed in', { exact: true }).waitFor();
    expect(await reasons.innerText()).not.toMatch(/[a-z]_[a-z]/);
  });

  test('see beside a user without a profile what the user has done', async () => {
    const page = await open('/people', 'admin@demo.test');
    await page.getByRole('searchbox').fill('owner@demo.test');
    await page.keyboard.press('Enter');
    await page.getByRole('row').getByRole('link', { name: 'Olive Okafor' }).click();
    await page.getByRole('heading', { level: 1, name: 'Olive Okafor' }).waitFor();
    const history = page.getByRole('region', { name: 'History', exact: true });
    const sessions = page.getByRole('heading', { name: 'Sessions' });
    expect((await boxOf(history)).y).toBeLessThan((await boxOf(sessions)).y);
    expect((await boxOf(history)).right).toBeLessThan((await boxOf(sessions)).x);
    expect(await page.getByRole('heading', { name: 'History of talent access' }).count()).toBe(0);
  });
});

describe('what a refusal says', () => {
  test('U21: too many skills are marked in their field, in our words', async () => {
    const page = await open('/talent/profile', 'talent@demo.test');
    await page
      .getByLabel('Skills')
      .fill(Array.from({ length: 31 }, (_, index) => `Skill ${index}`).join(', '));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').getByText('Skills').waitFor();
    const error = await page.getByLabel('Skills').evaluate((field) => {
      const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
      return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
    });
    expect(error).toContain('Enter at most 30.');
  });

  test('U22: a sign-in that is refused after too many attempts says how long to wait', async () => {
    const body = { email: 'guesser@made.test', password: 'not the right one' };
    const attempt = () =>
      system.publicHost.request('/api/identities/user_sessions', { method: 'POST', body });
    let status = 0;
    for (let count = 0; status !== 429 && count < 100; count += 1) ({ status } = await attempt());
    expect(status).toBe(429);
    const { page } = await visits.visit();
    await page.goto(visits.publicUrl('/login'));
    await visits.fillIn(page, body.email, body.password);
    await page
      .getByRole('alert')
      .getByText(/Try again in (a minute|\d+ minutes)/)
      .waitFor();
  });
});

describe('the way on', () => {
  test('U13: each page of the account leads to the others, by keyboard', async () => {
    const page = await open('/account', 'owner@demo.test');
    const nav = page.getByRole('navigation', { name: 'Your account' });
    for (const [link, title] of [
      ['Security log', 'Security log'],
      ['Notifications', 'Notifications'],
      ['Emails', 'Emails about notifications'],
      ['Account', 'Your account'],
    ] as const) {
      await nav.getByRole('link', { name: link, exact: true }).press('Enter');
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      // The navigation moves the focus here, also from the next link.
      await page.locator('h1:focus').waitFor();
      expect(await nav.locator('[aria-current="page"]').allTextContents()).toEqual([link]);
    }
  });

  test.each([
    ['public', 'Privacy'],
    ['team', 'Every change is recorded'],
  ] as const)('a page that does not exist has the footer of the %s host', async (host, text) => {
    const page = await open('/*', host === 'public' ? 'visitor' : 'admin@demo.test');
    await page.getByRole('contentinfo').getByText(text).waitFor();
  });

  test('a suspended user finds the pages that stay open', async () => {
    const page = await open('/talent/suspended', 'suspended@demo.test');
    await page.getByRole('main').getByRole('link', { name: 'Browse jobs' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Your account' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
  });
});

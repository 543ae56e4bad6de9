import { describeEndpoints, wholeContract } from '@gatehouse/contract';
import type { TestSystem } from '@gatehouse/testkit';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { giveSession, newContext } from '#support/chromium.ts';
import { findVersionedForms, type VersionedForm, versionedForms } from '#support/versioned-forms.ts';
import { beforeVisits } from '#support/visits.ts';
import { waitFor } from '#support/wait-for.ts';

const FORMS = await findVersionedForms();

let system: TestSystem;
let browser: Browser;
let makers: ReturnType<typeof versionedForms>;
const contexts: BrowserContext[] = [];
/** `METHOD path` of every change that was refused as one of an old version. */
const met = new Set<string>();

beforeVisits((started) => {
  ({ system, browser } = started);
  makers = versionedForms(system);
});
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});

/** Opens the form's page, and notes the outcome of each change of a version. */
async function openPage({ host, cookie, path }: VersionedForm): Promise<{ page: Page; outcomes: number[] }> {
  const { publicHost, teamHost } = system.local;
  const origin = `http://${host === 'public' ? publicHost : teamHost}`;
  const context = await newContext(browser);
  contexts.push(context);
  await giveSession(context, { cookie }, origin);
  const page = await context.newPage();
  const outcomes: number[] = [];
  page.on('response', (response) => {
    const request = response.request();
    if (request.headers()['if-match'] === undefined) return;
    outcomes.push(response.status());
    if (response.status() === 412) met.add(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.goto(`${origin}${path}`);
  return { page, outcomes };
}

/** The part of a conflict that is about one field, with a choice or without. */
function versionsOf(scope: Locator | Page, label: string): Locator {
  return scope
    .locator('.conflict')
    .getByRole('group', { name: label, exact: true })
    .or(scope.locator('.conflict').getByRole('region', { name: label, exact: true }));
}

describe('an edit by another user meets a form that names a version', () => {
  test('U8 G9: every such form of the source is in the table', () => {
    expect(Object.keys(makers).toSorted()).toEqual(FORMS.toSorted());
  });

  test.each(FORMS)(
    'U8 G9: %s shows both versions, keeps what was typed, and can be sent again',
    async (key) => {
      const form = await makers[key]?.();
      if (form === undefined) throw new Error(`${key} is not in tests/support/versioned-forms.ts`);
      const { opener, typed = {}, enter, button, shows } = form;
      const { page, outcomes } = await openPage(form);
      if (opener !== undefined) await page.getByRole('button', { name: opener }).click();
      const scope = opener === undefined ? page.getByRole('main') : page.getByRole('alertdialog');
      const send = scope.getByRole('button', { name: button });
      await send.waitFor();
      for (const [label, text] of Object.entries(typed))
        await scope.getByLabel(label, { exact: true }).fill(text);
      await enter?.(scope);
      await form.editElsewhere();
      await send.click();
      await scope.getByRole('alert').getByText('This has changed since you opened it').waitFor();
      const [label, yours, current] = shows;
      const versions = versionsOf(scope, label).locator('.version-text');
      await versions.first().waitFor();
      expect(await versions.allInnerTexts()).toEqual(
        [yours, current].map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))),
      );
      for (const [field, text] of Object.entries(typed))
        expect(await scope.getByLabel(field, { exact: true }).inputValue()).toBe(text);
      await send.click();
      await waitFor(() => (outcomes.length > 1 ? true : undefined));
      expect(outcomes).toEqual([412, form.saveAgain]);
    },
  );

  test('U8 G9: they are the forms of every endpoint that needs a version', () => {
    const isMet = ({ method, path }: { method: string; path: string }) => {
      const pattern = new RegExp(`^${method} /api${path.replaceAll(/\{\w+\}|:\w+/g, '[^/]+')}$`);
      return [...met].some((one) => pattern.test(one));
    };
    const versioned = describeEndpoints(wholeContract).filter((endpoint) => endpoint.if_match);
    expect(versioned.length).toBeGreaterThan(15);
    expect(versioned.filter((endpoint) => !isMet(endpoint)).map(({ id }) => id)).toEqual([]);
  });
});

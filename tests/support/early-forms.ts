/// <reference lib="dom" />
import type { Locator, Page } from 'playwright-core';
import { type HeldPage, holdScripts } from './held-scripts.ts';

/** A page whose scripts arrive when the test says so, and whose writes reach no API. */
export interface EarlyPage extends HeldPage {
  /** The bodies of the writes that the page has sent, as text. */
  readonly writes: readonly string[];
}

/** Holds the page's scripts back, and answers its writes with a refusal, which keeps the form. */
export async function holdScriptsAndWrites(page: Page): Promise<EarlyPage> {
  const writes: string[] = [];
  const held = await holdScripts(page);
  await refuseWrites(page, writes);
  return { ...held, writes };
}

/** Answers the page's writes with a refusal, which keeps the form, and notes their bodies. */
export async function refuseWrites(page: Page, writes: string[]): Promise<void> {
  // Where the browser can suggest passkeys, the sign-in page begins a sign-in by itself: no write of a form.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    if (['GET', 'OPTIONS'].includes(request.method())) return route.continue();
    writes.push(request.postData() ?? '');
    return route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 503, code: 'dependency_unavailable', title: 'Refused by the test' }),
    });
  });
}

const BY_TYPE: Readonly<Record<string, string>> = {
  email: 'early@example.test',
  password: 'a heron on the weir',
  url: 'https://early.example',
  number: '4321',
  date: '2099-12-31',
  textarea: 'Typed before the scripts.\nOn two lines.',
};

/** Fills every field of a form in the way of its type. @returns what was typed, by field name. */
export async function fillIn(form: Locator): Promise<ReadonlyMap<string, string>> {
  const typed = new Map<string, string>();
  for (const field of await form.locator('input:not([type=hidden]), textarea').all()) {
    const [name, type] = await field.evaluate((element) => {
      const { name, type } = element as HTMLInputElement;
      return [name, type] as const;
    });
    const text = BY_TYPE[type] ?? `Early ${name}`;
    await field.fill(text);
    typed.set(name, text);
  }
  for (const select of await form.locator('select').all()) {
    const name = (await select.getAttribute('name')) ?? '';
    typed.set(name, (await select.locator('option').last().getAttribute('value')) ?? '');
    await select.selectOption({ index: (await select.locator('option').count()) - 1 });
  }
  return typed;
}

/** The values of a form's visible fields, by field name. */
export async function valuesOf(form: Locator): Promise<ReadonlyMap<string, string>> {
  const entries = await form.locator('input:not([type=hidden]), textarea, select').evaluateAll((fields) =>
    fields.map((field) => {
      const { name, value } = field as HTMLInputElement;
      return [name, value] as const;
    }),
  );
  return new Map(entries);
}

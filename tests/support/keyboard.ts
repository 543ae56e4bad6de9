/// <reference lib="dom" />
import type { Locator, Page } from 'playwright-core';
import { waitFor } from './wait-for.ts';

/** More controls than any page has. */
const MAX_TABS = 150;

/** Uses a page by its keyboard alone. */
export function createKeyboard(page: Page) {
  const hasFocus = (element: Locator) => element.evaluate((one) => one === document.activeElement);

  /** Presses Tab until the element has the focus. @throws {Error} when the keyboard does not reach it. */
  async function goTo(element: Locator): Promise<void> {
    await element.waitFor();
    for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
      if (await hasFocus(element)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`the keyboard does not reach ${element}`);
  }

  return {
    goTo,
    /** Waits until the element has the focus without a key: there the work goes on. */
    async isAt(element: Locator): Promise<void> {
      await waitFor(async () => (await hasFocus(element)) || undefined);
    },
    /** Waits until Tab goes on from an element: after a change the focus is not lost. */
    async hasPlace(): Promise<void> {
      await waitFor(() => page.evaluate(() => document.activeElement !== document.body || undefined));
    },
    /** Goes to a link or button and presses Enter. */
    async press(element: Locator): Promise<void> {
      await goTo(element);
      await page.keyboard.press('Enter');
    },
    /** Goes to a field and types. */
    async type(field: Locator, text: string): Promise<void> {
      await goTo(field);
      await page.keyboard.type(text);
    },
    /** Goes to a list of choices, types the beginning of one and goes down to it. @throws {Error} when it is not below. */
    async choose(field: Locator, label: string): Promise<void> {
      await goTo(field);
      await page.keyboard.type(label);
      for (let before: string | undefined; ; ) {
        const chosen = await field.evaluate((one: HTMLSelectElement) => one.selectedOptions[0]?.text);
        if (chosen === label) return;
        if (chosen === before) throw new Error(`the keyboard has chosen “${chosen}”, not “${label}”`);
        before = chosen;
        await page.keyboard.press('ArrowDown');
      }
    },
  };
}

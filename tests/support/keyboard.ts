/// <reference lib="dom" />
import type { Locator, Page } from 'playwright-core';
import { waitFor } from './wait-for.ts';

/** More controls than any page has. */
const MAX_TABS = 150;

const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary';
const LIVE_REGIONS = '[role=log], [role=status], [role=alert]';

/** Uses a page by its keyboard alone. Each control that it uses shows that it has the focus. */
export function createKeyboard(page: Page) {
  const hasFocus = (element: Locator) => element.evaluate((one) => one === document.activeElement);

  /** Presses Tab until the element has the focus. @throws {Error} when the keyboard does not reach it. */
  async function goTo(element: Locator): Promise<void> {
    await element.waitFor();
    for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
      if (await hasFocus(element)) return showsFocus(element);
      await page.keyboard.press('Tab');
    }
    throw new Error(`the keyboard does not reach ${element}`);
  }

  /** @throws {Error} when the element looks as if it had no focus. A heading, where a page begins, shows none. */
  async function showsFocus(element: Locator): Promise<void> {
    const outline = await element.evaluate((one) =>
      one.matches('h1, h2, h3') ? 'heading' : getComputedStyle(one).outline,
    );
    if (/none|\b0px/.test(outline)) throw new Error(`the focus on ${element} is not shown: ${outline}`);
  }

  /** Waits until the element has the focus without a key: there the work goes on. */
  async function isAt(element: Locator): Promise<void> {
    await waitFor(async () => (await hasFocus(element)) || undefined);
    await showsFocus(element);
  }

  /** Goes to a link or button and presses Enter. */
  async function press(element: Locator): Promise<void> {
    await goTo(element);
    await page.keyboard.press('Enter');
  }

  /** Presses Tab until the focus is where it was. @throws {Error} when it leaves the dialog or stays. */
  async function goAround(dialog: Locator): Promise<void> {
    const isInside = () => dialog.evaluate((one) => one.contains(document.activeElement));
    // At its end an element behind the dialog passes the focus on.
    const staysInside = () => waitFor(async () => (await isInside()) || undefined);
    await staysInside();
    const start = await page.evaluateHandle(() => document.activeElement);
    let hasMoved = (await dialog.locator(CONTROLS).count()) === 1;
    for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
      await page.keyboard.press('Tab');
      await staysInside();
      const isAtStart = await start.evaluate((one) => one === document.activeElement);
      if (isAtStart && hasMoved) return;
      hasMoved ||= !isAtStart;
    }
    throw new Error(`Tab does not go around in ${dialog}`);
  }

  return {
    goTo,
    isAt,
    press,
    /** Waits for the page with this heading, which has the focus. */
    async arrivesAt(title: string | RegExp): Promise<void> {
      await isAt(page.getByRole('heading', { level: 1, name: title }));
    },
    /** Waits until a live region has the text: screen readers say it. */
    async hears(text: string | RegExp): Promise<void> {
      const said = page.locator(LIVE_REGIONS).filter({ hasText: text });
      await said.first().waitFor({ state: 'attached' });
    },
    /** Opens the dialog of a button, goes around in it, leaves it by Escape, which leads back to the button, and opens it again. */
    async open(button: Locator, role: 'alertdialog' | 'dialog' = 'alertdialog'): Promise<Locator> {
      const dialog = page.getByRole(role);
      await press(button);
      await goAround(dialog);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await isAt(button);
      await page.keyboard.press('Enter');
      await dialog.waitFor();
      return dialog;
    },
    /** Waits until a part of the page that is in view has the focus: after a change it is not lost. */
    async hasPlace(): Promise<void> {
      await waitFor(() =>
        page.evaluate(() => {
          const place = document.activeElement?.closest('main *')?.getBoundingClientRect();
          return (place !== undefined && place.bottom > 0 && place.top < innerHeight) || undefined;
        }),
      );
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

/// <reference lib="dom" />
import type { Locator, Page } from 'playwright-core';
import { HOSTILE_TEXT } from './hostile-texts.ts';
import { layoutFlaws, type View } from './layout-flaws.ts';
import { waitFor } from './wait-for.ts';

/** A phone whose keyboard is shown, also at 200 % text, and a laptop. */
const VIEWS: readonly View[] = [
  { width: 320, height: 480, textSize: 16 },
  { width: 320, height: 480, textSize: 32 },
  { width: 1280, height: 700, textSize: 16 },
];

const OPENER = '[aria-haspopup="dialog"], [aria-haspopup="menu"]';
const POPUP = ':is(.dialog, .menu):not([data-earlier])';
const TEXT_FIELD = 'input:is(:not([type]), [type="text"]):not([readonly]), textarea:not([readonly])';

/** Its dialog has the same texts everywhere: it is measured once. */
const QUESTION = 'Close without saving';

/** A dialog or menu, and the buttons on the way there: their places on the page, or in the popup before. */
interface Opening {
  readonly key: string;
  readonly way: readonly number[];
}

/** Opens the dialogs and menus of pages, and those behind them, and measures each with long texts. */
export function createPopupVisitor() {
  const opened = new Set<string>();

  async function flawsOf(page: Page, { key, way }: Opening, waiting: Opening[]): Promise<readonly string[]> {
    await page.setViewportSize({ width: 1280, height: 900 });
    const popup = await openPopup(page, way);
    waiting.push(...(await openingsIn(popup, { key, way })));
    await fillTexts(popup);
    const flaws = await flawsOfPopup(page);
    const asked = await leave(page, !opened.has(QUESTION));
    if (asked !== null) opened.add(QUESTION);
    return [...flaws, ...(asked ?? [])].map((flaw) => `${key}: ${flaw}`);
  }

  return {
    /** @param key names the page, its host first; equal buttons of pages with the same name are opened once. */
    async flawsOfPopups(page: Page, key: string): Promise<readonly string[]> {
      const flaws: string[] = [];
      await fillTexts(page.locator(`form:has(${OPENER})`));
      const waiting = await openingsIn(page.locator('body'), { key, way: [] });
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        if (opened.has(next.key)) continue;
        opened.add(next.key);
        flaws.push(...(await flawsOf(page, next, waiting)));
      }
      return flaws;
    },

    /** Each popup that was measured, once. */
    opened: (): readonly string[] => [...opened],
  };
}

/** What the visible buttons in a part open, one of those that have the same label. */
async function openingsIn(part: Locator, { key, way }: Opening): Promise<Opening[]> {
  const labels = await part.locator(OPENER).evaluateAll((buttons) =>
    buttons.map((button) => {
      if (!button.checkVisibility()) return null;
      if (button.classList.contains('account')) return 'account';
      const copy = button.cloneNode(true) as Element;
      for (const hidden of copy.querySelectorAll('.visually-hidden, .key')) hidden.remove();
      return (copy.textContent ?? '').trim();
    }),
  );
  return labels.flatMap((label, place) =>
    label === null || labels.indexOf(label) !== place
      ? []
      : [
          {
            key: label === 'account' ? `${key.split(' ')[0]} account` : `${key} > ${label}`,
            way: [...way, place],
          },
        ],
  );
}

/** Clicks the buttons on the way. @returns the last popup, with what it loads. */
async function openPopup(page: Page, way: readonly number[]): Promise<Locator> {
  const popup = page.locator(POPUP);
  let part = page.locator('body');
  for (const place of way) {
    const opener = await part.locator(OPENER).nth(place).elementHandle();
    await setEarlier(page);
    await opener?.click();
    await popup.waitFor();
    part = popup;
  }
  await waitFor(async () => !/Loading/.test(await popup.innerText()) || undefined);
  return popup;
}

/** What is open now is no longer meant by `POPUP`. */
async function setEarlier(page: Page): Promise<void> {
  await page.locator(POPUP).evaluateAll((popups) => {
    for (const popup of popups) popup.setAttribute('data-earlier', '');
  });
}

async function fillTexts(part: Locator): Promise<void> {
  for (const field of await part.locator(TEXT_FIELD).all()) {
    if ((await field.isVisible()) && (await field.inputValue()) === '') await field.fill(HOSTILE_TEXT);
  }
}

/** What does not fit in the dialog or menu that is open, or in the window with it. */
export async function flawsOfPopup(page: Page): Promise<readonly string[]> {
  return layoutFlaws(page, { within: POPUP, views: VIEWS, more: flawsInWindow });
}

/** Closes what is open. @returns the flaws of the dialog that asks before, when one does; none unless it is measured. */
async function leave(page: Page, isMeasured: boolean): Promise<readonly string[] | null> {
  await setEarlier(page);
  await page.keyboard.press('Escape');
  const question = page.locator(POPUP);
  const isLeft = async () => (await page.locator(':is(.dialog, .menu)').count()) === 0;
  await waitFor(async () => (await isLeft()) || (await question.count()) > 0 || undefined);
  if (await isLeft()) return null;
  const flaws = isMeasured ? await flawsOfPopup(page) : [];
  await question.getByRole('button', { name: QUESTION }).click();
  await waitFor(async () => (await isLeft()) || undefined);
  return flaws;
}

/** Runs in the page: a popup that is wider than the window or than itself, what cannot be clicked in it, and a dialog without a description. */
function flawsInWindow(within: string): readonly string[] {
  const popup = document.querySelector(within);
  if (popup === null) return ['is not there'];
  const flaws: string[] = [];
  const description = document.getElementById(popup.getAttribute('aria-describedby') ?? '');
  if (popup.matches('.dialog') && !description?.textContent) flaws.push('has no description');
  const { left, right } = popup.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  if (left < 0 || right > clientWidth) flaws.push(`from ${left} to ${right} px of the window`);
  for (const part of [popup, popup.closest('.dialog-place')]) {
    if (part !== null && part.scrollWidth > part.clientWidth) flaws.push('scrolls sideways in itself');
  }
  for (const target of popup.querySelectorAll('h2, button, input, textarea, select, [role="menuitem"]')) {
    if (!target.checkVisibility() || target.closest('.visually-hidden') !== null) continue;
    target.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const box = target.getBoundingClientRect();
    const isIn = box.left >= 0 && box.right <= clientWidth && box.bottom > 0 && box.top < clientHeight;
    const middle = Math.min(Math.max((box.top + box.bottom) / 2, 1), clientHeight - 1);
    const there = document.elementFromPoint((box.left + box.right) / 2, middle);
    if (isIn && there !== null && (target.contains(there) || target.closest('label')?.contains(there)))
      continue;
    flaws.push(
      `cannot be reached: ${target.tagName.toLowerCase()} “${(target.textContent ?? '').trim().slice(0, 30)}”`,
    );
  }
  return flaws;
}

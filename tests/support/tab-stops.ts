/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/** More controls than any page has. */
const MAX_TABS = 500;

/**
 * Presses Tab from the top of the page to its end, and looks at each control that gets the focus.
 * @returns what a user without a mouse meets: a control that Tab does not reach or does not leave, a focus that is not seen.
 */
export async function tabFlaws(page: Page): Promise<readonly string[]> {
  const walk = await page.evaluateHandle(startWalk);
  for (let tabs = 0; tabs < MAX_TABS && !(await walk.evaluate(({ isOver }) => isOver())); tabs += 10) {
    for (let tab = 0; tab < 10; tab += 1) await page.keyboard.press('Tab');
  }
  return walk.evaluate(({ end }) => end());
}

/** Runs in the page. Each Tab looks at the control that it leaves: by then the browser has scrolled to it. */
function startWalk() {
  const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]';
  const stops = new Set<Element>();
  const flaws: string[] = [];
  let isBackAtTop = false;

  function nameOf(element: Element): string {
    const name = element.ariaLabel ?? (element.textContent.trim() || element.getAttribute('name'));
    return `${element.localName} “${name}”`;
  }

  function isShown(element: Element): boolean {
    return [...element.getClientRects()].some(({ left, top, width, height }) =>
      [0.1, 0.5, 0.9].some((part) => {
        const hit = document.elementFromPoint(left + width * part, top + height * part);
        return hit !== null && (element.contains(hit) || hit.contains(element));
      }),
    );
  }

  function look(element: Element): void {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    if (outlineStyle === 'none' || outlineWidth === '0px') flaws.push(`no outline: ${nameOf(element)}`);
    if (!isShown(element)) flaws.push(`out of view: ${nameOf(element)}`);
  }

  function onKeyDown(): void {
    const element = document.activeElement;
    isBackAtTop ||= stops.size > 0 && (element === document.body || element === [...stops][0]);
    if (isBackAtTop || element === null || element === document.body || stops.has(element)) return;
    stops.add(element);
    look(element);
  }

  getSelection()?.removeAllRanges();
  (document.activeElement as HTMLElement | null)?.blur();
  addEventListener('keydown', onKeyDown, { capture: true });
  return {
    isOver: () => isBackAtTop,
    end() {
      removeEventListener('keydown', onKeyDown, { capture: true });
      if (!isBackAtTop) flaws.push('Tab does not come back to the top');
      for (const control of document.querySelectorAll<HTMLElement>(CONTROLS)) {
        const isUsable = control.tabIndex >= 0 && !control.matches(':disabled');
        const isVisible = control.checkVisibility({ visibilityProperty: true });
        if (isUsable && isVisible && !stops.has(control)) flaws.push(`not reached: ${nameOf(control)}`);
      }
      return flaws;
    },
  };
}

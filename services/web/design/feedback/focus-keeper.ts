import { useEffect } from 'react';
import { focusOn, isFocusLost, pageHeading } from './focus.ts';

/** Where an element with the focus was. */
interface Place {
  readonly element: Element;
  /** From its parent up to the body. */
  readonly ancestors: readonly Element[];
  /** The row of a table or list that it belongs to. */
  readonly row: HTMLElement | null;
  readonly list: Element | null;
  /** Of the row in its list. */
  readonly index: number;
}

/** What opens above the page: its focus comes from the page. */
const OVERLAYS = '.dialog, .menu, .toast-place';

/** The overlays whose focus always goes back to the page. Of a menu it may go to the next page's heading. */
const RETURNING = '.dialog, .toast-place';

/** Where an overlay passes the focus on at its ends: no place of the page. */
const GUARD = '[data-base-ui-focus-guard]';

/** Holds the focus: what gets it beside is no place of the page, such as the one behind a guard that a quick Tab has left. */
const OPEN_DIALOG = '.dialog:not([data-ending-style])';

/**
 * When the element with the focus disappears (a removed row, a button without further use, a form that has done its work, a
 * dialog or toast), the focus goes to the last one that had it in the page, or, if that has disappeared, too, to its row, the
 * next row, or the heading of its section, and not back to the top of the page (G10).
 */
export function useFocusKeeper(): void {
  useEffect(() => {
    let last: Place | null = null;
    // The element in a dialog or toast that has the focus.
    let above: Element | null = null;
    const onFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.matches(GUARD)) return;
      above = target.closest(RETURNING) === null ? null : target;
      if (target.closest(OVERLAYS) === null && document.querySelector(OPEN_DIALOG) === null) {
        last = placeOf(target);
      }
    };
    // A click beside all controls takes the focus away on purpose.
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Element && target.closest(OVERLAYS) === null) last = null;
    };
    const observer = new MutationObserver(() => {
      if (last === null || !isFocusLost()) return;
      const isBack = above !== null && !above.isConnected;
      const next = last.element.isConnected ? isBack && last.element : nextTo(last);
      if (next instanceof HTMLElement) focusOn(next);
    });
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('pointerdown', onPointerDown, true);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('pointerdown', onPointerDown, true);
      observer.disconnect();
    };
  }, []);
}

function placeOf(element: Element): Place {
  const row = element.closest<HTMLElement>('main :is(tbody tr, li)');
  const list = row?.parentElement ?? null;
  const index = row === null || list === null ? -1 : [...list.children].indexOf(row);
  const ancestors: Element[] = [];
  for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
    ancestors.push(parent);
  }
  return { element, ancestors, row, list, index };
}

function nextTo({ ancestors, row, list, index }: Place): HTMLElement | null {
  if (row?.isConnected) return row;
  if (list?.isConnected) {
    const next = list.children[index] ?? list.lastElementChild;
    if (next instanceof HTMLElement) return next;
  }
  for (const ancestor of ancestors.filter(({ isConnected }) => isConnected)) {
    const heading = ancestor.querySelector<HTMLElement>('h1, h2, h3');
    if (heading !== null && ancestor.closest('main') !== null) return heading;
  }
  return pageHeading();
}

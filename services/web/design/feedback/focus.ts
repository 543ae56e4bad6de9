/** Moves the focus to an element that is no control, such as a heading or a row, and does not scroll to it. */
export function focusOn(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** The page's heading. */
export function pageHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main h1');
}

/** Whether no element has the focus: the one that had it has gone, or the user has clicked beside all of them. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/**
 * Moves the focus to an element of the page, once no dialog is there: an open one takes it back, and a closing one gives it to its
 * button.
 */
export function focusBesideDialogs(element: HTMLElement): void {
  if (!element.isConnected) return;
  if (document.querySelector('.dialog') === null) element.focus();
  else requestAnimationFrame(() => focusBesideDialogs(element));
}

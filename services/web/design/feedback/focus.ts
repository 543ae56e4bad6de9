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

/** What the page has named while a dialog had the focus. */
let afterDialog: HTMLElement | null = null;

/** Moves the focus to an element of the page; while there is a dialog, as soon as that has closed. */
export function focusAfterDialog(element: HTMLElement): void {
  if (document.querySelector('.dialog') === null) element.focus();
  else afterDialog = element;
}

/** For a dialog that has closed: what gets the focus instead of its button; null: nothing, or it has gone. */
export function takeFocusAfterDialog(): HTMLElement | null {
  const element = afterDialog;
  afterDialog = null;
  return element?.isConnected === true ? element : null;
}

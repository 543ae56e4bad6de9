import '@github/markdown-toolbar-element';

/** The tools with a shortcut, by the attribute that the toolbar element reads. With Ctrl or Cmd. */
const TOOL_OF_KEY: Readonly<Record<string, string>> = { b: 'bold', i: 'italic', k: 'link' };

/** With Shift, too: by the place of the key, because Shift changes the digit. */
const LIST_OF_CODE: Readonly<Record<string, string>> = { Digit7: 'ordered-list', Digit8: 'unordered-list' };

/**
 * Starts the shortcuts of a text field whose toolbar has just become one. The tools write into the field as if their user had
 * typed, so that it can be undone, and the guard against leaving knows of it (G8).
 * @returns what ends them.
 */
export function startTools(toolbar: HTMLElement, field: HTMLTextAreaElement): () => void {
  // The element makes itself a stop of the Tab key; its first button is one.
  toolbar.removeAttribute('tabindex');
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey === event.metaKey || event.altKey || event.isComposing) return;
    const tool = event.shiftKey ? LIST_OF_CODE[event.code] : TOOL_OF_KEY[event.key.toLowerCase()];
    if (tool === undefined) return;
    event.preventDefault();
    toolbar.querySelector<HTMLElement>(`[data-md-button="${tool}"]`)?.click();
  };
  // A heading is a line. The element would mark a word, or nothing at the end of a line.
  const onHeading = (event: Event) => {
    if (event instanceof KeyboardEvent && event.key !== 'Enter' && event.key !== ' ') return;
    if (!(event.target instanceof Element) || !event.target.matches('[data-md-button^="header"]')) return;
    const { value, selectionStart } = field;
    const end = value.indexOf('\n', selectionStart);
    const start = value.slice(0, selectionStart).lastIndexOf('\n') + 1;
    field.setSelectionRange(start, end === -1 ? value.length : end);
  };
  const listening = new AbortController();
  const { signal } = listening;
  field.addEventListener('keydown', onKeyDown, { signal });
  for (const type of ['click', 'keydown']) {
    toolbar.addEventListener(type, onHeading, { capture: true, signal });
  }
  return () => listening.abort();
}

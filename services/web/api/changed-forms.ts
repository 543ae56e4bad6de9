/** The hidden field with a form's id: an action knows by it which form of the document it has saved. */
export const FORM_ID = 'form_id';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What a form's fields held when they were shown or last saved. */
const savedTexts = new WeakMap<HTMLFormElement, string>();

/** Whether a form of the document has text that was entered and not saved (G8). @param among a selector of the forms that count. */
export function hasChangedForm(among = '*'): boolean {
  return [...document.forms].some((form) => form.method === 'post' && form.matches(among) && isChanged(form));
}

/** Whether a form has text that was entered and not saved. */
export function isChanged(form: HTMLFormElement): boolean {
  return textOf(form, shownTextOf) !== (savedTexts.get(form) ?? textOf(form, firstTextOf));
}

/**
 * Call it when a form is shown: later its fields' own defaults may be those of a newer version. Text that was entered before
 * the page's scripts ran is a change.
 */
export function noteShown(form: HTMLFormElement): void {
  savedTexts.set(form, textOf(form, firstTextOf));
  for (const field of fieldsOf(form)) holdShown(field);
}

/**
 * A field that came with the document, and that nothing was entered into, would show each new default, which would then be a
 * change that the user has not made.
 */
function holdShown(field: Field): void {
  const { value } = field;
  if (shownTextOf(field) !== firstTextOf(field) || field.validity.badInput) return;
  if (!isBox(field)) {
    field.value = value;
    return;
  }
  const { checked } = field;
  field.checked = checked;
}

/** Empties a form that has done its work. What was entered while it was sent stays (G8). */
export function resetUnlessChanged(form: HTMLFormElement | null): void {
  if (form !== null && !isChanged(form)) form.reset();
}

/** Call it when the fields of a form hold what the API has. */
export function markSaved(form: HTMLFormElement): void {
  savedTexts.set(form, textOf(form, shownTextOf));
}

/** What an action has sent is saved; what was entered meanwhile is not. */
export function noteSaved(sent: FormData): void {
  const id = sent.get(FORM_ID);
  if (typeof id !== 'string' || id === '') return;
  const form = document.querySelector<HTMLInputElement>(
    `input[name="${FORM_ID}"][value="${CSS.escape(id)}"]`,
  )?.form;
  if (form == null) return;
  const text = (field: Field) => String(sent.get(field.name) ?? '').replaceAll('\r\n', '\n');
  savedTexts.set(
    form,
    textOf(form, (field) => (sent.has(field.name) ? text(field) : shownTextOf(field))),
  );
  form.addEventListener('reset', () => savedTexts.delete(form), { once: true });
}

/** Credentials are no work: the browser remembers them or the user enters them again. A password that is shown has another type. */
const NO_WORK =
  'input:is([type=hidden], [type=password], [autocomplete$=password], [autocomplete~=username], [autocomplete=one-time-code])';

/** The fields in which users enter text or choose. */
export function fieldsOf(form: HTMLFormElement): readonly Field[] {
  return [...form.elements].filter(isField).filter((field) => !field.matches(NO_WORK));
}

/** The fields that a script can fill: a browser's user alone chooses files. */
export function textFieldsOf(form: HTMLFormElement): readonly Field[] {
  return fieldsOf(form).filter(({ type }) => type !== 'file');
}

function isField(element: Element): element is Field {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  );
}

/** In whatever order the fields are: a save may sort the entries of a list. */
function textOf(form: HTMLFormElement, read: (field: Field) => string): string {
  return fieldsOf(form)
    .map((field) => JSON.stringify([field.name, read(field)]))
    .sort()
    .join();
}

function shownTextOf(field: Field): string {
  return isBox(field) && !field.checked ? '' : field.value;
}

function isBox(field: Field): field is HTMLInputElement {
  return field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');
}

function firstTextOf(field: Field): string {
  if (isBox(field)) return field.defaultChecked ? field.value : '';
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  const options = [...field.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? '';
}

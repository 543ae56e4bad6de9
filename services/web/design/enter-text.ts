/** Puts text into a field, as if the user had typed it: the guards of unsaved text and notes that it outdates are notified (G8, U6). */
export function enterText(
  field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
  text: string,
): void {
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

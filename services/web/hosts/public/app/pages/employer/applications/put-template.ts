import { announce } from '#design/feedback/announcer.tsx';

/** Puts a template's text into a field below what was typed, as if the user had typed it. */
export function putTemplate(field: HTMLTextAreaElement | null, text: string): void {
  if (field === null) return;
  field.value = field.value.trim() === '' ? text : `${field.value}\n\n${text}`;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.focus();
  announce('The template is in the field. Check it before you send it.');
}

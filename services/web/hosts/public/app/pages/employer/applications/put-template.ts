import { enterText } from '#design/enter-text.ts';
import { announce } from '#design/feedback/announcer.tsx';

/** Puts a template's text into a field below what was typed. */
export function putTemplate(field: HTMLTextAreaElement | null, text: string): void {
  if (field === null) return;
  enterText(field, field.value.trim() === '' ? text : `${field.value}\n\n${text}`);
  field.focus();
  announce('The template is in the field. Check it before you send it.');
}

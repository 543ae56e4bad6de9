import { findChoice } from './choice.ts';

/** A form's fields, as handlers read them. */
export class FormValues {
  readonly #form: FormData;

  constructor(form: FormData) {
    this.#form = form;
  }

  /** The field's text with `\n` for line breaks; empty for a field that the form does not have. */
  text(name: string): string {
    return String(this.#form.get(name) ?? '').replaceAll('\r\n', '\n');
  }

  /** The file that the field holds; null: none was chosen. */
  file(name: string): File | null {
    const file = this.#form.get(name);
    return file instanceof File && file.name !== '' ? file : null;
  }

  /** The field's distinct parts between separators, trimmed. */
  list(name: string, separator: RegExp): string[] {
    const parts = this.text(name)
      .split(separator)
      .map((part) => part.trim());
    return [...new Set(parts.filter(Boolean))];
  }

  /** The key of `choices` that the field names. @throws {UnknownChoice} for any other value. */
  choice<Choice extends string>(name: string, choices: Readonly<Record<Choice, unknown>>): Choice {
    const choice = findChoice(choices, this.#form.get(name));
    if (choice === null) throw new UnknownChoice(name);
    return choice;
  }
}

/** A form's choice that its handler does not know. */
export class UnknownChoice extends Error {
  override readonly name = 'UnknownChoice';
}

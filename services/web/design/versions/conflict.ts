import type { EditConflict } from '@gatehouse/contract/wire';
import { textFieldsOf } from '#api/changed-forms.ts';

/** Texts of a form's fields, by field name. */
export type Texts = Readonly<Record<string, string>>;

/** One field of which two versions exist. */
export interface Choice {
  readonly name: string;
  readonly label: string;
  /** Whether the user can choose: the form has a field for it. Otherwise the form's button makes the change. */
  readonly isField: boolean;
  readonly chosen: 'yours' | 'current';
  readonly texts: Readonly<Record<'yours' | 'current', string>>;
  /** The same for readers. */
  readonly shown: Readonly<Record<'yours' | 'current', string>>;
}

/** Two versions of a resource: the user's, and the current one. */
export interface Conflict {
  readonly changedBy: string;
  /** Empty: not known. */
  readonly changedAt: string;
  readonly choices: readonly Choice[];
}

/**
 * Compares what a form has sent with the current version. A field that the user has not changed takes the current text; the
 * others keep the user's.
 * @param base what the fields began from.
 */
export function conflictOf(
  form: HTMLFormElement,
  {
    found,
    sent,
    base,
    current,
    labelOf,
    shownAs,
  }: {
    found: EditConflict;
    /** What the form has sent, with the value of its button. */
    sent: Texts;
    base: Texts;
    current: Texts;
    labelOf: (name: string) => string;
    shownAs: (name: string, text: string) => string;
  },
): Conflict {
  const fields = new Map(textFieldsOf(form).map((field) => [field.name, field]));
  const choices = Object.entries(current).flatMap(([name, text]): Choice[] => {
    const field = fields.get(name);
    const first = base[name] ?? '';
    const yours = field?.value ?? sent[name] ?? first;
    if (yours === text && first === text) return [];
    const texts = { yours, current: text };
    const show = (value: string) => (field === undefined ? shownAs(name, value) : shownText(field, value));
    return [
      {
        name,
        label: labelOf(name),
        isField: field !== undefined,
        chosen: yours === first || yours === text ? 'current' : 'yours',
        texts,
        shown: { yours: show(yours), current: show(text) },
      },
    ];
  });
  return { changedBy: found.changed_by, changedAt: found.changed_at ?? '', choices };
}

function shownText(field: HTMLElement, value: string): string {
  if (!(field instanceof HTMLSelectElement)) return value;
  return [...field.options].find((option) => option.value === value)?.text ?? value;
}

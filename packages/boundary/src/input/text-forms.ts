import type { DescField, DescMessage, Message } from '@bufbuild/protobuf';
import { type FieldError, isTextField, type TextForm, textFormOf } from '@gatehouse/contract';
import { normaliseText, textFault } from './text-rules.ts';

/** A field with text, or with messages that contain text. */
type Step =
  | { readonly field: DescField; readonly form: TextForm }
  | { readonly field: DescField; readonly within: readonly Step[] };

const steps = new WeakMap<DescMessage, readonly Step[]>();

/**
 * Normalises every text of a decoded request in place, and returns an error for each that violates the form that the
 * contract declares for its field (G7).
 */
export function applyTextForms(schema: DescMessage, message: Message): readonly FieldError[] {
  let known = steps.get(schema);
  if (known === undefined) {
    known = stepsOf(schema);
    steps.set(schema, known);
  }
  const errors: FieldError[] = [];
  walk(known, message as unknown as Record<string, unknown>, '', errors);
  return errors;
}

function stepsOf(schema: DescMessage): readonly Step[] {
  return schema.fields.flatMap((field): Step[] => {
    if (isTextField(field)) return [{ field, form: textFormOf(field) }];
    const within = field.message === undefined ? [] : stepsOf(field.message);
    return within.length === 0 ? [] : [{ field, within }];
  });
}

function walk(known: readonly Step[], message: Record<string, unknown>, path: string, errors: FieldError[]) {
  for (const step of known) {
    const { localName, name } = step.field;
    const value = message[localName];
    if (Array.isArray(value)) {
      value.forEach((item, index) => {
        value[index] = visit(step, item, `${path}${name}[${index}]`, errors);
      });
    } else if (value !== undefined) {
      message[localName] = visit(step, value, `${path}${name}`, errors);
    }
  }
}

/** @returns the value that replaces `value`. */
function visit(step: Step, value: unknown, field: string, errors: FieldError[]): unknown {
  if ('within' in step) {
    walk(step.within, value as Record<string, unknown>, `${field}.`, errors);
    return value;
  }
  const text = normaliseText(step.form, String(value));
  const fault = textFault(step.form, text);
  if (fault !== null) errors.push({ field, ...fault });
  return text;
}

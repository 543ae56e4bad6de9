import { type DescField, type DescMessage, getOption, hasOption, ScalarType } from '@bufbuild/protobuf';
import { text } from '../generated/gatehouse/text/v1/text_pb.js';

/** Which characters a string field of a request may contain; `proto/gatehouse/text/v1/text.proto` defines each form. */
export type TextForm = 'single_line' | 'multi_line' | 'person_name' | 'company_name' | 'exempt';

const FORMS = {
  singleLine: 'single_line',
  multiLine: 'multi_line',
  personName: 'person_name',
  companyName: 'company_name',
  exempt: 'exempt',
} as const satisfies Record<string, TextForm>;

/** Whether a field is a string or a list of strings. */
export function isTextField(field: DescField): boolean {
  return (
    (field.fieldKind === 'scalar' || (field.fieldKind === 'list' && field.listKind === 'scalar')) &&
    field.scalar === ScalarType.STRING
  );
}

/** The form that a text field declares. @throws {Error} without one. */
export function textFormOf(field: DescField): TextForm {
  const form = hasOption(field, text) ? getOption(field, text).form : undefined;
  if (form?.case === undefined) {
    throw new Error(
      `its field ${field.parent.name}.${field.name} has no form of text (option gatehouse.text.v1.text)`,
    );
  }
  const hasReason = form.case !== 'exempt' || /\S/.test(form.value);
  if (form.value === false || !hasReason) {
    throw new Error(`its field ${field.parent.name}.${field.name} has no reason for its form of text`);
  }
  return FORMS[form.case];
}

/**
 * Every text field of a message and of the messages within it, with its form.
 * @throws {Error} for a field without a form, and for kinds of fields whose text the boundary does not check.
 */
export function textFieldsOf(message: DescMessage): readonly { field: DescField; form: TextForm }[] {
  return message.fields.flatMap((field) => {
    const isMap = field.fieldKind === 'map';
    const isBytes = 'scalar' in field && field.scalar === ScalarType.BYTES;
    const isOneof = field.oneof !== undefined;
    if (isMap || isBytes || isOneof) {
      throw new Error(`its field ${field.parent.name}.${field.name} is a map, bytes or part of a oneof`);
    }
    if (isTextField(field)) return [{ field, form: textFormOf(field) }];
    return field.message === undefined ? [] : textFieldsOf(field.message);
  });
}

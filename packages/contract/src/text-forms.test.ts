import {
  create,
  createFileRegistry,
  type DescMessage,
  getOption,
  hasOption,
  ScalarType,
  setExtension,
} from '@bufbuild/protobuf';
import {
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FieldOptionsSchema,
  FileDescriptorProtoSchema,
} from '@bufbuild/protobuf/wkt';
import { describe, expect, test } from '@jest/globals';
import { field as fieldRules } from '../generated/buf/validate/validate_pb.js';
import { TextSchema, text } from '../generated/gatehouse/text/v1/text_pb.js';
import { describeEndpoints, wholeContract } from './index.ts';
import { textFieldsOf } from './text-forms.ts';

const endpoints = describeEndpoints(wholeContract);

/** Found without `textFieldsOf`, so that a field which that overlooks is found. */
function stringFields(message: DescMessage): { name: string; isDeclared: boolean }[] {
  return message.fields.flatMap((field) => {
    if (field.message !== undefined) return stringFields(field.message);
    const isString = 'scalar' in field && field.scalar === ScalarType.STRING;
    const isDeclared = hasOption(field, text) && getOption(field, text).form.case !== undefined;
    return isString ? [{ name: `${message.name}.${field.name}`, isDeclared }] : [];
  });
}

describe('every text field of every request', () => {
  const all = endpoints.flatMap(({ input }) => stringFields(input));

  test('there are fields to look at', () => {
    expect(all.length).toBeGreaterThan(60);
  });

  test.each(
    [...new Map(all.map((one) => [one.name, one])).values()].map(({ name, isDeclared }) => [
      name,
      isDeclared,
    ]),
  )('G7: %s is one line, lines, a name, or exempt with a reason', (_name, isDeclared) => {
    expect(isDeclared).toBe(true);
  });

  const declared = endpoints.flatMap(({ input }) => textFieldsOf(input));

  test('only passwords are exempt', () => {
    const exempt = declared.filter(({ form }) => form === 'exempt').map(({ field }) => field.name);
    expect([...new Set(exempt)].toSorted()).toEqual(['current_password', 'new_password', 'password']);
  });

  test('a name has a greatest length', () => {
    const names = declared.filter(({ form }) => form.endsWith('_name'));
    expect(names.length).toBeGreaterThan(3);
    for (const { field } of names) {
      const { type } = getOption(field, fieldRules);
      expect(type.case === 'string' ? Number(type.value.maxLen) : 0).toBeGreaterThan(0);
      expect(type.case === 'string' ? Number(type.value.maxLen) : 0).toBeLessThanOrEqual(500);
    }
  });
});

describe('a text field', () => {
  test.each([
    ['without a form', null, /Careless.words has no form of text/],
    ['whose form says no', { case: 'singleLine', value: false } as const, /Careless.words has no reason/],
    [
      'that is exempt without a reason',
      { case: 'exempt', value: ' ' } as const,
      /Careless.words has no reason/,
    ],
  ])('G7: %s is refused by name', (_situation, form, message) => {
    expect(() => textFieldsOf(messageWith(form))).toThrow(message);
  });

  test('with a form is found', () => {
    const found = textFieldsOf(messageWith({ case: 'multiLine', value: true }));
    expect(found.map(({ field, form }) => [field.name, form])).toEqual([['words', 'multi_line']]);
  });
});

type Form = ReturnType<typeof create<typeof TextSchema>>['form'];

/** A message with one list of texts. */
function messageWith(form: Form | null): DescMessage {
  const options = create(FieldOptionsSchema);
  if (form !== null) setExtension(options, text, create(TextSchema, { form }));
  const words = {
    name: 'words',
    number: 1,
    type: FieldDescriptorProto_Type.STRING,
    label: FieldDescriptorProto_Label.REPEATED,
    options,
  };
  const file = create(FileDescriptorProtoSchema, {
    name: 'careless.proto',
    syntax: 'proto3',
    messageType: [{ name: 'Careless', field: [words] }],
  });
  const message = createFileRegistry(file, () => undefined).getMessage('Careless');
  if (message === undefined) throw new Error('the test’s message has no descriptor');
  return message;
}

import type { DescField, DescMessage, JsonObject, JsonValue } from '@bufbuild/protobuf';
import type { FieldError } from '@gatehouse/contract';

const NO_NULL = { code: 'type', message: 'Omit the field or give it a value.' };
const NO_NUMBER = { code: 'enum', message: 'The value must be a name, not a number.' };

/**
 * Errors for values that protobuf's JSON accepts and the contract does not: `null` for an absent field, and an enum value by
 * its number. Pure.
 * @param json decodes to the message.
 */
export function looseValues(message: DescMessage, json: JsonObject, path = ''): readonly FieldError[] {
  return message.fields.flatMap((field) => {
    const value = json[field.name];
    return value === undefined ? [] : looseValue(field, value, `${path}${field.name}`);
  });
}

function looseValue(field: DescField, value: JsonValue, path: string): readonly FieldError[] {
  if (value === null) return [{ field: path, ...NO_NULL }];
  if (Array.isArray(value)) return value.flatMap((item, at) => looseValue(field, item, `${path}[${at}]`));
  if (field.enum !== undefined && typeof value === 'number') return [{ field: path, ...NO_NUMBER }];
  if (field.message !== undefined && typeof value === 'object')
    return looseValues(field.message, value, `${path}.`);
  return [];
}

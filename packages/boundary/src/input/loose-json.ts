import type { DescField, DescMessage, JsonObject, JsonValue } from '@bufbuild/protobuf';
import type { FieldError } from '@gatehouse/contract';

const NO_NULL = { code: 'type', message: 'A field is left out, or it has a value.' };
const NO_NUMBER = { code: 'enum', message: 'The value is a name.' };

/**
 * What protobuf's JSON reads and the contract does not have: `null` for a field that is left out, and an enum's value by
 * its number. Pure.
 * @param json what has been read as such a message already.
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

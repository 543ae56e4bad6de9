import {
  create,
  type DescField,
  type DescMessage,
  type JsonObject,
  type Message,
  mergeFromJson,
  mergeFromJsonString,
  ScalarType,
  toJson,
} from '@bufbuild/protobuf';
import { isFieldError, pathToString } from '@bufbuild/protobuf/reflect';
import { createValidator } from '@bufbuild/protovalidate';
import type { Endpoint, FieldError } from '@gatehouse/contract';
import { refuse } from '../refusal.ts';
import { looseValues } from './loose-json.ts';
import { applyTextForms } from './text-forms.ts';

const validator = createValidator();

/** The parts of a request with an endpoint's input. */
export interface RawInput {
  readonly path: Readonly<Record<string, string | string[] | undefined>>;
  readonly query: URLSearchParams;
  /** Null: the endpoint takes no body, or the request has none. */
  readonly bodyText: string | null;
}

/**
 * The endpoint's input, decoded from path, query and body by its descriptor and checked by its protovalidate rules, as
 * the wire's JSON: every field without explicit presence is there, and a list's `limit` is at least 1.
 * @throws {Refusal} input_invalid, naming each invalid field.
 */
export function decodeInput(endpoint: Endpoint, raw: RawInput): JsonObject {
  const { input: schema } = endpoint;
  if (schema.fields.length === 0 && raw.bodyText === null && raw.query.size === 0) return {};
  const message = create(schema);
  mergeBody(endpoint, message, raw.bodyText);
  refuseBodyFieldsOfThePath(endpoint, message);
  merge(endpoint, () => mergeFromJson(schema, message, queryObject(endpoint, raw)));
  merge(endpoint, () => mergeFromJson(schema, message, pathObject(endpoint, raw)));
  // First, because lengths and patterns apply to the text as it is stored.
  const textErrors = applyTextForms(schema, message);
  const errors = [...textErrors, ...ruleErrors(schema, message)];
  if (errors.length > 0) refuseInput(errors);
  const input = toJson(schema as DescMessage, message as Message, { alwaysEmitImplicit: true }) as JsonObject;
  return input['limit'] === 0 ? { ...input, limit: endpoint.defaultLimit } : input;
}

function ruleErrors(schema: DescMessage, message: Message): readonly FieldError[] {
  const result = validator.validate(schema, message);
  if (result.kind === 'error') throw result.error;
  if (result.kind === 'valid') return [];
  return result.violations.map(({ field, ruleId, message: text }) => ({
    field: pathToString(field),
    code: ruleId,
    message: text,
  }));
}

function mergeBody(endpoint: Endpoint, message: Message, bodyText: string | null): void {
  const { input: schema, bodyFields } = endpoint;
  if (bodyText === null) {
    // A lost body must not count as an empty one: a write would then clear fields.
    if (bodyFields.length > 0)
      refuseInput([{ field: '', code: 'required', message: 'The body is missing.' }]);
    return;
  }
  merge(endpoint, () => mergeFromJsonString(schema, message, bodyText));
  const loose = looseValues(schema, JSON.parse(bodyText));
  if (loose.length > 0) refuseInput(loose);
}

function merge(endpoint: Endpoint, decode: () => void): void {
  try {
    decode();
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (isFieldError(cause)) {
      refuseInput([{ field: cause.field().name, code: 'type', message: 'The value has the wrong type.' }]);
    }
    const text = error instanceof Error ? error.message : '';
    const unknownKey = /key "(.*)" is unknown$/s.exec(text)?.[1];
    if (unknownKey !== undefined) {
      refuseInput([{ field: unknownKey.slice(0, 100), code: 'unknown', message: 'Unknown field.' }]);
    }
    const duplicateKey = /duplicate object key "(.*)"$/s.exec(text)?.[1];
    if (duplicateKey !== undefined) {
      refuseInput([
        { field: duplicateKey.slice(0, 100), code: 'duplicate', message: 'The field appears twice.' },
      ]);
    }
    const enumName = /cannot decode enum (\S+) from JSON/.exec(text)?.[1];
    const enumPath = enumName === undefined ? undefined : enumPathIn(endpoint.input, enumName);
    if (enumPath !== undefined) refuseInput([{ field: enumPath, code: 'enum', message: 'Unknown value.' }]);
    refuseInput([
      { field: '', code: 'json', message: `The body is not the JSON object of a ${endpoint.input.name}.` },
    ]);
  }
}

/** The path of the first field with an enum, in the message or within it. */
function enumPathIn(message: DescMessage, enumName: string): string | undefined {
  for (const { name, enum: own, message: inner } of message.fields) {
    if (own?.typeName === enumName) return name;
    const path = inner === undefined ? undefined : enumPathIn(inner, enumName);
    if (path !== undefined) return `${name}.${path}`;
  }
  return undefined;
}

/** The path is the only place for a path's field. */
function refuseBodyFieldsOfThePath(endpoint: Endpoint, message: Message): void {
  const wire = toJson(endpoint.input as DescMessage, message) as JsonObject;
  const doubled = endpoint.pathFields.filter((name) => wire[name] !== undefined);
  if (doubled.length === 0) return;
  refuseInput(
    doubled.map((field) => ({ field, code: 'unknown', message: 'This field belongs to the path.' })),
  );
}

function queryObject(endpoint: Endpoint, { query }: RawInput): JsonObject {
  const object: Record<string, string | string[] | boolean> = {};
  for (const name of new Set(query.keys())) {
    const field = endpoint.input.fields.find((one) => one.name === name);
    if (endpoint.hasBody || field === undefined || endpoint.pathFields.includes(name)) {
      refuseInput([{ field: name.slice(0, 100), code: 'unknown', message: 'Unknown query parameter.' }]);
    }
    const values = query.getAll(name);
    if (field.fieldKind === 'list') {
      object[name] = values;
    } else if (values.length === 1) {
      object[name] = queryValue(field, values[0] ?? '');
    } else {
      refuseInput([{ field: name, code: 'duplicate', message: 'The query parameter appears twice.' }]);
    }
  }
  return object;
}

/** Protobuf's JSON reads numbers from text, and `true` and `false` only from themselves. */
function queryValue({ scalar }: DescField, text: string): string | boolean {
  return scalar === ScalarType.BOOL && /^(true|false)$/.test(text) ? text === 'true' : text;
}

function pathObject(endpoint: Endpoint, { path }: RawInput): JsonObject {
  return Object.fromEntries(endpoint.pathFields.map((name) => [name, String(path[name] ?? '')]));
}

function refuseInput(errors: readonly FieldError[]): never {
  const fields = errors.map((error) => error.field).filter((field) => field !== '');
  const detail =
    fields.length > 0 ? `Invalid: ${fields.join(', ')}.` : (errors[0]?.message ?? 'The input is invalid.');
  refuse('input_invalid', { detail, errors });
}

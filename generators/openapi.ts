/** docs/openapi.json, from the descriptors. */
import { type DescField, type DescMessage, getOption, hasOption, ScalarType } from '@bufbuild/protobuf';
import {
  type AccessRule,
  type AnswerSessionEffect,
  accessRuleName,
  describeEndpoints,
  type Endpoint,
  isTextField,
  type RefusalCode,
  refusalKindOf,
  SESSION_COOKIES,
  textFormOf,
  wholeContract,
} from '@gatehouse/contract';
import {
  type FieldRules,
  field as fieldRules,
  message as messageRules,
} from '#packages/contract/generated/buf/validate/validate_pb.js';
import { default_limit } from '#packages/contract/generated/gatehouse/paging/v1/paging_pb.js';
import { ProblemSchema } from '#packages/contract/generated/gatehouse/problem/v1/problem_pb.js';
import { text } from '#packages/contract/generated/gatehouse/text/v1/text_pb.js';

type Schema = Record<string, unknown>;

/** The headers of a response. */
const HEADERS = {
  'Cache-Control': {
    description: 'No cache may store a response (C1).',
    schema: { const: 'no-store' },
  },
  'WWW-Authenticate': { description: 'The endpoint requires a session.', schema: { const: 'Session' } },
  'Retry-After': {
    description: 'Seconds to wait before a retry.',
    schema: { type: 'integer', minimum: 0 },
  },
  ETag: {
    description: 'The version of the resource, for `If-Match`; the body has it in `etag`.',
    schema: { type: 'string', pattern: '^"[0-9a-z-]+"$' },
  },
  'Content-Disposition': {
    description: 'Browsers save the response as a file.',
    schema: { type: 'string', pattern: '^attachment; filename=' },
  },
  Location: {
    description: 'The page to which the response redirects.',
    schema: { type: 'string', format: 'uri' },
  },
  'Set-Cookie': {
    description: 'The session cookie, set or cleared, or the cookie of a sign-in that begins.',
    schema: { type: 'string' },
  },
  'Clear-Site-Data': {
    description: 'Removes user data from the browser.',
    schema: { const: '"cache", "storage"' },
  },
} as const;
type Header = keyof typeof HEADERS;

/** Further headers of a status. */
const PROBLEM_HEADERS: Readonly<Record<number, readonly Header[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

const SESSION_HEADERS: Readonly<Record<AnswerSessionEffect, readonly Header[]>> = {
  starts_user: ['Set-Cookie'],
  starts_admin: ['Set-Cookie'],
  begins_user: ['Set-Cookie'],
  begins_admin: ['Set-Cookie'],
  ends_user: ['Set-Cookie', 'Clear-Site-Data'],
  ends_admin: ['Set-Cookie', 'Clear-Site-Data'],
};

/** Refusals of every endpoint, in addition to those of its rule and its own. */
const EVERYWHERE: readonly RefusalCode[] = [
  'https_required',
  'input_invalid',
  'rate_limited',
  'internal_error',
  'dependency_unavailable',
];

const RULE_REFUSALS: Record<AccessRule['kind'], readonly RefusalCode[]> = {
  public: [],
  user: ['session_required', 'account_changed'],
  employer: [
    'session_required',
    'account_changed',
    'org_membership_required',
    'org_membership_inactive',
    'org_company_disabled',
    'org_role_required',
  ],
  talent: [
    'session_required',
    'account_changed',
    'talent_access_required',
    'talent_access_pending',
    'talent_access_suspended',
  ],
  admin: ['session_required', 'account_changed', 'admin_role_required'],
};

/** The OpenAPI 3.1 document of the whole API, as JSON text. */
export function renderOpenApi(): string {
  const schemas = new Map<string, Schema>();
  const paths: Record<string, Record<string, Schema>> = {};
  for (const endpoint of describeEndpoints(wholeContract)) {
    const operations = paths[endpoint.path] ?? {};
    paths[endpoint.path] = operations;
    operations[endpoint.method.toLowerCase()] = operationOf(endpoint, schemas);
  }
  refOf(ProblemSchema, schemas);
  const document = {
    openapi: '3.1.1',
    info: {
      title: 'Gatehouse API',
      version: '1',
      description:
        'Generated from proto. Only the API decides, from the database, at the moment of each request. Where a request needs a session, it may name the account that it is sent for in `X-Account-Id`: with the id of any other account than that of the session it is refused with `account_changed`.',
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      headers: Object.fromEntries(
        Object.entries(HEADERS).map(([name, header]) => [name, { required: true, ...header }]),
      ),
      schemas: Object.fromEntries([...schemas].sort(([left], [right]) => left.localeCompare(right))),
      securitySchemes: {
        user: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIES.user },
        admin: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIES.admin },
      },
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function operationOf(endpoint: Endpoint, schemas: Map<string, Schema>): Schema {
  const { id, method, rule, status, session, hasBody, bodyFields, upload, pathFields, input } = endpoint;
  const { download, image } = endpoint;
  const fileType = download ?? image?.mediaType ?? null;
  const query = hasBody ? [] : input.fields.filter(({ name }) => !pathFields.includes(name));
  const parameters = [
    ...pathFields.map((name) => parameterOf('path', requireField(input, name), schemas)),
    ...query.map((one) => parameterOf('query', one, schemas)),
    ...(method === 'GET' || endpoint.isForMailClients
      ? []
      : [
          {
            name: 'X-CSRF-Guard',
            in: 'header',
            // The document is for callers that are no browser; a browser's own headers say as much for it.
            required: true,
            schema: { const: '1' },
            description: 'For clients other than browsers, which send Sec-Fetch-Site or Origin instead.',
          },
        ]),
    ...(endpoint.if_match ? [IF_MATCH] : []),
  ];
  const isRedirect = status === 303;
  const isEmpty = isRedirect || endpoint.output.typeName === 'google.protobuf.Empty';
  return {
    operationId: id,
    summary: commentOf(endpoint),
    'x-access-rule': accessRuleName(rule),
    ...(rule.kind === 'public' ? {} : { security: [{ [rule.kind === 'admin' ? 'admin' : 'user']: [] }] }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(hasBody
      ? {
          requestBody: {
            required: bodyFields.length > 0,
            content: { 'application/json': { schema: bodySchemaOf(endpoint, schemas) } },
          },
        }
      : {}),
    ...(upload === null ? {} : { requestBody: { required: true, content: { [upload.mediaType]: FILE } } }),
    responses: {
      [status]: {
        description: 'Done.',
        headers: {
          ...headersOf([
            ...(session === null ? [] : SESSION_HEADERS[session]),
            ...(isRedirect ? (['Location'] as const) : []),
            ...(endpoint.hasEtag ? (['ETag'] as const) : []),
            ...(endpoint.attachment === null && download === null ? [] : (['Content-Disposition'] as const)),
          ]),
          ...(image === null ? {} : headersOfImage(image)),
        },
        ...(fileType === null ? {} : { content: { [fileType]: FILE } }),
        ...(isEmpty ? {} : { content: { 'application/json': { schema: refOf(endpoint.output, schemas) } } }),
      },
      ...refusalsOf(endpoint),
    },
  };
}

/** The bytes of a file. */
const FILE = { schema: { type: 'string', format: 'binary' } } as const;

/** The version that a request changes (G9). */
const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: true,
  schema: { type: 'string', pattern: '^(\\*|"[0-9a-z-]+")$' },
  description:
    'The `etag` of the version that the request changes. `*`: whatever the current version is; changes by others are lost.',
} as const;

function commentOf({ descriptor, id }: Endpoint): string {
  return `${id} (${descriptor.parent.typeName})`;
}

function requireField(message: DescMessage, name: string): DescField {
  const found = message.fields.find((one) => one.name === name);
  if (found === undefined) throw new Error(`${message.name} has no field ${name}`);
  return found;
}

const DAY_OR_EMPTY = '^([0-9]{4}-[0-9]{2}-[0-9]{2})?$';

function parameterOf(place: 'path' | 'query', one: DescField, schemas: Map<string, Schema>): Schema {
  return {
    name: one.name,
    in: place,
    required: place === 'path' || isRequired(one),
    schema: schemaOfField(one, schemas),
  };
}

function bodySchemaOf({ input, pathFields }: Endpoint, schemas: Map<string, Schema>): Schema {
  return pathFields.length === 0 ? refOf(input, schemas) : objectOf(input, schemas, new Set(pathFields));
}

function freshnessRefusals(rule: AccessRule): readonly RefusalCode[] {
  if (rule.kind === 'admin') return rule.fresh_second_factor ? ['reauthentication_required'] : [];
  return 'fresh_authentication' in rule && rule.fresh_authentication ? ['fresh_authentication_required'] : [];
}

function refusalsOf(endpoint: Endpoint): Record<string, Schema> {
  const { rule, refusals, method, hasBody, upload, if_match, isForMailClients } = endpoint;
  const codes: RefusalCode[] = [
    ...RULE_REFUSALS[rule.kind],
    ...freshnessRefusals(rule),
    ...refusals,
    ...EVERYWHERE,
    ...(method === 'GET' ? [] : (['csrf_origin_denied'] as const)),
    ...(method === 'GET' || isForMailClients ? [] : (['csrf_guard_missing'] as const)),
    ...(hasBody || upload !== null ? (['body_too_large', 'media_type_unsupported'] as const) : []),
    ...(if_match ? (['edit_conflict', 'precondition_required'] as const) : []),
  ];
  const byStatus = Map.groupBy(new Set(codes), (code) => refusalKindOf(code).status);
  return Object.fromEntries(
    [...byStatus]
      .sort(([left], [right]) => left - right)
      .map(([status, ofStatus]) => [
        status,
        {
          description: ofStatus.join(', '),
          headers: headersOf(PROBLEM_HEADERS[status] ?? []),
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      ]),
  );
}

function headersOf(names: readonly Header[]): Schema {
  return Object.fromEntries(
    ['Cache-Control', ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

/** The headers of an image that differ from those of other responses. */
function headersOfImage({ maxAgeSeconds }: NonNullable<Endpoint['image']>): Schema {
  const cacheControl = {
    required: true,
    description: 'The browser may keep the response; no shared cache may store it.',
    schema: { const: `private, max-age=${maxAgeSeconds}` },
  };
  return {
    ...(maxAgeSeconds === 0 ? {} : { 'Cache-Control': cacheControl }),
    'Content-Disposition': {
      required: true,
      description: 'Browsers show the response.',
      schema: { const: 'inline' },
    },
  };
}

function refOf(message: DescMessage, schemas: Map<string, Schema>): Schema {
  if (message.typeName === 'google.protobuf.Timestamp') return { type: 'string', format: 'date-time' };
  if (message.typeName === 'google.protobuf.Struct') return { type: 'object' };
  if (!schemas.has(message.name)) {
    schemas.set(message.name, {});
    schemas.set(message.name, objectOf(message, schemas, new Set()));
  }
  return { $ref: `#/components/schemas/${message.name}` };
}

/** Whether requests have the message: a client may leave out what it does not require, also where answers always have it. */
function isSent(message: DescMessage): boolean {
  const endpoints = describeEndpoints(wholeContract);
  return endpoints.some(({ input }) => messagesWithin(input).has(message.typeName));
}

/** The names of a message and of the messages in it. */
function messagesWithin(message: DescMessage, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(message.typeName)) return found;
  found.add(message.typeName);
  for (const { message: inner } of message.fields) if (inner !== undefined) messagesWithin(inner, found);
  return found;
}

function objectOf(message: DescMessage, schemas: Map<string, Schema>, without: ReadonlySet<string>): Schema {
  const fields = message.fields.filter(({ name }) => !without.has(name));
  const isRequest = isSent(message);
  const required = fields
    .filter((one) => (isRequest ? isRequired(one) : !isOptional(one)))
    .map(({ name }) => name);
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(fields.map((one) => [one.name, schemaOfField(one, schemas)])),
    ...(required.length === 0 ? {} : { required }),
    ...oneOfFields(message),
  };
}

/** Fields of which exactly one is required. */
function oneOfFields(message: DescMessage): Schema {
  if (!hasOption(message, messageRules)) return {};
  const [rule] = getOption(message, messageRules).oneof;
  return rule?.required === true ? { oneOf: rule.fields.map((name) => ({ required: [name] })) } : {};
}

function isOptional(one: DescField): boolean {
  return one.proto.proto3Optional || one.oneof !== undefined;
}

/** Whether a request must have the field: its default violates its rules. */
function isRequired(one: DescField): boolean {
  if (isOptional(one) || !hasOption(one, fieldRules)) return false;
  const rules = getOption(one, fieldRules);
  if (rules.required) return true;
  if (rules.type.case === 'string') {
    const { minLen, wellKnown, pattern } = rules.type.value;
    return minLen > 0n || wellKnown.case !== undefined || !new RegExp(pattern, 'u').test('');
  }
  if (rules.type.case === 'repeated') return rules.type.value.minItems > 0n;
  if (rules.type.case === 'uint32') {
    const { case: bound, value: least } = rules.type.value.greaterThan;
    return bound === 'gte' && least > 0;
  }
  return rules.type.case === 'enum' && rules.type.value.notIn.includes(0);
}

function schemaOfField(one: DescField, schemas: Map<string, Schema>): Schema {
  const rules = hasOption(one, fieldRules) ? getOption(one, fieldRules) : undefined;
  switch (one.fieldKind) {
    case 'scalar':
      // Opaque: only the cursor of a previous page is valid.
      if (one.name === 'cursor') return { ...scalarSchema(one.scalar, rules), format: 'cursor' };
      // No pattern can say which days exist.
      if (rules?.type.case === 'string' && rules.type.value.pattern === DAY_OR_EMPTY)
        return withForm(one, { ...scalarSchema(one.scalar, rules), format: 'day' });
      if (hasOption(one, default_limit))
        return { ...scalarSchema(one.scalar, rules), default: getOption(one, default_limit) };
      return withForm(one, scalarSchema(one.scalar, rules));
    case 'enum':
      return enumSchema(one.enum.values, rules);
    case 'message':
      return refOf(one.message, schemas);
    case 'list':
      return listSchema(one, rules, schemas);
    case 'map':
      throw new Error(`${one}: the wire has no maps`);
    default:
      return one satisfies never;
  }
}

function listSchema(
  one: DescField & { fieldKind: 'list' },
  rules: FieldRules | undefined,
  schemas: Map<string, Schema>,
): Schema {
  const ofList = rules?.type.case === 'repeated' ? rules.type.value : undefined;
  const itemSchema = () => {
    if (one.listKind === 'message') return refOf(one.message, schemas);
    if (one.listKind === 'enum') return enumSchema(one.enum.values, ofList?.items);
    return withForm(one, scalarSchema(one.scalar, ofList?.items));
  };
  return {
    type: 'array',
    items: itemSchema(),
    ...(ofList !== undefined && ofList.minItems > 0n ? { minItems: Number(ofList.minItems) } : {}),
    ...(ofList !== undefined && ofList.maxItems > 0n ? { maxItems: Number(ofList.maxItems) } : {}),
    ...(ofList?.unique === true ? { uniqueItems: true } : {}),
  };
}

function enumSchema(
  values: readonly { number: number; name: string }[],
  rules: FieldRules | undefined,
): Schema {
  const excluded = rules?.type.case === 'enum' ? rules.type.value.notIn : [];
  const names = values
    .filter(({ number }) => number !== 0 && !excluded.includes(number))
    .map(({ name }) => name);
  return { type: 'string', enum: names };
}

function scalarSchema(scalar: ScalarType, given: FieldRules | undefined): Schema {
  if (scalar === ScalarType.BOOL) return { type: 'boolean' };
  const rules = given?.type;
  if (scalar === ScalarType.UINT32) {
    const lte =
      rules?.case === 'uint32' && rules.value.lessThan.case === 'lte'
        ? rules.value.lessThan.value
        : 4_294_967_295;
    return { type: 'integer', minimum: 0, maximum: lte };
  }
  if (scalar === ScalarType.DOUBLE) return { type: 'number' };
  if (rules?.case !== 'string') return { type: 'string' };
  const { minLen, maxLen, pattern, wellKnown } = rules.value;
  return {
    type: 'string',
    ...(minLen > 0n ? { minLength: Number(minLen) } : {}),
    ...(maxLen > 0n ? { maxLength: Number(maxLen) } : {}),
    ...(pattern === '' ? {} : { pattern }),
    ...(wellKnown.case === 'uuid' ? { format: 'uuid' } : {}),
    ...(wellKnown.case === 'email' ? { format: 'email' } : {}),
  };
}

/** Characters that a form of text excludes, as in `packages/boundary/src/input/text-rules.ts`. */
const REFUSED = {
  single_line: String.raw`\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069`,
  multi_line: String.raw`\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202d\u202e`,
} as const;

/** The schema of a text with the form that a request's field declares; a response's field declares none. */
function withForm(one: DescField, schema: Schema): Schema {
  if (!isTextField(one) || !hasOption(one, text) || 'format' in schema) return schema;
  const form = textFormOf(one);
  switch (form) {
    case 'exempt':
      return schema;
    case 'person_name':
      return { ...schema, format: 'person-name' };
    case 'company_name':
      return { ...schema, format: 'company-name' };
    case 'single_line':
    case 'multi_line': {
      const refused = String.raw`^(?![\s\S]*[${REFUSED[form]}])`;
      const pattern = typeof schema['pattern'] === 'string' ? schema['pattern'] : '';
      if (pattern === '') return { ...schema, pattern: refused };
      const rest = pattern.startsWith('^') ? pattern.slice(1) : String.raw`[\s\S]*(?:${pattern})`;
      return { ...schema, pattern: `${refused}${rest}` };
    }
    default:
      return form satisfies never;
  }
}

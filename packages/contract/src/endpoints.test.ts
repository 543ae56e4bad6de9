import { create, createFileRegistry, setExtension } from '@bufbuild/protobuf';
import {
  EmptySchema,
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
  type MethodOptions,
  MethodOptionsSchema,
} from '@bufbuild/protobuf/wkt';
import { describe, expect, test } from '@jest/globals';
import {
  AccessRule_Public_System,
  AccessRuleSchema,
  Answer_SessionEffect,
  AnswerSchema,
  access,
  answer,
} from '../generated/gatehouse/access/v1/access_pb.js';
import { http } from '../generated/google/api/annotations_pb.js';
import { HttpRuleSchema } from '../generated/google/api/http_pb.js';
import { contracts, describeEndpoints, wholeContract } from './index.ts';

const everything = wholeContract;

describe('the contract as the services register it', () => {
  const publicRule = (system: AccessRule_Public_System) =>
    create(AccessRuleSchema, { kind: { case: 'public', value: { system } } });
  const rule = publicRule(AccessRule_Public_System.user);
  const binding = (path: string) => create(HttpRuleSchema, { pattern: { case: 'get', value: path } });

  test('every method has a binding and an access rule', () => {
    const endpoints = describeEndpoints(everything);
    expect(endpoints.length).toBe(everything.flatMap((service) => service.methods).length);
  });

  test('every list has a default limit, and nothing else has one', () => {
    for (const { id, defaultLimit } of describeEndpoints(everything)) {
      const isList = /\.List[A-Z]/.test(id);
      expect([id, (defaultLimit ?? 0) >= 1]).toEqual([id, isList]);
    }
  });

  test('a limit without a default is refused by name', () => {
    const options = [
      [access, rule],
      [http, binding('/x')],
    ] as const;
    expect(() => describeEndpoints([serviceWith(options, { hasLimit: true })])).toThrow(
      /Read: its limit has no default/,
    );
  });

  test('two bindings that clash are refused and both are named', () => {
    expect(() => describeEndpoints([...contracts.identity, ...contracts.identity])).toThrow(
      /UserSessionService\.CreateUserSession.*POST \/identities\/user_sessions clashes with/,
    );
  });

  test('B6: the rule of an endpoint says of which identity system it is, and a public rule declares it', () => {
    const endpoints = describeEndpoints(everything);
    const systemsOf = (kind: string) =>
      new Set(endpoints.filter(({ rule: { kind: own } }) => own === kind).map(({ system }) => system));
    expect(systemsOf('admin')).toEqual(new Set(['admin']));
    expect(systemsOf('public')).toEqual(new Set(['user', 'admin']));
    for (const kind of ['user', 'employer', 'talent']) expect(systemsOf(kind)).toEqual(new Set(['user']));
  });

  test('A3: one endpoint alone is for mail clients, which tell nothing of their origin', () => {
    const forMailClients = describeEndpoints(everything).filter(({ isForMailClients }) => isForMailClients);
    expect(forMailClients.map(({ id, rule: { kind } }) => [id, kind])).toEqual([
      ['MailUnsubscriptionService.CreateMailUnsubscription', 'public'],
    ]);
  });

  test('G5: a path with endpoints of both identity systems is refused by name', () => {
    const staff = publicRule(AccessRule_Public_System.admin);
    const deletion = create(HttpRuleSchema, { pattern: { case: 'delete', value: '/x' } });
    expect(() =>
      describeEndpoints([
        serviceWith([
          [access, rule],
          [http, binding('/x')],
        ]),
        serviceWith([
          [access, staff],
          [http, deletion],
        ]),
      ]),
    ).toThrow(/Read: its path \/x is also of the users/);
  });

  test.each([
    ['without an access rule', [[http, binding('/x')]], /CarelessService\.Read: it has no access rule/],
    [
      'with an access rule that is empty',
      [
        [http, binding('/x')],
        [access, create(AccessRuleSchema)],
      ],
      /Read: the access option names no rule/,
    ],
    [
      'that is public and of no identity system',
      [
        [access, publicRule(AccessRule_Public_System.unspecified)],
        [http, binding('/x')],
      ],
      /Read: the public rule names no identity system/,
    ],
    [
      "that starts sessions of another identity system than its rule's",
      [
        [access, rule],
        [http, binding('/x')],
        [answer, create(AnswerSchema, { session: Answer_SessionEffect.starts_admin })],
      ],
      /Read: its rule is of the users, and it starts admin sessions/,
    ],
    ['without an HTTP binding', [[access, rule]], /Read: it has no HTTP binding/],
    [
      'of the staff that writes and does not say whether it needs a fresh code',
      [
        [access, create(AccessRuleSchema, { kind: { case: 'admin', value: { role: 2 } } })],
        [http, create(HttpRuleSchema, { pattern: { case: 'delete', value: '/x' } })],
      ],
      /Read: it is a write of the staff and does not say whether it needs a fresh_second_factor/,
    ],
    [
      'that is a PUT and does not say whether it needs a version',
      [
        [access, rule],
        [http, create(HttpRuleSchema, { pattern: { case: 'put', value: '/x' } })],
      ],
      /Read: it is a PUT or PATCH and does not say whether it needs if_match/,
    ],
    [
      'that is a look-up and no POST',
      [
        [access, rule],
        [http, create(HttpRuleSchema, { pattern: { case: 'delete', value: '/x' } })],
        [answer, create(AnswerSchema, { lookUp: true })],
      ],
      /Read: it is a look-up and no POST/,
    ],
    [
      'that needs a version and shows none',
      [
        [access, rule],
        [http, create(HttpRuleSchema, { pattern: { case: 'patch', value: '/x' } })],
        [answer, create(AnswerSchema, { ifMatch: true })],
      ],
      /Read: it needs if_match, and Empty has no field etag/,
    ],
    [
      'that is for mail clients and no POST of a token in its path',
      [
        [
          access,
          create(AccessRuleSchema, {
            kind: { case: 'public', value: { system: AccessRule_Public_System.user, mailClient: true } },
          }),
        ],
        [http, create(HttpRuleSchema, { pattern: { case: 'post', value: '/x' } })],
      ],
      /Read: it is for mail clients, and is no POST of a token in its path alone/,
    ],
    [
      'that redirects and has no location',
      [
        [access, rule],
        [http, binding('/x')],
        [answer, create(AnswerSchema, { status: 303 })],
      ],
      /Read: it redirects, and Empty has no field location/,
    ],
    [
      'that browsers may keep and is for some callers alone',
      [
        [access, create(AccessRuleSchema, { kind: { case: 'user', value: {} } })],
        [http, binding('/x')],
        [answer, create(AnswerSchema, { imageType: 'image/webp', maxAgeSeconds: 60 })],
      ],
      /Read: its rule is not public, and browsers may keep its answer/,
    ],
    [
      'that browsers may keep and is no image',
      [
        [access, rule],
        [http, binding('/x')],
        [answer, create(AnswerSchema, { maxAgeSeconds: 60 })],
      ],
      /Read: it answers with no image, and browsers may keep it/,
    ],
    [
      'with an image that can hold scripts',
      [
        [access, rule],
        [http, binding('/x')],
        [answer, create(AnswerSchema, { imageType: 'image/svg+xml' })],
      ],
      /Read: image\/svg\+xml is no type of an image/,
    ],
    [
      'with a path variable that is no field',
      [
        [access, rule],
        [http, binding('/x/{id}')],
      ],
      /names \{id\}, which is no field/,
    ],
    [
      'with an unsupported path',
      [
        [access, rule],
        [http, binding('/x/*')],
      ],
      /is not supported/,
    ],
  ] as const)('an endpoint %s is refused by name', (_situation, options, message) => {
    expect(() => describeEndpoints([serviceWith(options)])).toThrow(message);
  });
});

/** A service with one method that carries these options. */
function serviceWith(
  extensions: readonly (readonly [unknown, unknown])[],
  { hasLimit = false }: { hasLimit?: boolean } = {},
) {
  const options: MethodOptions = create(MethodOptionsSchema);
  for (const [extension, value] of extensions) {
    setExtension(
      options,
      extension as typeof access,
      value as ReturnType<typeof create<typeof AccessRuleSchema>>,
    );
  }
  const empty = '.google.protobuf.Empty';
  const file: FileDescriptorProto = create(FileDescriptorProtoSchema, {
    name: 'careless.proto',
    package: 'careless',
    syntax: 'proto3',
    dependency: ['google/protobuf/empty.proto'],
    messageType: [
      { name: 'Request', field: hasLimit ? [{ name: 'limit', number: 1, type: 13, label: 1 }] : [] },
    ],
    service: [
      {
        name: 'CarelessService',
        method: [{ name: 'Read', inputType: '.careless.Request', outputType: empty, options }],
      },
    ],
  });
  const service = createFileRegistry(file, () => EmptySchema.file.proto).getService(
    'careless.CarelessService',
  );
  if (service === undefined) throw new Error('the test’s service has no descriptor');
  return service;
}

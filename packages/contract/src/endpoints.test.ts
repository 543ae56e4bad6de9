import { create, createFileRegistry, setExtension } from '@bufbuild/protobuf';
import {
  EmptySchema,
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
  type MethodOptions,
  MethodOptionsSchema,
} from '@bufbuild/protobuf/wkt';
import { describe, expect, test } from '@jest/globals';
import { AccessRuleSchema, access } from '../generated/gatehouse/access/v1/access_pb.js';
import { http } from '../generated/google/api/annotations_pb.js';
import { HttpRuleSchema } from '../generated/google/api/http_pb.js';
import { describeEndpoints, employerContract, identityContract, talentContract } from './index.ts';

const everything = [...identityContract, ...employerContract, ...talentContract];

describe('the contract as the services register it', () => {
  test('every method has a binding and an access rule', () => {
    const endpoints = describeEndpoints(everything);
    expect(endpoints.length).toBe(everything.flatMap((service) => service.methods).length);
  });

  test('two bindings that clash are refused and both are named', () => {
    expect(() => describeEndpoints([...identityContract, ...identityContract])).toThrow(
      /UserSessionService\.CreateUserSession.*POST \/identities\/user_sessions clashes with/,
    );
  });

  const rule = create(AccessRuleSchema, { kind: { case: 'public', value: {} } });
  const binding = (path: string) => create(HttpRuleSchema, { pattern: { case: 'get', value: path } });

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
    ['without an HTTP binding', [[access, rule]], /Read: it has no HTTP binding/],
    [
      'with a path variable that is no field',
      [
        [access, rule],
        [http, binding('/x/{id}')],
      ],
      /names \{id\}, which is no field/,
    ],
    [
      'with a path that is not understood',
      [
        [access, rule],
        [http, binding('/x/*')],
      ],
      /is not understood/,
    ],
  ] as const)('an endpoint %s is refused by name', (_situation, options, message) => {
    expect(() => describeEndpoints([serviceWith(options)])).toThrow(message);
  });
});

/** A service with one method that carries these options. */
function serviceWith(extensions: readonly (readonly [unknown, unknown])[]) {
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
    service: [
      { name: 'CarelessService', method: [{ name: 'Read', inputType: empty, outputType: empty, options }] },
    ],
  });
  const service = createFileRegistry(file, () => EmptySchema.file.proto).getService(
    'careless.CarelessService',
  );
  if (service === undefined) throw new Error('the test’s service has no descriptor');
  return service;
}

#!/usr/bin/env node
/**
 * A protoc plugin: the wire's JSON as exact TypeScript types, and each endpoint's method, path, rule and refusals as
 * literal types, so that a handler's context and its refusals follow from the contract.
 *
 * In the `json_types` of protoc-gen-es every field is optional. On this wire a field without explicit presence is always
 * there, and a handler that omits one must not compile.
 */
import {
  type DescEnum,
  type DescField,
  type DescMessage,
  type DescService,
  ScalarType,
} from '@bufbuild/protobuf';
import { createEcmaScriptPlugin, type GeneratedFile, runNodeJs, type Schema } from '@bufbuild/protoplugin';
import { describeEndpoints, type Endpoint } from '../src/endpoints.ts';

const OPTION_PACKAGES = ['gatehouse.access.v1', 'gatehouse.paging.v1', 'gatehouse.text.v1'];

runNodeJs(
  createEcmaScriptPlugin({
    name: 'protoc-gen-gatehouse',
    version: 'v1',
    generateTs: () => undefined,
    generateJs: (schema) => {
      emitTable(schema.generateFile('wire.js'), endpointsOf(schema));
      emitContracts(schema.generateFile('contracts.js'), contractsOf(schema));
    },
    generateDts: (schema) => {
      emitContractTypes(schema.generateFile('contracts.d.ts'), contractsOf(schema));
      const file = schema.generateFile('wire.d.ts');
      file.print('// Generated from proto by protoc-gen-gatehouse. Do not edit.\n');
      const messages = ownFiles(schema).flatMap((f) => f.messages);
      for (const desc of messages.flatMap(enumsWithin)) emitEnum(file, desc);
      for (const message of messages.filter(isWireMessage)) emitMessage(file, message);
      emitEndpointTypes(file, endpointsOf(schema));
    },
  }),
);

function ownFiles(schema: Schema) {
  return schema.files.filter((file) => file.proto.package.startsWith('gatehouse.'));
}

function endpointsOf(schema: Schema): readonly Endpoint[] {
  const services: DescService[] = ownFiles(schema).flatMap((file) => file.services);
  return describeEndpoints(services);
}

/** The services of each package that has some, by the package's own name: `talent` of `gatehouse.talent.v1`. */
function contractsOf(schema: Schema): ReadonlyMap<string, readonly DescService[]> {
  const files = ownFiles(schema).toSorted((left, right) => left.name.localeCompare(right.name));
  const services = files.flatMap((file) => file.services);
  return Map.groupBy(services, ({ file }) => file.proto.package.split('.')[1] ?? '');
}

function isWireMessage(message: DescMessage): boolean {
  return (
    !OPTION_PACKAGES.includes(message.file.proto.package) &&
    !(message.fields.length === 0 && message.nestedEnums.length > 0)
  );
}

function enumsWithin(message: DescMessage): DescEnum[] {
  return [...message.nestedEnums, ...message.nestedMessages.flatMap(enumsWithin)];
}

/** `AccessRule.Employer.OrgRole` is `EmployerOrgRole`; `CompanyCondition.Value` is `CompanyCondition`. */
function enumTypeName(desc: DescEnum): string {
  const nesting = desc.typeName.slice(desc.file.proto.package.length + 1).split('.');
  if (nesting[0] === 'AccessRule') nesting.shift();
  if (nesting.at(-1) === 'Value') nesting.pop();
  return nesting.join('');
}

function emitEnum(file: GeneratedFile, desc: DescEnum): void {
  const values = desc.values.filter((value) => value.number !== 0).map((value) => `'${value.name}'`);
  file.print(file.jsDoc(desc));
  file.print(`export type ${enumTypeName(desc)} =\n  | ${values.join('\n  | ')};\n`);
}

function emitMessage(file: GeneratedFile, message: DescMessage): void {
  file.print(file.jsDoc(message));
  if (message.fields.length === 0) {
    file.print(`export type ${message.name} = Readonly<Record<string, never>>;\n`);
    return;
  }
  file.print(`export interface ${message.name} {`);
  for (const field of message.fields) {
    const optional = field.proto.proto3Optional || field.oneof !== undefined;
    file.print(file.jsDoc(field, '  '));
    file.print(`  readonly ${field.name}${optional ? '?' : ''}: ${fieldType(field)};`);
  }
  file.print('}\n');
}

function fieldType(field: DescField): string {
  switch (field.fieldKind) {
    case 'scalar':
      return scalarType(field.scalar);
    case 'enum':
      return enumTypeName(field.enum);
    case 'message':
      return messageType(field.message);
    case 'list':
      return `readonly ${listItemType(field)}[]`;
    case 'map':
      throw new Error(`${field}: the wire has no maps`);
    default:
      return field satisfies never;
  }
}

function listItemType(field: DescField & { fieldKind: 'list' }): string {
  switch (field.listKind) {
    case 'scalar':
      return scalarType(field.scalar);
    case 'enum':
      return enumTypeName(field.enum);
    case 'message':
      return messageType(field.message);
    default:
      return field satisfies never;
  }
}

function messageType(message: DescMessage): string {
  if (message.typeName === 'google.protobuf.Timestamp') return 'string';
  if (message.typeName === 'google.protobuf.Struct') return 'Readonly<Record<string, unknown>>';
  return message.name;
}

function scalarType(scalar: ScalarType): string {
  switch (scalar) {
    case ScalarType.STRING:
      return 'string';
    case ScalarType.BOOL:
      return 'boolean';
    case ScalarType.UINT32:
    case ScalarType.INT32:
    case ScalarType.DOUBLE:
      return 'number';
    default:
      throw new Error(`scalar type ${ScalarType[scalar]} is not supported`);
  }
}

/** Browsers load files and images by their addresses: no page calls those endpoints. */
function answersJson({ download, attachment, image }: Endpoint): boolean {
  return (download ?? attachment) === null && image === null;
}

function emitTable(file: GeneratedFile, endpoints: readonly Endpoint[]): void {
  file.print('// Generated from proto by protoc-gen-gatehouse. Do not edit.\n');
  file.print('export const endpoints = {');
  for (const { id, method, path, hasBody } of endpoints.filter(answersJson))
    file.print(`  '${id}': { method: '${method}', path: '${path}', hasBody: ${hasBody} },`);
  file.print('};');
}

function emitContracts(file: GeneratedFile, contracts: ReadonlyMap<string, readonly DescService[]>): void {
  file.print('// Generated from proto by protoc-gen-gatehouse. Do not edit.\n');
  file.print('export const contracts = {');
  for (const [name, services] of contracts) {
    file.print(`  ${name}: [`);
    for (const service of services) file.print('    ', file.importSchema(service), ',');
    file.print('  ],');
  }
  file.print('};');
}

function emitContractTypes(
  file: GeneratedFile,
  contracts: ReadonlyMap<string, readonly DescService[]>,
): void {
  const descriptor = file.import('DescService', '@bufbuild/protobuf', true);
  file.print('// Generated from proto by protoc-gen-gatehouse. Do not edit.\n');
  file.print('/** The services of each proto package that has some. */');
  file.print('export declare const contracts: {');
  for (const name of contracts.keys()) file.print(`  readonly ${name}: readonly `, descriptor, '[];');
  file.print('};\n');
  file.print('/** Their names. */');
  file.print('export interface ContractServices {');
  for (const [name, services] of contracts)
    file.print(`  ${name}: ${services.map((service) => `'${service.name}'`).join(' | ')};`);
  file.print('}');
}

function emitEndpointTypes(file: GeneratedFile, endpoints: readonly Endpoint[]): void {
  file.print('/** Every endpoint of the contract by its id, as literal types. */');
  file.print('export interface Endpoints {');
  for (const endpoint of endpoints) {
    const {
      id,
      method,
      isRead,
      path,
      hasBody,
      upload,
      download,
      attachment,
      image,
      rule,
      session,
      if_match,
      refusals,
    } = endpoint;
    const { input, output } = endpoint;
    const empty = output.typeName === 'google.protobuf.Empty';
    file.print(file.jsDoc(endpoint.descriptor, '  '));
    file.print(`  '${id}': {`);
    file.print(`    method: '${method}';`);
    file.print(`    isRead: ${isRead};`);
    file.print(`    path: '${path}';`);
    file.print(`    hasBody: ${hasBody};`);
    file.print(`    takesFile: ${upload !== null};`);
    file.print(`    answersFile: ${(download ?? attachment) !== null};`);
    file.print(`    answersImage: ${image !== null};`);
    file.print(`    rule: '${rule.kind}';`);
    file.print(`    session: ${session === null ? 'null' : `'${session}'`};`);
    file.print(`    if_match: ${if_match};`);
    file.print(`    refusals: ${refusals.map((code) => `'${code}'`).join(' | ') || 'never'};`);
    file.print(`    input: ${input.name};`);
    file.print(`    output: ${empty ? 'null' : output.name};`);
    file.print('  };');
  }
  file.print('}\n');
  file.print('/** The id of an endpoint. */\nexport type EndpointId = keyof Endpoints;\n');
  file.print('/** The id of an endpoint that answers with no file and no image. */');
  file.print('export type JsonEndpointId = {');
  file.print(
    "  [Id in EndpointId]: true extends Endpoints[Id]['answersFile' | 'answersImage'] ? never : Id;",
  );
  file.print('}[EndpointId];\n');
  file.print(
    '/** Method and path template of these endpoints below the API base path, and whether each takes a JSON body. */',
  );
  file.print(
    "export declare const endpoints: { readonly [Id in JsonEndpointId]: Readonly<Pick<Endpoints[Id], 'method' | 'path' | 'hasBody'>> };",
  );
}

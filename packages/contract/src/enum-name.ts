import type { DescEnum } from '@bufbuild/protobuf';

/**
 * The wire's spelling of an enum value.
 * @throws {Error} when the enum has no such number: the generated code is older than the caller's.
 */
export function enumName(schema: DescEnum, number: number): string {
  const value = schema.value[number];
  if (value === undefined) throw new Error(`${schema.typeName} has no value ${number}`);
  return value.name;
}

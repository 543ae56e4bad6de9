import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A value of a YAML file, before it is checked. */
export type Data = Readonly<Record<string, unknown>>;

/** Reads `data/NAME.yaml`. */
export function readData(name: string): unknown {
  return parse(readFileSync(new URL(`../data/${name}.yaml`, import.meta.url), 'utf8'));
}

/** @throws {Error} naming the value where it is no object. */
export function objectOf(value: unknown, name: string): Data {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${name} is not an object`);
  return value as Data;
}

/** @throws {Error} naming the list where it is none. */
export function listOf(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error(`${name} is not a list`);
  return value;
}

/** @throws {Error} naming the text where it is none. */
export function textOf(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new Error(`${name} is not a text`);
  return value;
}

/** @throws {Error} naming the list where it is no list of texts. */
export function textsOf(value: unknown, name: string): readonly string[] {
  return listOf(value, name).map((text) => textOf(text, name));
}

/** @throws {Error} naming the value where it is none of the choices. */
export function choiceOf<T extends string>(value: unknown, choices: readonly T[], name: string): T {
  const choice = choices.find((one) => one === value);
  if (choice === undefined) throw new Error(`${name} is none of ${choices.join(', ')}`);
  return choice;
}

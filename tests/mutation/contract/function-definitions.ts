import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sqlTokens } from './sql-tokens.ts';

/** A function of the database, as the newest migration that defines it has written it. */
export interface FunctionDefinition {
  /** With its schema. */
  readonly name: string;
  /** From the root of the repository. */
  readonly migration: string;
  /** Of its first word in the migration. */
  readonly line: number;
  /** Complete: `create or replace function …;`. */
  readonly text: string;
  /** Between `$$` and `$$`, `begin atomic` and `end`, or `return` and the semicolon: where it begins and ends in the text. */
  readonly body: {
    readonly start: number;
    readonly end: number;
    readonly kind: 'quoted' | 'atomic' | 'return';
  };
  readonly isPlpgsql: boolean;
}

const CHANGE = /^(?:create (?:or replace )?|drop )function ([a-z_]+\.[a-z_]+)/gm;

const readRoots = new Map<string, readonly FunctionDefinition[]>();

/** The functions that a migrated database has; several of one name differ in their arguments. */
export function functionDefinitions(root: string): readonly FunctionDefinition[] {
  const found = readRoots.get(root) ?? readDefinitions(root);
  readRoots.set(root, found);
  return found;
}

function readDefinitions(root: string): FunctionDefinition[] {
  const newest = new Map<string, FunctionDefinition>();
  for (const migration of globSync('packages/database/migrations/*.sql', { cwd: root }).sort()) {
    const source = readFileSync(join(root, migration), 'utf8');
    for (const { index, 0: head, 1: name = '' } of source.matchAll(CHANGE)) {
      const key = `${name} ${argumentsIn(source.slice(index))}`;
      if (head.startsWith('drop')) newest.delete(key);
      else newest.set(key, definitionAt(source, index, name, migration));
    }
  }
  return [...newest.values()];
}

/** The text of a file from the root; or of a function: the newest definitions of its name. */
export function sourceOf(file: string, root: string): string {
  const named = functionDefinitions(root).filter(({ name }) => name === file);
  if (named.length === 0) return readFileSync(join(root, file), 'utf8');
  return named.map(({ text }) => text).join('\n');
}

/** The file that has it: of a function, the newest migration that defines it. */
export function placeOf(file: string, root: string): string {
  return functionDefinitions(root).findLast(({ name }) => name === file)?.migration ?? file;
}

/** How many arguments it takes: functions of one name differ in that. */
function argumentsIn(definition: string): number {
  const tokens = sqlTokens(definition);
  const opening = tokens.findIndex(({ text }) => text === '(');
  const closing = tokens.findIndex(({ text, depth }) => text === ')' && depth === 0);
  const inner = tokens.slice(opening + 1, closing);
  const outputs = inner.filter(({ text, depth }) => text === 'out' && depth === 1).length;
  return inner.length === 0
    ? 0
    : inner.filter(({ text, depth }) => text === ',' && depth === 1).length + 1 - outputs;
}

function definitionAt(source: string, at: number, name: string, migration: string): FunctionDefinition {
  const written = source.slice(at);
  const rest = written.replace(/^create (?:or replace )?/, 'create or replace ');
  const body = bodyOf(rest);
  return {
    name,
    migration,
    line: source.slice(0, at).split('\n').length,
    text: rest.slice(0, rest.indexOf(';', body.end) + 1),
    body,
    isPlpgsql: /\blanguage plpgsql\b/.test(rest.slice(0, body.start)),
  };
}

function bodyOf(definition: string): FunctionDefinition['body'] {
  const tokens = sqlTokens(definition);
  const first = tokens.find(({ text }) => ['$', 'atomic', 'return'].includes(text));
  if (first === undefined) throw new Error(`a function without a body: ${definition.slice(0, 80)}`);
  if (first.text === '$') {
    const start = first.start + '$$'.length;
    return { start, end: definition.indexOf('$$', start), kind: 'quoted' };
  }
  if (first.text === 'atomic')
    return { start: first.end, end: definition.indexOf('\nend', first.end), kind: 'atomic' };
  const end = tokens.find(({ text, start }) => text === ';' && start > first.end)?.start ?? definition.length;
  return { start: first.end, end, kind: 'return' };
}

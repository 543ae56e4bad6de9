import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { textAt } from '../text-at.ts';

/** A mutant that is enabled at run time. */
export interface SwitchedMutant {
  /** The value of `__stryker__.activeMutant`. */
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
}

/** Sources that contain each of their mutants behind a switch of Stryker. */
export interface Instrumented {
  /** By absolute path. */
  readonly sources: ReadonlyMap<string, string>;
  readonly mutants: readonly SwitchedMutant[];
}

/** Strings are texts for users, and SQL has its own mutants. */
const EXCLUDED = ['StringLiteral', 'Regex'];

/** The shape of a path in Stryker's syntax tree, as far as it is read. */
interface NodePath {
  readonly node: { readonly type: string };
  readonly parent?: { readonly type: string; readonly callee?: { readonly name?: string } };
}

/** The indexes of a statement, which no request uses: `query-plans.test.ts` checks them. */
const INDEXES = {
  shouldIgnore: ({ node, parent }: NodePath) =>
    node.type === 'ObjectExpression' &&
    parent?.type === 'CallExpression' &&
    parent.callee?.name === 'statement'
      ? 'indexes'
      : undefined,
};

const SILENT = { debug: () => undefined, info: () => undefined, isDebugEnabled: () => false };

/** @param files from the root of the repository. */
export async function instrument(root: string, files: readonly string[]): Promise<Instrumented> {
  const instrumenter = new Instrumenter(SILENT as never);
  const given = files.map((file) => {
    const name = join(root, file);
    return { name, mutate: true, content: readFileSync(name, 'utf8') };
  });
  const result = await instrumenter.instrument(given, {
    plugins: null,
    excludedMutations: EXCLUDED,
    ignorers: [INDEXES as never],
  });
  const content = new Map(given.map(({ name, content: text }) => [name, text]));
  const placed = result.mutants.filter(({ status }) => status !== 'Ignored');
  return {
    sources: new Map(result.files.map((file) => [file.name, file.content])),
    mutants: placed.map(({ id, fileName, location, mutatorName, replacement }) => ({
      id,
      file: fileName.slice(root.length).replace(/^\//, ''),
      line: location.start.line + 1,
      mutator: mutatorName,
      original: textAt(content.get(fileName) ?? '', location, 0),
      replacement,
    })),
  };
}

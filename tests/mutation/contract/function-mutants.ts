import type { FunctionDefinition } from './function-definitions.ts';
import { changed, sqlMutants } from './sql-mutants.ts';

/** One change of the body of a function of the database. */
export interface FunctionMutant {
  /** The function's name: what a group lists as its file. */
  readonly file: string;
  /** In the migration. */
  readonly line: number;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
  readonly change: { readonly mutated: string; readonly original: string };
}

export function functionMutants({ name, line, text, body }: FunctionDefinition): FunctionMutant[] {
  const written = text.slice(body.start, body.end);
  return sqlMutants(written).map(({ mutator, original, replacement, change, at }) => ({
    file: name,
    line: line + text.slice(0, body.start + at).split('\n').length - 1,
    mutator,
    original,
    replacement,
    change: {
      mutated: `${text.slice(0, body.start)}${changed(written, [change])}${text.slice(body.end)}`,
      original: text,
    },
  }));
}

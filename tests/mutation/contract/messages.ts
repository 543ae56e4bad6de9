import type { FileRun } from './test-file.ts';

/** Messages to a worker. */
export type Order =
  | { readonly kind: 'baseline'; readonly test: string }
  | {
      readonly kind: 'try';
      readonly test: string;
      readonly mutant?: string;
      readonly sql?: { readonly from: string; readonly to: string };
    };

/** What a test file reaches without a mutant. */
export interface Reached {
  /** Ids of Stryker's mutants. */
  readonly mutants: readonly string[];
  /** Ids of those reached while modules were loaded, once for the whole process. */
  readonly atLoad: readonly string[];
  /** SQL texts and the names of their statements. */
  readonly statements: readonly (readonly [text: string, name: string])[];
}

/** Messages from a worker. */
export type Report =
  | { readonly kind: 'ready' }
  | { readonly kind: 'baseline'; readonly run: FileRun; readonly reached: Reached }
  /** `sqlErrors`: SQLSTATEs of the changed statement. */
  | { readonly kind: 'tried'; readonly run: FileRun; readonly sqlErrors: readonly string[] };

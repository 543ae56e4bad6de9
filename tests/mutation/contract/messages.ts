import type { FileRun } from './test-file.ts';

/** What a worker is told. */
export type Order =
  | { readonly kind: 'baseline'; readonly test: string }
  | {
      readonly kind: 'try';
      readonly test: string;
      readonly mutant?: string;
      readonly sql?: { readonly from: string; readonly to: string };
    };

/** What a test file has reached without a mutant. */
export interface Reached {
  /** Ids of Stryker's mutants. */
  readonly mutants: readonly string[];
  /** Ids of those that were reached while modules were loaded, once for the whole process. */
  readonly atLoad: readonly string[];
  /** SQL texts and the names of their statements. */
  readonly statements: readonly (readonly [text: string, name: string])[];
}

/** What a worker says. */
export type Report =
  | { readonly kind: 'ready' }
  | { readonly kind: 'baseline'; readonly run: FileRun; readonly reached: Reached }
  /** `sqlErrors`: SQLSTATEs that the changed statement has led to. */
  | { readonly kind: 'tried'; readonly run: FileRun; readonly sqlErrors: readonly string[] };

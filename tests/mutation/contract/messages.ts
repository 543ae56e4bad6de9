/** A change that a worker enables. */
export type Change =
  | { readonly mutant: string }
  /** Texts of statements, each with its changed text. */
  | { readonly sql: readonly (readonly [from: string, to: string])[] }
  /** Complete definitions of a function of the database. */
  | { readonly function: { readonly mutated: string; readonly original: string } };

/** Messages to a worker. */
export type Order =
  /** `probes`: run as the owner in each new database, so that the wanted functions tell who calls them. */
  | { readonly kind: 'baseline'; readonly path: string; readonly probes: readonly string[] }
  /**
   * `tests`: by index, with the time of each, on a system that other mutants have used. Without `tests`: all up to `lastTest`, on
   * a new one that starts with the change. A null change is active in the process from its start.
   */
  | {
      readonly kind: 'try';
      readonly path: string;
      readonly change: Change | null;
      readonly tests?: readonly TimedTest[];
      readonly testMillis: number;
      readonly lastTest: number;
    };

export interface TimedTest {
  readonly index: number;
  readonly limitMillis: number;
}

/** What one test reaches, or other code. */
export interface Reached {
  /** Ids of Stryker's mutants. */
  readonly mutants: readonly string[];
  readonly statements: readonly string[];
  /** Names of functions of the database. */
  readonly functions: readonly string[];
}

/** A test file without a mutant. */
export interface BaselineFile {
  readonly tests: readonly (Reached & {
    readonly millis: number;
    /** Whether it passes a second time on the same system. */
    readonly isRepeatable: boolean;
  })[];
  readonly hooks: Reached;
  /** Outside of tests and hooks. */
  readonly background: Reached;
  /** Mutants reached while modules were loaded, once for the whole process. */
  readonly atLoad: readonly string[];
  /** Names of statements by their texts. */
  readonly statements: readonly (readonly [text: string, name: string])[];
}

/** The result of a mutant in one test file. `Late`: a test took too long on a used system, which proves nothing. */
export type Outcome = 'Killed' | 'Timeout' | 'Invalid' | 'Passed' | 'Late';

/** Messages from a worker. */
export type Report =
  | { readonly kind: 'ready' }
  /** Every two seconds, unless a mutant blocks the process. */
  | { readonly kind: 'alive' }
  | { readonly kind: 'baseline'; readonly file: BaselineFile }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'tried'; readonly outcome: Outcome };

/** One change of the code, and the tests' result. */
export interface TriedMutant {
  /** From the root; or the name of a function of the database. */
  readonly file: string;
  /** Of the file; of a function, in the newest migration that defines it. */
  readonly line: number;
  /** The kind of change, by Stryker's name. */
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
  /** By Stryker's name: `Killed`, `Timeout`, `Survived`, `NoCoverage`, …; `Invalid`: PostgreSQL rejects the statement. */
  readonly status: string;
}

type MutantText = Pick<TriedMutant, 'file' | 'mutator' | 'original' | 'replacement'>;

/** A change that does not alter the program's behaviour for any input, so that no test can detect it. */
export interface EquivalentMutant extends MutantText {
  readonly why: string;
}

/** The result of a run without the equivalent mutants. */
export interface Judgement {
  readonly killed: readonly TriedMutant[];
  readonly equivalent: readonly TriedMutant[];
  /** Changes that make no valid program; they do not count. */
  readonly invalid: readonly TriedMutant[];
  /** Gaps in the tests. */
  readonly survivors: readonly TriedMutant[];
}

/** A mutant that is neither killed nor listed counts as a survivor, also one that could not be tried. Pure. */
export function judge(tried: readonly TriedMutant[], listed: readonly EquivalentMutant[]): Judgement {
  const isKilled = ({ status }: TriedMutant) => status === 'Killed' || status === 'Timeout';
  const isInvalid = ({ status }: TriedMutant) => status === 'Invalid';
  const alive = tried.filter((mutant) => !isKilled(mutant) && !isInvalid(mutant));
  const isListed = (mutant: TriedMutant) => listed.some((one) => isSame(one, mutant));
  return {
    killed: tried.filter(isKilled),
    equivalent: alive.filter(isListed),
    invalid: tried.filter(isInvalid),
    survivors: alive.filter((mutant) => !isListed(mutant)),
  };
}

/** Listed mutants that are killed or no longer tried. Pure. */
export function outdatedOf(
  listed: readonly EquivalentMutant[],
  alive: readonly TriedMutant[],
): EquivalentMutant[] {
  return listed.filter((one) => !alive.some((mutant) => isSame(one, mutant)));
}

/** Compares texts, not line numbers, which change. */
export function isSame(listed: MutantText, tried: MutantText): boolean {
  return (
    listed.file === tried.file &&
    listed.mutator === tried.mutator &&
    onOneLine(listed.original) === onOneLine(tried.original) &&
    onOneLine(listed.replacement) === onOneLine(tried.replacement)
  );
}

/** Code in the form in which it is printed and compared. */
export function onOneLine(code: string): string {
  return code.replaceAll(/\s+/g, ' ').trim();
}

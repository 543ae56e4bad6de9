/** One change of one place, and what the tests made of it. */
export interface TriedMutant {
  readonly file: string;
  readonly line: number;
  /** The kind of change, by Stryker's name. */
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
  /** By Stryker's name: `Killed`, `Timeout`, `Survived`, `NoCoverage`, …; `Invalid`: PostgreSQL refuses the statement. */
  readonly status: string;
}

/** A change after which the program does the same for every input, so that no test can notice it. */
export interface EquivalentMutant extends Pick<TriedMutant, 'file' | 'mutator' | 'original' | 'replacement'> {
  readonly why: string;
}

/** What a run says, once the equivalent mutants are taken out. */
export interface Judgement {
  readonly killed: readonly TriedMutant[];
  readonly equivalent: readonly TriedMutant[];
  /** Changes that make no valid program: they say nothing of the tests, and do not count. */
  readonly invalid: readonly TriedMutant[];
  /** Gaps in the tests. */
  readonly survivors: readonly TriedMutant[];
  /** Listed, but killed or not tried any more. */
  readonly outdated: readonly EquivalentMutant[];
}

/** Whatever is neither killed nor listed counts as a survivor, a mutant that could not be tried too. Pure. */
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
    outdated: listed.filter((one) => !alive.some((mutant) => isSame(one, mutant))),
  };
}

/** By their texts, and not by their lines, which move. */
export function isSame(listed: EquivalentMutant, tried: TriedMutant): boolean {
  return (
    listed.file === tried.file &&
    listed.mutator === tried.mutator &&
    onOneLine(listed.original) === onOneLine(tried.original) &&
    onOneLine(listed.replacement) === onOneLine(tried.replacement)
  );
}

/** A text of code as it is shown and compared. */
export function onOneLine(code: string): string {
  return code.replaceAll(/\s+/g, ' ').trim();
}

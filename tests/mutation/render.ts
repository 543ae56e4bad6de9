import { basename } from 'node:path';
import { CONTRACT_GROUPS } from './contract/contract-groups.ts';
import { contractFilesOf, RUNNER_VERSION } from './contract/run-contract-group.ts';
import { EQUIVALENT_MUTANTS } from './equivalent.ts';
import { filesOf, MUTATION_GROUPS, type MutationGroup } from './groups.ts';
import { isSame, onOneLine, type TriedMutant } from './mutant.ts';
import { changedOf, digestsOf, type GroupResult, killedOf, mutationResults, scoreOf } from './results.ts';

/** docs/evidence/mutation.md: a row for each group and each file, and each surviving mutant with its reason. */
export function renderMutation(root: string): string {
  const read = (groups: readonly MutationGroup[], files: typeof filesOf, runner = ''): Shown[] =>
    groups.map((group) => ({
      name: group.name,
      digests: digestsOf(files(group, root), root, runner),
      result: mutationResults.read(group.name),
    }));
  const unit = read(MUTATION_GROUPS, filesOf);
  const contract = read(CONTRACT_GROUPS, contractFilesOf, RUNNER_VERSION);
  const found = [...unit, ...contract].flatMap(({ result }) => result ?? []);
  return `# Mutation tests

Coverage shows that a line has run; a killed mutant shows that a test checks it. \`make mutation\` makes one small change of the code at a
time and runs the tests: a change that they do not detect is a gap. It runs each file that has no result for its present code, and the
gaps of the others; all groups take hours, and \`make mutation GROUP=…\` runs one. It fails on a surviving mutant
that is not listed below with its reason, on a listed one that no longer survives, and on a group below 95 %.
\`tests/mutation/results\` stores the results, with a digest of each file and of the version of the runner that judges SQL. The result of a
file is outdated when it has changed since; changed tests, or another file of the group, do not make it so. Minutes, timeouts and
rejections are those of all runs of a group.

## Boundary code, by unit tests

All mutants of [Stryker](https://stryker-mutator.io), and the unit tests beside the changed file. The files are those for which
\`jest.config.js\` requires full branch coverage, except those that only re-export or wire.

${groupTable(unit)}

## Handlers and their SQL, by contract tests

Stryker's mutants, except those of strings and of the indexes of statements, and our own of SQL: a condition dropped, a comparison
flipped, a lock dropped or weakened, an assignment dropped, an order reversed. A text that several statements share is changed in all of
them at once, as a change of the source would do; a condition of it belongs to the file that has the text. The contract tests that reach the change, and the unit
tests beside the file, decide, on a real PostgreSQL; services and tests run in one process, where a mutant is enabled without a
restart. A test that fails with the mutant and passes without it, on the same rows, has detected it. A change that PostgreSQL rejects
does not count. In no group: the functions in the database (\`packages/database/migrations\`), and the mail code except its outbox.

${groupTable(contract)}

## Files

| file | mutants | killed | alive | score |
|---|--:|--:|--:|--:|
${found.flatMap(fileRows).join('\n')}

## Surviving mutants

| file | change | reason |
|---|---|---|
${found.flatMap(({ alive, survivors }) => [...alive, ...survivors].map(aliveRow)).join('\n')}
`;
}

interface Shown {
  readonly name: string;
  /** Of the present code, by file. */
  readonly digests: Readonly<Record<string, string>>;
  /** Null: never run. */
  readonly result: GroupResult | null;
}

function groupTable(groups: readonly Shown[]): string {
  return `| group | files | mutants | killed | alive | score | minutes | remarks |
|---|---|--:|--:|--:|--:|--:|---|
${groups.map(groupRow).join('\n')}`;
}

function groupRow({ name, digests, result }: Shown): string {
  if (result === null) return `| \`${name}\` | **never run** | | | | | | |`;
  const outdated = changedOf(result, digests);
  const files = Object.keys(digests).length;
  const { minutes, timeouts, invalid, survivors } = result;
  const remarks = [
    outdated.length === 0
      ? ''
      : `**outdated:** ${outdated.map((file) => `\`${basename(file)}\``).join(', ')}`,
    timeouts === 0 ? '' : `${timeouts} killed by a timeout`,
    invalid === 0 ? '' : `${invalid} rejected by PostgreSQL`,
    survivors.length === 0 ? '' : `**gaps: ${survivors.length}**`,
  ].filter((words) => words !== '');
  return `| \`${name}\` | ${files} | ${countsOf(result)} | ${minutes ?? ''} | ${remarks.join(', ')} |`;
}

function fileRows(result: GroupResult): string[] {
  const { killed, alive, survivors } = result;
  const of = (file: string) => (mutant: TriedMutant) => mutant.file === file;
  const files = new Set([...Object.keys(killed), ...[...alive, ...survivors].map(({ file }) => file)]);
  return [...files].sort().map((file) => {
    const counts = countsOf({
      killed: { [file]: killed[file] ?? 0 },
      alive: alive.filter(of(file)),
      survivors: survivors.filter(of(file)),
    });
    return `| [\`${file}\`](../../${file}) | ${counts} |`;
  });
}

function countsOf(result: Pick<GroupResult, 'killed' | 'alive' | 'survivors'>): string {
  const killed = killedOf(result);
  const alive = result.alive.length + result.survivors.length;
  return `${killed + alive} | ${killed} | ${alive} | ${scoreOf(result).toFixed(alive === 0 ? 0 : 1)} %`;
}

function aliveRow(mutant: TriedMutant): string {
  const { file, original, replacement } = mutant;
  const why = EQUIVALENT_MUTANTS.find((listed) => isSame(listed, mutant))?.why ?? '**gap**';
  return `| [\`${file}\`](../../${file}) | ${inCell(original)} → ${inCell(replacement)} | ${why} |`;
}

function inCell(code: string): string {
  return `\`${onOneLine(code).replaceAll('|', '\\|')}\``;
}

import { basename } from 'node:path';
import { CONTRACT_GROUPS } from './contract/contract-groups.ts';
import { functionDefinitions, placeOf } from './contract/function-definitions.ts';
import { FUNCTION_GROUPS } from './contract/function-groups.ts';
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
  const isOfFunctions = ({ name }: Shown) => FUNCTION_GROUPS.some((group) => group.name === name);
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
does not count. In no group: the mail code except its outbox. Not changed: the condition after a cursor and the order that a list
takes from its keyset, because its own file does not write them; \`keyset.test.ts\` has their text, and \`boundary/list-pages.test.ts\`
reads each list in pages of all sizes.

${groupTable(contract.filter((group) => !isOfFunctions(group)))}

## Functions of the database, by contract tests

The same mutants of SQL, in the body of each function as its newest migration defines it, and those of PL/pgSQL: a branch always or never
taken, a call or a refusal left out, a variable unchanged. The database of the running system gets the changed definition. In the run
without mutants each function tells the test that calls it. The result belongs to the function's text: a migration that does not replace
it leaves it valid. Not changed: the conditions of triggers, constraints, and what is written from the data registry
(\`identity.data_export_of\`, \`identity.erase_applications\`, \`identity.erase_user\`).

${groupTable(contract.filter(isOfFunctions), 'functions')}

In no group: ${functionsInNoGroup(root)}.

## Files

| file | mutants | killed | alive | score |
|---|--:|--:|--:|--:|
${found.flatMap((result) => fileRows(result, root)).join('\n')}

## Surviving mutants

| file | change | reason |
|---|---|---|
${found.flatMap(({ alive, survivors }) => [...alive, ...survivors].map((mutant) => aliveRow(mutant, root))).join('\n')}
`;
}

/** By name. */
function functionsInNoGroup(root: string): string {
  const grouped = new Set(FUNCTION_GROUPS.flatMap(({ files }) => files));
  const names = new Set(functionDefinitions(root).map(({ name }) => name));
  const left = [...names].filter((name) => !grouped.has(name)).sort();
  return left.length === 0 ? 'none' : left.map((name) => `\`${name}\``).join(', ');
}

interface Shown {
  readonly name: string;
  /** Of the present code, by file. */
  readonly digests: Readonly<Record<string, string>>;
  /** Null: never run. */
  readonly result: GroupResult | null;
}

function groupTable(groups: readonly Shown[], content = 'files'): string {
  return `| group | ${content} | mutants | killed | alive | score | minutes | remarks |
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

function fileRows(result: GroupResult, root: string): string[] {
  const { killed, alive, survivors } = result;
  const of = (file: string) => (mutant: TriedMutant) => mutant.file === file;
  const files = new Set([...Object.keys(killed), ...[...alive, ...survivors].map(({ file }) => file)]);
  return [...files].sort().map((file) => {
    const counts = countsOf({
      killed: { [file]: killed[file] ?? 0 },
      alive: alive.filter(of(file)),
      survivors: survivors.filter(of(file)),
    });
    return `| ${linkTo(file, root)} | ${counts} |`;
  });
}

function countsOf(result: Pick<GroupResult, 'killed' | 'alive' | 'survivors'>): string {
  const killed = killedOf(result);
  const alive = result.alive.length + result.survivors.length;
  return `${killed + alive} | ${killed} | ${alive} | ${scoreOf(result).toFixed(alive === 0 ? 0 : 1)} %`;
}

function aliveRow(mutant: TriedMutant, root: string): string {
  const { file, original, replacement } = mutant;
  const why = EQUIVALENT_MUTANTS.find((listed) => isSame(listed, mutant))?.why ?? '**gap**';
  return `| ${linkTo(file, root)} | ${inCell(original)} → ${inCell(replacement)} | ${why} |`;
}

function linkTo(file: string, root: string): string {
  return `[\`${file}\`](../../${placeOf(file, root)})`;
}

function inCell(code: string): string {
  return `\`${onOneLine(code).replaceAll('|', '\\|')}\``;
}

import { CONTRACT_GROUPS } from './contract/contract-groups.ts';
import { EQUIVALENT_MUTANTS } from './equivalent.ts';
import { isSame, onOneLine, type TriedMutant } from './mutant.ts';
import { type GroupResult, scoreOf } from './results.ts';

/** docs/evidence/mutation.md: a row for each file, and each surviving mutant with its reason. @param results null: never run. */
export function renderMutation(results: readonly (GroupResult | null)[]): string {
  const found = results.filter((result) => result !== null);
  const isContract = ({ group }: GroupResult) => CONTRACT_GROUPS.some(({ name }) => name === group);
  const never = CONTRACT_GROUPS.filter(({ name }) => !found.some(({ group }) => group === name));
  return `# Mutation tests

Coverage shows that a line has run; a killed mutant shows that a test checks it. \`make mutation\` makes one small change of the code at a
time and runs the tests: a change that they do not detect is a gap. The run fails on a surviving mutant that is not listed below with
its reason, on a listed one that no longer survives, and on a group below 95 %. All groups take hours; \`make mutation GROUP=…\` runs
one. \`tests/mutation/results\` stores the results of each group's last run.

## Boundary code, by unit tests

All mutants of [Stryker](https://stryker-mutator.io), and the unit tests beside the changed file. The files are those for which
\`jest.config.js\` requires full branch coverage, except those that only re-export or wire.

${tableOf(found.filter((result) => !isContract(result)))}

## Handlers and their SQL, by contract tests

Stryker's mutants, except those of strings, and our own of SQL: a condition dropped, a comparison flipped, a lock dropped or
weakened, an assignment dropped, an order reversed. The contract tests that reach the change decide, on a real PostgreSQL; services and
tests run in one process, where a mutant is enabled without a restart. A change that PostgreSQL rejects does not count.

${tableOf(found.filter(isContract))}
${never.length === 0 ? '' : `\nNever run to completion: ${never.map(({ name }) => `\`${name}\``).join(', ')}.\n`}
## Surviving mutants

| file | change | reason |
|---|---|---|
${found.flatMap(({ alive }) => alive.map(aliveRow)).join('\n')}
`;
}

function tableOf(results: readonly GroupResult[]): string {
  const counts = results.map((result) => {
    const killed = Object.values(result.killed).reduce((sum, count) => sum + count, 0);
    return { ...result, killed, alive: result.alive.length, files: filesOf(result) };
  });
  const row = (title: string, killed: number, alive: number) =>
    `| ${title} | ${killed + alive} | ${killed} | ${alive} | ${scoreOf(killed, alive).toFixed(alive === 0 ? 0 : 1)} % |`;
  const total = (key: 'killed' | 'alive') => counts.reduce((sum, one) => sum + one[key], 0);
  return `| file | mutants | killed | alive | score |
|---|--:|--:|--:|--:|
${counts.flatMap(({ files }) => files.map(({ file, killed, alive }) => row(`[\`${file}\`](../../${file})`, killed, alive))).join('\n')}
${row('**all**', total('killed'), total('alive'))}

${counts
  .map(wordsOf)
  .filter((line) => line !== '')
  .join('\n')}`;
}

function wordsOf({ group, minutes, timeouts, invalid }: Omit<GroupResult, 'killed' | 'alive'>): string {
  const words = [
    minutes === null ? '' : `${minutes} minutes`,
    timeouts === 0 ? '' : `${timeouts} killed by a timeout`,
    invalid === 0 ? '' : `${invalid} rejected by PostgreSQL`,
  ].filter((word) => word !== '');
  return words.length === 0 ? '' : `- \`${group}\`: ${words.join(', ')}`;
}

function filesOf({ killed, alive }: GroupResult) {
  const files = [...new Set([...Object.keys(killed), ...alive.map(({ file }) => file)])].sort();
  return files.map((file) => ({
    file,
    killed: killed[file] ?? 0,
    alive: alive.filter((mutant) => mutant.file === file).length,
  }));
}

function aliveRow(mutant: TriedMutant): string {
  const { file, original, replacement } = mutant;
  const why = EQUIVALENT_MUTANTS.find((listed) => isSame(listed, mutant))?.why ?? '';
  return `| [\`${file}\`](../../${file}) | ${inCell(original)} → ${inCell(replacement)} | ${why} |`;
}

function inCell(code: string): string {
  return `\`${onOneLine(code).replaceAll('|', '\\|')}\``;
}

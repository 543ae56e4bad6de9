import { EQUIVALENT_MUTANTS } from './equivalent.ts';
import { type Judgement, onOneLine, type TriedMutant } from './mutant.ts';

/** docs/mutation.md after a run without survivors: a row for each file, and the mutants that no test can notice. */
export function renderMutation({ killed, equivalent }: Judgement): string {
  const files = [...new Set([...killed, ...equivalent].map(({ file }) => file))].sort();
  const row = (title: string, isOfRow: (mutant: TriedMutant) => boolean) => {
    const dead = killed.filter(isOfRow).length;
    const all = dead + equivalent.filter(isOfRow).length;
    const score = ((100 * dead) / all).toFixed(dead === all ? 0 : 1);
    return `| ${title} | ${all} | ${dead} | ${all - dead} | ${score} % |`;
  };
  return `# Mutation tests

Coverage says that a line has run; a mutant says that somebody looked. \`make mutation\` changes the boundary code in every
way that [Stryker](https://stryker-mutator.io) knows, one change at a time, and runs the unit tests beside the changed
file: a change that they do not notice is a gap. The files are those that \`jest.config.js\` holds to full branch coverage,
without what only re-exports or wires. The run fails on a mutant that survives and is not listed below, and on a listed
one that does not survive any more. It writes this page.

For Stryker an SQL statement is one text. What is in it is proved on a real PostgreSQL, by
[\`membership-resolver.test.ts\`](../tests/contract/membership-resolver.test.ts) and the other contract tests.

| file | mutants | killed | equivalent | score |
|---|--:|--:|--:|--:|
${files.map((file) => row(`[\`${file}\`](../${file})`, (mutant) => mutant.file === file)).join('\n')}
${row('**all**', () => true)}

No other mutant survives. One that makes the tests run out of their time counts as killed (${killed.filter(({ status }) => status === 'Timeout').length} of them).

## Equivalent mutants

After these the program does the same for every input, so that no test can notice them.

| file | change | why |
|---|---|---|
${EQUIVALENT_MUTANTS.map(
  ({ file, original, replacement, why }) =>
    `| [\`${file}\`](../${file}) | ${inCell(original)} → ${inCell(replacement)} | ${why} |`,
).join('\n')}
`;
}

function inCell(code: string): string {
  return `\`${onOneLine(code).replaceAll('|', '\\|')}\``;
}

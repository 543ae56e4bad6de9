import { digestOf, type FileResult, pathOf } from './results.ts';

/**
 * The page docs/evidence/assurance.md.
 * @param missing the files that were never green with the sizes of this page.
 */
export function renderAssurance(results: readonly FileResult[], missing: readonly string[]): string {
  const findings = results.flatMap((result) => result.findings);
  const chapters = Array.from(Map.groupBy(findings, ({ chapter }) => chapter)).toSorted(([left], [right]) =>
    left.localeCompare(right),
  );
  const tables = chapters.map(([chapter, rows]) => {
    const lines = rows.map(({ tried, counted }) => {
      const counts = Object.entries(counted).map(([what, value]) => `${number(value)} ${what}`);
      return `| ${tried} | ${counts.join(', ')} |`;
    });
    return `## ${chapter}\n\n| what was tried | what was counted |\n|---|---|\n${lines.join('\n')}\n`;
  });
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  return `# What has been tried to break it

Made by \`make assurance\` from what the tests counted, one file after another, on a machine that had other work, too: ${results.length} files, ${number(passed)} tests. \`make assurance FILE=…\` runs
one; \`make soak\` is the same with larger numbers (hours). \`tests/assurance/results\` stores the last green run of each file. Each row is recorded
after its expectations held: a number of refusals that should not have been, or of stale answers, other than 0 fails the run and leaves its rows as they were.
A finding that a single refusal closes has a test and no number here.
${missing.length === 0 ? '' : `\n**Not yet green with the sizes of this page:** ${missing.map((file) => `\`${file}\``).join(', ')}.\n`}
Beside it: [the findings of the audits and their tests](findings.md), [the tests' own test](mutation.md) (mutants of the boundary code), \`make schemathesis\` (the OpenAPI document against
the running system, every check), [OWASP ASVS](../asvs.md).

${tables.join('\n')}
## Durations

"The test has changed since" compares the test file alone: what it imports, and the product, may have changed without it. \`git diff COMMIT\` shows what has, from the commit
at which the run began; older results have none.

| test file | tests | minutes | run | commit | remarks |
|---|--:|--:|---|---|---|
${results.map(row).join('\n')}
`;
}

function row({ file, passed, minutes, date, commit, digest }: FileResult): string {
  const remark = digest === digestOf(file) ? '' : 'the test has changed since';
  return `| [\`${file}\`](../../${pathOf(file)}) | ${passed} | ${minutes} | ${date} | ${commit === undefined ? '' : `\`${commit}\``} | ${remark} |`;
}

function number(value: number): string {
  return value.toLocaleString('en').replaceAll(',', '\u202f');
}

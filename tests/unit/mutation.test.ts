import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';
import { CONTRACT_GROUPS, NOT_MUTATED } from '../mutation/contract/contract-groups.ts';
import { contractFilesOf } from '../mutation/contract/run-contract-group.ts';
import { EQUIVALENT_MUTANTS } from '../mutation/equivalent.ts';
import { filesOf, MUTATION_GROUPS } from '../mutation/groups.ts';
import { type EquivalentMutant, judge, onOneLine, type TriedMutant } from '../mutation/mutant.ts';
import { mutationResults, scoreOf } from '../mutation/results.ts';

const ROOT = fileURLToPath(REPOSITORY_ROOT);
const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');
const mutated = MUTATION_GROUPS.flatMap((group) => filesOf(group, ROOT));

describe('the files that are mutated', () => {
  test('are those that are held to full coverage, but what only re-exports or wires', async () => {
    const { default: config } = (await import(`${ROOT}jest.config.js`)) as {
      default: { collectCoverageFrom: string[] };
    };
    const held = globSync(
      config.collectCoverageFrom.filter((pattern) => !pattern.startsWith('!')),
      {
        cwd: ROOT,
        exclude: config.collectCoverageFrom.flatMap((pattern) =>
          pattern.startsWith('!') ? [pattern.slice(1)] : [],
        ),
      },
    );
    const wires = (path: string) =>
      path.endsWith('/index.ts') || (path.includes('/policies/') && !path.endsWith('/decisions.ts'));
    expect(mutated.toSorted()).toEqual(held.filter((path) => !wires(path)).toSorted());
  });

  test('each has its row in docs/evidence/mutation.md, and so has each equivalent mutant', () => {
    const written = read('docs/evidence/mutation.md');
    const rows = [...written.matchAll(/^\| \[`([^`]+)`\]\(\S+\) \| \d/gm)].map(([, file]) => file);
    const results = [...MUTATION_GROUPS, ...CONTRACT_GROUPS].map(({ name }) => mutationResults.read(name));
    const tried = results.flatMap((result) => [
      ...Object.keys(result?.killed ?? {}),
      ...(result?.alive ?? []).map(({ file }) => file),
    ]);
    expect(rows.toSorted()).toEqual([...new Set(tried)].toSorted());
    // What the unit tests judge has been tried as a whole.
    expect(mutated.filter((file) => !tried.includes(file))).toEqual([]);
    for (const { original, why } of EQUIVALENT_MUTANTS) {
      expect(written).toContain(onOneLine(original).replaceAll('|', '\\|'));
      expect(written).toContain(why);
    }
  });

  test.each(EQUIVALENT_MUTANTS)(
    'what is listed of $file as equivalent is there: $original',
    ({ file, original }) => {
      expect(onOneLine(read(file))).toContain(onOneLine(original));
    },
  );
});

describe('the groups that contract tests judge', () => {
  const filesOfAll = CONTRACT_GROUPS.map((group) => contractFilesOf(group, ROOT));

  test('hold each file of the services once, but what only starts, connects or presents mail', () => {
    const files = filesOfAll.flat();
    expect(new Set(files).size).toBe(files.length);
    const services = globSync('services/*/src/**/*.ts', {
      cwd: ROOT,
      exclude: NOT_MUTATED,
    });
    const left = services.filter((file) => !files.includes(file));
    expect(
      left.filter(
        (file) =>
          !file.includes('/mail/') && !file.endsWith('/identity.ts') && !file.endsWith('admin-invite.ts'),
      ),
    ).toEqual([]);
  });

  test('are judged by tests that are there, and score at least 95 %', () => {
    for (const { name, tests } of CONTRACT_GROUPS) {
      expect(tests.filter((path) => !existsSync(`${ROOT}${path}`))).toEqual([]);
      const result = mutationResults.read(name);
      if (result === null) continue;
      const killed = Object.values(result.killed).reduce((sum, count) => sum + count, 0);
      expect(scoreOf(killed, result.alive.length)).toBeGreaterThanOrEqual(95);
    }
  });
});

describe('the judgement of a run', () => {
  const mutant = (status: string, original = 'a'): TriedMutant => ({
    file: 'x.ts',
    line: 1,
    mutator: 'StringLiteral',
    original,
    replacement: 'b',
    status,
  });
  const listed: EquivalentMutant = {
    file: 'x.ts',
    mutator: 'StringLiteral',
    original: 'a',
    replacement: 'b',
    why: '',
  };

  test.each([
    ['Killed', 'killed'],
    ['Timeout', 'killed'],
    ['Survived', 'survivors'],
    ['NoCoverage', 'survivors'],
    ['RuntimeError', 'survivors'],
    ['Invalid', 'invalid'],
  ] as const)('a mutant that ends as %s is among the %s', (status, kind) => {
    const tried = [mutant(status)];
    expect(judge(tried, [])).toEqual({
      killed: [],
      equivalent: [],
      invalid: [],
      survivors: [],
      outdated: [],
      [kind]: tried,
    });
  });

  test('a survivor is equivalent where it is listed, whatever its line and its white space', () => {
    const tried = [{ ...mutant('Survived', 'a  +\n  1'), line: 7 }];
    const same = { ...listed, original: 'a + 1' };
    expect(judge(tried, [same])).toMatchObject({ equivalent: tried, survivors: [], outdated: [] });
    expect(judge(tried, [listed])).toMatchObject({ equivalent: [], survivors: tried, outdated: [listed] });
  });

  test('a listed mutant that is killed is outdated', () => {
    expect(judge([mutant('Killed')], [listed]).outdated).toEqual([listed]);
  });
});

import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { EQUIVALENT_MUTANTS } from '../mutation/equivalent.ts';
import { filesOf, MUTATION_GROUPS } from '../mutation/groups.ts';
import { type EquivalentMutant, judge, onOneLine, type TriedMutant } from '../mutation/mutant.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
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

  test('each has its row in docs/mutation.md, and so has each equivalent mutant', () => {
    const written = read('docs/mutation.md');
    const rows = [...written.matchAll(/^\| \[`([^`]+)`\]\(\S+\) \| \d/gm)].map(([, file]) => file);
    expect(rows).toEqual(mutated.toSorted());
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
  ] as const)('a mutant that ends as %s is among the %s', (status, kind) => {
    const tried = [mutant(status)];
    expect(judge(tried, [])).toEqual({
      killed: [],
      equivalent: [],
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

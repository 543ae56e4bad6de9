import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { namedStatements } from '@gatehouse/boundary';
import { API_SERVICES } from '@gatehouse/contract';
import { describe, expect, test } from '@jest/globals';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';
import { CONTRACT_GROUPS, NOT_MUTATED } from '../mutation/contract/contract-groups.ts';
import { functionDefinitions, sourceOf } from '../mutation/contract/function-definitions.ts';
import { FUNCTION_GROUPS } from '../mutation/contract/function-groups.ts';
import { contractFilesOf } from '../mutation/contract/run-contract-group.ts';
import { EQUIVALENT_MUTANTS } from '../mutation/equivalent.ts';
import { filesOf, MUTATION_GROUPS } from '../mutation/groups.ts';
import { type EquivalentMutant, judge, onOneLine, outdatedOf, type TriedMutant } from '../mutation/mutant.ts';
import {
  changedOf,
  digestsOf,
  type GroupResult,
  mutationResults,
  resultOf,
  resultOfFiles,
  scoreOf,
} from '../mutation/results.ts';

// Loads every statement of the services.
for (const name of API_SERVICES) await import(`#services/${name}/src/${name}.ts`);

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

  test('each has its row in docs/evidence/mutation.md, and so has each equivalent mutant of a group with a result', () => {
    const written = read('docs/evidence/mutation.md');
    const rows = [...written.matchAll(/^\| \[`([^`]+)`\]\(\S+\) \| \d/gm)].map(([, file]) => file);
    const results = [...MUTATION_GROUPS, ...CONTRACT_GROUPS].map(({ name }) => mutationResults.read(name));
    const tried = results.flatMap((result) => [
      ...Object.keys(result?.killed ?? {}),
      ...[...(result?.alive ?? []), ...(result?.survivors ?? [])].map(({ file }) => file),
    ]);
    expect(rows.toSorted()).toEqual([...new Set(tried)].toSorted());
    // What the unit tests judge has been tried as a whole.
    expect(mutated.filter((file) => !tried.includes(file))).toEqual([]);
    // What is listed of a group without a stored result waits for its run.
    for (const { original, why } of EQUIVALENT_MUTANTS.filter(({ file }) => tried.includes(file))) {
      expect(written).toContain(onOneLine(original).replaceAll('|', '\\|'));
      expect(written).toContain(why);
    }
  });

  test.each(EQUIVALENT_MUTANTS)(
    'what is listed of $file as equivalent is there: $original',
    ({ file, mutator, original }) => {
      if (!mutator.startsWith('Sql') || !file.includes('/')) {
        expect(onOneLine(sourceOf(file, ROOT))).toContain(onOneLine(original));
        return;
      }
      // The original of a statement follows the statement's name, and may be made of several texts of the source.
      const [name, text = ''] = original.split(/: (.*)/s);
      const statement = namedStatements().find((one) => one.name === name);
      expect(onOneLine(statement?.text ?? '')).toContain(onOneLine(text));
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
    const left = services.filter(
      (file) =>
        !files.includes(file) &&
        !file.includes('/mail/') &&
        !/(\/identity|\/background-work|admin-invite)\.ts$/.test(file),
    );
    expect(
      left.map((file) => `${file} is in no group of tests/mutation/contract/contract-groups.ts`),
    ).toEqual([]);
  });

  test('hold functions of the database by the names that the migrations give them', () => {
    const names = functionDefinitions(ROOT).map(({ name }) => name);
    expect(FUNCTION_GROUPS.flatMap(({ files }) => files).filter((name) => !names.includes(name))).toEqual([]);
  });

  // The services run in the process of the tests, and the web tier cannot.
  test('are judged by tests of the API alone', () => {
    const tests = [...new Set(CONTRACT_GROUPS.flatMap((group) => group.tests))];
    expect(tests.length).toBeGreaterThan(50);
    expect(tests.filter((path) => read(path).includes('withWeb: true'))).toEqual([]);
  });

  test('are judged by tests that are there, and score at least 95 %', () => {
    for (const { name, tests } of CONTRACT_GROUPS) {
      expect(tests.filter((path) => !existsSync(`${ROOT}${path}`))).toEqual([]);
      const result = mutationResults.read(name);
      if (result === null) continue;
      expect(scoreOf(result)).toBeGreaterThanOrEqual(95);
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
      [kind]: tried,
    });
  });

  test('a survivor is equivalent where it is listed, whatever its line and its white space', () => {
    const tried = [{ ...mutant('Survived', 'a  +\n  1'), line: 7 }];
    const same = { ...listed, original: 'a + 1' };
    expect(judge(tried, [same])).toMatchObject({ equivalent: tried, survivors: [] });
    expect(judge(tried, [listed])).toMatchObject({ equivalent: [], survivors: tried });
  });

  test('a listed mutant that is not alive is outdated', () => {
    expect(outdatedOf([listed], [mutant('Survived')])).toEqual([]);
    expect(outdatedOf([listed], [mutant('Survived', 'b')])).toEqual([listed]);
  });
});

describe('the result of a group', () => {
  const mutant = (file: string, status: string): TriedMutant => ({
    file,
    line: 1,
    mutator: 'StringLiteral',
    original: 'a',
    replacement: 'b',
    status,
  });
  const run = { group: 'g', digests: { 'x.ts': 'd' }, millis: 60_000 };
  const before: GroupResult = resultOf(
    run,
    judge([mutant('x.ts', 'Killed'), mutant('x.ts', 'Survived')], []),
    null,
  );

  test('has the mutants that no test detected as gaps, and they count', () => {
    expect(before).toMatchObject({ killed: { 'x.ts': 1 }, alive: [], minutes: 1 });
    expect(before.survivors).toHaveLength(1);
    expect(scoreOf(before)).toBe(50);
  });

  test('gets the later judgement of its gaps', () => {
    const after = resultOf(run, judge([mutant('x.ts', 'Killed')], []), before);
    expect(after).toMatchObject({ killed: { 'x.ts': 2 }, survivors: [], minutes: 2 });
    expect(scoreOf(after)).toBe(100);
  });

  test('keeps what it says of the files that have not changed', () => {
    const digests = { 'x.ts': 'd', 'y.ts': 'e' };
    const both = resultOf(
      { ...run, digests },
      judge([mutant('x.ts', 'Killed'), mutant('y.ts', 'Survived')], []),
      null,
    );
    const now = { 'x.ts': 'd', 'y.ts': 'f', 'z.ts': 'g' };
    expect(changedOf(both, now)).toEqual(['y.ts', 'z.ts']);
    const kept = resultOfFiles(both, ['x.ts']);
    expect(kept).toMatchObject({ digests: { 'x.ts': 'd' }, killed: { 'x.ts': 1 }, survivors: [] });
    const after = resultOf({ ...run, digests: now }, judge([mutant('y.ts', 'Killed')], []), kept);
    expect(after).toMatchObject({ killed: { 'x.ts': 1, 'y.ts': 1 }, survivors: [] });
    expect(changedOf(after, now)).toEqual([]);
    expect(changedOf(null, now)).toEqual(['x.ts', 'y.ts', 'z.ts']);
  });

  test('belongs to the code of each file and to what judged it', () => {
    const of = (runner?: string) => digestsOf(['package.json', 'Makefile'], ROOT, runner);
    expect(of()).toEqual(of());
    expect(of()['package.json']).not.toBe(of()['Makefile']);
    expect(of('2')['package.json']).not.toBe(of()['package.json']);
  });
});

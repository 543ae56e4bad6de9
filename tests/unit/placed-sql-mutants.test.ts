import { describe, expect, test } from '@jest/globals';
import { placedSqlMutants } from '../mutation/contract/placed-sql-mutants.ts';

const SHARED = 'select a.id from t a where a.hidden_at is null';
const ROWS = `export const rowsFor = (reader: string) => \`${SHARED} and a.reader = \${reader}\`;`;
// biome-ignore-start lint/suspicious/noTemplateCurlyInString: sources
const LIST = [
  "const LIST = statement('list', `${rowsFor('$2')}",
  '  and a.owner = $1 order by a.id`);',
  "const FIND = statement('find', `${rowsFor('$3')} and a.id = $1`);",
].join('\n');
const JOINED = "const LIST = statement('list', `${ROWS} where ${OF_OWNER} and ${NEWEST.after(2)} limit $3`);";
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: sources
const STATEMENTS = new Map([
  [`${SHARED} and a.reader = $2\n  and a.owner = $1 order by a.id`, 'list'],
  [`${SHARED} and a.reader = $3 and a.id = $1`, 'find'],
]);

const mutantsOf = (sources: Record<string, string>) =>
  placedSqlMutants(new Map(Object.entries(sources)), STATEMENTS).map((mutant) => ({
    at: `${mutant.file}:${mutant.line}`,
    mutator: mutant.mutator,
    original: mutant.original,
    statements: mutant.texts.size,
  }));
const ownOfList = [
  { at: 'list.ts:2', mutator: 'SqlConjunct', original: 'list: and a.owner = $1 order', statements: 1 },
  { at: 'list.ts:2', mutator: 'SqlComparison', original: 'list: a.owner = $1', statements: 1 },
  { at: 'list.ts:2', mutator: 'SqlOrder', original: 'list: by a.id', statements: 1 },
];
const ownOfFind = [
  { at: 'list.ts:3', mutator: 'SqlConjunct', original: 'find: and a.id = $1', statements: 1 },
  { at: 'list.ts:3', mutator: 'SqlComparison', original: 'find: a.id = $1', statements: 1 },
];
const inRows = [
  { at: 'rows.ts:1', mutator: 'SqlConjunct', original: 'find: where a.hidden_at is null and', statements: 2 },
  { at: 'rows.ts:1', mutator: 'SqlConjunct', original: 'find: and a.reader = $3 and', statements: 2 },
  { at: 'rows.ts:1', mutator: 'SqlComparison', original: 'find: a.reader = $3', statements: 2 },
  { at: 'rows.ts:1', mutator: 'SqlComparison', original: 'find: a.hidden_at is null', statements: 2 },
];
const sorted = (
  mutants: readonly { readonly at: string; readonly original: string; readonly mutator: string }[],
) => mutants.map((mutant) => JSON.stringify(mutant)).toSorted();

describe('mutants of SQL are changes of the sources', () => {
  test('a text that statements share is changed in all of them at once, whatever the numbers of its parameters', () => {
    const mutants = mutantsOf({ 'rows.ts': ROWS, 'list.ts': LIST });
    expect(sorted(mutants)).toEqual(sorted([...inRows, ...ownOfList, ...ownOfFind]));
  });

  test('a text of another file is changed with that file, also in statements of others', () => {
    expect(sorted(mutantsOf({ 'list.ts': LIST }))).toEqual(sorted([...ownOfList, ...ownOfFind]));
    expect(sorted(mutantsOf({ 'rows.ts': ROWS }))).toEqual(sorted(inRows));
  });

  test('a word between texts from elsewhere has its place if it is the only one there, and is not looked for within them', () => {
    const rows = 'select a.id, exists (select from s where s.id = a.id) as has_one from a';
    const after = '(a.id) < (coalesce($2::uuid, $3)) limit';
    const statements = new Map([[`${rows} where a.owner = $1 and ${after} $3`, 'list']]);
    const placed = placedSqlMutants(new Map([['list.ts', JOINED]]), statements);
    expect(placed.map(({ original }) => original)).toEqual([`list: and ${after}`]);
  });

  test('a word in a source is no part of a statement that has the same word', () => {
    const source = "if (isWithdrawn) refuse('application_withdrawn');";
    const statements = new Map([['update s set application_withdrawn = $1 where id = $2', 'write']]);
    expect(placedSqlMutants(new Map([['handlers.ts', source]]), statements)).toEqual([]);
  });

  test('a template that makes the names of statements is their own', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a source
    const source = 'const lock = (kind) => statement(`lock_${kind}`, `select 1 from ${kind}s for update`);';
    const statements = new Map([
      ['select 1 from users for update', 'lock_user'],
      ['select 1 from admins for update', 'lock_admin'],
      ['select 1 for update', 'other'],
    ]);
    const [lock, ...others] = placedSqlMutants(new Map([['lock.ts', source]]), statements);
    expect(others).toEqual([]);
    expect(lock?.mutator).toBe('SqlLock');
    expect([...(lock?.texts.keys() ?? [])].toSorted()).toEqual([
      'select 1 from admins for update',
      'select 1 from users for update',
    ]);
  });

  test('each changed text belongs to its statement', () => {
    const [hidden] = placedSqlMutants(new Map([['rows.ts', ROWS]]), STATEMENTS);
    expect(hidden?.texts).toEqual(
      new Map(
        [...STATEMENTS.keys()].map((text) => [
          text,
          text.replace('a.hidden_at is null', '((a.hidden_at is null) or true)'),
        ]),
      ),
    );
  });

  test('a text that one statement has several times is changed at each place', () => {
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: sources
    const source = [
      'const ofWeek = `(select 1 from events e where e.at < b.until)`;',
      "const COUNT = statement('count', `select ${ofWeek}, ${ofWeek} from b`);",
    ].join('\n');
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: sources
    const ofWeek = '(select 1 from events e where e.at < b.until)';
    const text = `select ${ofWeek}, ${ofWeek} from b`;
    const mutants = placedSqlMutants(new Map([['weeks.ts', source]]), new Map([[text, 'count']]));
    expect(mutants.map(({ texts }) => texts.get(text))).toEqual([
      text.replaceAll('e.at < b.until', '((e.at < b.until) or true)'),
      text.replaceAll('e.at < b.until', 'e.at <= b.until'),
    ]);
  });
});

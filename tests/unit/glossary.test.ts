import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Files whose words are not ours to choose, or that may not change. */
const EXEMPT: Readonly<Record<string, string>> = {
  '.changeset/': 'history',
  'CHANGELOG.md': 'history',
  'bench/peers/package-lock.json': 'generated',
  'docs/evidence/': 'written by runs of bench/ and tests/, which are checked',
  'docs/glossary.md': 'defines the words',
  'docs/rules.md': 'quotes the specification',
  'package-lock.json': 'generated',
  'packages/contract/generated/': 'generated from proto/',
  'packages/database/migrations/': 'immutable',
  'packages/demo-data/data/': 'advertisements and letters of invented companies and users',
  'tests/chart/schemas/': 'copied from Kubernetes and its operators',
  'tests/support/rules.ts': 'quotes the specification',
  'tests/unit/glossary.test.ts': 'tests the words',
};

/** The words in the column "not" of each table. */
function forbiddenWords(): readonly string[] {
  const rows = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8').matchAll(/^\|[^|]*\|[^|]*\|([^|]*)\|$/gm);
  return [...rows]
    .flatMap(([, words = '']) => words.split(',').map((word) => word.trim()))
    .filter((word) => word !== '' && word !== 'not' && !/^-+$/.test(word));
}

/** A pattern for whole words, in any case, also across a line of a comment; `MOST_` is the beginning of a name. */
function patternOf(words: readonly string[]): RegExp {
  const alternatives = words.map((word) => {
    const spaced = word.replaceAll(' ', String.raw`\s+(?:(?:\*|#|\/\/|--)\s+)?`);
    return word.endsWith('_') ? spaced : String.raw`${spaced}(?![\w-])`;
  });
  // A name in quotes is no prose: PostgreSQL runs as the system's user `nobody`.
  return new RegExp(String.raw`(?<![\w-])(?!(?<=['\x60])\w+['\x60])(?:${alternatives.join('|')})`, 'gi');
}

const FORBIDDEN = patternOf(forbiddenWords());

/** Line and word of each forbidden word in a text, and in its names: `switchOff` has the words "switch off". */
function findForbidden(text: string): readonly string[] {
  const found = findWords(text);
  const inNames = findWords(text.replaceAll(/(?<=[a-z\d])(?=[A-Z][a-z])/g, ' ')).filter(
    (place) => !found.includes(place),
  );
  return [...found, ...inNames];
}

function findWords(text: string): readonly string[] {
  return [...text.matchAll(FORBIDDEN)].map(
    ({ 0: word, index }) => `${text.slice(0, index).split('\n').length}: ${word.replaceAll(/\s+/g, ' ')}`,
  );
}

describe('the glossary', () => {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
  const files = tracked.filter(
    (path) => path !== '' && !Object.keys(EXEMPT).some((exempt) => path.startsWith(exempt)),
  );

  test('names folders and files that exist', () => {
    const named = Object.keys(EXEMPT);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test('U30: no file, and no text of a page, uses a word of the column "not"', () => {
    const found = files.flatMap((path) => {
      const content = readFileSync(join(ROOT, path));
      if (content.includes(0)) return [];
      return findForbidden(content.toString('utf8')).map((place) => `${path}:${place}`);
    });
    expect(found).toEqual([]);
  });

  test.each([
    'no one',
    'Somebody',
    'an e-mail',
    '// and no\n// one',
    'const MOST_ROWS = 1',
    'a switched-off company',
    'const isSwitchedOff = true',
    'function switchOff() {}',
  ])('finds %j', (text) => {
    expect(findForbidden(text)).toHaveLength(1);
  });

  test.each([
    'Your talent side',
    'Look into your mail',
    'Take back',
    'Write a new one',
    'Works until',
    'Forgotten the password?',
    'See it as everybody does',
    'Take into review',
  ])('U30: finds %j', (text) => {
    expect(findForbidden(text)).toHaveLength(1);
  });

  test.each(["user 'nobody'", 'user `nobody`', 'understands', 'a stand-in', 'email'])(
    'leaves %j alone',
    (text) => {
      expect(findForbidden(text)).toEqual([]);
    },
  );

  test('sorts the words of each group', () => {
    const groups = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8').split(/^## /m).slice(1);
    for (const group of groups) {
      const words = [...group.matchAll(/^\| ([^|-][^|]*) \|/gm)]
        .slice(1)
        .map(([, word = '']) => word.replaceAll('`', ''));
      expect(words).toEqual(words.toSorted((a, b) => a.localeCompare(b, 'en')));
    }
  });
});

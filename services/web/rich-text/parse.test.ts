import { describe, expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { htmlOf } from './html.ts';
import { parseRichText } from './parse.ts';
import { excerptOf, plainText } from './plain-text.ts';
import { RichText } from './rich-text.ts';

const paragraph = (...children: unknown[]) => ({ type: 'paragraph', children });
const line = (...children: unknown[]) => ({ type: 'line', children });
const bold = (...children: unknown[]) => ({ type: 'bold', children });
const italic = (...children: unknown[]) => ({ type: 'italic', children });
const link = (href: string, ...children: unknown[]) => ({ type: 'link', href, children });
const heading = (level: 1 | 2, ...children: unknown[]) => ({ type: 'heading', level, children });
const list = (start: number | null, ...items: unknown[]) => ({ type: 'list', start, items });

describe('a rich text', () => {
  test('has paragraphs, in which a line break stays one', () => {
    expect(parseRichText('One\nline.\n\nAnother  one.\n\n\nAnd one more.\n')).toEqual([
      paragraph('One\nline.'),
      paragraph('Another  one.'),
      paragraph('And one more.'),
    ]);
    expect(parseRichText('')).toEqual([]);
    expect(parseRichText(' \n\n ')).toEqual([]);
  });

  test('has two levels of headings, of which the first is always the upper one', () => {
    expect(parseRichText('# The work\nDo it.\n## A week\n# We')).toEqual([
      heading(1, 'The work'),
      paragraph('Do it.'),
      heading(2, 'A week'),
      heading(1, 'We'),
    ]);
    expect(parseRichText('## A week\n\n## A month')).toEqual([heading(1, 'A week'), heading(2, 'A month')]);
  });

  test('has bold and italic, in either way to write them, and within each other', () => {
    expect(parseRichText('**a** __b__ *c* _d_ ***e*** **f _g_**')).toEqual([
      paragraph(
        ...[bold('a'), ' ', bold('b'), ' ', italic('c'), ' ', italic('d'), ' ', italic(bold('e')), ' '],
        bold('f ', italic('g')),
      ),
    ]);
  });

  test('has bulleted and numbered lists, up to four within each other', () => {
    expect(parseRichText('Bring:\n- a\n  1. b\n  2. c\n* d')).toEqual([
      paragraph('Bring:'),
      list(null, [line('a'), list(1, [line('b')], [line('c')])]),
      list(null, [line('d')]),
    ]);
    expect(parseRichText('3. c\n4. d')).toEqual([list(3, [line('c')], [line('d')])]);
    expect(parseRichText('- a\n\n- b')).toEqual([list(null, [paragraph('a')], [paragraph('b')])]);
    expect(parseRichText('- - - - - - a')).toEqual([
      list(null, [list(null, [list(null, [list(null, [line('- - a')])])])]),
    ]);
  });

  test('has links to the web and to email addresses', () => {
    expect(
      parseRichText('[Us](https://a.test/b?c=d&e#f), [x](http://a.test "t") [**m**](mailto:jobs@a.test)'),
    ).toEqual([
      paragraph(
        ...[link('https://a.test/b?c=d&e#f', 'Us'), ', ', link('http://a.test', 'x'), ' '],
        link('mailto:jobs@a.test', bold('m')),
      ),
    ]);
  });

  test('has a backslash for marks that are meant as characters', () => {
    expect(parseRichText('\\*a\\* \\# 1\\. \\[b](https://a.test)')).toEqual([
      paragraph('*a* # 1. [b](https://a.test)'),
    ]);
  });

  test.each([
    ...['### Third level', '###### Sixth', '#tag', '# ', '#', 'a # b'],
    ...['Title\n=====', 'Title\n-----', '---', '* * *', '- - -', '***', '___'],
    ...['> quote', '`code`', '```\ncode\n```', '~~gone~~', '| a | b |\n|---|---|\n| c | d |'],
    ...[
      '![image](https://a.test/b.png)',
      'See![image](https://a.test)',
      '<https://a.test>',
      'https://a.test',
    ],
    ...[
      '[a][b]\n[b]: https://a.test',
      '[a]',
      '[a] (https://a.test)',
      '[](https://a.test)',
      '[ ](https://a.test)',
    ],
    ...['[a]()', '[a](b)', '[a](/b)', '<b>bold</b>', '<br>', '&amp; &copy; &#65;', 'a &lt;b&gt;'],
    ...['+ plus', '+ 351 22', '-', '-1 degree', '1.', '2019. A good year', '1.5 tonnes', '1234) x'],
    ...[
      '2 * 3 * 4',
      'snake_case_name',
      'Kolleg*innen und Entwickler*innen',
      '5* and 4*',
      '**',
      '** a **',
      '_',
    ],
    ...['C:\\Users\\x', 'a\\', 'a\\\nb', '"quotes" -- dashes ... (c)'],
  ])('shows %j as it was typed', (text) => {
    const shown = parseRichText(text);
    expect(shown).toEqual([paragraph(text.trim())]);
    // It looks at no whole line, so it takes these for items of a list.
    if (!/^[-*] /.test(text)) expect(plainText(text)).toBe(text);
  });

  test('marks a part of a word with two asterisks: not all languages have spaces', () => {
    expect(parseRichText('これは**重要**です')).toEqual([paragraph('これは', bold('重要'), 'です')]);
  });

  test('is rendered as elements, below the page’s heading', () => {
    const text = '# Us & you\n\nOne **two**\nthree\n\n- _a_\n- [b](https://a.test/?c&d)\n\n2. c';
    expect(renderToStaticMarkup(RichText({ blocks: parseRichText(text) }))).toBe(
      '<h2 dir="auto">Us &amp; you</h2><p dir="auto">One <strong>two</strong>\nthree</p>' +
        '<ul dir="auto"><li><em>a</em></li><li><a href="https://a.test/?c&amp;d" ' +
        'rel="nofollow ugc noopener">b</a></li></ul><ol dir="auto" start="2"><li>c</li></ol>',
    );
  });

  test('is HTML for readers outside, in which links are their texts', () => {
    expect(htmlOf(parseRichText('# a\n## b\nc\nd [e](https://a.test)\n\n- f'))).toBe(
      '<h2>a</h2><h3>b</h3><p>c<br>d e</p><ul><li>f</li></ul>',
    );
  });

  test('has a beginning without marks', () => {
    const text = '# The work\n\n**Oil** the _locks_, see [us](https://a.test/b).\n\n- ***a***\n* b\\*\n1. c';
    expect(plainText(text)).toBe('The work\n\nOil the locks, see us.\n\n• a\n• b*\n1. c');
    expect(excerptOf(text, 100)).toBe('Oil the locks, see us. a; b*; c');
    expect(excerptOf('a b '.repeat(100), 6)).toBe('a b a ');
  });

  test.each([
    [
      '## What you do\n\n- Oil the locks\n- Keep the *log*\n\n## What you bring\n\n1. Patience.\n2. A boat',
      'Oil the locks; Keep the log. Patience. A boat',
    ],
    [
      'You bring:\n\n- patience,\n- a licence (river)\n\nWe pay well',
      'You bring: patience, a licence (river). We pay well',
    ],
    ['One line\nand the next\n\nAnother', 'One line and the next. Another'],
    ['# Only a heading', 'Only a heading'],
    ['Since 1990. 12 locks', 'Since 1990. 12 locks'],
    ['', ''],
  ])('U24: begins as prose, not with headings and bullets in one line: %j', (text, excerpt) => {
    expect(excerptOf(text, 200)).toBe(excerpt);
  });
});

/** As long as the API takes a description. */
const MAX_LENGTH = 20_000;

const repeated = (part: string, length: number) =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length);

/** What parsers are slow with. */
const SLOW: Readonly<Record<string, (length: number) => string>> = {
  ...Object.fromEntries(
    [
      ...['a* ', '*a ', '**a ', '*a_ ', 'a**bc* ', '*_', '**a*a', '*a **a ', '_a __a ', '*', '_'],
      ...['[', ']', '![', '[a](', '[a](<b', '[a](https://b', '[a](https://b "', '[a](https://b) [', '[*a'],
      ...['\\', '\\[', '<a ', '&a', '`', '>', '> - ', '- ', '1. ', '- a\n  ', '- a\n\n', '* a\n- a\n'],
      ...['# ', '# a\n', '#', '\n', ' \n', ' ', '\t', '- \n', '**', '* * ', '(', '"', 'a\n- ', '\u{1f469}'],
    ].map((part) => [part, (length: number) => repeated(part, length)]),
  ),
  'nested brackets': (length) => '['.repeat(length / 2) + ']'.repeat(length / 2),
  'a label of brackets': (length) => `${repeated('[a]', length)}(https://a.test)`,
  'an address of parentheses': (length) => `[a](https://a.test/${'('.repeat(length)}`,
  'ever deeper lists': (length) =>
    Array.from({ length: Math.sqrt(length) }, (_, depth) => `${' '.repeat(2 * depth)}- a`).join('\n'),
  'nested emphasis': (length) => `${'*_'.repeat(length / 4)}a${'_*'.repeat(length / 4)}`,
};

/** How many characters the parser looks at. */
function steps(source: string): number {
  const { charCodeAt } = String.prototype;
  let looks = 0;
  function counted(this: string, at: number): number {
    looks += 1;
    return charCodeAt.call(this, at);
  }
  Object.assign(String.prototype, { charCodeAt: counted });
  try {
    parseRichText(source);
    return looks;
  } finally {
    Object.assign(String.prototype, { charCodeAt });
  }
}

describe('a text that was made to be slow', () => {
  test.each(Object.entries(SLOW))('G6: %j is parsed in steps that grow with its length', (_, textOf) => {
    const [half, whole] = [steps(textOf(MAX_LENGTH / 2)), steps(textOf(MAX_LENGTH))];
    expect(half).toBeGreaterThan(0);
    expect(whole).toBeLessThan(60 * MAX_LENGTH);
    expect(whole).toBeLessThan(2.5 * half + 1000);
  });

  test.each(Object.entries(SLOW))('G6: %j has few levels, and is rendered', (_, textOf) => {
    const blocks = parseRichText(textOf(MAX_LENGTH));
    const html = renderToStaticMarkup(RichText({ blocks }));
    let [depth, deepest] = [0, 0];
    for (const [, slash] of html.matchAll(/<(\/?)[a-z]/g)) {
      depth += slash === '' ? 1 : -1;
      deepest = Math.max(deepest, depth);
    }
    expect(deepest).toBeLessThanOrEqual(16);
    expect(htmlOf(blocks).length).toBeLessThan(20 * MAX_LENGTH);
    expect(plainText(textOf(MAX_LENGTH)).length).toBeLessThanOrEqual(2 * MAX_LENGTH);
  });
});

import { describe, expect, test } from '@jest/globals';
import { askedWords, correctableWords, replaceWords } from './asked-words.ts';

describe('U3: a query', () => {
  test.each([
    ['nurse', "('nurse')", '', "'nurse':*"],
    ['Front end', "('front' | 'frontend') & ('end' | 'frontend')", "('front')", "'end':*"],
    ['front-end', "('front' | 'frontend') & ('end' | 'frontend')", "('front')", "'end':*"],
    ['"front end"', "('front' <-> 'end')", '', ''],
    ['nurse -night', "('nurse') & !('night')", '', ''],
    ['cook or line nur', "('cook') | ('line' | 'linenur') & ('nur' | 'linenur')", "('line')", "'nur':*"],
    ['nurse in', "('nurse')", '', ''],
    ['the and of', "('the') & ('and') & ('of')", '', ''],
    ['C++ or C#', "('cplusplus') | ('csharp')", '', "'csharp':*"],
    ['a', "('a')", '', ''],
    ['x', "('x')", '', ''],
    ["d'or ' \\ & | ! ( ) :* <->", "('d')", '', ''],
    ['or or', '', '', ''],
    ['"" - or', '', '', ''],
    ['"unclosed', "('unclosed')", '', ''],
    ['', '', '', ''],
    ['it', "('it')", '', "'it':*"],
    ['or nurse or', "('nurse')", '', "'nurse':*"],
    ['-or nurse', "!('or') & ('nurse')", "!('or')", "'nurse':*"],
    ['nurse "in"', "('nurse') & ('in')", '', ''],
    ['"the night" nurse', "('the' <-> 'night') & ('nurse')", "('the' <-> 'night')", "'nurse':*"],
    ['"in the" and nurse', "('in' <-> 'the') & ('nurse')", "('in' <-> 'the')", "'nurse':*"],
    ['in -night', "('in') & !('night')", '', ''],
  ])('%s', (query, required, rest, beginning) => {
    expect(askedWords(query)).toMatchObject({ required, rest, beginning });
  });

  test('F8: has 16 words at the most', () => {
    const { ranked } = askedWords(Array.from({ length: 40 }, (_, word) => `"w${word}"`).join(' or '));
    expect(ranked.split(' | ')).toHaveLength(16);
  });

  test('ranks by all words but the excluded ones', () => {
    expect(askedWords('IT manager -night').ranked).toBe("'it' | 'itmanager' | 'manager' | 'itmanager'");
    expect(askedWords('cook in leeds').ranked).toBe("'cook' | 'in' | 'leeds'");
  });

  test('has its longer words corrected, wherever they are', () => {
    expect(correctableWords('chef cook ice near')).toEqual(['chef', 'cook']);
    expect(correctableWords('Nures near "line cook" -night r2d2')).toEqual(['nures', 'line', 'cook']);
    expect(correctableWords('one two three four five six a seven eighth nures')).toEqual([
      'three',
      'four',
      'five',
      'seven',
    ]);
    expect(replaceWords('Nures or "NURES", nuresx', new Map([['nures', 'nurse']]))).toBe(
      'nurse or "nurse", nuresx',
    );
  });
});

import { expect, test } from '@jest/globals';
import { csvOf } from './csv.ts';

test('lines end with CRLF, and cells with quotes, commas or line breaks are quoted', () => {
  expect(
    csvOf([
      ['a', 'b'],
      ['x, "y"', 'one\ntwo'],
    ]),
  ).toBe('a,b\r\n"x, ""y""","one\ntwo"\r\n');
});

test.each([
  '=HYPERLINK("https://evil.example","x")',
  '+1+1',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '  =1',
  '\u00a0=1',
  '＝1',
])('%j is not run as a formula', (cell) => {
  const [line] = csvOf([[cell, 'next']]).split(',next');
  expect(line?.replace(/^"/, '')).toMatch(/^'/);
});

// Many languages of Excel separate by semicolons, or by tabs, and then read quotes as text.
test.each([
  ['Ann;=1+1;x', "Ann;'=1+1;x"],
  ['Ann; =1', "Ann;' =1"],
  ['Ann\t+1', "Ann\t'+1"],
  ['Ann;\u00a0＝1', "Ann;'\u00a0＝1"],
  ['one\n=1', "one\n'=1"],
  ['one\r\n@SUM(A1)', "one\r\n'@SUM(A1)"],
  ['-1;-2', "'-1;'-2"],
  ['Ann;"=1+1";x', `Ann;'""=1+1"";x`],
  ['Ann\t "=1', `Ann\t' ""=1`],
])('%j is not run as a formula behind a separator within it', (cell, inert) => {
  expect(csvOf([[cell]])).toBe(`"${inert}"\r\n`);
});

test.each(['', 'Ada Brandt', 'none → active', '2026-01-31T00:00:00.000Z', 'a=b', 'Anne-Marie', 'a;b'])(
  '%j stays as it is',
  (cell) => {
    expect(csvOf([[cell]])).toBe(`${cell}\r\n`);
  },
);

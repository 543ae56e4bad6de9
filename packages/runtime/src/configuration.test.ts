import { expect, test } from '@jest/globals';
import { pollSecondsValidator } from './configuration.ts';

const parse = (input: string) => pollSecondsValidator()._parse(input);

test.each([
  ['0.05', 0.05],
  ['2', 2],
  ['300', 300],
])('a pause of %s seconds between two looks for work is accepted', (input, seconds) => {
  expect(parse(input)).toBe(seconds);
});

test.each(['', '0', '0.04', '-1', '300.1', 'Infinity', 'NaN', 'often'])(
  'a pause of "%s" seconds is refused: a process would ask without a pause, or nearly never',
  (input) => {
    expect(() => parse(input)).toThrow('expected seconds from 0.05 to 300');
  },
);

import { expect, test } from '@jest/globals';
import { correctionsOf, typingErrors } from './spelling.ts';

test.each([
  ['nures', 'nurse', 1],
  ['enginer', 'engineer', 1],
  ['wellder', 'welder', 1],
  ['waldor', 'welder', 2],
  ['same', 'same', 0],
  ['', 'abc', 3],
  ['abc', '', 3],
  ['ca', 'abc', 3],
  ['xab', 'xba', 1],
  ['abxcd', 'baxdc', 2],
])('U3: %s is %s with %d typing errors', (one, other, errors) => {
  expect([typingErrors(one, other), typingErrors(other, one)]).toEqual([errors, errors]);
});

test('U3: a word becomes the nearest one of the catalogue, of two that of its own length, if it is near', () => {
  const similar = (asked: string, ...words: readonly string[]) =>
    words.map((word) => ({ asked, plain: asked, word }));
  const corrections = correctionsOf([
    ...similar('nures', 'nurses', 'nurse', 'nurd'),
    ...similar('line', 'lines', 'line'),
    ...similar('zebra', 'zeal'),
    ...similar('physio', 'phisia'),
    ...similar('waldr', 'welder'),
    ...similar('cheff', 'cheffs', 'chefs'),
    ...similar('weldr', 'weld', 'weldx'),
  ]);
  expect([...corrections]).toEqual([
    ['nures', 'nurse'],
    ['physio', 'phisia'],
    ['cheff', 'chefs'],
    ['weldr', 'weldx'],
  ]);
});

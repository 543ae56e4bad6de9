import { expect, test } from '@jest/globals';
import { candidatesOf, correctionsOf, typingErrors } from './spelling.ts';

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
  const candidates = candidatesOf([
    ...similar('nures', 'nurses', 'nurse', 'nurd'),
    ...similar('line', 'lines', 'line'),
    ...similar('zebra', 'zeal'),
    ...similar('physio', 'phisia'),
    ...similar('waldr', 'welder'),
    ...similar('cheff', 'cheffs', 'chefs'),
    ...similar('weldr', 'weld', 'weldx'),
  ]);
  const words = [...candidates.values()].flatMap((some) => some.map(({ word }) => word));
  const corrections = correctionsOf(candidates, new Set(words));
  expect([...corrections]).toEqual([
    ['nures', 'nurse'],
    ['physio', 'phisia'],
    ['cheff', 'chefs'],
    ['weldr', 'weldx'],
  ]);
});

test('B1 U3: a word that is not public is none of the catalogue: the next one is chosen', () => {
  const candidates = candidatesOf(
    ['nures', 'nurse', 'nurss', 'nurser', 'nurbs', 'nurture'].map((word) => ({
      asked: 'nures',
      plain: 'nures',
      word,
    })),
  );
  expect([...candidates].map(([asked, words]) => [asked, words.map(({ word }) => word)])).toEqual([
    ['nures', ['nures', 'nurse', 'nurss', 'nurbs']],
  ]);
  const meant = (...words: readonly string[]) => correctionsOf(candidates, new Set(words)).get('nures');
  expect(meant('nurse', 'nurss')).toBe('nurse');
  expect(meant('nurss')).toBe('nurss');
  expect(meant('nures', 'nurse')).toBeUndefined();
  expect(meant()).toBeUndefined();
});

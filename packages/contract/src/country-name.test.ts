import { expect, test } from '@jest/globals';
import { COUNTRIES } from './countries.ts';
import { countryName, placeName } from './country-name.ts';

test('each country has a name of its own, and other text stays as it is', () => {
  const names = COUNTRIES.map(countryName);
  expect(new Set(names).size).toBe(COUNTRIES.length);
  expect(names.filter((name, at) => name === COUNTRIES[at] || name === '')).toEqual([]);
  expect(['PT', 'HK', 'TR', 'pt', '', 'Porto'].map(countryName)).toEqual([
    ...['Portugal', 'Hong Kong', 'Türkiye', 'pt', '', 'Porto'],
  ]);
});

test.each([
  ['Porto', 'PT', 'Porto, Portugal'],
  ['Porto', undefined, 'Porto'],
  ['', 'PT', 'Portugal'],
  ['', undefined, ''],
  ['Remote', 'PT', 'Remote, Portugal'],
  ['Porto, PORTUGAL', 'PT', 'Porto, PORTUGAL'],
  ['Singapore', 'SG', 'Singapore'],
])('“%s” in %s is shown as “%s”', (location, country_code, name) => {
  expect(placeName({ location, country_code })).toBe(name);
});

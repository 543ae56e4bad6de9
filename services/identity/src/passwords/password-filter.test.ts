import { expect, test } from '@jest/globals';
import {
  buildPasswordFilter,
  holdsPassword,
  PASSWORD_FILTER_FILE,
  readPasswordFilter,
} from './password-filter.ts';

const passwords = Array.from({ length: 50 }, (_, index) => `password ${index}`);

test.each([0, 1, 2, 3, 50])('a filter of %d passwords holds these alone, each once', (count) => {
  const held = passwords.slice(0, count);
  const filter = buildPasswordFilter([...held, ...held]);
  expect(filter).toHaveLength(count);
  expect(passwords.filter((password) => holdsPassword(filter, password))).toEqual(held);
});

test('the stored filter holds common passwords and no others', () => {
  const filter = readPasswordFilter(PASSWORD_FILTER_FILE);
  expect(['password1', 'iloveyou'].map((one) => holdsPassword(filter, one))).toEqual([true, true]);
  expect(holdsPassword(filter, 'a heron on the weir')).toBe(false);
});

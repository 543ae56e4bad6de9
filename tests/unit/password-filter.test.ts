import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { commonPasswords } from '#generators/common-passwords.ts';
import {
  buildPasswordFilter,
  holdsPassword,
  PASSWORD_FILTER_FILE,
  readPasswordFilter,
} from '#services/identity/src/passwords/password-filter.ts';

const common = commonPasswords();
const filter = readPasswordFilter(PASSWORD_FILTER_FILE);

test('the filter holds each of the 100,000 most common passwords', () => {
  expect(common).toHaveLength(100_000);
  expect(common.filter((password) => !holdsPassword(filter, password))).toEqual([]);
});

test('the filter holds no other password', () => {
  const others = Array.from({ length: 100_000 }, () => randomBytes(9).toString('base64'));
  expect(others.filter((password) => holdsPassword(filter, password))).toEqual([]);
});

test('an empty filter holds none', () => {
  expect(holdsPassword(buildPasswordFilter([]), 'password1')).toBe(false);
});

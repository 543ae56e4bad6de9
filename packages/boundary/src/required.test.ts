import { expect, test } from '@jest/globals';
import { required } from './required.ts';

test('a required value is returned as it is, false and zero, too', () => {
  expect([required(0, 'it'), required(false, 'it'), required('', 'it')]).toEqual([0, false, '']);
});

test.each([null, undefined])('a required value that is %s throws with its name', (missing) => {
  expect(() => required(missing, 'the session')).toThrow(new Error('the session is missing'));
});

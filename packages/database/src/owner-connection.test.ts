import { expect, test } from '@jest/globals';
import { reasonOf, withOwner } from './owner-connection.ts';

test('the reason of a host with several addresses is that of each', () => {
  const error = new AggregateError([new Error('::1 refused'), new Error('127.0.0.1 refused')]);
  expect(reasonOf(error)).toBe('::1 refused, 127.0.0.1 refused');
});

test('what is thrown without being an error is its own reason', () => {
  expect(reasonOf('gone')).toBe('gone');
  expect(reasonOf(null)).toBe('null');
});

test('a server that is not there is named without the password', async () => {
  const refused = withOwner('postgres://owner:hidden@127.0.0.1:1/gatehouse', async () => 'never');
  await expect(refused).rejects.toThrow(
    /^no connection to 127\.0\.0\.1:1\/gatehouse as owner: .*ECONNREFUSED/,
  );
  await expect(refused).rejects.not.toThrow(/hidden/);
});

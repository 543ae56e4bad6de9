import { randomBytes } from 'node:crypto';
import { configurationError } from '@gatehouse/runtime';
import { describe, expect, test } from '@jest/globals';
import { secretsKeyValidator } from './secrets-key.ts';

const makeKey = (bytes = 32) => randomBytes(bytes).toString('base64');
const parse = (value: string) => secretsKeyValidator({})._parse(value);
const [newest, older] = [makeKey(), makeKey()];

describe('F11: SECRETS_KEY', () => {
  test.each([
    ['one key', newest, [newest]],
    ['two keys, the newest first', `${newest},${older}`, [newest, older]],
    ['white space around keys', ` ${newest} , ${older} `, [newest, older]],
  ])('%s', (_what, value, keys) => {
    expect(parse(value).map((key) => key.toString('base64'))).toEqual(keys);
  });

  test.each([
    ['empty', ''],
    ['too short', makeKey(31)],
    ['too long', makeKey(33)],
    ['not base64', `${'*'.repeat(43)}=`],
    ['with a character that base64 does not have', `${newest.slice(0, 9)}*${newest.slice(9)}`],
    ['hexadecimal', randomBytes(32).toString('hex')],
    ['three keys', [newest, older, makeKey()].join(',')],
    ['one key and an empty one', `${newest},`],
    ['the same key twice', `${newest},${newest}`],
  ])(
    'F11: a value that is %s is refused; the error says how to make a key, and does not quote it',
    (_what, value) => {
      let error: unknown;
      try {
        parse(value);
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toBeInstanceOf(configurationError);
      const { message } = error as Error;
      expect(message).toContain('openssl rand -base64 32');
      for (const key of value.split(',')) if (key !== '') expect(message).not.toContain(key);
    },
  );
});

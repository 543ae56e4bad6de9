import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { createUnsubscribeTokens } from './unsubscribe-token.ts';

const secret = randomBytes(32);
const tokens = createUnsubscribeTokens([secret]);
const unsubscription = { userId: '01900000-0000-7000-8000-000000000001', notification: 'digest' } as const;

describe('the token of an unsubscribe link', () => {
  test.each([
    ['padded', (token: string) => `${token}=`],
    ['with a space', (token: string) => `${token} `],
    [
      'with another last character for the same bytes',
      (token: string) => `${token.slice(0, -1)}${next(token)}`,
    ],
  ])('has one spelling: %s, it is not ours', (_how, spell) => {
    const token = tokens.make(unsubscription);
    const other = spell(token);
    expect(Buffer.from(other, 'base64url')).toEqual(Buffer.from(token, 'base64url'));
    expect([tokens.read(token), tokens.read(other)]).toEqual([unsubscription, null]);
  });

  test.each([
    ['version', 2, 0],
    ['kind', 1, 200],
  ])('of a release with another %s stops nothing', (_what, version, kind) => {
    expect(tokens.read(signed(version, kind))).toBeNull();
    expect(tokens.read(signed(1, 0))).toEqual(unsubscription);
  });

  test('is not made for a kind of the next release: it would stop another one', () => {
    const unknown = { ...unsubscription, notification: 'of_the_next_release' as 'digest' };
    expect(() => tokens.make(unknown)).toThrow('the number of of_the_next_release is missing');
  });
});

/** Two bits of the last of 67 characters belong to no byte. */
function next(token: string): string {
  return String.fromCharCode(token.charCodeAt(token.length - 1) + 1);
}

/** A token as its format says, with the key of this service. */
function signed(version: number, kind: number): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'gatehouse unsubscribe links', 32));
  const id = Buffer.from(unsubscription.userId.replaceAll('-', ''), 'hex');
  const head = Buffer.concat([Buffer.of(version, kind), id]);
  return Buffer.concat([head, createHmac('sha256', key).update(head).digest()]).toString('base64url');
}

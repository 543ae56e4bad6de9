import { expect, test } from '@jest/globals';
import { actOnPassword, PASSWORD_CHANGED } from './verified-password.ts';

class Refused extends Error {}

/** Acts on the account of a password that is right for the hashes in `right`. @param results of the rounds. */
async function acted(
  accounts: readonly ({ readonly password_hash: string } | undefined)[],
  right: readonly string[],
  results: readonly unknown[],
) {
  const [verified, acts, refused]: [(string | null)[], string[], unknown[]] = [[], [], []];
  const result = await actOnPassword({
    find: async () => accounts[verified.length],
    verify: async (hash) => {
      verified.push(hash);
      return hash !== null && right.includes(hash);
    },
    refuse: async (account) => {
      refused.push(account);
      throw new Refused();
    },
    act: async ({ password_hash }) => {
      acts.push(password_hash);
      return results[acts.length - 1];
    },
  }).catch((error: unknown) => {
    if (error instanceof Refused) return 'refused';
    throw error;
  });
  return { result, verified, acts, refused };
}

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((password_hash) => ({ password_hash }));

test('a right password acts once', async () => {
  expect(await acted([a], ['a'], ['done'])).toEqual({
    result: 'done',
    verified: ['a'],
    acts: ['a'],
    refused: [],
  });
});

test('a wrong password is refused for its account and acts on nothing', async () => {
  expect(await acted([a], ['b'], [])).toEqual({ result: 'refused', verified: ['a'], acts: [], refused: [a] });
});

test('a password of an unknown account is verified as long, and refused', async () => {
  expect(await acted([undefined], [], [])).toEqual({
    result: 'refused',
    verified: [null],
    acts: [],
    refused: [undefined],
  });
});

test('G3: a password that was changed after its verification is verified against the new hash', async () => {
  expect(await acted([a, b], ['a', 'b'], [PASSWORD_CHANGED, 'done'])).toEqual({
    result: 'done',
    verified: ['a', 'b'],
    acts: ['a', 'b'],
    refused: [],
  });
  expect(await acted([a, b], ['a'], [PASSWORD_CHANGED])).toEqual({
    result: 'refused',
    verified: ['a', 'b'],
    acts: ['a'],
    refused: [b],
  });
});

test('G3: more than two changes in one request are refused', async () => {
  const all = [a, b, c, d];
  const changed = [PASSWORD_CHANGED, PASSWORD_CHANGED, PASSWORD_CHANGED, 'done'];
  expect(await acted(all, ['a', 'b', 'c', 'd'], changed)).toEqual({
    result: 'refused',
    verified: ['a', 'b', 'c'],
    acts: ['a', 'b', 'c'],
    refused: [c],
  });
});

import type { Transaction } from '@gatehouse/boundary';
import { expect, test } from '@jest/globals';
import { endPresentedSessions } from './presented-sessions.ts';

test.each([
  ['without a session', [], []],
  ['with one', ['user'], ['end_presented_user_sessions']],
])('S6: a sign-in %s runs no statement in vain', async (_name, userIds, expected) => {
  const statements: string[] = [];
  const tx = {
    query: async ({ name }: { name: string }) => {
      statements.push(name);
      return [];
    },
  } as unknown as Transaction;
  await endPresentedSessions(tx, { tokenHashes: userIds, userIds }, 'replaced');
  expect(statements).toEqual(expected);
});

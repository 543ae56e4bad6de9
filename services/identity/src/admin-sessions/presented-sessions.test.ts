import type { Transaction } from '@gatehouse/boundary';
import { expect, test } from '@jest/globals';
import { endPresentedSessions } from './presented-sessions.ts';

test.each([
  ['without a session', [], []],
  ['with one', ['admin'], ['end_presented_admin_sessions']],
])('S6: a sign-in of staff %s runs no statement in vain', async (_name, adminIds, expected) => {
  const statements: string[] = [];
  const tx = {
    query: async ({ name }: { name: string }) => {
      statements.push(name);
      return [];
    },
  } as unknown as Transaction;
  await endPresentedSessions(tx, { tokenHashes: adminIds, adminIds }, 'replaced');
  expect(statements).toEqual(expected);
});

import { expect, jest, test } from '@jest/globals';
import { createAdminSessionHandlers } from './handlers.ts';

test.each([
  ['without a session opens no transaction', [], 0],
  ['with one opens one', ['admin'], 1],
])('S6: a sign-out of staff %s', async (_name, adminIds, expected) => {
  const transaction = jest.fn();
  const findPresentedSessions = async () => ({ ownerIds: adminIds, sessionIds: adminIds });
  const context = { presentedTokenHashes: ['hash'], findPresentedSessions, transaction };
  const handlers = createAdminSessionHandlers({} as never);
  const signOut = handlers['AdminSessionService.DeleteCurrentAdminSession'];
  expect(await signOut(context as never, {} as never)).toBeNull();
  expect(transaction).toHaveBeenCalledTimes(expected);
});

import { expect, jest, test } from '@jest/globals';
import { createUserSessionHandlers } from './handlers.ts';

test.each([
  ['without a session opens no transaction', [], 0],
  ['with one opens one', ['user'], 1],
])('S6: a sign-out %s', async (_name, userIds, expected) => {
  const transaction = jest.fn();
  const findPresentedSessions = async () => ({ ownerIds: userIds, sessionIds: userIds });
  const context = { presentedTokenHashes: ['hash'], findPresentedSessions, transaction };
  const handlers = createUserSessionHandlers({} as never);
  const signOut = handlers['UserSessionService.DeleteCurrentUserSession'];
  expect(await signOut(context as never, {} as never)).toBeNull();
  expect(transaction).toHaveBeenCalledTimes(expected);
});

import type { AdminFacts, RequestFacts, UserFacts } from '@gatehouse/access';
import { describe, expect, test } from '@jest/globals';
import { requireNamedAccount } from './named-account.ts';

const user: RequestFacts = { user: { identities_user: { id: 'u' } } as UserFacts, admin: null };
const admin: RequestFacts = { user: null, admin: { identities_admin: { id: 'a' } } as AdminFacts };
const none: RequestFacts = { user: null, admin: null };

describe('G8: a request that names an account', () => {
  test.each([
    ['a user’s own', user, { 'x-account-id': 'u' }],
    ['an admin’s own', admin, { 'x-account-id': 'a' }],
    ['none', user, {}],
    ['any without a session, which the rule refuses', none, { 'x-account-id': 'u' }],
  ])('G8: %s: passes', (_situation, facts, headers) => {
    expect(() => requireNamedAccount(facts, headers)).not.toThrow();
  });

  test.each([
    ['another user', user, 'v'],
    ['a user for an admin', admin, 'u'],
    ['an empty one', user, ''],
    ['its own twice', user, 'u, u'],
    ['its own in capitals', user, 'U'],
  ])('G8: %s: is refused, and learns what helps', (_situation, facts, named) => {
    expect(() => requireNamedAccount(facts, { 'x-account-id': named })).toThrow(
      expect.objectContaining({
        code: 'account_changed',
        options: { detail: expect.stringMatching(/another tab/) },
      }),
    );
  });
});

import type { AdminFacts, UserFacts } from '@gatehouse/access';
import type { MembershipResolver, Resolution } from '@gatehouse/membership-resolver';
import { describe, expect, test } from '@jest/globals';
import { accountIdOf, resolveCaller } from './caller.ts';

const TOKEN = 'a'.repeat(43);
const requester = {};
const USER_RULE = { kind: 'user', fresh_authentication: false } as const;
const tokenHash = 'the hash of a token';
const userFacts = { identities_user: { id: 'u' } } as UserFacts;
const adminFacts = { identities_admin: { id: 'a' } } as AdminFacts;

function resolverOf({
  user,
  admin,
}: {
  user?: Resolution<UserFacts>;
  admin?: Resolution<AdminFacts>;
}): MembershipResolver {
  const unexpected = () => Promise.reject(new Error('unexpected query'));
  const other = { findPresented: unexpected, findLocked: unexpected };
  return {
    user: { ...other, resolve: () => (user === undefined ? unexpected() : Promise.resolve(user)) },
    admin: { ...other, resolve: () => (admin === undefined ? unexpected() : Promise.resolve(admin)) },
  };
}

describe('A1: the caller', () => {
  test('of a public endpoint is not read', async () => {
    const caller = await resolveCaller(
      { kind: 'public' },
      `app_session_id=${TOKEN}`,
      resolverOf({}),
      requester,
    );
    expect(caller).toMatchObject({
      outcome: 'not_read',
      tokenHash: null,
      facts: { user: null, admin: null },
    });
  });

  test('has no session without a well-formed cookie of the system, and the database is not queried', async () => {
    for (const cookie of [undefined, '', 'app_session_id=x']) {
      expect(await resolveCaller(USER_RULE, cookie, resolverOf({}), requester)).toMatchObject({
        outcome: 'none',
      });
    }
    const other = await resolveCaller(
      { kind: 'admin', role: 'viewer', fresh_second_factor: false },
      `app_session_id=${TOKEN}`,
      resolverOf({}),
      requester,
    );
    expect(other.outcome).toBe('none');
  });

  test('has the live session of one system and never of the other', async () => {
    const live = resolverOf({ user: { outcome: 'live', facts: userFacts, tokenHash } });
    expect(await resolveCaller(USER_RULE, `app_session_id=${TOKEN}`, live, requester)).toEqual({
      outcome: 'live',
      tokenHash,
      facts: { user: userFacts, admin: null },
      ambiguousSessionIds: [],
    });
    const staff = resolverOf({ admin: { outcome: 'live', facts: adminFacts, tokenHash } });
    const rule = { kind: 'admin', role: 'viewer', fresh_second_factor: false } as const;
    expect((await resolveCaller(rule, `team_session_id=${TOKEN}`, staff, requester)).facts).toEqual({
      user: null,
      admin: adminFacts,
    });
  });

  test('has no session when none or several are live', async () => {
    const ask = (resolution: Resolution<UserFacts>) =>
      resolveCaller(USER_RULE, `app_session_id=${TOKEN}`, resolverOf({ user: resolution }), requester);
    expect(await ask({ outcome: 'none' })).toEqual({
      outcome: 'none',
      tokenHash: null,
      facts: { user: null, admin: null },
      ambiguousSessionIds: [],
    });
    expect(await ask({ outcome: 'ambiguous', sessionIds: ['1', '2'] })).toEqual({
      outcome: 'ambiguous',
      tokenHash: null,
      facts: { user: null, admin: null },
      ambiguousSessionIds: ['1', '2'],
    });
  });

  test('A2: the error of a database that does not answer is rethrown', async () => {
    await expect(
      resolveCaller(USER_RULE, `app_session_id=${TOKEN}`, resolverOf({}), requester),
    ).rejects.toThrow('unexpected query');
  });

  test('has the id of the user or admin of the session', () => {
    expect(accountIdOf({ user: userFacts, admin: null })).toBe('u');
    expect(accountIdOf({ user: null, admin: adminFacts })).toBe('a');
    expect(accountIdOf({ user: null, admin: null })).toBeNull();
  });
});

import type { AdminFacts, UserFacts } from '@gatehouse/access';
import type { MembershipResolver, Resolution } from '@gatehouse/membership-resolver';
import { describe, expect, test } from '@jest/globals';
import { trace } from '@opentelemetry/api';
import { resolveCaller } from './caller.ts';

const TOKEN = 'a'.repeat(43);
const span = trace.getTracer('test').startSpan('test');
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
  const unasked = () => Promise.reject(new Error('nobody may ask this'));
  return {
    resolveUser: () => (user === undefined ? unasked() : Promise.resolve(user)),
    resolveAdmin: () => (admin === undefined ? unasked() : Promise.resolve(admin)),
    findUserIds: unasked,
    findAdminIds: unasked,
    lockAccess: unasked,
    findUserFacts: unasked,
    findAdminFacts: unasked,
  };
}

describe('A1: who calls', () => {
  test('a public endpoint asks nobody', async () => {
    const caller = await resolveCaller({ kind: 'public' }, `app_session_id=${TOKEN}`, resolverOf({}), span);
    expect(caller).toMatchObject({
      outcome: 'not_read',
      tokenHash: null,
      facts: { user: null, admin: null },
    });
  });

  test('without a well-formed cookie of its own system there is no session, and the database is not asked', async () => {
    for (const cookie of [undefined, '', 'app_session_id=x']) {
      expect(await resolveCaller({ kind: 'user' }, cookie, resolverOf({}), span)).toMatchObject({
        outcome: 'none',
      });
    }
    const other = await resolveCaller(
      { kind: 'admin', role: 'viewer', fresh_second_factor: false },
      `app_session_id=${TOKEN}`,
      resolverOf({}),
      span,
    );
    expect(other.outcome).toBe('none');
  });

  test('a live session is the caller’s, of one system and never of the other', async () => {
    const live = resolverOf({ user: { outcome: 'live', facts: userFacts, tokenHash } });
    expect(await resolveCaller({ kind: 'user' }, `app_session_id=${TOKEN}`, live, span)).toEqual({
      outcome: 'live',
      tokenHash,
      facts: { user: userFacts, admin: null },
      ambiguousSessionIds: [],
    });
    const staff = resolverOf({ admin: { outcome: 'live', facts: adminFacts, tokenHash } });
    const rule = { kind: 'admin', role: 'viewer', fresh_second_factor: false } as const;
    expect((await resolveCaller(rule, `team_session_id=${TOKEN}`, staff, span)).facts).toEqual({
      user: null,
      admin: adminFacts,
    });
  });

  test('none and ambiguous are no session', async () => {
    const ask = (resolution: Resolution<UserFacts>) =>
      resolveCaller({ kind: 'user' }, `app_session_id=${TOKEN}`, resolverOf({ user: resolution }), span);
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

  test('A2: a database that does not answer is thrown on', async () => {
    await expect(
      resolveCaller({ kind: 'user' }, `app_session_id=${TOKEN}`, resolverOf({}), span),
    ).rejects.toThrow('nobody may ask');
  });
});

import { describe, expect, test } from '@jest/globals';
import { isAdminSession, isUserSession } from './session-shape.ts';

const lifetime = { id: 's', created_at: '2026-01-01T00:00:00Z', expires_at: '2026-02-01T00:00:00Z' };
const user = {
  identities_user: { id: 'u', name: 'U', email: 'u@x.test' },
  talent_access: { state: 'pending' },
  employer_access: { state: 'company_disabled' },
  session: lifetime,
};
const admin = {
  identities_admin: { id: 'a', name: 'A', email: 'a@x.test', role: 'operator' },
  session: lifetime,
};

describe('what counts as a session', () => {
  test('S1 S2 S4: each identity system’s session, and not the other one’s', () => {
    expect(isUserSession(user)).toBe(true);
    expect(isAdminSession(admin)).toBe(true);
    expect(isUserSession(admin)).toBe(false);
    expect(isAdminSession(user)).toBe(false);
  });

  test.each([
    ['nothing', null],
    ['an empty text', ''],
    ['a text', 'signed in'],
    ['a list', []],
    ['an empty object', {}],
    ['no user', { ...user, identities_user: null }],
    ['a user without an id', { ...user, identities_user: { id: '', name: 'U' } }],
    ['no talent access', { ...user, talent_access: undefined }],
    ['an unknown talent access', { ...user, talent_access: { state: 'frozen' } }],
    ['a state that every object has', { ...user, talent_access: { state: 'constructor' } }],
    ['an unknown employer access', { ...user, employer_access: { state: '' } }],
  ])('S1 W3: %s is no session of a user', (_name, body) => {
    expect(isUserSession(body)).toBe(false);
  });

  test('S4: an unknown role is no session of an admin', () => {
    expect(isAdminSession({ ...admin, identities_admin: { ...admin.identities_admin, role: 'root' } })).toBe(
      false,
    );
  });
});

import { expect, test } from '@jest/globals';
import { hasAnySessionCookie, hasSessionCookie } from './session-cookie.ts';

test.each([
  ['no header', null, false, false],
  ['no cookie', '', false, false],
  ['a value', 'app_session_id=abc', true, false],
  ['an empty value', 'a=b; app_session_id=', true, false],
  ['a value that looks like a cookie', 'app_session_id=team_session_id=x', true, false],
  ['the other system', 'team_session_id=abc', false, true],
  ['both', 'app_session_id=abc; team_session_id=abc', true, true],
  ['spaces around the name', ' app_session_id =1', true, false],
  ['the name as a value', 'x=app_session_id=1', false, false],
  ['a longer name', 'app_session_id2=x; my_app_session_id=x', false, false],
] as const)('S6 W7: presence and the exact name: %s', (_situation, header, user, admin) => {
  expect(hasSessionCookie(header, 'user')).toBe(user);
  expect(hasSessionCookie(header, 'admin')).toBe(admin);
  expect(hasAnySessionCookie(header)).toBe(user || admin);
});

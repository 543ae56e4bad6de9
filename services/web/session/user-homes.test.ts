import { describe, expect, test } from '@jest/globals';
import { userHome } from './user-homes.ts';

describe('where a person goes after signing in', () => {
  test.each([
    ['none', 'none', '/'],
    ['none', 'active', '/employer'],
    ['none', 'membership_inactive', '/employer/inactive'],
    ['none', 'company_disabled', '/employer/disabled'],
    ['pending', 'none', '/talent'],
    ['active', 'active', '/employer'],
    ['active', 'membership_inactive', '/talent'],
    ['active', 'company_disabled', '/talent'],
    ['suspended', 'none', '/talent/suspended'],
    ['suspended', 'active', '/employer'],
  ] as const)('B3: talent %s, employer %s: %s', (talent, employer, home) => {
    expect(userHome({ talent_access: { state: talent }, employer_access: { state: employer } })).toBe(home);
  });
});

import { describe, expect, test } from '@jest/globals';
import { employerHome, talentHome, userHome } from './user-homes.ts';

describe('where a user goes after sign-in', () => {
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

describe('B3: the page of each side', () => {
  test.each([
    ['none', '/talent/welcome'],
    ['pending', '/talent'],
    ['active', '/talent'],
    ['suspended', '/talent/suspended'],
  ] as const)('talent %s: %s', (state, home) => {
    expect(talentHome({ talent_access: { state } })).toBe(home);
  });

  test.each([
    ['none', '/employer/start'],
    ['active', '/employer'],
    ['membership_inactive', '/employer/inactive'],
    ['company_disabled', '/employer/disabled'],
  ] as const)('employer %s: %s', (state, home) => {
    expect(employerHome({ employer_access: { state } })).toBe(home);
  });
});

import type { TalentAccessState, TalentApplication } from '@gatehouse/contract/wire';
import { describe, expect, test } from '@jest/globals';
import { nextStepOf } from './next-step.ts';

const COMPANY = { id: '01900000-0000-7000-8000-000000000001', name: 'Harbour', about: '', website: '' };
const post = { company: COMPANY };
const application = { id: 'x' } as TalentApplication;
const session = (state: TalentAccessState, company?: { id: string; name: string }) => ({
  talent_access: { state },
  employer_access:
    company === undefined
      ? { state: 'none' as const }
      : { state: 'active' as const, role: 'member' as const, company },
});

describe('U15: what a visitor can do with a job post', () => {
  test.each([
    ['none', 'request_access'],
    ['pending', 'access_pending'],
    ['active', 'apply'],
    ['suspended', 'access_suspended'],
  ] as const)('with talent access %s is %s', (state, step) => {
    expect(nextStepOf(session(state), post, undefined)).toBe(step);
  });

  test('signed out is to apply, which leads through the sign-in', () => {
    expect(nextStepOf(null, post, undefined)).toBe('apply');
  });

  test.each(['pending', 'active', 'suspended'] as const)(
    'after applying, with access %s, is to see it',
    (state) => {
      expect(nextStepOf(session(state), post, application)).toBe('applied');
    },
  );

  test('as a member of its company is to edit it, and of another company to apply', () => {
    expect(nextStepOf(session('active', COMPANY), post, application)).toBe('own_post');
    expect(nextStepOf(session('active', { id: 'another', name: 'Other' }), post, undefined)).toBe('apply');
  });
});

import { describe, expect, test } from '@jest/globals';
import { auditPath, searchOf } from './audit-filter.ts';

const WHO = '01900000-0000-7000-8000-000000000001';
const actionOf = (query: string) => searchOf(new URLSearchParams(query)).action;

describe('the address of the audit trail', () => {
  test.each([
    ['', 'all_but_sessions'],
    ['from=2026-01-01', 'all_but_sessions'],
    ['action=all', ''],
    ['action=', ''],
    ['action=user.renamed', 'user.renamed'],
    [`who=${WHO}`, ''],
    [`actor_id=${WHO}`, ''],
    [`who=${WHO}&action=all_but_sessions`, 'all_but_sessions'],
  ])('?%s asks for the actions "%s"', (query, action) => {
    expect(actionOf(query)).toBe(action);
  });

  test.each(['', WHO])('keeps every search, of "%s", too', (who) => {
    for (const action of ['', 'all_but_sessions', 'user.renamed']) {
      const search = { who, action, from: '2026-01-01', to: '' };
      expect(searchOf(new URL(auditPath(search), 'https://x.test').searchParams)).toEqual(search);
    }
  });
});

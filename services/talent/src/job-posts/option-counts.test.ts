import { expect, test } from '@jest/globals';
import type { Filters } from './filters.ts';
import { MAX_COUNTED, type Totals, withCounts } from './option-counts.ts';

const counted = (totals: Partial<Totals>, filters: Partial<Filters> = { kind: 'contract' }) =>
  withCounts(
    {},
    { match_count: 3, matches_read: 3, excluded_read: 0, option_counts: [], ...totals },
    { filters: { location: '', ...filters } },
  );
const exact = (totals: Partial<Totals>, filter: string, filters?: Partial<Filters>) =>
  counted(totals, filters).filter_counts.find((one) => one.filter === filter)?.is_exact;

test('F8: counts are exact as long as not all posts were read to find the matches', () => {
  expect(exact({ matches_read: MAX_COUNTED - 1 }, 'seniority')).toBe(true);
  expect(exact({ matches_read: MAX_COUNTED }, 'seniority')).toBe(false);
  expect(exact({ matches_read: MAX_COUNTED }, 'kind')).toBe(false);
});

test('F8: those of a filter that is asked for are exact as long as not all posts were read that it excludes', () => {
  expect(exact({ excluded_read: MAX_COUNTED - 1 }, 'kind')).toBe(true);
  expect(exact({ excluded_read: MAX_COUNTED }, 'kind')).toBe(false);
  expect(exact({ excluded_read: MAX_COUNTED }, 'seniority')).toBe(true);
  expect(exact({ excluded_read: MAX_COUNTED }, 'kind', {})).toBe(true);
});

import { expect, test } from '@jest/globals';
import { formatRelative } from './relative-time.tsx';

const NOW = Date.parse('2026-06-15T12:00:00Z');

test.each([
  ['2026-06-15T11:59:30Z', 'just now'],
  ['2026-06-15T11:59:00Z', '1 minute ago'],
  ['2026-06-15T09:10:00Z', '2 hours ago'],
  ['2026-06-14T11:00:00Z', 'yesterday'],
  ['2026-06-13T13:00:00Z', '2 days ago'],
  ['2026-06-09T11:00:00Z', '6 days ago'],
  ['2026-06-08T11:00:00Z', 'last week'],
  ['2026-03-01T00:00:00Z', '3 months ago'],
  ['2024-06-15T12:00:00Z', '2 years ago'],
  ['2026-06-16T13:00:00Z', 'tomorrow'],
])('%s is %s', (iso, text) => {
  expect(formatRelative(iso, NOW)).toBe(text);
});

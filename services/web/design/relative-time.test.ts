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
  ['2026-06-08T11:00:00Z', '1 week ago'],
  ['2026-06-02T12:00:00Z', '1 week ago'],
  ['2026-05-01T12:00:00Z', '1 month ago'],
  ['2026-03-01T00:00:00Z', '3 months ago'],
  ['2024-07-01T12:00:00Z', '1 year ago'],
  ['2024-06-15T12:00:00Z', '2 years ago'],
  ['2026-06-16T13:00:00Z', 'tomorrow'],
])('%s is %s', (iso, text) => {
  expect(formatRelative(iso, NOW)).toBe(text);
});

test.each([
  ['Asia/Kolkata', '2026-06-13T19:00:00Z', 'yesterday'],
  ['Asia/Kolkata', '2026-06-13T18:00:00Z', '2 days ago'],
  ['Pacific/Honolulu', '2026-06-13T12:00:00Z', '2 days ago'],
])('in %s %s is %s: days are counted by the calendar of the reader', (zone, iso, text) => {
  expect(formatRelative(iso, NOW, zone)).toBe(text);
});

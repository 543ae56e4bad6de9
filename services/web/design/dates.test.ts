import { expect, test } from '@jest/globals';
import { dayNumber, formatDay, formatMoment } from './dates.ts';

const LATE = '2026-06-01T23:00:00Z';

test.each([
  ['UTC', '1 Jun 2026', '1 Jun 2026, 23:00 UTC'],
  ['Europe/Berlin', '2 Jun 2026', '2 Jun 2026, 01:00 CEST'],
  ['Asia/Kolkata', '2 Jun 2026', '2 Jun 2026, 04:30 GMT+5:30'],
])('in %s late on 1 June is %s', (zone, day, moment) => {
  expect(formatDay(LATE, zone)).toBe(day);
  expect(formatMoment(LATE, zone)).toBe(moment);
});

test('days are numbered from 1970 in the calendar of a zone', () => {
  const newYear = Date.parse('2025-12-31T23:30:00Z');
  expect(dayNumber(0, 'UTC')).toBe(0);
  expect(dayNumber(newYear, 'Europe/Berlin') - dayNumber(newYear, 'UTC')).toBe(1);
});

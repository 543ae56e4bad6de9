import { describe, expect, test } from '@jest/globals';
import { requireTimeZone, startsOf } from './proposal.ts';

const NOW = Date.parse('2026-11-23T16:00:00Z');

describe('the times of a proposal', () => {
  test('are stored in UTC and in their order', () => {
    expect(startsOf(['2026-12-02T10:00:00+02:00', '2026-12-01T09:30Z'], NOW)).toEqual([
      '2026-12-01T09:30:00.000Z',
      '2026-12-02T08:00:00.000Z',
    ]);
  });

  test('are at most 366 days ahead', () => {
    expect(startsOf(['2027-11-24T16:00:00Z'], NOW)).toEqual(['2027-11-24T16:00:00.000Z']);
  });

  test.each([
    ['is over. Choose a time that lies ahead', '2026-11-23T16:00:00Z'],
    ['is more than a year ahead', '2027-11-24T16:00:01Z'],
    ['is not a date and time', '2026-13-01T00:00:00Z'],
    ['is proposed twice', '2026-12-01T10:30:00+01:00'],
  ])('one that %s is refused with its field and its number', (what, start) => {
    const message = `Time 2 ${what}`;
    expect(() => startsOf(['2026-12-01T09:30:00Z', start], NOW)).toThrow(
      expect.objectContaining({
        code: 'input_invalid',
        options: { detail: message, errors: [{ field: 'starts[1]', code: 'interview.start', message }] },
      }),
    );
  });
});

test('a time zone is one that calendars know', () => {
  requireTimeZone('Europe/Berlin');
  expect(() => requireTimeZone('Mars/Olympus')).toThrow(expect.objectContaining({ code: 'input_invalid' }));
});

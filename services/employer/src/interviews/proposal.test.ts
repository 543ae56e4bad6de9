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

  test.each([
    ['over', '2026-11-23T16:00:00Z'],
    ['more than a year ahead', '2028-01-01T00:00:00Z'],
    ['not a date', '2026-13-01T00:00:00Z'],
    ['proposed twice', '2026-12-01T10:30:00+01:00'],
  ])('that are %s are refused with their field', (_what, start) => {
    expect(() => startsOf(['2026-12-01T09:30:00Z', start], NOW)).toThrow(
      expect.objectContaining({ code: 'input_invalid' }),
    );
  });
});

test('a time zone is one that calendars know', () => {
  requireTimeZone('Europe/Berlin');
  expect(() => requireTimeZone('Mars/Olympus')).toThrow(expect.objectContaining({ code: 'input_invalid' }));
});

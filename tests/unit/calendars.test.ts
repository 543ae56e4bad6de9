import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type CalendarEvent, calendarOf } from '#packages/hiring/src/calendar.ts';
import { readCalendar } from '#support/read-calendar.ts';

const EVENT: CalendarEvent = {
  uid: '0190@gatehouse.test',
  sequence: 2,
  changedAt: new Date('2026-11-23T16:05:07Z'),
  start: new Date('2026-12-01T23:30:00Z'),
  durationMinutes: 45,
  organizer: 'Harbour',
  summary: 'Interview',
  location: 'Pier 4',
  description: '',
  isCancelled: false,
};

/** What a reader shows of a text: line breaks of one kind, and spaces in place of other control characters. */
const shown = (text: string) =>
  text.replaceAll(/\r\n|[\r\n\u0085\u2028\u2029]/g, '\n').replaceAll(/[^\P{Cc}\n]/gu, ' ');

describe('G7: a calendar as ical.js reads it', () => {
  test('G7: has the event that it was made of', () => {
    expect(readCalendar(calendarOf(EVENT))).toEqual({
      uid: EVENT.uid,
      sequence: 2,
      stamp: EVENT.changedAt,
      start: EVENT.start,
      end: new Date('2026-12-02T00:15:00Z'),
      organizer: 'Harbour',
      summary: 'Interview',
      location: 'Pier 4',
      description: '',
      isCancelled: false,
    });
    expect(readCalendar(calendarOf({ ...EVENT, isCancelled: true })).isCancelled).toBe(true);
  });

  test('G7: has every text as it was typed, in lines of at most 75 octets', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }).filter((text) => text.isWellFormed()),
        fc.string({
          unit: fc.constantFrom('\\', ';', ',', '\n', '\r', 'n', ':', '😀', 'é', ' ', '"'),
          maxLength: 200,
        }),
        (one, other) => {
          const read = readCalendar(
            calendarOf({ ...EVENT, organizer: one, summary: one, location: other, description: `.${other}` }),
          );
          expect(read.organizer).toBe(shown(one));
          expect(read.summary).toBe(shown(one));
          expect(read.location).toBe(shown(other));
          expect(read.description).toBe(shown(`.${other}`));
          expect(read.uid).toBe(EVENT.uid);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('the reader rejects what calendar programs reject', () => {
    const text = calendarOf(EVENT);
    for (const broken of [
      text.replaceAll('\r\n', '\n'),
      text.replace('SUMMARY:Interview', `SUMMARY:${'x'.repeat(68)}`),
      text.replace(/UID:.*\r\n/, ''),
      text.replace(/ORGANIZER.*\r\n/, ''),
      text.replace(/(DTSTAMP:.*\r\n)/, '$1$1'),
      text.replace(/(DTSTART:\d+T\d+)Z/, '$1'),
      text.replace('END:VEVENT\r\n', ''),
      text.replace('VERSION:2.0', 'VERSION:1.0'),
      text.trimEnd(),
    ]) {
      expect(broken).not.toBe(text);
      expect(() => readCalendar(broken)).toThrow();
    }
  });
});

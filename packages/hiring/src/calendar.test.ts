import { describe, expect, test } from '@jest/globals';
import { type CalendarEvent, calendarOf } from './calendar.ts';

const EVENT: CalendarEvent = {
  uid: '0190@gatehouse.test',
  sequence: 2,
  changedAt: new Date('2026-11-23T16:05:07.123Z'),
  start: new Date('2026-12-01T23:30:00Z'),
  durationMinutes: 45,
  summary: 'Interview',
  location: 'Pier 4',
  description: '',
  isCancelled: false,
};

/** Joined again, as calendars read it (RFC 5545, 3.1). */
const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

describe('a calendar', () => {
  test('has one event with times in UTC, and ends each line with CRLF', () => {
    expect(calendarOf(EVENT)).toBe(
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//Gatehouse//Interviews//EN',
        'CALSCALE:GREGORIAN',
        'METHOD:PUBLISH',
        'BEGIN:VEVENT',
        'UID:0190@gatehouse.test',
        'SEQUENCE:2',
        'DTSTAMP:20261123T160507Z',
        'DTSTART:20261201T233000Z',
        'DTEND:20261202T001500Z',
        'SUMMARY:Interview',
        'LOCATION:Pier 4',
        'STATUS:CONFIRMED',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    );
  });

  test('of an event that is cancelled removes it', () => {
    const lines = unfolded(calendarOf({ ...EVENT, isCancelled: true }));
    expect(lines).toEqual(
      expect.arrayContaining(['METHOD:CANCEL', 'STATUS:CANCELLED', 'UID:0190@gatehouse.test']),
    );
  });

  test('G7: no text of a user adds a line or a property', () => {
    const hostile = 'a;b,c\\d\r\nATTENDEE:mailto:x@x.test\nEND:VEVENT\rX:1\u2028Y:1\u0085Z\u0000\u000b';
    const lines = unfolded(
      calendarOf({ ...EVENT, summary: hostile, location: hostile, description: hostile }),
    );
    const value = 'a\\;b\\,c\\\\d\\nATTENDEE:mailto:x@x.test\\nEND:VEVENT\\nX:1\\nY:1\\nZ  ';
    expect(lines).toEqual(
      expect.arrayContaining([`SUMMARY:${value}`, `LOCATION:${value}`, `DESCRIPTION:${value}`]),
    );
    expect(lines).toHaveLength(18);
    expect(calendarOf({ ...EVENT, summary: hostile })).not.toMatch(/(?<!\r)\n|\r(?!\n)/);
  });

  test('leaves a line of 75 octets as it is', () => {
    const line = `SUMMARY:${'x'.repeat(67)}`;
    expect(calendarOf({ ...EVENT, summary: 'x'.repeat(67) }).split('\r\n')).toContain(line);
  });

  test('folds lines at 75 octets without splitting a character', () => {
    for (const summary of ['x'.repeat(300), '😀'.repeat(100), `a${'é'.repeat(150)}`, 'क्ष'.repeat(60)]) {
      const text = calendarOf({ ...EVENT, summary });
      for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(text).not.toContain('\ufffd');
      expect(unfolded(text)).toContain(`SUMMARY:${summary}`);
    }
  });
});

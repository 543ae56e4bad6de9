import { describe, expect, test } from '@jest/globals';
import { type CalendarEvent, calendarOf } from './calendar.ts';

const EVENT: CalendarEvent = {
  uid: '0190@gatehouse.test',
  sequence: 2,
  changedAt: new Date('2026-11-23T16:05:07.123Z'),
  start: new Date('2026-12-01T23:30:00Z'),
  durationMinutes: 45,
  organizer: 'Harbour',
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
        'ORGANIZER;CN="Harbour":mailto:no-reply@gatehouse.invalid',
        'SUMMARY:Interview',
        'LOCATION:Pier 4',
        'STATUS:CONFIRMED',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    );
  });

  test('of an event that is cancelled removes it: the same event of the same organizer, in a later version', () => {
    const lines = unfolded(calendarOf({ ...EVENT, sequence: 3, isCancelled: true }));
    const changes: Readonly<Record<string, string>> = {
      'METHOD:PUBLISH': 'METHOD:CANCEL',
      'SEQUENCE:2': 'SEQUENCE:3',
      'STATUS:CONFIRMED': 'STATUS:CANCELLED',
    };
    expect(lines).toEqual(unfolded(calendarOf(EVENT)).map((line) => changes[line] ?? line));
  });

  test('G7: the name of the organizer ends neither its quotes nor its line', () => {
    const organizer = 'A "B":mailto:x@x.test\r\nATTENDEE:mailto:x@x.test;^n\u2028c\u0000';
    const lines = unfolded(calendarOf({ ...EVENT, organizer }));
    expect(lines).toContain(
      `ORGANIZER;CN="A ^'B^':mailto:x@x.test^nATTENDEE:mailto:x@x.test;^^n^nc ":mailto:no-reply@gatehouse.invalid`,
    );
    expect(lines).toHaveLength(18);
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
    expect(lines).toHaveLength(19);
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

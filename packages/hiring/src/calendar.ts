import type { FileAnswer } from '@gatehouse/boundary';

/** An event as calendars read it. */
export interface CalendarEvent {
  /** The same for each version of the event, and for no other one. */
  readonly uid: string;
  /** Counts the versions. */
  readonly sequence: number;
  readonly changedAt: Date;
  readonly start: Date;
  readonly durationMinutes: number;
  /** The name of the company that proposed it. */
  readonly organizer: string;
  readonly summary: string;
  readonly location: string;
  readonly description: string;
  /** Calendars then remove the event of this `uid`. */
  readonly isCancelled: boolean;
}

const MINUTE_MILLIS = 60_000;

/** Calendars accept a cancellation of the organizer of an event alone. Mail to `.invalid` reaches no user (RFC 6761). */
const ORGANIZER_ADDRESS = 'mailto:no-reply@gatehouse.invalid';

/** In octets, without the line break (RFC 5545, 3.1). */
const MAX_LINE_BYTES = 75;

/** A calendar with one event, in UTC (RFC 5545, 5546). Texts that users typed are escaped: none adds a line or a property. */
export function calendarOf(event: CalendarEvent): string {
  const { uid, sequence, changedAt, start, durationMinutes, summary, location, description, isCancelled } =
    event;
  const end = new Date(start.getTime() + durationMinutes * MINUTE_MILLIS);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Gatehouse//Interviews//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${isCancelled ? 'CANCEL' : 'PUBLISH'}`,
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${utcOf(changedAt)}`,
    `DTSTART:${utcOf(start)}`,
    `DTEND:${utcOf(end)}`,
    `ORGANIZER;CN="${escapedParameter(event.organizer)}":${ORGANIZER_ADDRESS}`,
    `SUMMARY:${escaped(summary)}`,
    `LOCATION:${escaped(location)}`,
    ...(description === '' ? [] : [`DESCRIPTION:${escaped(description)}`]),
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** The same as a file. */
export function calendarFile(name: string, event: CalendarEvent): FileAnswer {
  const bytes = Buffer.from(calendarOf(event), 'utf8');
  return { name, size: bytes.length, chunks: chunksOf(bytes) };
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** `20261201T093000Z` */
function utcOf(date: Date): string {
  return date
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:]/g, '');
}

const LINE_BREAK = /\r\n|[\r\n\u0085\u2028\u2029]/g;

/** A text as a value: with line breaks as `\n`, and without other control characters. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(LINE_BREAK, '\\n')
    .replaceAll(/[\p{Cc}]/gu, ' ');
}

/** A text in the quotes of a parameter (RFC 6868). */
function escapedParameter(text: string): string {
  return text
    .replaceAll('^', '^^')
    .replaceAll('"', "^'")
    .replaceAll(LINE_BREAK, '^n')
    .replaceAll(/[\p{Cc}]/gu, ' ');
}

/** A line in pieces of at most 75 octets, the later ones behind a space; none splits a character. */
function folded(line: string): string {
  const pieces: string[] = [];
  let piece = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > MAX_LINE_BYTES) {
      pieces.push(piece);
      piece = '';
      // The space before a continuation counts.
      bytes = 1;
    }
    piece += character;
    bytes += size;
  }
  return [...pieces, piece].join('\r\n ');
}

import ICAL from 'ical.js';

/** An event as the library of a calendar program reads it. */
export interface ReadEvent {
  readonly uid: string;
  readonly sequence: number;
  readonly stamp: Date;
  readonly start: Date;
  readonly end: Date;
  /** The name. */
  readonly organizer: string;
  readonly summary: string;
  readonly location: string;
  readonly description: string;
  readonly isCancelled: boolean;
}

const MAX_LINE_BYTES = 75;

/** What an event has at least once, and what at most once (RFC 5545, 3.6.1; RFC 5546, 3.2.1 and 3.2.5). */
const ONCE = ['organizer', 'uid', 'dtstamp', 'dtstart', 'dtend', 'summary', 'location', 'status', 'sequence'];
const KNOWN = [...ONCE, 'description'];

/**
 * Reads a calendar of one event with ical.js. @throws {Error} if it breaks a rule of RFC 5545 that ical.js forgives: lines of more
 * than 75 octets, line breaks other than CRLF, missing or repeated properties.
 */
export function readCalendar(text: string): ReadEvent {
  requireLines(text);
  const calendar = new ICAL.Component(ICAL.parse(text));
  const namesOf = (component: ICAL.Component) => component.getAllProperties().map(({ name }) => name);
  const [event, ...others] = calendar.getAllSubcomponents();
  if (calendar.name !== 'vcalendar' || event?.name !== 'vevent' || others.length > 0)
    throw new Error('not a calendar with one event');
  requireSame(namesOf(calendar), ['version', 'prodid', 'calscale', 'method']);
  if (calendar.getFirstPropertyValue('version') !== '2.0') throw new Error('not version 2.0');
  const names = namesOf(event);
  requireSame(names, names.includes('description') ? KNOWN : ONCE);
  if (event.getAllSubcomponents().length > 0) throw new Error('the event has parts');
  const textOf = (name: string) => String(event.getFirstPropertyValue(name) ?? '');
  return {
    uid: textOf('uid'),
    sequence: Number(textOf('sequence')),
    stamp: momentOf(event, 'dtstamp'),
    start: momentOf(event, 'dtstart'),
    end: momentOf(event, 'dtend'),
    organizer: String(event.getFirstProperty('organizer')?.getFirstParameter('cn') ?? ''),
    summary: textOf('summary'),
    location: textOf('location'),
    description: textOf('description'),
    isCancelled: wasCancelled(String(calendar.getFirstPropertyValue('method')), textOf('status')),
  };
}

function wasCancelled(method: string, status: string): boolean {
  if (method === 'CANCEL' && status === 'CANCELLED') return true;
  if (method === 'PUBLISH' && status === 'CONFIRMED') return false;
  throw new Error(`the method ${method} with the status ${status}`);
}

function requireLines(text: string): void {
  const lines = text.split('\r\n');
  if (lines.pop() !== '') throw new Error('the last line does not end with CRLF');
  for (const line of lines) {
    if (/[\r\n]/.test(line)) throw new Error(`a line break other than CRLF: ${JSON.stringify(line)}`);
    if (Buffer.byteLength(line) > MAX_LINE_BYTES) throw new Error(`more than 75 octets: ${line}`);
    if (/[^\P{Cc}\t]/u.test(line)) throw new Error(`a control character: ${JSON.stringify(line)}`);
  }
}

function requireSame(found: readonly string[], expected: readonly string[]): void {
  if (found.toSorted().join() !== expected.toSorted().join())
    throw new Error(`properties ${found.join()} in place of ${expected.join()}`);
}

/** A moment in UTC: the events name no other zone. */
function momentOf(event: ICAL.Component, name: string): Date {
  const value = event.getFirstPropertyValue(name);
  if (!(value instanceof ICAL.Time) || value.isDate || value.zone !== ICAL.Timezone.utcTimezone)
    throw new Error(`${name} is not a moment in UTC`);
  return value.toJSDate();
}

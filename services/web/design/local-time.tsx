import { useSyncExternalStore } from 'react';
import { formatDay, formatMoment } from './dates.ts';

const UTC = 'UTC';

/** A zone does not change while a page is open. */
const neverChanges = () => () => undefined;

let readerZone: string | null = null;

function zoneOfReader(): string {
  readerZone ??= usableZone();
  return readerZone;
}

/** Some browsers report a zone that they refuse themselves, for example `Etc/Unknown`. */
function usableZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone }).format();
    return timeZone;
  } catch {
    return UTC;
  }
}

/**
 * The reader's time zone, for example `Europe/Berlin`. A document and its hydration use UTC: the server does not know the
 * reader's.
 */
export function useTimeZone(): string {
  return useSyncExternalStore(neverChanges, zoneOfReader, () => UTC);
}

/** A day in the reader's zone, for example `1 Jun 2026`. */
export function Day({ at }: { at: string }) {
  return (
    <time className="day" dateTime={at}>
      {formatDay(at, useTimeZone())}
    </time>
  );
}

/** A moment in the reader's zone, for example `1 Jun 2026, 10:00 CEST`. */
export function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{formatMoment(at, useTimeZone())}</time>;
}

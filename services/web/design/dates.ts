/** Formatters are slow to make: one of each for every zone that is asked for, which are UTC and the reader's. */
function byZone(options: Intl.DateTimeFormatOptions, locale = 'en-GB') {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (at: string | number, zone: string) => {
    let format = formats.get(zone);
    if (format === undefined) {
      format = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
      formats.set(zone, format);
    }
    return format.format(new Date(at));
  };
}

const DATE = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const inDay = byZone(DATE);
const inMoment = byZone({ ...DATE, hour: '2-digit', minute: '2-digit', timeZoneName: 'short' });
/** Canada writes dates as ISO 8601 does. */
const inIsoDay = byZone({ dateStyle: 'short' }, 'en-CA');
const inMonth = byZone({ month: 'short' });
/** Formatted once: a chart has many labels, and `Intl` is slow. */
const MONTHS = Array.from({ length: 12 }, (_, month) => inMonth(Date.UTC(2026, month), 'UTC'));

/** `Mar 2021` for `2021-03`; a year alone stays. */
export function formatMonth(month: string): string {
  const [year = '', number] = month.split('-');
  return number === undefined ? year : `${MONTHS[Number(number) - 1]} ${year}`;
}

/** `26 Jan`, in UTC */
export function formatDayAndMonth(iso: string): string {
  const date = new Date(iso);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
}

/**
 * `1 Jun 2026`
 * @param zone an IANA time zone.
 */
export function formatDay(iso: string, zone = 'UTC'): string {
  return inDay(iso, zone);
}

/**
 * `1 Jun 2026, 08:00 UTC`
 * @param zone an IANA time zone.
 */
export function formatMoment(iso: string, zone = 'UTC'): string {
  return inMoment(iso, zone);
}

/**
 * The number of a day in the calendar of a zone, from 1 January 1970.
 * @param zone an IANA time zone.
 */
export function dayNumber(millis: number, zone: string): number {
  return Date.parse(inIsoDay(millis, zone)) / 86_400_000;
}

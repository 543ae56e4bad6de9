import { dayNumber, formatMoment } from './dates.ts';
import { useTimeZone } from './local-time.tsx';

/** `yesterday` */
const BY_CALENDAR = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });
/** `1 week ago`: `last week` would be false of 13 days. */
const COUNTED = new Intl.RelativeTimeFormat('en-GB');

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/**
 * `3 days ago`; within the first minute `just now`.
 * @param zone whose calendar days count.
 */
export function formatRelative(iso: string, nowMillis: number, zone = 'UTC'): string {
  const seconds = Math.round((Date.parse(iso) - nowMillis) / 1000);
  const unit = UNITS.find(([, length]) => Math.abs(seconds) >= length);
  if (unit === undefined) return 'just now';
  const [name, length] = unit;
  if (name !== 'day') return COUNTED.format(Math.trunc(seconds / length), name);
  // 47 hours ago is not yesterday.
  return BY_CALENDAR.format(dayNumber(Date.parse(iso), zone) - dayNumber(nowMillis, zone), name);
}

/** How long ago a moment is, with the exact time on hover and for machines. */
export function RelativeTime({ at }: { at: string }) {
  const now = Date.now();
  const zone = useTimeZone();
  return (
    // A document keeps the words of its server, which may be seconds older than the browser's.
    <time dateTime={at} title={formatMoment(at, zone)} suppressHydrationWarning>
      {/* The clock of a browser may be behind. */}
      {formatRelative(at, Math.max(now, Date.parse(at)), zone)}
    </time>
  );
}

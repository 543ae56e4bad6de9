import { formatMoment } from './dates.ts';

const RELATIVE = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** `3 days ago`; within the first minute `just now`. */
export function formatRelative(iso: string, nowMillis: number): string {
  const seconds = Math.round((Date.parse(iso) - nowMillis) / 1000);
  const unit = UNITS.find(([, length]) => Math.abs(seconds) >= length);
  return unit === undefined ? 'just now' : RELATIVE.format(Math.trunc(seconds / unit[1]), unit[0]);
}

/** How long ago a moment is, with the exact time on hover and for machines. Only for pages that the browser renders. */
export function RelativeTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {formatRelative(at, Date.now())}
    </time>
  );
}

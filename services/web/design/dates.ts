const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' });
/** Formatted once: a chart has many labels, and `Intl` is slow. */
const MONTHS = Array.from({ length: 12 }, (_, month) => MONTH.format(Date.UTC(2026, month)));

/** `26 Jan` */
export function formatDayAndMonth(iso: string): string {
  const date = new Date(iso);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
}

/** `1 Jun 2026` */
export function formatDay(iso: string): string {
  return DAY.format(new Date(iso));
}

/** `1 Jun 2026, 08:00 UTC` */
export function formatMoment(iso: string): string {
  return `${MOMENT.format(new Date(iso))} UTC`;
}

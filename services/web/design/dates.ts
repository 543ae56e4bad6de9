const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** `1 Jun 2026` */
export function formatDay(iso: string): string {
  return DAY.format(new Date(iso));
}

/** `1 Jun 2026, 08:00 UTC` */
export function formatMoment(iso: string): string {
  return `${MOMENT.format(new Date(iso))} UTC`;
}

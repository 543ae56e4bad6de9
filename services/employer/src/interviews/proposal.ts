import { refuse } from '@gatehouse/boundary';

const YEAR_MILLIS = 366 * 86_400_000;

/**
 * The proposed times in their order, as they are stored.
 * @throws {Refusal} input_invalid for a time that is no date, is over, more than a year ahead, or proposed twice.
 */
export function startsOf(starts: readonly string[], now: number): string[] {
  const moments = starts.map((start) => Date.parse(start));
  for (const [index, moment] of moments.entries()) {
    if (Number.isNaN(moment)) refuseTime(index, 'is not a date and time');
    if (moment <= now) refuseTime(index, 'is over. Choose a time that lies ahead');
    if (moment > now + YEAR_MILLIS) refuseTime(index, 'is more than a year ahead');
    if (moments.indexOf(moment) < index) refuseTime(index, 'is proposed twice');
  }
  return moments.toSorted((one, other) => one - other).map((moment) => new Date(moment).toISOString());
}

function refuseTime(index: number, what: string): never {
  const message = `Time ${index + 1} ${what}`;
  return refuse('input_invalid', {
    detail: message,
    errors: [{ field: `starts[${index}]`, code: 'interview.start', message }],
  });
}

/** @throws {Refusal} input_invalid for a zone that is unknown. */
export function requireTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone }).format();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = 'This time zone is unknown';
    refuse('input_invalid', {
      detail: message,
      errors: [{ field: 'time_zone', code: 'interview.time_zone', message }],
    });
  }
}

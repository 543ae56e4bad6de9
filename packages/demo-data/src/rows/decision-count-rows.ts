import { numberOf } from '../pick.ts';

const HOUR_MILLIS = 3_600_000;
const DAYS = 7;

/** How often the boundary decides what, of ten thousand. */
const SHARES = {
  allowed: 9320,
  session_required: 338,
  not_found: 121,
  credentials_invalid: 84,
  org_role_required: 46,
  talent_access_pending: 31,
  input_invalid: 27,
  org_company_disabled: 19,
  org_membership_inactive: 8,
  rate_limited: 6,
} as const;

/** A week of decisions by hour, in the rhythm of a working day; the running hour is left to what really happens. */
export function decisionCountRows(now: number): readonly Readonly<Record<string, unknown>>[] {
  const runningHour = Math.floor(now / HOUR_MILLIS) * HOUR_MILLIS;
  return Array.from({ length: DAYS * 24 }, (_, n) => runningHour - (n + 1) * HOUR_MILLIS).flatMap((hour) => {
    const date = new Date(hour);
    const rhythm = 0.15 + Math.max(0, Math.sin(((date.getUTCHours() - 5) / 17) * Math.PI));
    const weekend = date.getUTCDay() % 6 === 0 ? 0.4 : 1;
    const total = 900 * rhythm * weekend * (0.85 + (numberOf(String(hour)) % 30) / 100);
    return Object.entries(SHARES).flatMap(([decision, share]) => {
      const count = Math.round((total * share) / 10_000);
      return count === 0 ? [] : [{ hour: date.toISOString(), decision, count }];
    });
  });
}

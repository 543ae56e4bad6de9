import type { WeekStatistics } from '@gatehouse/contract/wire';
import { auditPath } from '../audit/audit-filter.ts';
import { sundayOf } from './weeks.ts';

/** The page of the audit trail with what was counted: the events of an action in these weeks, which follow each other. */
export function eventsPath(action: string, weeks: readonly Pick<WeekStatistics, 'week'>[]): string {
  const [first, last] = [weeks[0], weeks.at(-1)];
  if (first === undefined || last === undefined) return auditPath({ action });
  return auditPath({ action, from: first.week, to: sundayOf(last.week) });
}

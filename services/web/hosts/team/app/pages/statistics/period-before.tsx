import type { WeekStatistics } from '@gatehouse/contract/wire';

/** Beside a number: the same of as many weeks before. */
export function PeriodBefore({
  before,
  count,
}: {
  /** Empty: not read, or nothing was counted. */
  before: readonly WeekStatistics[];
  count: number;
}) {
  return before.length === 0 ? null : (
    <small>
      {' '}
      ({count} in the {before.length} weeks before)
    </small>
  );
}

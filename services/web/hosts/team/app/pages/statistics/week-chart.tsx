import type { WeekStatistics } from '@gatehouse/contract/wire';
import { type Bar, BarChart } from '#design/bar-chart.tsx';
import { formatDayAndMonth } from '#design/dates.ts';
import { weekName } from './weeks.ts';

/** A bar for each week, in a card. */
export function WeekChart({
  caption,
  valueLabel,
  weeks,
  barOf,
}: {
  caption: string;
  valueLabel: string;
  weeks: readonly WeekStatistics[];
  barOf: (week: WeekStatistics) => Pick<Bar, 'value' | 'text'>;
}) {
  return (
    <div className="card">
      <BarChart
        caption={caption}
        valueLabel={valueLabel}
        bars={weeks.map((week) => ({
          label: formatDayAndMonth(week.week),
          name: weekName(week.week),
          ...barOf(week),
        }))}
      />
    </div>
  );
}

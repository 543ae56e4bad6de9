import type { WeekStatistics } from '@gatehouse/contract/wire';
import { type Column, DataTable } from '#design/data-table.tsx';
import { weekName } from './weeks.ts';

type WeekRow = WeekStatistics & { readonly id: string };

/** The numbers of each week, newest first, in a table that opens on demand. */
export function WeekTable({
  about,
  weeks,
  columns,
}: {
  /** For screen readers: which numbers. */
  about: string;
  weeks: readonly WeekStatistics[];
  /** Beside the week itself. */
  columns: readonly Column<WeekStatistics>[];
}) {
  const rows = weeks.map((week) => ({ ...week, id: week.week })).toReversed();
  const all: readonly Column<WeekRow>[] = [{ label: 'Week', cell: ({ week }) => weekName(week) }, ...columns];
  return (
    <details className="disclosure">
      <summary>
        Week by week<span className="visually-hidden"> {about}</span>
      </summary>
      <DataTable caption={`Week by week ${about}`} columns={all} rows={rows} />
    </details>
  );
}

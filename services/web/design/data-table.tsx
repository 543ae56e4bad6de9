import type { ReactNode } from 'react';

/** One column: its heading and its cells. The first column names the row. */
export interface Column<Row> {
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** For a column of buttons: only screen readers get its heading. */
  readonly isLabelHidden?: boolean;
}

/**
 * The one table: rows and columns on wide screens, one card per row on narrow ones, with headings beside the values and
 * without the cells that say nothing, a “–”.
 */
export function DataTable<Row extends { readonly id: string }>({
  caption,
  columns,
  rows,
  areDrawnLate = false,
}: {
  /** What the rows are, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** As `useFirstRows` says. */
  areDrawnLate?: boolean;
}) {
  return (
    <table>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ label, isLabelHidden = false }) => (
            <th scope="col" key={label}>
              <span className={isLabelHidden ? 'visually-hidden' : undefined}>{label}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={areDrawnLate ? 'drawn-late' : undefined}>
        {rows.map((row) => (
          <tr key={row.id}>
            {columns.map(({ label, cell, isLabelHidden = false }, index) => {
              const content = cell(row);
              return index === 0 ? (
                <th scope="row" key={label}>
                  {content}
                </th>
              ) : (
                <td key={label} data-label={isLabelHidden ? undefined : label}>
                  <div className={content === '–' ? 'nothing' : undefined}>{content}</div>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

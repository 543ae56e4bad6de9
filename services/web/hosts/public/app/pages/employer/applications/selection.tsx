import type { Application } from '@gatehouse/contract/wire';
import { useState } from 'react';
import { useShortcut } from '#design/shortcuts.tsx';

/** The contract's limit of one request. */
export const MAX_SELECTED = 50;

/** Which rows of the list are selected. */
export interface Selection {
  /** Those that the list has, in its order. */
  readonly items: readonly Application[];
  readonly has: (id: string) => boolean;
  readonly toggle: (id: string) => void;
  /** How many of the list's rows can be selected at once. */
  readonly limit: number;
  /** Selects the first rows of the list up to the limit, and none if that many are selected. */
  readonly toggleAll: () => void;
  readonly clear: () => void;
}

/** Selects rows of a list, at most as many as one request moves. Rows that leave the list are not selected any more. */
export function useSelection(rows: readonly Application[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const items = rows.filter(({ id }) => ids.has(id));
  const limit = Math.min(rows.length, MAX_SELECTED);
  return {
    items,
    has: (id) => ids.has(id),
    toggle: (id) =>
      setIds((before) => {
        const after = new Set(before);
        if (!after.delete(id) && items.length < MAX_SELECTED) after.add(id);
        return after;
      }),
    limit,
    toggleAll: () => setIds(items.length === limit ? new Set() : withFirst(rows, items, limit)),
    clear: () => setIds(new Set()),
  };
}

function withFirst(
  rows: readonly Application[],
  items: readonly Application[],
  limit: number,
): ReadonlySet<string> {
  const ids = new Set(items.map(({ id }) => id));
  for (const { id } of rows) if (ids.size < limit) ids.add(id);
  return ids;
}

/** The checkbox of all rows. */
export function SelectAll({
  selection: { items, limit, toggleAll },
  rowCount,
  hasMore,
}: {
  selection: Selection;
  /** Of the rows that are loaded. */
  rowCount: number;
  /** Whether the list has rows that one selection cannot have. */
  hasMore: boolean;
}) {
  const count = items.length;
  const isIndeterminate = count > 0 && count < limit;
  useShortcut('a', toggleAll);
  return (
    <div className="select-all">
      <label className="check">
        <input
          type="checkbox"
          aria-keyshortcuts="a"
          ref={(input) => {
            if (input !== null) input.indeterminate = isIndeterminate;
          }}
          checked={count === limit}
          onChange={toggleAll}
        />
        {rowCount > limit ? `Select the first ${limit} of ${rowCount} shown` : `Select all ${rowCount} shown`}
      </label>
      {hasMore ? <p className="hint">One move takes at most {MAX_SELECTED} applications.</p> : null}
    </div>
  );
}

/** The checkbox of a row. */
export function SelectRow({ row, selection }: { row: Application; selection: Selection }) {
  const isSelected = selection.has(row.id);
  return (
    <label className="select-row">
      <input
        type="checkbox"
        aria-label={`Select ${row.applicant.name}`}
        checked={isSelected}
        disabled={!isSelected && selection.items.length >= MAX_SELECTED}
        onChange={() => selection.toggle(row.id)}
      />
    </label>
  );
}

/** `j` and `k` move the focus from row to row of the page's table, `x` selects the row with the focus. */
export function useRowKeys(): void {
  useShortcut('j', () => focusRow(1));
  useShortcut('k', () => focusRow(-1));
  useShortcut('x', () => currentRow()?.querySelector<HTMLElement>('input[type="checkbox"]')?.click());
}

const rowsOfPage = () => [...document.querySelectorAll<HTMLTableRowElement>('main tbody > tr')];
const currentRow = () => rowsOfPage().find((row) => row.contains(document.activeElement));

function focusRow(step: 1 | -1): void {
  const rows = rowsOfPage();
  const current = rows.findIndex((row) => row.contains(document.activeElement));
  const next = current === -1 ? 0 : Math.min(Math.max(current + step, 0), rows.length - 1);
  rows[next]?.querySelector<HTMLElement>('th a')?.focus();
}

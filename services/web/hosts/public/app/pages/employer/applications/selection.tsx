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
  /** How many rows can be selected at once: the first ones of the list, where it has more. */
  readonly limit: number;
  /** Whether these first rows are selected. */
  readonly hasAll: boolean;
  /** Selects these first rows and no other one; if they are selected, none. */
  readonly toggleAll: () => void;
  readonly clear: () => void;
}

/** Selects rows of a list, at most as many as one request moves. Rows that leave the list are not selected any more. */
export function useSelection(rows: readonly Application[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const items = rows.filter(({ id }) => ids.has(id));
  if (items.length < ids.size) setIds(new Set(items.map(({ id }) => id)));
  const first = rows.slice(0, MAX_SELECTED).map(({ id }) => id);
  const hasAll = first.every((id) => ids.has(id));
  return {
    items,
    has: (id) => ids.has(id),
    toggle: (id) =>
      setIds((before) => {
        const after = new Set(before);
        if (!after.delete(id) && items.length < MAX_SELECTED) after.add(id);
        return after;
      }),
    limit: first.length,
    hasAll,
    toggleAll: () => setIds(new Set(hasAll ? [] : first)),
    clear: () => setIds(new Set()),
  };
}

/** The checkbox of all rows. */
export function SelectAll({
  selection: { items, limit, hasAll, toggleAll },
  rowCount,
  hasMore,
}: {
  selection: Selection;
  /** Of the rows that are loaded. */
  rowCount: number;
  /** Whether the list has rows that one selection cannot have. */
  hasMore: boolean;
}) {
  const isIndeterminate = items.length > 0 && !hasAll;
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
          checked={hasAll}
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

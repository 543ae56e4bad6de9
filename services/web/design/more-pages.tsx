import { type MouseEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { Link, useFetcher, useLocation } from 'react-router';
import type { ApiAnswer } from '#api/api-answer.ts';
import { ErrorDisplay } from './error-display.tsx';
import { announce } from './feedback/announcer.tsx';
import { focusOn } from './feedback/focus.ts';
import { useListMemory } from './list-memory.tsx';
import { chain, type ListPage } from './list-pages.ts';

export type { ListPage } from './list-pages.ts';

/** What a page's loader returns for one page of its list. */
interface LoadedPage<Item> {
  readonly answer: ApiAnswer<ListPage<Item>>;
  /** The requested cursor. */
  readonly after: string;
}

/**
 * The items of a list's first page, and of the pages that its button has loaded through the page's own loader. Back and
 * Forward find them again (U18). `more` belongs directly after the list: the focus goes to the first new row.
 * @param nextPage the label of a link to the next page in place of the button: it works without JavaScript, too.
 */
export function useMorePages<Item extends { readonly id: string }>(
  first: ListPage<Item>,
  { nextPage }: { nextPage?: string } = {},
) {
  const { pathname, search, key } = useLocation();
  const memory = useListMemory<Item>();
  const fetcher = useFetcher<LoadedPage<Item>>();
  const { data, state } = fetcher;
  const [added, setAdded] = useState(() => memory.find(key));
  // Remembered rows are shown at once and loaded again, page by page: they may have changed.
  const outdated = useRef(added.map(({ after }) => after).filter((after) => after !== ''));
  const [isAsked, setIsAsked] = useState(false);
  const address = (cursor: string) => `${pathname}?${withCursor(search, cursor)}`;
  const list = address('');
  const loading = useRef(list);
  const load = (cursor: string) => {
    loading.current = list;
    void fetcher.load(address(cursor));
  };
  useEffect(() => {
    if (!data?.answer.ok) return;
    const { after, answer } = data;
    const loaded = { list: loading.current, after, page: answer.data };
    // A reload of route data repeats the last request: its page replaces the former one.
    setAdded((before) => [
      ...before.filter((known) => known.after !== after || known.list !== loaded.list),
      loaded,
    ]);
  }, [data]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one request after the other, on the way of each.
  useEffect(() => {
    const after = state === 'idle' ? outdated.current.shift() : undefined;
    if (after !== undefined) load(after);
  }, [state]);
  const pages = chain(
    first,
    added.filter((page) => page.list === list),
  );
  const items = [...first.items, ...pages.flatMap((page) => page.items)];
  const cursor = (pages.at(-1) ?? first).next_cursor;
  useEffect(() => {
    if (added.length === 0) return;
    const whole = { list, after: '', page: { items, next_cursor: cursor } };
    memory.keep(key, [...added.filter(({ after }) => after !== ''), whole]);
  });
  useEffect(() => void memory.keepAddress(pathname, search));
  const place = useFocusOnNewRows(items.length);
  const more = {
    isBusy: isAsked && state !== 'idle',
    onClick: () => {
      outdated.current = [];
      setIsAsked(true);
      place.mark();
      load(cursor);
    },
  };
  return {
    items,
    more: (
      <div className="more-rows" ref={place.ref}>
        {isAsked && data !== undefined && !data.answer.ok ? (
          <ErrorDisplay refusal={data.answer.refusal} />
        ) : null}
        {cursor === '' ? null : nextPage === undefined ? (
          <MoreButton {...more} />
        ) : (
          <NextPageLink to={address(cursor)} label={nextPage} {...more} />
        )}
      </div>
    ),
  };
}

function withCursor(search: string, cursor: string): URLSearchParams {
  const query = new URLSearchParams(search);
  query.delete('cursor');
  if (cursor !== '') query.set('cursor', cursor);
  return query;
}

/** Moves the focus to the first row that was added to the list above `ref` since `mark` (U13). */
function useFocusOnNewRows(count: number): { ref: RefObject<HTMLDivElement | null>; mark: () => void } {
  const ref = useRef<HTMLDivElement>(null);
  const countBefore = useRef<number | null>(null);
  // A page can show rows above the others that are on a later page of the list: the shown ones are counted.
  const shownRows = useCallback(
    () => [
      ...(ref.current?.previousElementSibling?.querySelectorAll<HTMLElement>(
        ':scope > li, :scope > tbody > tr',
      ) ?? []),
    ],
    [],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the list adds rows.
  useEffect(() => {
    const before = countBefore.current;
    const rows = shownRows();
    const first = before === null ? undefined : rows[before];
    if (before === null || first === undefined) return;
    countBefore.current = null;
    focusOn(first);
    announce(`${rows.length - before} more loaded.`);
  }, [count, shownRows]);
  return {
    ref,
    mark: () => {
      countBefore.current = shownRows().length;
    },
  };
}

interface More {
  readonly isBusy: boolean;
  readonly onClick: () => void;
}

function MoreButton({ isBusy, onClick }: More) {
  return (
    <p className="actions">
      <button type="button" onClick={isBusy ? undefined : onClick} aria-disabled={isBusy ? true : undefined}>
        {isBusy ? 'Loading…' : 'Load more'}
      </button>
    </p>
  );
}

/** Appends the next page to the list; opened in another tab, or without JavaScript, it is a page of its own. */
function NextPageLink({ to, label, isBusy, onClick }: More & { to: string; label: string }) {
  return (
    <p className="actions">
      <Link
        className="button"
        to={to}
        aria-disabled={isBusy ? true : undefined}
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          if (!isBusy) onClick();
        }}
      >
        {isBusy ? 'Loading…' : label}
      </Link>
    </p>
  );
}

function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}

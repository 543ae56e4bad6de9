import { type RefObject, useEffect, useRef, useState } from 'react';
import { useFetcher, useLocation } from 'react-router';
import type { ApiAnswer } from '#api/api-answer.ts';
import { ErrorDisplay } from './error-display.tsx';
import { announce } from './feedback/announcer.tsx';
import { focusOn } from './feedback/focus.ts';

/** A page of a list, as the API returns it. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** Empty: this was the last page. */
  readonly next_cursor: string;
}

/**
 * The items of a list's first page, and of the pages that its button has loaded through the page's own browser loader.
 * The loader's data has the requested cursor in `after`. `more` belongs directly after the list: the focus goes to the first
 * new row.
 */
export function useMorePages<Item>(first: ListPage<Item>) {
  const { pathname, search } = useLocation();
  const fetcher = useFetcher<{ answer: ApiAnswer<ListPage<Item>>; after: string }>();
  const { data } = fetcher;
  const [added, setAdded] = useState<readonly AddedPage<Item>[]>([]);
  useEffect(() => {
    if (!data?.answer.ok) return;
    const { after, answer } = data;
    const { data: page } = answer;
    // A reload of route data repeats the last request: its page replaces the former one.
    setAdded((before) => [...before.filter((known) => known.after !== after), { after, page }]);
  }, [data]);
  const pages = chain(first, added);
  const items = [...first.items, ...pages.flatMap((page) => page.items)];
  const place = useFocusOnNewRows(items.length);
  const cursor = (pages.at(-1) ?? first).next_cursor;
  const query = new URLSearchParams(search);
  query.set('cursor', cursor);
  const button =
    cursor === '' ? null : (
      <MoreButton
        isBusy={fetcher.state !== 'idle'}
        onClick={() => {
          place.mark();
          void fetcher.load(`${pathname}?${query}`);
        }}
      />
    );
  const failure =
    data !== undefined && !data.answer.ok ? <ErrorDisplay refusal={data.answer.refusal} /> : null;
  return {
    items,
    more: (
      <div ref={place.ref}>
        {failure}
        {button}
      </div>
    ),
  };
}

/** Moves the focus to the first row that was added to the list above `ref` since `mark` (U13). */
function useFocusOnNewRows(count: number): { ref: RefObject<HTMLDivElement | null>; mark: () => void } {
  const ref = useRef<HTMLDivElement>(null);
  const countBefore = useRef<number | null>(null);
  useEffect(() => {
    const before = countBefore.current;
    if (before === null || count <= before) return;
    countBefore.current = null;
    const rows = ref.current?.previousElementSibling?.querySelectorAll<HTMLElement>(
      ':scope > li, :scope > tbody > tr',
    );
    const first = rows?.[before];
    if (first !== undefined) focusOn(first);
    announce(`${count - before} more loaded.`);
  }, [count]);
  return {
    ref,
    mark: () => {
      countBefore.current = count;
    },
  };
}

interface AddedPage<Item> {
  /** The cursor that the page was requested with. */
  readonly after: string;
  readonly page: ListPage<Item>;
}

/** The added pages that follow the first one without a gap; others belong to a former list. */
function chain<Item>(first: ListPage<Item>, added: readonly AddedPage<Item>[]): readonly ListPage<Item>[] {
  const pages: ListPage<Item>[] = [];
  let { next_cursor } = first;
  while (next_cursor !== '' && pages.length < added.length) {
    const next = added.find(({ after }) => after === next_cursor);
    if (next === undefined) break;
    pages.push(next.page);
    next_cursor = next.page.next_cursor;
  }
  return pages;
}

function MoreButton({ isBusy, onClick }: { isBusy: boolean; onClick: () => void }) {
  return (
    <p className="actions">
      <button type="button" onClick={isBusy ? undefined : onClick} aria-disabled={isBusy ? true : undefined}>
        {isBusy ? 'Loading…' : 'Load more'}
      </button>
    </p>
  );
}

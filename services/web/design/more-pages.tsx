import { useEffect, useState } from 'react';
import { useFetcher, useLocation } from 'react-router';
import type { ApiAnswer } from '#api/api-answer.ts';
import { ErrorDisplay } from './error-display.tsx';

/** A page of a list, as the API returns it. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** Empty: this was the last page. */
  readonly next_cursor: string;
}

/**
 * The items of a list's first page, and of the pages that its button has loaded through the page's own browser loader.
 * The loader's data has the requested cursor in `after`.
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
  const cursor = (pages.at(-1) ?? first).next_cursor;
  const query = new URLSearchParams(search);
  query.set('cursor', cursor);
  const button =
    cursor === '' ? null : (
      <MoreButton
        isBusy={fetcher.state !== 'idle'}
        onClick={() => void fetcher.load(`${pathname}?${query}`)}
      />
    );
  const failure =
    data !== undefined && !data.answer.ok ? <ErrorDisplay refusal={data.answer.refusal} /> : null;
  return {
    items: [...first.items, ...pages.flatMap(({ items }) => items)],
    more: (
      <>
        {failure}
        {button}
      </>
    ),
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
      <button type="button" onClick={onClick} disabled={isBusy}>
        {isBusy ? 'Loading…' : 'Load more'}
      </button>
    </p>
  );
}

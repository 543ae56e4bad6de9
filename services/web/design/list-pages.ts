/** A page of a list, as the API returns it. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** Empty: this was the last page. */
  readonly next_cursor: string;
}

/** The cursor in the address of a list; empty: its first page. */
export function cursorOf({ searchParams }: URL): string {
  return searchParams.get('cursor') ?? '';
}

/** A page that was loaded after the first one. */
export interface AddedPage<Item> {
  /** The address of the list, without a cursor. */
  readonly list: string;
  /** The cursor that the page was requested with. */
  readonly after: string;
  readonly page: ListPage<Item>;
}

/**
 * The pages that follow the first one without a gap; others belong to a former list. A page follows by its cursor, or, when
 * rows were added or removed since it was loaded, by the last row before it.
 */
export function chain<Item extends { readonly id: string }>(
  first: ListPage<Item>,
  added: readonly AddedPage<Item>[],
): readonly ListPage<Item>[] {
  const pages: ListPage<Item>[] = [];
  let last = first;
  // Each added page is used at most twice: whole, and from a row on.
  while (last.next_cursor !== '' && pages.length < added.length * 2) {
    const next = pageAfter(last, added);
    if (next === undefined) break;
    pages.push(next);
    last = next;
  }
  return pages;
}

function pageAfter<Item extends { readonly id: string }>(
  { items, next_cursor }: ListPage<Item>,
  added: readonly AddedPage<Item>[],
): ListPage<Item> | undefined {
  const next = added.find(({ after }) => after === next_cursor);
  if (next !== undefined) return next.page;
  const lastId = items.at(-1)?.id;
  for (const { page } of added) {
    const index = page.items.findIndex(({ id }) => id === lastId);
    if (index >= 0 && index < page.items.length - 1) return { ...page, items: page.items.slice(index + 1) };
  }
  return undefined;
}

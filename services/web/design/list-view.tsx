import type { ReactNode } from 'react';
import type { ClientLoaderFunctionArgs } from 'react-router';
import type { ApiAnswer } from '#api/api-answer.ts';
import { type AnswersTo, loadReads, type PageAddress, type PageReads } from '#api/page-reads.ts';
import { cursorOf } from './list-pages.ts';
import { type ListPage, useMorePages } from './more-pages.tsx';
import { Page } from './page.tsx';
import { PageData } from './page-data.tsx';

/** The browser loader of a list: the answers to its reads, and the cursor that they were requested with. */
export async function loadListPage<Reads extends PageReads>(
  handle: { readonly reads: (address: PageAddress) => Reads },
  args: ClientLoaderFunctionArgs,
): Promise<AnswersTo<Reads> & { readonly after: string }> {
  return { ...(await loadReads(handle, args)), after: cursorOf(args.url) };
}

/** What a page has beside the title in its heading. */
interface Heading {
  readonly lead?: ReactNode;
  readonly aside?: ReactNode;
  readonly back?: { readonly to: string; readonly title: string };
}

/** A page that is one list: its heading, its rows and the button for more of them, or what it shows without any. */
export function ListView<Item extends { readonly id: string }, First extends ListPage<Item>>({
  title,
  answer,
  heading,
  empty,
  children,
}: {
  title: string;
  /** To the read of the list's first page. */
  answer: ApiAnswer<First & ListPage<Item>>;
  heading: (first: First) => Heading;
  empty: ReactNode;
  /** The list as one element, or its last one: the focus goes to its first new row. */
  children: (items: readonly Item[]) => ReactNode;
}) {
  return (
    <PageData title={title} answer={answer}>
      {(first) => (
        <Page title={title} {...heading(first)}>
          {first.items.length === 0 ? empty : <PagedRows first={first}>{children}</PagedRows>}
        </Page>
      )}
    </PageData>
  );
}

/** The rows of a list and the button for more of them, beside other parts of a page. */
export function PagedRows<Item extends { readonly id: string }>({
  first,
  children,
}: {
  first: ListPage<Item>;
  /** The list as one element, or its last one: the focus goes to its first new row. */
  children: (items: readonly Item[]) => ReactNode;
}) {
  const { items, more } = useMorePages(first);
  return (
    <>
      {children(items)}
      {more}
    </>
  );
}

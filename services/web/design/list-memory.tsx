import { createContext, type ReactNode, use, useState } from 'react';
import type { AddedPage } from './list-pages.ts';

/** What a list has loaded, by the key of its history entry. */
type Lists = Map<string, readonly AddedPage<unknown>[]>;

const ListsContext = createContext<Lists | null>(null);

const MAX_LISTS = 20;

/** Remembers the rows of lists, for Back and Forward. Its key is the account: another one starts without them. */
export function ListMemory({ children }: { children: ReactNode }) {
  const [lists] = useState<Lists>(() => new Map());
  return <ListsContext value={lists}>{children}</ListsContext>;
}

/** The remembered pages of a list, and how to remember them. */
export function useListMemory<Item>() {
  const lists = use(ListsContext);
  return {
    find: (key: string) => (lists?.get(key) ?? []) as readonly AddedPage<Item>[],
    keep: (key: string, pages: readonly AddedPage<Item>[]) => {
      if (lists === null) return;
      lists.delete(key);
      lists.set(key, pages);
      const [oldest] = lists.keys();
      if (lists.size > MAX_LISTS && oldest !== undefined) lists.delete(oldest);
    },
  };
}

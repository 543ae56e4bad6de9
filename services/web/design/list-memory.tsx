import { createContext, type ReactNode, use, useState } from 'react';
import type { AddedPage } from './list-pages.ts';

/** What a list has loaded, by the key of its history entry. */
type Lists = Map<string, readonly AddedPage<unknown>[]>;

interface Memory {
  readonly lists: Lists;
  /** The address with which each list was shown last, by its path, in the order in which they were shown. */
  readonly addresses: Map<string, string>;
}

const MemoryContext = createContext<Memory | null>(null);

const MAX_LISTS = 20;

/**
 * Remembers the rows of lists, for Back and Forward, and their addresses, for the links back to them. Its key is the account:
 * another one starts without them.
 */
export function ListMemory({ children }: { children: ReactNode }) {
  const [memory] = useState<Memory>(() => ({ lists: new Map(), addresses: new Map() }));
  return <MemoryContext value={memory}>{children}</MemoryContext>;
}

/** The remembered pages of a list, and how to remember them. */
export function useListMemory<Item>() {
  const memory = use(MemoryContext);
  return {
    find: (key: string) => (memory?.lists.get(key) ?? []) as readonly AddedPage<Item>[],
    keep: (key: string, pages: readonly AddedPage<Item>[]) => {
      if (memory === null) return;
      const { lists } = memory;
      lists.delete(key);
      lists.set(key, pages);
      const [oldest] = lists.keys();
      if (lists.size > MAX_LISTS && oldest !== undefined) lists.delete(oldest);
    },
    keepAddress: (pathname: string, search: string) => {
      // As the last one of its map.
      memory?.addresses.delete(pathname);
      memory?.addresses.set(pathname, pathname + search);
    },
  };
}

/** The address of a list with the search and the filters with which the user saw it last; without any, its path (U18). */
export function useListAddress(pathname: string): string {
  return use(MemoryContext)?.addresses.get(pathname) ?? pathname;
}

/** The path of that one of some lists that the user saw last; undefined: none of them. */
export function useLastList(pathnames: readonly string[]): string | undefined {
  const addresses = use(MemoryContext)?.addresses.keys() ?? [];
  return [...addresses].findLast((pathname) => pathnames.includes(pathname));
}

import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { ApiAnswer } from '#api/api-answer.ts';
import type { ListPage } from '../list-pages.ts';
import { announce } from './announcer.tsx';

/**
 * Announces what another filter, sort order or search of the same page has found: the page's title does not change (G10).
 * @param text a sentence; null: there is no result to announce.
 */
export function useResultsAnnouncement(text: string | null): void {
  const { search } = useLocation();
  const announced = useRef(search);
  useEffect(() => {
    if (announced.current !== search && text !== null) announce(text);
    announced.current = search;
  }, [search, text]);
}

/** How many rows the first page of a list has, for `useResultsAnnouncement`: `No job posts found.`; null after a refusal. */
export function resultsText(answer: ApiAnswer<ListPage<unknown>>, one: string, many: string): string | null {
  if (!answer.ok) return null;
  const { items, next_cursor } = answer.data;
  if (next_cursor !== '') return `More than ${items.length} ${many} found.`;
  return countText(items.length, one, many);
}

/** How many were found, as a sentence. */
export function countText(count: number, one: string, many: string): string {
  return `${count === 0 ? 'No' : count} ${count === 1 ? one : many} found.`;
}

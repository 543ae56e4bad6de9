import type { JobPostKind } from '@gatehouse/contract/wire';
import { findChoice } from '#api/choice.ts';
import { KIND_LABELS } from '#design/labels.ts';

/** What a visitor searches for; empty texts and null: everything. */
export interface Search {
  readonly query: string;
  readonly location: string;
  readonly kind: JobPostKind | null;
}

/** The search of an address, within the API's limits. */
export function searchOf(url: URL): Search {
  return {
    query: firstWords(textOf(url, 'query', 200)),
    location: textOf(url, 'location', 140),
    kind: findChoice(KIND_LABELS, url.searchParams.get('kind')),
  };
}

/** A text of an address, cut to its limit. */
export function textOf(url: URL, name: string, maxLength: number): string {
  return (url.searchParams.get(name) ?? '').slice(0, maxLength);
}

/** A search as the query of an address. */
export function addressOf({ query, location, kind }: Search): URLSearchParams {
  const entries = Object.entries({ query, location, kind: kind ?? '' });
  return new URLSearchParams(entries.filter(([, value]) => value !== ''));
}

/** What a feed reader calls the feed of a search. */
export function feedTitleOf({ query, location, kind }: Search): string {
  const type = kind === null ? 'Jobs' : `${KIND_LABELS[kind]} jobs`;
  const where = location === '' ? '' : ` in ${location}`;
  return `${type}${where}${query === '' ? '' : ` for “${query}”`} on Gatehouse`;
}

/** The address of the feed of a search. */
export function feedAddressOf(search: Search): string {
  const query = addressOf(search).toString();
  return query === '' ? '/jobs/feed.xml' : `/jobs/feed.xml?${query}`;
}

/** The API's limit; the page shows which words it searched for. */
const MAX_WORDS = 16;

function firstWords(query: string): string {
  const words = [...query.matchAll(/[\p{L}\p{N}]+/gu)];
  const next = words[MAX_WORDS];
  return next === undefined ? query : query.slice(0, next.index).trimEnd();
}

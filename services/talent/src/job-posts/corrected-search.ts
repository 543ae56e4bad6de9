import { decodeCursor, encodeCursor, onlyRow, type Queryable } from '@gatehouse/boundary';
import type { ListPublicJobPostsRequest, ListPublicJobPostsResponse } from '@gatehouse/contract';
import { correctableWords, replaceWords } from './asked-words.ts';
import type { Filters } from './filters.ts';
import {
  FIND_PUBLIC_WORDS,
  FIND_SIMILAR_PLACES,
  FIND_SIMILAR_WORDS,
  FIND_WORDS_OF_PLACE,
} from './search-statements.ts';
import { candidatesOf, correctionsOf } from './spelling.ts';

/** A search with words or filters. */
export interface Search extends ListPublicJobPostsRequest {
  readonly filters: Filters;
}

/** Finds a page of a search as it is. */
export type FindPage = (search: Search) => Promise<ListPublicJobPostsResponse>;

/** Without its typing errors; empty: as it was asked. */
interface Correction {
  readonly query: string;
  readonly location: string;
}

/** Between the corrections and the position; not a character of them. */
const SEPARATOR = '.';

/**
 * A page of the posts that a search finds, or, where it finds none, of those that it finds without the typing errors of its
 * place, of its words, or of both: four searches, three readings of similar words, two of which of them are public, and one of the
 * place's words at most (F8). A search in a place that no post names finds none, so its corrections come first. The cursor keeps the
 * correction, so that the pages of a list belong together whatever is published meanwhile.
 * @throws {Refusal} input_invalid for a cursor that no page of a search has.
 */
export async function findCorrected(
  reads: Queryable,
  search: Search,
  find: FindPage,
): Promise<ListPublicJobPostsResponse> {
  const { cursor } = search;
  const before = correctionOf(cursor);
  if (before !== null) return correctedPage({ ...search, cursor: before.position }, before, find);
  if (cursor !== '') return find(search);
  const found = (await isUnknownPlace(reads, search)) ? null : await find(search);
  if (found !== null && found.items.length > 0) return found;
  for await (const correction of correctionsFor(reads, search)) {
    const page = await correctedPage(search, correction, find);
    if (page.items.length > 0) return page;
  }
  return found ?? find(search);
}

/**
 * Whether a place has a typing error and no post names it as it is written. Most places are words of places, which costs little to see.
 * Posts of remote work need not name theirs.
 */
async function isUnknownPlace(reads: Queryable, { filters: { location } }: Search): Promise<boolean> {
  const words = correctableWords(location);
  if (words.length === 0 || location.toLowerCase() === 'remote') return false;
  const candidates = candidatesOf(await reads.query(FIND_SIMILAR_PLACES, [words]));
  if (words.every((word) => candidates.get(word)?.[0]?.errors === 0)) return false;
  return !onlyRow(await reads.query(FIND_WORDS_OF_PLACE, [location]), 'the words of the place').is_known;
}

/** What to try next, read when it is needed. */
async function* correctionsFor(
  reads: Queryable,
  { query, filters }: Search,
): AsyncGenerator<Correction, void> {
  const location = await correctPlace(reads, filters.location);
  if (location !== '') yield { query: '', location };
  const corrected = await correctQuery(reads, query);
  if (corrected === '') return;
  // A place that is right, or not typed to its end, may look like another one: the words alone come before both.
  yield { query: corrected, location: '' };
  if (location !== '') yield { query: corrected, location };
}

async function correctedPage(
  search: Search,
  correction: Correction,
  find: FindPage,
): Promise<ListPublicJobPostsResponse> {
  const { query, location } = correction;
  const filters = location === '' ? search.filters : { ...search.filters, location };
  const page = await find({ ...search, query: query || search.query, filters });
  const { next_cursor } = page;
  return {
    ...page,
    next_cursor: next_cursor === '' ? '' : [...cursorParts(correction), next_cursor].join(SEPARATOR),
    ...(query === '' ? {} : { corrected_query: query }),
    ...(location === '' ? {} : { corrected_location: location }),
  };
}

/** The query, and the place where it is corrected. */
function cursorParts({ query, location }: Correction): readonly string[] {
  const [words, place] = [query, location].map((text) => (text === '' ? '' : encodeCursor([text])));
  return location === '' ? [words ?? ''] : [words ?? '', place ?? ''];
}

/** What a cursor keeps; null: no correction. */
function correctionOf(cursor: string): (Correction & { readonly position: string }) | null {
  const parts = cursor.split(SEPARATOR);
  if (parts.length === 1) return null;
  const count = Math.min(parts.length - 1, 2);
  const [query = '', location = ''] = parts
    .slice(0, count)
    .map((part) => decodeCursor(part, ['text'])[0] ?? '');
  return { query, location, position: parts.slice(count).join(SEPARATOR) };
}

const MAX_QUERY_LENGTH = 200;
const MAX_LOCATION_LENGTH = 140;

/** The query with its typing errors corrected; empty: it has none. */
async function correctQuery(reads: Queryable, query: string): Promise<string> {
  const words = correctableWords(query);
  if (words.length === 0) return '';
  const corrected = replaceWords(
    query,
    await findCorrections(reads, words, { similar: FIND_SIMILAR_WORDS, weight: '' }),
  );
  return corrected === query || corrected.length > MAX_QUERY_LENGTH ? '' : corrected;
}

/** A place with its typing errors corrected, as a name is written; empty: it has none. */
async function correctPlace(reads: Queryable, location: string): Promise<string> {
  const words = correctableWords(location);
  if (words.length === 0) return '';
  const corrections = await findCorrections(reads, words, { similar: FIND_SIMILAR_PLACES, weight: ':C' });
  if (corrections.size === 0) return '';
  const names = [...corrections].map(
    ([asked, word]) => [asked, word.charAt(0).toUpperCase() + word.slice(1)] as const,
  );
  const corrected = replaceWords(location, new Map(names));
  return corrected.length > MAX_LOCATION_LENGTH ? '' : corrected;
}

/** Names no word that visitors could not find: a search may have alternatives that it finds without the corrected one. */
async function findCorrections(
  reads: Queryable,
  words: readonly string[],
  { similar, weight }: { readonly similar: typeof FIND_SIMILAR_WORDS; readonly weight: '' | ':C' },
): Promise<ReadonlyMap<string, string>> {
  const candidates = candidatesOf(await reads.query(similar, [words]));
  const asked = new Set([...candidates.values()].flatMap((some) => some.map(({ word }) => word)));
  if (asked.size === 0) return new Map();
  const rows = await reads.query(FIND_PUBLIC_WORDS, [[...asked], weight]);
  return correctionsOf(candidates, new Set(rows.map(({ word }) => word)));
}

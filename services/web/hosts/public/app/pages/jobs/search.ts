import { CURRENCIES, LANGUAGES } from '@gatehouse/contract/iso-codes';
import { jobsName } from '@gatehouse/contract/jobs-phrase';
import type {
  JobPostKind,
  ListPublicJobPostsRequest,
  PublicJobPostOrder,
  RemoteMode,
  Seniority,
} from '@gatehouse/contract/wire';
import { findChoice } from '#api/choice.ts';
import { KIND_LABELS, REMOTE_MODE_LABELS, SENIORITY_LABELS } from '#design/labels.ts';

/** What a visitor searches for; empty texts and null: everything. */
export interface Search {
  readonly query: string;
  readonly location: string;
  readonly kind: JobPostKind | null;
  readonly remote_mode: RemoteMode | null;
  readonly seniority: Seniority | null;
  /** ISO 639-1; empty: all. */
  readonly language: string;
  /** For a year, in `currency`; empty: all. */
  readonly minimum_pay: string;
  /** ISO 4217; empty where no pay is compared. */
  readonly currency: string;
  /** Null: best match first for words, otherwise newest first. */
  readonly order: Exclude<PublicJobPostOrder, 'relevance'> | null;
}

/** In which pay is compared unless an address says otherwise. */
export const DEFAULT_CURRENCY = 'EUR';

/** The orders that an address can name. */
export const ORDER_LABELS = { newest: 'Newest', pay: 'Highest pay' } as const;

/** The search of an address, within the API's limits. */
export function searchOf(url: URL): Search {
  const { searchParams } = url;
  const query = firstWords(textOf(url, 'query', 200));
  const order = findChoice(ORDER_LABELS, searchParams.get('order'));
  const minimum_pay = /^0*([1-9]\d{0,8})$/.exec(searchParams.get('minimum_pay') ?? '')?.[1] ?? '';
  const currency = oneOf(CURRENCIES, searchParams.get('currency')) || DEFAULT_CURRENCY;
  return {
    query,
    location: textOf(url, 'location', 140),
    kind: findChoice(KIND_LABELS, searchParams.get('kind')),
    remote_mode: findChoice(REMOTE_MODE_LABELS, searchParams.get('remote_mode')),
    seniority: findChoice(SENIORITY_LABELS, searchParams.get('seniority')),
    language: oneOf(LANGUAGES, searchParams.get('language')),
    minimum_pay,
    currency: minimum_pay === '' && order !== 'pay' ? '' : currency,
    // Without words the newest are first anyway.
    order: order === 'newest' && query.trim() === '' ? null : order,
  };
}

function oneOf(codes: readonly string[], value: string | null): string {
  return codes.find((code) => code === value) ?? '';
}

/** A search as the API takes it. */
export function filtersOf(search: Search): Omit<ListPublicJobPostsRequest, 'cursor' | 'limit'> {
  const { query, location, kind, remote_mode, seniority, language, minimum_pay, currency, order } = search;
  return {
    query,
    location,
    ...(kind === null ? {} : { kind }),
    ...(remote_mode === null ? {} : { remote_mode }),
    ...(seniority === null ? {} : { seniority }),
    ...(language === '' ? {} : { language }),
    ...(minimum_pay === '' ? {} : { minimum_pay: Number(minimum_pay) }),
    ...(currency === '' ? {} : { currency }),
    ...(order === null ? {} : { order }),
  };
}

/** A text of an address, cut to its limit. */
export function textOf(url: URL, name: string, maxLength: number): string {
  return (url.searchParams.get(name) ?? '').slice(0, maxLength);
}

/** The query of a search's address; empty for all jobs. */
export function queryOf(search: Search): URLSearchParams {
  const entries = Object.entries(search).map(([name, value]) => [name, value ?? '']);
  return new URLSearchParams(entries.filter(([, value]) => value !== ''));
}

/** The address of a search. */
export function addressOf(search: Search): string {
  return addressWith('/jobs', search);
}

/** The address of the feed of a search: the newest matches, or the best ones of words. */
export function feedAddressOf(search: Search): string {
  const currency = search.minimum_pay === '' ? '' : search.currency;
  return addressWith('/jobs/feed.xml', { ...search, currency, order: null });
}

function addressWith(path: string, search: Search): string {
  const query = queryOf(search).toString();
  return query === '' ? path : `${path}?${query}`;
}

/** The labels of what a search asks of the jobs themselves. */
export function typeOf({ kind, remote_mode, seniority }: Search): readonly string[] {
  return [
    seniority === null ? '' : SENIORITY_LABELS[seniority],
    remote_mode === null ? '' : REMOTE_MODE_LABELS[remote_mode],
    kind === null ? '' : KIND_LABELS[kind],
  ].filter((label) => label !== '');
}

/** What a feed reader calls the feed of a search. */
export function feedTitleOf(search: Search): string {
  const { query, location } = search;
  return `${jobsName(typeOf(search), location)}${query === '' ? '' : ` for “${query}”`} on Gatehouse`;
}

/** The API's limit; the page shows which words it searched for. */
const MAX_WORDS = 16;

function firstWords(query: string): string {
  const words = [...query.matchAll(/[\p{L}\p{N}]+/gu)];
  const next = words[MAX_WORDS];
  return next === undefined ? query : query.slice(0, next.index).trimEnd();
}

import { refuse } from '@gatehouse/boundary';
import type { ListPublicJobPostsRequest } from '@gatehouse/contract';

/** What a visitor asks of job posts beside words. */
export type Filters = Pick<
  ListPublicJobPostsRequest,
  'location' | 'kind' | 'remote_mode' | 'seniority' | 'language' | 'minimum_pay' | 'currency'
>;

/** The pay of `job_posts j` for a year, by which posts are filtered and sorted; null: not stated. */
export const YEARLY_PAY = 'employer.yearly_pay(coalesce(j.pay_maximum, j.pay_minimum), j.pay_period)';

/** By filter, what it asks of `job_posts j` and `job_post_search s`; the values are `filterValues`. */
const CONDITIONS = {
  location: "$1::text = '' or strpos(s.location, (select employer.search_text($1))) > 0",
  kind: '$2::text is null or j.kind = $2',
  remote_mode: '$3::text is null or j.remote_mode = $3',
  seniority: '$4::text is null or j.seniority = $4',
  language: '$5::text is null or $5 = any (j.languages)',
  minimum_pay: `$6::int8 is null or j.pay_currency = $7::text and ${YEARLY_PAY} >= $6`,
} as const;

/** A filter by its name in the contract. */
type FilterName = keyof typeof CONDITIONS;

/** In the order in which they are counted. */
export const FILTER_NAMES = [
  'location',
  'kind',
  'remote_mode',
  'seniority',
  'language',
  'minimum_pay',
] as const satisfies readonly FilterName[];

/**
 * Whether a post passes all filters. PostgreSQL takes `coalesce` to be true of every second row, whatever the filters are; its
 * guess for the conditions themselves is so low that it would read the whole catalogue and sort it.
 */
export const PASSES_FILTERS = `coalesce(${Object.values(CONDITIONS)
  .map((condition) => `(${condition})`)
  .join(' and ')}, false)`;

/** The names of the filters that a post does not pass, as an array. */
export const FAILED_FILTERS = `array_remove(array[${Object.entries(CONDITIONS)
  .map(([name, condition]) => `case when (${condition}) is not true then '${name}' end`)
  .join(', ')}], null)`;

/** Whether there is any filter: known before a row is read. */
export const HAS_FILTERS = "($1::text <> '' or coalesce($2, $3, $4, $5, $6::text) is not null)";

/** The filters in the order of the statements' values. */
export function filterValues(filters: Filters): readonly unknown[] {
  const { location, kind, remote_mode, seniority, language, minimum_pay, currency } = filters;
  const asked = [kind, remote_mode, seniority, language, minimum_pay, currency];
  return [location, ...asked.map((value) => value ?? null)];
}

/** The filters that are asked for. A currency alone filters nothing. */
export function askedFilters(filters: Filters): readonly FilterName[] {
  return FILTER_NAMES.filter((name) => (filters[name] ?? '') !== '');
}

/** @throws {Refusal} input_invalid for a filter or an order that compares pay, without its currency. */
export function requireCurrency(
  asked: Pick<ListPublicJobPostsRequest, 'minimum_pay' | 'currency' | 'order'>,
): void {
  if (asked.currency !== undefined || (asked.minimum_pay === undefined && asked.order !== 'pay')) return;
  const message = 'Name the currency in which pay is compared.';
  refuse('input_invalid', { detail: message, errors: [{ field: 'currency', code: 'required', message }] });
}

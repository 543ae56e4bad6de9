import { refuse } from '@gatehouse/boundary';
import type { ListPublicJobPostsRequest } from '@gatehouse/contract';
import { ofEverySecondRow } from '@gatehouse/hiring';

/** The filters of a search: what it asks of job posts beside words. */
export type Filters = Pick<
  ListPublicJobPostsRequest,
  'location' | 'kind' | 'remote_mode' | 'seniority' | 'language' | 'minimum_pay' | 'currency'
>;

/**
 * The SQL condition of each filter on `job_post_filters f`; the parameters are those of `filterValues`. PostgreSQL checks them in this
 * order, so the one that compares texts is the last.
 */
const CONDITIONS = {
  kind: '$2::text is null or f.kind = $2',
  remote_mode: '$3::text is null or f.remote_mode = $3',
  seniority: '$4::text is null or f.seniority = $4',
  language: '$5::text is null or $5 = any (f.languages)',
  minimum_pay: '$6::int8 is null or f.pay_currency = $7::text and f.yearly_pay >= $6',
  // Remote work is a workplace, which the location need not name.
  location: `$1::text = '' or ' ' || f.location || ' ' like all ((select employer.place_patterns($1))::text[])
             or lower($1) = 'remote' and f.remote_mode = 'remote'`,
} as const;

/** The name of a filter in the contract. */
type FilterName = keyof typeof CONDITIONS;

/** All filters, in the order in which their options are counted. */
export const FILTER_NAMES = [
  'location',
  'kind',
  'remote_mode',
  'seniority',
  'language',
  'minimum_pay',
] as const satisfies readonly FilterName[];

/** The SQL condition of a post that passes all filters. */
export const PASSES_FILTERS = ofEverySecondRow(
  Object.values(CONDITIONS)
    .map((condition) => `(${condition})`)
    .join(' and '),
);

/**
 * The SQL condition of a post that exactly one filter excludes. A search without filters excludes none, which the first part says
 * before a row is read.
 */
export const FAILS_ONE_FILTER = `($1::text <> '' or coalesce($2, $3, $4, $5, $6::text) is not null)
         and ${ofEverySecondRow(
           `${Object.values(CONDITIONS)
             .map((condition) => `((${condition}) is not true)::int`)
             .join(' + ')} = 1`,
         )}`;

/** SQL: the name of the filter that excludes a post. */
export const EXCLUDED_BY = `case ${Object.entries(CONDITIONS)
  .map(([name, condition]) => `when (${condition}) is not true then '${name}'`)
  .join(' ')} end`;

/** The values of the filters, as the parameters $1 to $7 of the statements. */
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

import { languageName } from '@gatehouse/contract/language-name';
import type { JobPostFilterCounts } from '@gatehouse/contract/wire';
import { KIND_LABELS, REMOTE_MODE_LABELS, SENIORITY_LABELS } from '#design/labels.ts';
import { formatPay } from '#design/pay.ts';
import type { Search } from './search.ts';

/** One filter of a search. */
export interface ChosenFilter {
  /** As the counts name it. */
  readonly name: string;
  readonly label: string;
  /** The same search without it. */
  readonly without: Search;
}

/** The filters of a search, in the order of the form. Its words and its order are none. */
export function chosenFilters(search: Search): readonly ChosenFilter[] {
  const { location, kind, remote_mode, seniority, language, minimum_pay, currency, order } = search;
  const chosen: readonly (readonly [name: string, label: string, nothing: Partial<Search>])[] = [
    ['location', location.trim(), { location: '' }],
    ['kind', kind === null ? '' : KIND_LABELS[kind], { kind: null }],
    ['remote_mode', remote_mode === null ? '' : REMOTE_MODE_LABELS[remote_mode], { remote_mode: null }],
    ['seniority', seniority === null ? '' : SENIORITY_LABELS[seniority], { seniority: null }],
    ['language', language === '' ? '' : languageName(language), { language: '' }],
    [
      'minimum_pay',
      minimum_pay === '' ? '' : formatPay({ minimum: Number(minimum_pay), currency, period: 'year' }),
      { minimum_pay: '', currency: order === 'pay' ? currency : '' },
    ],
  ];
  return chosen.flatMap(([name, label, nothing]) =>
    label === '' ? [] : [{ name, label, without: { ...search, ...nothing } }],
  );
}

/** The same search without filters. */
export function withoutFilters({ query, currency, order }: Search): Search {
  const nothing = {
    location: '',
    kind: null,
    remote_mode: null,
    seniority: null,
    language: '',
    minimum_pay: '',
  };
  return { query, ...nothing, currency: order === 'pay' ? currency : '', order };
}

/** `Remote (12)`, `Remote (300+)`; without a number where it is unknown. */
export function withCount(label: string, count: number | undefined, isExact: boolean): string {
  const text = count === undefined ? '' : countText(count, isExact);
  return text === '' ? label : `${label} (${text})`;
}

/** A count of posts; one that is a lower limit in its first digit only. Empty: it says nothing. */
export function countText(count: number, isExact: boolean): string {
  if (isExact) return String(count);
  if (count < 10) return '';
  const unit = 10 ** (String(count).length - 1);
  return `${(Math.floor(count / unit) * unit).toLocaleString('en-GB')}+`;
}

/** How many posts an option of a filter finds. @returns undefined where nothing was counted. */
export function optionCount(counts: JobPostFilterCounts | undefined, value: string): number | undefined {
  if (counts === undefined) return undefined;
  return value === ''
    ? counts.without
    : (counts.options.find((option) => option.value === value)?.count ?? 0);
}

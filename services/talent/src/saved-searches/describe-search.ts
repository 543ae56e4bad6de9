import type { JobSearch } from '@gatehouse/contract';
import { KIND_LABELS, REMOTE_MODE_LABELS, SENIORITY_LABELS } from '@gatehouse/contract/job-labels';
import { jobsName } from '@gatehouse/contract/jobs-phrase';
import { languageName } from '@gatehouse/contract/language-name';

/** A search in words: `Senior jobs in Porto for “nurse”`. */
export function nameOf({
  query,
  location,
  kind,
  remote_mode,
  seniority,
  language,
  minimum_pay,
  currency,
}: JobSearch): string {
  const labels = [
    seniority === undefined ? '' : SENIORITY_LABELS[seniority],
    remote_mode === undefined ? '' : REMOTE_MODE_LABELS[remote_mode],
    kind === undefined ? '' : KIND_LABELS[kind],
  ].filter((label) => label !== '');
  const words = query === '' ? '' : ` for “${query}”`;
  const spoken = language === undefined ? '' : `, in ${languageName(language)}`;
  const pay =
    minimum_pay === undefined ? '' : `, from ${currency} ${minimum_pay.toLocaleString('en-GB')} a year`;
  return `${jobsName(labels, location)}${words}${spoken}${pay}`;
}

/** The address of a search on the public host, newest first. */
export function addressOfNewest({ order: _, ...search }: JobSearch): `/${string}` {
  const entries = Object.entries(search)
    .map(([name, value]) => [name, String(value)])
    .filter(([, value]) => value !== '');
  return `/jobs?${new URLSearchParams([...entries, ['order', 'newest']])}`;
}

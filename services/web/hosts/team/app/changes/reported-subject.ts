import type { ReportedSubject } from '@gatehouse/contract/wire';

/** The page on which staff look at a reported job post or company. */
export function pageOfSubject({ kind, id }: Pick<ReportedSubject, 'kind' | 'id'>): string {
  return kind === 'company' ? `/companies/${id}` : `/job-posts/${id}`;
}

import type { JobPostKind } from '@gatehouse/contract/wire';

/** Job kinds in words. */
export const KIND_WORDS: Record<JobPostKind, string> = {
  full_time: 'Full time',
  part_time: 'Part time',
  contract: 'Contract',
  internship: 'Internship',
};

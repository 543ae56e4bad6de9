import type { JobPostVisibility } from '@gatehouse/contract/wire';

/** What staff read for a job post's visibility. */
export const VISIBILITY_LABELS: Record<JobPostVisibility, string> = { shown: 'Shown', hidden: 'Hidden' };

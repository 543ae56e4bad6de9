import type { JobPostKind, RemoteMode, Seniority } from './wire.ts';

/** Kinds of job posts, for users. */
export const KIND_LABELS: Record<JobPostKind, string> = {
  full_time: 'Full-time',
  part_time: 'Part-time',
  contract: 'Contract',
  internship: 'Internship',
};

/** Workplaces, for users. */
export const REMOTE_MODE_LABELS: Record<RemoteMode, string> = {
  on_site: 'On site',
  hybrid: 'Hybrid',
  remote: 'Remote',
};

/** Seniorities, for users. */
export const SENIORITY_LABELS: Record<Seniority, string> = {
  entry: 'Entry level',
  mid: 'Mid level',
  senior: 'Senior',
  lead: 'Lead',
};

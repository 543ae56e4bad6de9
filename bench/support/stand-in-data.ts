import type {
  CompanyOverview,
  CurrentUserSession,
  ListPublicJobPostsResponse,
} from '@gatehouse/contract/wire';

/** Ids of one format. */
const idOf = (n: number) => `0198b2c0-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** An owner of an active company. */
export const SESSION: CurrentUserSession = {
  identities_user: { id: idOf(1), name: 'Olivia Owner', email: 'owner@bench.test' },
  talent_access: { state: 'active' },
  employer_access: {
    state: 'active',
    role: 'owner',
    company: { id: idOf(2), name: 'Harbour & Pine' },
  },
  session: { id: idOf(3), created_at: '2026-01-05T09:00:00Z', expires_at: '2026-02-04T09:00:00Z' },
};

/** An active company: twelve weeks, every stage, drafts. */
export const OVERVIEW: CompanyOverview = {
  job_posts: [
    { state: 'draft', count: 2 },
    { state: 'published', count: 7 },
    { state: 'closed', count: 3 },
  ],
  applications: (['submitted', 'in_review', 'interview', 'offer', 'rejected'] as const).map(
    (stage, index) => ({ stage, count: 9 - index }),
  ),
  weeks: Array.from({ length: 12 }, (_, week) => ({
    week: new Date(Date.UTC(2026, 0, 5 + 7 * week)).toISOString().slice(0, 10),
    count: (week * 5) % 8,
  })),
  waiting: Array.from({ length: 5 }, (_, n) => ({
    job_post_id: idOf(10 + n),
    title: `Workshop planner ${n + 1}`,
    count: 5 - n,
  })),
};

/** The first page of the public list. */
export const JOBS: ListPublicJobPostsResponse = {
  items: Array.from({ length: 20 }, (_, n) => ({
    id: idOf(100 + n),
    title: `Boat builder for wooden hulls ${n + 1}`,
    description: `What boat builder ${n + 1} does all day. `.repeat(12),
    location: 'Porto',
    kind: 'full_time',
    published_at: '2026-01-05T09:00:00Z',
    company: { id: idOf(200 + n), name: `Company ${n + 1}`, about: '', website: '' },
  })),
  next_cursor: 'bench',
  filter_counts: [],
};

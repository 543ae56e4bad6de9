import { demoId } from '../demo-id.ts';
import { HOUR_MILLIS } from '../times-and-ids.ts';
import type { JobPostRow } from './job-post-rows.ts';

/** Job posts that the demo's talent has saved: a closed one, and then the newest that are published. */
export function savedJobPostRows({
  posts,
  talentId,
  now,
}: {
  posts: readonly JobPostRow[];
  talentId: string;
  now: number;
}): readonly Readonly<Record<string, unknown>>[] {
  const newest = posts.toSorted((one, other) => other.created_at.localeCompare(one.created_at));
  const of = (state: JobPostRow['state'], count: number) =>
    newest.filter((post) => post.state === state).slice(0, count);
  return [...of('closed', 1), ...of('published', 3).toReversed()].map(({ id }, index) => {
    const at = now - (4 - index) * HOUR_MILLIS;
    return {
      id: demoId(`${talentId} saved ${id}`, Math.floor(at)),
      user_id: talentId,
      job_post_id: id,
      saved_at: new Date(at).toISOString(),
    };
  });
}

/** Searches that the demo's talent has saved. The first mail about one is a day away. */
export function savedSearchRows({
  talentId,
  now,
}: {
  talentId: string;
  now: number;
}): readonly Readonly<Record<string, unknown>>[] {
  const at = now - 2 * HOUR_MILLIS;
  return [
    { search: { query: 'joiner', location: '' }, frequency: 'daily', days: 1 },
    {
      search: { query: '', location: '', kind: 'part_time', remote_mode: 'remote' },
      frequency: 'weekly',
      days: 7,
    },
  ].map(({ search, frequency, days }) => ({
    id: demoId(`${talentId} ${JSON.stringify(search)}`, Math.floor(at)),
    user_id: talentId,
    search,
    frequency,
    created_at: new Date(at).toISOString(),
    mailed_until: new Date(at).toISOString(),
    next_mail_at: new Date(now + days * 24 * HOUR_MILLIS).toISOString(),
    attempts: 0,
  }));
}

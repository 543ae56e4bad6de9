import type { JobPost, ListJobPostsResponse } from '@gatehouse/contract/wire';
import type { ApiAnswer } from '#api/api-answer.ts';
import { optionalRead } from '#api/page-reads.ts';

/** The newest posts, and the chosen one, which may not be among them. Another order would make the page wait for searches of others (G6). */
export function readPostsToChoose(chosenId: string) {
  return {
    posts: optionalRead('JobPostService.ListJobPosts', {
      query: '',
      cursor: '',
      limit: 100,
    }),
    chosen: chosenId === '' ? null : optionalRead('JobPostService.GetJobPost', { id: chosenId }),
  };
}

/** The posts that a filter offers: those with applications, most of them first, and the chosen one. */
export function postsToChoose(
  posts: ApiAnswer<ListJobPostsResponse> | null,
  chosen: ApiAnswer<JobPost> | null,
): readonly JobPost[] {
  const items = posts?.ok === true ? posts.data.items : [];
  const listed = items
    .filter((post) => post.application_count > 0)
    .toSorted((one, other) => other.application_count - one.application_count);
  if (chosen?.ok !== true || listed.some(({ id }) => id === chosen.data.id)) return listed;
  return [chosen.data, ...listed];
}

/** The choices of the filter by job post. */
export function postChoices(posts: readonly JobPost[]): Readonly<Record<string, string>> {
  return { '': 'All job posts', ...Object.fromEntries(posts.map(({ id, title }) => [id, title])) };
}

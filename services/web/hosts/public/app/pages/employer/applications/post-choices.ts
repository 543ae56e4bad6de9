import type { JobPost, ListJobPostsResponse } from '@gatehouse/contract/wire';
import type { ApiAnswer } from '#api/api-answer.ts';
import { optionalRead } from '#api/page-reads.ts';

/** The posts with the most applications, and the chosen one, which may not be among them. */
export function readPostsToChoose(chosenId: string) {
  return {
    posts: optionalRead('JobPostService.ListJobPosts', {
      query: '',
      order: 'applications',
      cursor: '',
      limit: 100,
    }),
    chosen: chosenId === '' ? null : optionalRead('JobPostService.GetJobPost', { id: chosenId }),
  };
}

/** The posts that a filter offers: those with applications, and the chosen one. */
export function postsToChoose(
  posts: ApiAnswer<ListJobPostsResponse> | null,
  chosen: ApiAnswer<JobPost> | null,
): readonly JobPost[] {
  const listed = posts?.ok === true ? posts.data.items.filter((post) => post.application_count > 0) : [];
  if (chosen?.ok !== true || listed.some(({ id }) => id === chosen.data.id)) return listed;
  return [chosen.data, ...listed];
}

/** The choices of the filter by job post. */
export function postChoices(posts: readonly JobPost[]): Readonly<Record<string, string>> {
  return { '': 'All job posts', ...Object.fromEntries(posts.map(({ id, title }) => [id, title])) };
}

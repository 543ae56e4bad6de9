import type { ListPublicJobPostsRequest, ListPublicJobPostsResponse } from '@gatehouse/contract/wire';
import { readApi } from '#api/server-api.ts';
import { pageProblem } from '#entry/page-problem.ts';
import type { WebRequest } from '#entry/web-request.ts';

const TOO_MANY_SEARCHES = 'Too many searches. Wait a minute, then search again.';

/**
 * Published job posts, for a public page or the sitemap.
 * @throws {Response} for the error display: a public page without its content is no page (P1).
 */
export async function readPublicJobs(
  webRequest: WebRequest,
  search: ListPublicJobPostsRequest,
): Promise<ListPublicJobPostsResponse> {
  const { searchWaitSeconds } = webRequest;
  if (searchWaitSeconds !== null) throw pageProblem(429, TOO_MANY_SEARCHES);
  const answer = await readApi(webRequest, 'PublicJobPostService.ListPublicJobPosts', search);
  if (answer.ok) return answer.data;
  const { status, detail } = answer.refusal;
  throw pageProblem(status === 0 ? 503 : status, detail);
}
